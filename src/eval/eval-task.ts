import { CtxError, type LineSpan } from '../index.ts';
import { groupBy } from './group-by.ts';

export const TASK_KINDS = ['issue', 'commit', 'failure', 'query'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Inclusive lines of one file. */
export interface FileSpan {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Lines that the real fix edits, in the version before it. */
export interface GoldSpan extends FileSpan {
  /** Lines of the function around them; the lines themselves where it is not known. */
  readonly enclosing: readonly [number, number];
  /** Only imports, comments or blank lines changed. */
  readonly auxiliary: boolean;
}

/** One task with a known answer: what was asked at which commit, and where the answer was. */
export interface EvalTask {
  readonly id: string;
  readonly repo: string;
  /** Folder below the repositories' folder. */
  readonly mirror: string;
  readonly baseCommit: string;
  readonly language: string;
  readonly kind: TaskKind;
  readonly query: string;
  /** Folder that the task is about; '' for the whole tree. */
  readonly root: string;
  /** ISO date of the base, '' where it is not known. */
  readonly date: string;
  readonly goldFiles: readonly string[];
  readonly goldSpans: readonly GoldSpan[];
  /** What people marked as needed for the task. */
  readonly contextSpans: readonly FileSpan[];
  /** Tests of the fix that exist at the base. */
  readonly testFiles: readonly string[];
  /** All fields as they stand in the file: what `--where` compares. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const FORM =
  'A task is {id, repo, mirror, base_commit, language, kind, query, gold_files, gold_spans: [{path, start, end}]}.';

/**
 * Tasks of a JSONL text, in its order. Fails with USAGE and the number of the line: the text may come from
 * anywhere, and its paths and commits are used on the disk.
 */
export function parseTasks(text: string, name: string): readonly EvalTask[] {
  const tasks: EvalTask[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const task = parseTask(line, `${name}:${index + 1}`);
    if (seen.has(task.id)) throw misread(`${name}:${index + 1}`, `the id ${task.id} occurs twice`);
    seen.add(task.id);
    tasks.push(task);
  }
  return tasks;
}

function parseTask(line: string, place: string): EvalTask {
  const fields = parseObject(line, place);
  const read = createFieldReader(fields, place);
  return {
    id: read.text('id'),
    repo: read.text('repo'),
    mirror: read.matching('mirror', /^(?!\.)[\w.+-]+$/),
    baseCommit: read.matching('base_commit', /^[0-9a-f]{7,64}$/),
    language: read.text('language'),
    kind: read.kind(),
    query: read.text('query'),
    root: read.optionalPath('root'),
    date: typeof fields['date'] === 'string' ? fields['date'] : '',
    goldFiles: read.paths('gold_files', true),
    goldSpans: read.spans('gold_spans').map(goldSpan),
    contextSpans: read.spans('context_spans').map(({ path, start, end }) => ({ path, start, end })),
    testFiles: read.paths('test_files_base', false),
    fields,
  };
}

interface RawSpan extends FileSpan {
  readonly raw: Readonly<Record<string, unknown>>;
}

function goldSpan({ path, start, end, raw }: RawSpan): GoldSpan {
  const enc: unknown = raw['enc'];
  const enclosing =
    Array.isArray(enc) && Number.isInteger(enc[0]) && Number.isInteger(enc[1])
      ? ([Number(enc[0]), Number(enc[1])] as const)
      : ([start, end] as const);
  return { path, start, end, enclosing, auxiliary: Boolean(raw['aux']) };
}

function createFieldReader(fields: Readonly<Record<string, unknown>>, place: string) {
  const text = (key: string): string => {
    const value = fields[key];
    if (value === undefined) throw misread(place, `${key} is missing`);
    if (typeof value !== 'string' || value === '') throw misread(place, `${key} is not a text`);
    return value;
  };
  const list = (key: string): readonly unknown[] => {
    const value = fields[key] ?? [];
    if (!Array.isArray(value)) throw misread(place, `${key} is not a list`);
    return value;
  };
  return {
    text,
    matching: (key: string, pattern: RegExp): string => {
      const value = text(key);
      if (!pattern.test(value)) throw misread(place, `${key} has an unexpected form`);
      return value;
    },
    kind: (): TaskKind => {
      const kind = TASK_KINDS.find((known) => known === fields['kind']);
      if (kind === undefined) throw misread(place, `kind is none of ${TASK_KINDS.join(', ')}`);
      return kind;
    },
    optionalPath: (key: string): string => {
      const value = fields[key] ?? '';
      if (value !== '' && !isRepoPath(value)) throw misread(place, `${key} is not a path in the repository`);
      return value === '' ? '' : String(value);
    },
    paths: (key: string, needed: boolean): readonly string[] => {
      const paths = list(key);
      if (needed && paths.length === 0) throw misread(place, `${key} is empty`);
      return paths.map((path) => {
        if (!isRepoPath(path)) throw misread(place, `${key} holds what is no path in the repository`);
        return path;
      });
    },
    spans: (key: string): readonly RawSpan[] =>
      list(key).map((span) => {
        const raw = Object(span) as Readonly<Record<string, unknown>>;
        const { path, start, end } = raw;
        if (!isRepoPath(path) || !isLine(start) || !isLine(end))
          throw misread(place, `${key} holds what is no span {path, start, end}`);
        return { path, start, end, raw };
      }),
  };
}

function isRepoPath(path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function isLine(line: unknown): line is number {
  return typeof line === 'number' && Number.isInteger(line) && line >= 0;
}

function parseObject(line: string, place: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below, like JSON that is no object.
  }
  throw misread(place, 'not a JSON object');
}

function misread(place: string, because: string): CtxError {
  return new CtxError('USAGE', `${place}: ${because}. ${FORM}`);
}

export interface TaskFilter {
  /** `key=value` pairs that must all hold; an absent field reads as `false`. */
  readonly where: readonly string[];
  readonly kinds: readonly TaskKind[];
  /** The first tasks of the file that pass; null for all. */
  readonly limit: number | null;
}

/** Tasks that a run is about, in the order of the file. Fails with USAGE on a condition without `=`. */
export function selectTasks(
  tasks: readonly EvalTask[],
  { where, kinds, limit }: TaskFilter,
): readonly EvalTask[] {
  const conditions = where.map((condition) => {
    const at = condition.indexOf('=');
    if (at < 1) throw new CtxError('USAGE', `--where ${condition}: give it as key=value.`);
    return { key: condition.slice(0, at), value: condition.slice(at + 1) };
  });
  const selected = tasks.filter(
    (task) =>
      (kinds.length === 0 || kinds.includes(task.kind)) &&
      conditions.every(({ key, value }) => String(task.fields[key] ?? false) === value),
  );
  return limit === null ? selected : selected.slice(0, limit);
}

/** Tasks by repository, each group in the order of time: neighbours differ in few files. */
export function groupByRepository(tasks: readonly EvalTask[]): ReadonlyMap<string, readonly EvalTask[]> {
  const groups = [...groupBy(tasks, ({ mirror }) => mirror)].sort(([a], [b]) => compareTexts(a, b));
  return new Map(groups.map(([mirror, group]) => [mirror, [...group].sort(byDate)]));
}

function byDate(a: EvalTask, b: EvalTask): number {
  return compareTexts(a.date, b.date) || compareTexts(a.baseCommit, b.baseCommit) || compareTexts(a.id, b.id);
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function spanOf(path: string, { startLine, endLine }: LineSpan): FileSpan {
  return { path, start: startLine, end: endLine };
}
