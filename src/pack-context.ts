/** The read path: recall → rank → expand → pack → trace, over one snapshot. */
import { candidateItems } from './candidate-items.ts';
import type { CtxConfig } from './config.ts';
import type { PackOptions, QueryAnswer, QueryOptions } from './context.ts';
import {
  type Decision,
  type DiffFile,
  type Embedder,
  type Evidence,
  type FileLines,
  type IndexState,
  type Outcome,
  type Pack,
  type PackItem,
  type Phase,
  type Query,
  type QueryMode,
  type RankedCandidate,
  type RepoPath,
  type RepositoryFacts,
  type Retriever,
  type Snapshot,
  type Task,
  type Trace,
  throwIfAborted,
  type Weights,
} from './core/index.ts';
import { expandCandidates } from './expand/index.ts';
import type { ProposalWarning } from './handoff/index.ts';
import { DEFAULT_LEXICAL } from './indexes/lexical/index.ts';
import {
  commitItem,
  createTokenCounter,
  diffItems,
  failureItem,
  goalItem,
  mapItem,
  type PackInput,
  PHASE_PLANS,
  packItems,
  resolveBudget,
} from './pack/index.ts';
import type { TaskDecisions } from './project-decisions.ts';
import { restOfRanking } from './query-cursor.ts';
import { DEFAULT_LIMIT, rankedHits } from './query-hits.ts';
import { factsOf, rankCandidates, rankFiles, weightsFor } from './rank/index.ts';
import { pathFilter, recall, understandTask } from './recall/index.ts';
import { redactPaths } from './redact-paths.ts';
import { redactTexts } from './redact-texts.ts';
import { recordTrace } from './trace/index.ts';

/** What a read needs beside the task; everything that touches the disk is a function given by the engine. */
export interface ReadParts {
  readonly snapshot: Snapshot;
  readonly index: IndexState;
  readonly notes: readonly string[];
  readonly config: CtxConfig;
  readonly embedder: Embedder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newTraceId: () => string;
  readonly trace: (id: string) => Trace | null;
  /** Gives why it was not kept, or null. */
  readonly saveTrace: (trace: Trace) => Promise<string | null>;
  /** What is not as usual with the store of traces and decisions, or null. */
  readonly memoryNote: () => string | null;
  readonly decisionsFor: (task: Task) => TaskDecisions;
  /** Lines as they are in the work tree now, or null when the file cannot be read. */
  readonly readLines: (path: RepoPath) => FileLines | null;
  readonly workingDiff: () => Promise<readonly DiffFile[]>;
  readonly facts: () => Promise<RepositoryFacts>;
}

const WEAK_NOTE = 'Nothing matched the text well: these places are only the nearest.';
const LEXICAL_LIMIT = 600;
const TASK_COMMITS = 3;

export type RankedMode = Exclude<QueryMode, 'regex'>;

const MODE_RETRIEVERS: Readonly<Record<RankedMode, readonly Retriever[] | null>> = {
  hybrid: null,
  lexical: ['lexical'],
  symbol: ['symbol'],
  semantic: ['semantic'],
};

interface Ranking {
  readonly task: Task;
  readonly query: Query;
  readonly evidence: Evidence;
  readonly ranked: readonly RankedCandidate[];
  readonly weights: Weights;
  readonly diff: readonly DiffFile[];
  readonly timings: Record<string, number>;
  readonly notes: readonly string[];
}

/** Ranked hits for a task. */
export async function queryTask(
  parts: ReadParts,
  given: string | Task,
  mode: RankedMode,
  options: QueryOptions,
): Promise<QueryAnswer> {
  const ranking = await rankTask(parts, given, options.phase ?? null, options, MODE_RETRIEVERS[mode]);
  const { query, ranked, weights, timings } = ranking;
  const weak = mode !== 'semantic' && ranked.length > 0 && !isMatched(query, ranked);
  const notes = weak ? [...ranking.notes, WEAK_NOTE] : ranking.notes;
  const limit = options.limit ?? DEFAULT_LIMIT;
  const base = { index: parts.index, timings, notes };
  const trace = recordTrace({
    id: parts.newTraceId(),
    at: parts.now(),
    call: 'query',
    phase: options.phase ?? null,
    query,
    weights,
    ranked,
    ...base,
  });
  const lost = await parts.saveTrace(trace);
  return {
    schemaVersion: 1,
    traceId: trace.id,
    query: query.text,
    mode,
    kind: query.kind,
    hits: await rankedHits(parts.readLines, ranked.slice(0, limit), weights),
    files: rankFiles(ranked)
      .slice(0, limit)
      .map(({ file, score }) => ({ path: file.path, score })),
    ...restOfRanking(trace, limit),
    ...base,
    notes: lost === null ? notes : [...notes, lost],
  };
}

