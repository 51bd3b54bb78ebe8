import type {
  Candidate,
  ChunkId,
  IndexState,
  Neighbour,
  Outcome,
  Pack,
  Phase,
  Query,
  RankedCandidate,
  Trace,
  TracedCandidate,
  Weights,
} from '../core/index.ts';

export interface TraceInput {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly call: Trace['call'];
  readonly phase: Phase | null;
  readonly query: Query;
  readonly weights: Weights;
  /** Best first. */
  readonly ranked: readonly RankedCandidate[];
  readonly neighbours?: readonly Neighbour[];
  /** By item key, `chunk:<id>` for chunks; absent in a query, which only ranks. */
  readonly outcomes?: ReadonlyMap<string, Outcome>;
  readonly pack?: Pack;
  readonly index: IndexState;
  readonly timings: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** Candidates kept for their own sake; what has an outcome in the pack is kept always. */
const KEPT = 400;

/** The record of one call, shaped for storing and explaining. Plain data: nothing of it refers to the index. */
export function recordTrace(input: TraceInput): Trace {
  const { id, call, phase, query, weights, index, timings, pack } = input;
  const reached = new Map<ChunkId, Neighbour>();
  for (const neighbour of input.neighbours ?? [])
    if (!reached.has(neighbour.chunk.id)) reached.set(neighbour.chunk.id, neighbour);
  const ranked = new Set(input.ranked.map(({ chunk }) => chunk.id));
  const candidates = [
    ...input.ranked,
    ...[...reached.values()].filter(({ chunk }) => !ranked.has(chunk.id)).map(unranked),
  ];
  const cut = candidates.length - KEPT;
  const kept = candidates
    .filter(({ chunk }, position) => position < KEPT || isTelling(outcomeOf(chunk.id, input)))
    .map((candidate) => traceCandidate(candidate, reached.get(candidate.chunk.id), input));
  return {
    schemaVersion: 1,
    id,
    at: new Date(input.at).toISOString(),
    call,
    phase,
    query,
    weights,
    candidates: kept,
    considered: candidates.length,
    roles: pack?.roles ?? [],
    budget: pack?.budget ?? null,
    tokens: pack?.tokens ?? null,
    index,
    timings,
    notes:
      cut > 0
        ? [
            ...input.notes,
            `${candidates.length - kept.length} of ${candidates.length} candidates, the weakest, are not recorded.`,
          ]
        : input.notes,
  };
}

function isTelling(outcome: Outcome): boolean {
  return outcome.kind === 'packed' || (outcome.kind === 'dropped' && outcome.because !== 'below-cut');
}

function unranked({ chunk }: Neighbour): RankedCandidate {
  return { chunk, hits: [], signals: {}, score: 0, fileScore: 0 };
}

function outcomeOf(chunk: ChunkId, { call, outcomes }: TraceInput): Outcome {
  if (call === 'query') return { kind: 'ranked' };
  return outcomes?.get(`chunk:${chunk}`) ?? { kind: 'dropped', because: 'below-cut' };
}

function traceCandidate(
  { chunk, hits, signals, score, fileScore }: Candidate & Pick<RankedCandidate, 'score' | 'fileScore'>,
  neighbour: Neighbour | undefined,
  input: TraceInput,
): TracedCandidate {
  return {
    chunk: chunk.id,
    path: chunk.file.path,
    span: { startLine: chunk.startLine, endLine: chunk.endLine },
    symbol: chunk.symbol?.qualifiedName ?? null,
    signals,
    hits: hits.map(({ retriever, score: hitScore, matched }) => ({ retriever, score: hitScore, matched })),
    score,
    fileScore,
    reached:
      neighbour === undefined
        ? null
        : { relation: neighbour.relation, via: neighbour.via, confidence: neighbour.confidence },
    outcome: outcomeOf(chunk.id, input),
  };
}
