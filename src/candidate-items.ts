/** What ranking and expansion found, as items that want a place in the pack. */
import {
  CHUNK_KINDS,
  type ChunkId,
  type ChunkKind,
  type Detail,
  type DropReason,
  type IndexedChunk,
  type IndexedFile,
  type LineSpan,
  type Neighbour,
  type OmittedItem,
  type PackContent,
  type PackItem,
  type RankedCandidate,
  type Role,
  type Signal,
  type Snapshot,
  type Weights,
} from './core/index.ts';
import { originalOf } from './rank/index.ts';
import { reasonsFor, relationReason } from './trace/index.ts';

export interface CandidateItems {
  readonly items: readonly PackItem[];
  /** Good matches that are never shown for what they are: vendored, generated, abandoned. */
  readonly leftOut: readonly OmittedItem[];
}

/** A chunk below this share of the best score is not worth a place. */
const CUT = 0.2;
/** Nor is one whose own text earned less than this share of what the best text earned: a good file has dull parts. */
const OWN_CUT = 0.15;
/** Tokens that a snippet takes at least: with the budget it bounds how many are worth looking at in a role. */
const LEAST_TOKENS = 80;
const FEWEST = 40;
/** A ranked chunk this far below the definition it calls is shown as its caller, not for its own sake. */
const OWN_MERIT = 0.6;

/** Standing instructions come before documentation that only matches the task. */
const RULES_FIRST = 0.75;

/** The kind of a file is already said by the role: it does not count again inside it. */
const ROLE_SIGNALS: readonly Signal[] = ['test', 'docs', 'config'];

const SHUNNED: readonly (Signal & DropReason)[] = ['vendor', 'legacy', 'generated'];

export function candidateItems(input: {
  readonly ranked: readonly RankedCandidate[];
  readonly neighbours: readonly Neighbour[];
  readonly snapshot: Snapshot;
  readonly weights: Weights;
  /** Tokens. */
  readonly budget: number;
}): CandidateItems {
  const { ranked, neighbours, snapshot, weights, budget } = input;
  const scores = new Map(
    ranked.map((candidate) => [candidate.chunk.id, scoreWithout(candidate, weights, ROLE_SIGNALS)]),
  );
  const nearby = strongest(neighbours, scores);
  const shunnedFor = shunning(snapshot);
  const items: PackItem[] = [];
  const leftOut: OmittedItem[] = [];
  const placed = new Set<ChunkId>();
  const limit = Math.max(FEWEST, budget / LEAST_TOKENS);
  for (const candidate of worthwhile({ ranked, scores, weights, shunnedFor, limit })) {
    const { chunk } = candidate;
    const shunned = shunnedFor(chunk, candidate);
    placed.add(chunk.id);
    if (shunned !== null) leftOut.push(omitted(chunk, shunned));
    else items.push(rankedItem(candidate, nearby.get(chunk.id), { scores, snapshot, weights }));
  }
  const candidates = new Map(ranked.map((candidate) => [candidate.chunk.id, candidate]));
  for (const neighbour of nearby.values()) {
    const { chunk } = neighbour;
    if (placed.has(chunk.id) || shunnedFor(chunk, candidates.get(chunk.id)) !== null) continue;
    items.push(neighbourItem(neighbour, scores, snapshot));
  }
  return { items, leftOut };
}

/** Candidates above the cuts, at most `limit` a role, in the order of their scores. */
function worthwhile({
  ranked,
  scores,
  weights,
  shunnedFor,
  limit,
}: {
  readonly ranked: readonly RankedCandidate[];
  readonly scores: ReadonlyMap<ChunkId, number>;
  readonly weights: Weights;
  readonly shunnedFor: Shunning;
  readonly limit: number;
}): readonly RankedCandidate[] {
  const most = (value: (candidate: RankedCandidate) => number): number =>
    ranked.reduce((largest, candidate) => Math.max(largest, value(candidate)), 0);
  // To be first of its file is no merit of its text.
  const whole = (candidate: RankedCandidate): number => scoreWithout(candidate, weights, ['lead']);
  const ownPart = (candidate: RankedCandidate): number => whole(candidate) - candidate.fileScore;
  const best = most(whole);
  const bestOwn = most(ownPart);
  const taken = new Map<Role, number>();
  const merit = (candidate: RankedCandidate): number =>
    shunnedFor(candidate.chunk, candidate) === null
      ? (scores.get(candidate.chunk.id) ?? 0)
      : scoreWithout(candidate, weights, [...ROLE_SIGNALS, ...SHUNNED]);
  return ranked.filter((candidate) => {
    const own = isPointedAt(candidate) || ownPart(candidate) >= OWN_CUT * bestOwn;
    if (!own || merit(candidate) < CUT * best) return false;
    const role = roleOf(candidate.chunk);
    const count = (taken.get(role) ?? 0) + 1;
    taken.set(role, count);
    return count <= limit;
  });
}

/** What the task itself points at is shown whatever it is. */
function isPointedAt({ signals }: RankedCandidate): boolean {
  return Math.max(signals.mention ?? 0, signals.diff ?? 0, signals.failure ?? 0) >= 0.9;
}

/** Why a chunk is never shown, a candidate or not; null where it may be. */
type Shunning = (chunk: IndexedChunk, candidate: RankedCandidate | undefined) => (Signal & DropReason) | null;