/** The pack for a task in a phase. Fails with BUDGET_TOO_SMALL, or USAGE where the budget is no number of tokens. */
export async function packTask(
  parts: ReadParts,
  given: string | Task,
  phase: Phase,
  options: PackOptions,
): Promise<Pack> {
  const { snapshot, config } = parts;
  const plan = PHASE_PLANS[phase];
  const budget = resolveBudget(options.budget ?? config.budget);
  const asked: Task = typeof given === 'string' ? { goal: given } : given;
  const { decisions, warnings } = parts.decisionsFor(asked);
  // Git is asked while this thread ranks.
  const facts = plan.shares.map > 0 ? parts.facts() : null;
  facts?.catch(() => {});
  const ranking = await rankTask(parts, { ...asked, decisions }, phase, options, null);
  const { query, ranked, weights, timings } = ranking;
  const time = stopwatch(parts.now, timings);
  const neighbours = expandCandidates({ ranked, snapshot, plan, query });
  time('expand');
  const found = candidateItems({ ranked, neighbours, snapshot, weights, budget });
  const items = [...found.items, ...warnings.map(warningItem), ...(await taskItems(parts, ranking, facts))];
  time('read');
  const traceId = parts.newTraceId();
  const shown = await withCleanPaths({ items, leftOut: found.leftOut }, parts.readLines);
  const { pack, outcomes } = await packItems({
    ...shown,
    plan,
    budget,
    counter: await createTokenCounter(options.tokenizer ?? config.tokenizer),
    format: options.format ?? config.format,
    seen: new Set(options.seen ?? []),
    traceId,
    index: await redactPaths(parts.index),
    matched: isMatched(query, ranked),
  });
  time('pack');
  const shunned = found.leftOut.map(({ key, because }): [string, Outcome] => [
    key,
    { kind: 'dropped', because },
  ]);
  await parts.saveTrace(
    recordTrace({
      id: traceId,
      at: parts.now(),
      call: 'pack',
      phase,
      query,
      weights,
      ranked,
      neighbours,
      outcomes: new Map([...outcomes, ...shunned]),
      pack,
      index: parts.index,
      timings,
      notes: ranking.notes,
    }),
  );
  return pack;
}

async function rankTask(
  parts: ReadParts,
  given: string | Task,
  phase: Phase | null,
  options: PackOptions & QueryOptions,
  only: readonly Retriever[] | null,
): Promise<Ranking> {
  const { snapshot, config } = parts;
  const task: Task = typeof given === 'string' ? { goal: given } : given;
  const memoryNote = parts.memoryNote();
  const notes = memoryNote === null ? [...parts.notes] : [...parts.notes, memoryNote];
  const timings: Record<string, number> = {};
  const time = stopwatch(parts.now, timings);
  const query = await withoutSecrets(understandTask(task, (path) => snapshot.filesByTail(path).length > 0));
  const diff = task.diff === 'auto' ? await parts.workingDiff() : (task.diff ?? []);
  const vector = await embedQuery(parts, query, only, notes, options.signal);
  throwIfAborted(options.signal);
  time('understand');
  const evidence = recall({
    query,
    snapshot,
    vector,
    diff,
    openFiles: task.openFiles ?? [],
    lexical: { ...DEFAULT_LEXICAL, limit: LEXICAL_LIMIT },
    filter: pathFilter(options),
    ...(only && { only }),
  });
  time('recall');
  const overrides = { ...config.weights, ...(phase && config.phaseWeights[phase]), ...options.weights };
  const weights = weightsFor(query.kind, phase, overrides);
  const ranked = rankCandidates({
    evidence,
    query,
    facts: factsOf(snapshot),
    weights,
    now: Math.floor(parts.now() / 1000),
    similarity: (a, b) => snapshot.similarity(a, b),
  });
  time('rank');
  return { task, query, evidence, ranked, weights, diff, timings, notes: [...notes, ...evidence.notes] };
}

/** What is to be packed under the paths that may be shown, with the lines of the files that those stand for. */
async function withCleanPaths(
  given: Required<Pick<PackInput, 'items' | 'leftOut'>>,
  readLines: ReadParts['readLines'],
): Promise<Required<Pick<PackInput, 'items' | 'leftOut' | 'files'>>> {
  const clean = await redactPaths(given, { ...given, items: given.items.map(withoutRows) });
  const realOf = new Map<RepoPath, RepoPath>();
  const items = clean.items.map((item, i): PackItem => {
    const { content } = item;
    const real = given.items[i]?.content;
    if (content.kind !== 'lines' || real?.kind !== 'lines') return item;
    let { path } = content;
    // Two names can differ by their secrets alone.
    for (let n = 2; (realOf.get(path) ?? real.path) !== real.path; n++) path = `${content.path} (${n})`;
    realOf.set(path, real.path);
    return path === content.path ? item : { ...item, content: { ...content, path } };
  });
  const files = { get: (path: RepoPath) => readLines(realOf.get(path) ?? path) ?? undefined };
  return { items, leftOut: clean.leftOut, files };
}

