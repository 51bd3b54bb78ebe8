/** A process of its own that opens one repository and measures calls in it: `node session.js <SessionInput file>`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type CtxLibrary, loadLibrary, type OpenContext } from './ctx-library.ts';
import { editFile, filesToEdit } from './edits.ts';
import { parseMemory } from './process-memory.ts';
import { hundredths, type Sample, type Timing, timingOf } from './spread.ts';
import type { TaskTexts } from './task-texts.ts';

export interface SessionInput {
  readonly dist: string;
  readonly root: string;
  readonly store: string;
  readonly texts: TaskTexts;
  readonly edits: number;
}

/** Milliseconds, and bytes. */
export interface SessionResult {
  readonly unchanged: { readonly sync: Timing; readonly gitStatus: Timing };
  readonly calls: Readonly<Record<CallName, Timing>>;
  /** Mean of each stage, of the calls with issue texts. */
  readonly stages: { readonly query: Stages; readonly pack: Stages };
  /** From a saved edit to an index that has it, and `git status` after such edits; null where no file can be edited. */
  readonly edit: { readonly sync: Timing; readonly gitStatus: Timing } | null;
  readonly memory: {
    readonly start: number;
    readonly open: number;
    readonly calls: number;
    readonly peak: number;
  };
}

export type CallName = 'queryIssue' | 'queryQuestion' | 'queryFresh' | 'packIssue' | 'packQuestion';
export type Stages = Readonly<Record<string, number>>;

const UNCHANGED_RUNS = 9;
const WARM_UP = 5;
const BUDGET = 8_000;

if (process.argv[2] !== undefined) {
  const input = JSON.parse(readFileSync(process.argv[2], 'utf8')) as SessionInput;
  process.stdout.write(JSON.stringify(await measureSession(input)));
}

async function measureSession(input: SessionInput): Promise<SessionResult> {
  const start = memoryNow().resident;
  const library: CtxLibrary = await loadLibrary(input.dist);
  const context = await library.openContext(input.root, { env: { ...process.env, CTX_DIR: input.store } });
  await context.sync();
  const unchanged = await measureUnchanged(context, input.root);
  const first = input.texts.questions[0] ?? '';
  await context.query(first, { freshness: 'stored' });
  const open = memoryNow().resident;
  const { calls, stages } = await measureCalls(context, input.texts);
  const after = memoryNow().resident;
  const edit = await measureEdits(context, input);
  const memory = { start, open, calls: after, peak: memoryNow().highest };
  await context.close();
  return { unchanged, calls, stages, edit, memory };
}

function memoryNow() {
  return parseMemory(readFileSync('/proc/self/status', 'utf8'));
}

/** Processor time is that of this process with its threads, without its children. */
async function timed<T>(work: () => T | Promise<T>): Promise<Sample & { readonly value: T }> {
  const before = process.cpuUsage();
  const started = performance.now();
  const value = await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { value, wallMs, cpuMs: (user + system) / 1000 };
}

/** In turn, so that both meet the same machine. */
async function measureUnchanged(context: OpenContext, root: string): Promise<SessionResult['unchanged']> {
  gitStatus(root); // Refreshes the stamps that git keeps.
  const sync: Sample[] = [];
  const status: Sample[] = [];
  for (let i = 0; i < UNCHANGED_RUNS; i++) {
    const run = await timed(() => context.sync());
    failIf(run.value.changed, 'the tree changed meanwhile');
    sync.push(run);
    status.push(await timed(() => gitStatus(root)));
  }
  return { sync: timingOf(sync), gitStatus: timingOf(status) };
}

function gitStatus(root: string): void {
  const { status } = spawnSync('git', ['-C', root, 'status', '--porcelain'], { stdio: 'ignore' });
  failIf(status !== 0, 'git status failed');
}

function failIf(wrong: boolean, what: string): void {
  if (wrong) throw new Error(what);
}

type Call = (text: string) => Promise<{ readonly traceId: string | null }>;

/** Each call meets each text once. */
async function measureCalls(
  context: OpenContext,
  { issues, questions }: TaskTexts,
): Promise<Pick<SessionResult, 'calls' | 'stages'>> {
  const query =
    (freshness: 'sync' | 'stored'): Call =>
    (text) =>
      context.query(text, { freshness });
  const pack =
    (phase: 'explore' | 'edit'): Call =>
    (text) =>
      context.pack(text, phase, { freshness: 'stored', budget: BUDGET });
  const series = (texts: readonly string[], call: Call) => measureSeries(context, texts, call);
  const queryIssue = await series(issues, query('stored'));
  const queryQuestion = await series(questions, query('stored'));
  const queryFresh = await series(questions, query('sync'));
  const packIssue = await series(issues, pack('edit'));
  const packQuestion = await series(questions, pack('explore'));
  return {
    calls: {
      queryIssue: queryIssue.timing,
      queryQuestion: queryQuestion.timing,
      queryFresh: queryFresh.timing,
      packIssue: packIssue.timing,
      packQuestion: packQuestion.timing,
    },
    stages: { query: queryIssue.stages, pack: packIssue.stages },
  };
}

/** The first texts warm up and are not counted. */
async function measureSeries(
  context: OpenContext,
  texts: readonly string[],
  call: Call,
): Promise<{ readonly timing: Timing; readonly stages: Stages }> {
  const samples: Sample[] = [];
  const stages: Record<string, number[]> = {};
  for (const [i, text] of texts.entries()) {
    const sample = await timed(() => call(text));
    if (i < WARM_UP) continue;
    samples.push(sample);
    const { timings } = await context.trace(sample.value.traceId ?? '');
    for (const [stage, ms] of Object.entries(timings)) {
      stages[stage] ??= [];
      stages[stage].push(ms);
    }
  }
  const means = Object.entries(stages).map(([stage, values]) => [stage, mean(values)] as const);
  return { timing: timingOf(samples), stages: Object.fromEntries(means) };
}

/** The engine's clock has steps of a millisecond: a median of them would say less. */
function mean(values: readonly number[]): number {
  return hundredths(values.reduce((sum, value) => sum + value, 0) / values.length);
}

async function measureEdits(
  context: OpenContext,
  { root, edits }: SessionInput,
): Promise<SessionResult['edit']> {
  const files = filesToEdit(root, edits + WARM_UP);
  const sync: Sample[] = [];
  for (const [i, file] of files.entries()) {
    editFile(root, file, i);
    const run = await timed(() => context.sync());
    // A file that is known by its path only has nothing to bring up to date.
    if (run.value.changed && i >= WARM_UP) sync.push(run);
  }
  if (sync.length === 0) return null;
  const status: Sample[] = [];
  for (let i = 0; i < UNCHANGED_RUNS; i++) status.push(await timed(() => gitStatus(root)));
  return { sync: timingOf(sync), gitStatus: timingOf(status) };
}