function shunning({ fileByPath }: Snapshot): Shunning {
  /** The names in a copy kept beside its original are the original's: a task that gives one means that. */
  const isCopy = ({ path }: IndexedFile): boolean => {
    const original = originalOf(path);
    return original !== null && fileByPath(original) !== null;
  };
  return ({ file }, candidate) => {
    if (candidate === undefined) {
      if (file.kind === 'vendor' || file.kind === 'generated') return file.kind;
      return isCopy(file) ? 'legacy' : null;
    }
    const because = SHUNNED.find((signal) => (candidate.signals[signal] ?? 0) >= 0.5) ?? null;
    return isPointedAt(candidate) && !(because === 'legacy' && isCopy(file)) ? null : because;
  };
}

function scoreWithout(
  { score, signals }: RankedCandidate,
  weights: Weights,
  without: readonly Signal[],
): number {
  return without.reduce((sum, signal) => sum - (weights[signal] ?? 0) * (signals[signal] ?? 0), score);
}

function roleOf(chunk: IndexedChunk): Role {
  const { kind } = chunk.file;
  if (kind === 'test') return 'tests';
  if (kind === 'docs') return 'rules';
  return kind === 'config' ? 'dataflow' : 'definitions';
}

/** A chunk can be reached in several ways: the strongest counts. */
function strongest(
  neighbours: readonly Neighbour[],
  scores: ReadonlyMap<ChunkId, number>,
): ReadonlyMap<ChunkId, Neighbour> {
  const found = new Map<ChunkId, Neighbour>();
  for (const neighbour of neighbours) {
    const known = found.get(neighbour.chunk.id);
    if (known === undefined || reach(neighbour, scores) > reach(known, scores)) {
      found.set(neighbour.chunk.id, neighbour);
    }
  }
  return found;
}

function reach({ via, confidence, relation }: Neighbour, scores: ReadonlyMap<ChunkId, number>): number {
  const boost = relation === 'rule' ? RULES_FIRST : 0;
  return (scores.get(via) ?? 0) * (confidence + boost);
}

interface ItemContext {
  readonly scores: ReadonlyMap<ChunkId, number>;
  readonly snapshot: Snapshot;
  readonly weights: Weights;
}

function rankedItem(
  candidate: RankedCandidate,
  neighbour: Neighbour | undefined,
  { scores, snapshot, weights }: ItemContext,
): PackItem {
  const score = scores.get(candidate.chunk.id) ?? 0;
  const isCaller = neighbour?.relation === 'caller' && score < OWN_MERIT * (scores.get(neighbour.via) ?? 0);
  if (isCaller) return { ...neighbourItem(neighbour, scores, snapshot), score };
  const { chunk } = candidate;
  return {
    key: keyOf(chunk.id),
    role: roleOf(chunk),
    score,
    reason: reasonsFor(candidate, weights).join('; '),
    relation: null,
    content: contentOf(chunk, snapshot, neighbour?.focus ?? [], 'full'),
  };
}

function neighbourItem(
  neighbour: Neighbour,
  scores: ReadonlyMap<ChunkId, number>,
  snapshot: Snapshot,
): PackItem {
  const { chunk, relation, via, focus } = neighbour;
  const from = snapshot.chunk(via);
  const name = from?.symbol?.name ?? from?.file.path ?? '';
  return {
    key: keyOf(chunk.id),
    // What stands around a section of a document or a test is of its kind.
    role: relation === 'enclosing' ? roleOf(chunk) : neighbour.role,
    score: reach(neighbour, scores),
    reason: relationReason(neighbour, relation === 'rule' ? '' : name),
    relation,
    content: contentOf(chunk, snapshot, focus, relation === 'caller' ? 'signature' : 'full'),
  };
}

/** What begins with a line that says what it is, also where it defines nothing: a test is a call in many languages. */
const HEADED: ReadonlySet<ChunkKind> = new Set(
  CHUNK_KINDS.filter((kind) => kind !== 'imports' && kind !== 'section'),
);

function contentOf(
  chunk: IndexedChunk,
  snapshot: Snapshot,
  focus: readonly LineSpan[],
  maxDetail: Detail,
): PackContent {
  const { id, file, startLine, endLine, header } = chunk;
  const inside = () =>
    snapshot.symbols
      .inFile(file.id)
      .filter(({ span }) => span.startLine >= startLine && span.startLine <= endLine);
  // Most items never come near to a place: their symbols are not read.
  return {
    kind: 'lines',
    chunk: id,
    path: file.path,
    span: { startLine, endLine },
    header,
    get heads() {
      const heads = inside().map(({ span, nameLine }) => ({
        startLine: span.startLine,
        endLine: Math.max(span.startLine, nameLine),
      }));
      return heads.length === 0 && HEADED.has(chunk.kind) ? [{ startLine, endLine: startLine }] : heads;
    },
    focus,
    get outline() {
      return inside().map(({ nameLine, signature }) => `${nameLine}\t${signature}`);
    },
    maxDetail,
  };
}

function keyOf(chunk: ChunkId): string {
  return `chunk:${chunk}`;
}

function omitted(chunk: IndexedChunk, because: DropReason): OmittedItem {
  const { id, file, startLine, endLine } = chunk;
  return { key: keyOf(id), role: roleOf(chunk), path: file.path, span: { startLine, endLine }, because };
}