/** Rows of an outline are read when they are asked for, and are no names. */
function withoutRows({ content, ...item }: PackItem): unknown {
  return { ...item, content: content.kind === 'lines' ? content.path : content };
}

/** A secret in a task is nothing to search for, and the trace of the call keeps none. */
async function withoutSecrets(query: Query): Promise<Query> {
  const clean = await redactTexts(query);
  if (clean === query) return query;
  const spans = clean.spans.map((span) => ({
    ...span,
    text: span.text.replace(/\[redacted:[\w-]+\]/g, ' '),
  }));
  return { ...clean, spans };
}

/** Milliseconds since the last lap, under a name. */
function stopwatch(now: () => number, timings: Record<string, number>): (lap: string) => void {
  let last = now();
  return (lap) => {
    const at = now();
    timings[lap] = Math.round((at - last) * 100) / 100;
    last = at;
  };
}

/** Without a vector the other signals still answer: a failing embedder is a note. */
async function embedQuery(
  { embedder, snapshot }: ReadParts,
  query: Query,
  only: readonly Retriever[] | null,
  notes: string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array | null> {
  if (only !== null && !only.includes('semantic')) return null;
  if (!snapshot.tiers.includes('vectors')) return null;
  try {
    return (await embedder.embed([query.text], 'query', signal))[0] ?? null;
  } catch (error) {
    notes.push(`No semantic search: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** At least two words of the task, or all of a shorter one, occur in one place; or something is named outright. */
function isMatched(query: Query, ranked: readonly RankedCandidate[]): boolean {
  const words = new Set(query.text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []).size;
  const needed = Math.min(2, words);
  return ranked.some(({ hits }) =>
    hits.some(
      (hit) => hit.retriever !== 'semantic' && (hit.retriever !== 'lexical' || hit.matched.length >= needed),
    ),
  );
}

// ─── items that no chunk stands for ─────────────────────────────────────────────────────────────────────

async function taskItems(
  parts: ReadParts,
  ranking: Ranking,
  facts: Promise<RepositoryFacts> | null,
): Promise<readonly PackItem[]> {
  const { task, evidence, diff } = ranking;
  return [
    goalItem(task),
    ...(task.failures ? [failureItem(task.failures)] : []),
    ...diffItems(diff),
    ...(task.decisions ?? []).map(decisionItem),
    ...commitItems(parts.snapshot, ranking, evidence),
    ...(facts === null ? [] : [mapItem(await facts)]),
  ];
}

function decisionItem(decision: Decision, position: number): PackItem {
  const { id, claim, status, reason } = decision;
  const score = status === 'rejected' ? 2 : 1.5;
  const text = `${status}: ${claim}\nreason: ${reason}`;
  return {
    key: `decision:${id}`,
    role: 'history',
    score: score - position * 1e-3,
    reason: status === 'rejected' ? 'do not propose again' : 'decided before',
    relation: null,
    content: { kind: 'text', title: `decision ${id}`, text },
  };
}

/** Above every decision: the task itself goes against one. Texts of a role stand in the order of their keys. */
function warningItem({ decision, message }: ProposalWarning, position: number): PackItem {
  return {
    key: `caution:${decision.id}`,
    role: 'history',
    score: 3 - position * 1e-3,
    reason: 'the task repeats a rejected decision',
    relation: null,
    content: { kind: 'text', title: 'Warning: rejected before', text: message },
  };
}

/** Commits nearest to the task first, then the newest that touched its best files. */
function commitItems(snapshot: Snapshot, { ranked }: Ranking, evidence: Evidence): readonly PackItem[] {
  const top = rankFiles(ranked)
    .slice(0, TASK_COMMITS)
    .map(({ file }) => file.id);
  const recent = top.length === 0 ? [] : snapshot.recentCommits(TASK_COMMITS, top);
  const near = evidence.commits
    .filter(({ files }) => files.some((file) => top.includes(file)))
    .slice(0, TASK_COMMITS);
  const unique = new Map([...near, ...recent].map((commit) => [commit.sha, commit]));
  return [...unique.values()].map((commit, i) => {
    const paths = commit.files.flatMap((file) => snapshot.files[file]?.path ?? []);
    const reason = near.includes(commit) ? 'a past commit near to the task' : 'last change of the best match';
    return commitItem(commit, paths, { reason, score: 1 - i / 10 });
  });
}
