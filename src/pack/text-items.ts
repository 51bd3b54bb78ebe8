import type {
  Commit,
  CommitSummary,
  DiffFile,
  PackItem,
  RepoPath,
  RepositoryFacts,
  Role,
  Task,
} from '../core/index.ts';

function textItem(
  key: string,
  role: Role,
  title: string,
  text: string,
  { reason, score }: { readonly reason: string; readonly score: number },
): PackItem {
  return { key, role, score, reason, relation: null, content: { kind: 'text', title, text } };
}

/** The task in the user's own words: goal, acceptance, constraints, plan. */
export function goalItem({ goal, acceptance = [], constraints = [], plan }: Task): PackItem {
  const list = (title: string, rows: readonly string[]): readonly string[] =>
    rows.length === 0 ? [] : ['', `${title}:`, ...rows.map((row) => `- ${row}`)];
  const text = [
    goal.trim(),
    ...list('Acceptance', acceptance),
    ...list('Constraints', constraints),
    ...(plan === undefined ? [] : ['', 'Plan:', plan.trim()]),
  ].join('\n');
  return textItem('goal', 'goal', 'Goal', text, { reason: 'as given', score: 1 });
}

const PATCH_LINES = 400;

/** One item a changed file, so that a long diff loses some of its files and not its end. */
export function diffItems(files: readonly DiffFile[]): readonly PackItem[] {
  return files.map((file) =>
    textItem(`diff:${file.path}`, 'history', `diff of ${file.path}`, patchOf(file), {
      reason: `${file.status} in the working diff`,
      score: 1,
    }),
  );
}

function patchOf({ path, status, patch, hunks }: DiffFile): string {
  if (patch === '') {
    const lines = hunks.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(', ');
    return `${status}: ${path}${lines === '' ? '' : `, lines ${lines}`}`;
  }
  return clipRows(patch.trimEnd().split('\n'), PATCH_LINES).join('\n');
}

/** The first rows, and how many there were besides. */
function clipRows(rows: readonly string[], limit: number): readonly string[] {
  return rows.length <= limit ? rows : [...rows.slice(0, limit), `⋯ ${rows.length - limit} more lines`];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with one
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

const ERROR_LINE =
  /\b(?:error|exception|failed|failure|panic(?:ked)?|traceback|assert(?:ion)?|fatal|segfault|undefined reference)\b|^E\s|✗|✕|×|●|--- FAIL|AddressSanitizer/i;
/** Both of a row without the blanks around it, where they are linear: rows of an output may be of any length. */
const FRAME_LINE =
  /^(?:at\s|File ".+", line \d+|#\d+\s|\d+:\s+0x|from\s.+:\d+|[^(]*\(.+:\d+(?::\d+)?\))|(?<![\w./\\-])[\w./\\-]+\.\w+:\d+/;
const SUCCESS_LINE = /^(?:✓|✔|ok\b|PASS\b|PASSED\b|\.+$|.*\bPASSED\b\s*(?:\[\s*\d+%\])?$|--- PASS|=== RUN)/;

const FAILURE_LINES = 120;
const BEFORE_ERROR = 3;
const AFTER_ERROR = 12;

/**
 * Output of a failing test or build without terminal sequences, progress rewrites, success lines and repeats. A
 * long one keeps the surroundings of its errors and stack frames, the first of them first.
 */
export function failureItem(output: string): PackItem {
  const rows = withoutRepeats(
    output
      .replace(TERMINAL, '')
      .split(/\r?\n/)
      .map((row) => row.slice(row.lastIndexOf('\r') + 1).trimEnd())
      .filter((row) => !SUCCESS_LINE.test(row.trimStart())),
  );
  const text = (rows.length <= FAILURE_LINES ? rows : aroundErrors(rows)).join('\n');
  return textItem('failure', 'tests', 'Failure output', text, {
    reason: 'output of the failing run',
    score: 1,
  });
}

function isFrame(row: string): boolean {
  return FRAME_LINE.test(row.trimStart());
}

function withoutRepeats(rows: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return rows.filter((row, index) => {
    if (row === '') return index > 0 && rows[index - 1] !== '';
    // Frames may recur in several traces; they are short and each trace needs its own.
    if (row.length < 12 || isFrame(row)) return true;
    const repeated = seen.has(row);
    seen.add(row);
    return !repeated;
  });
}

function aroundErrors(rows: readonly string[]): readonly string[] {
  const wanted = new Set<number>();
  const keep = (from: number, to: number): void => {
    for (let row = Math.max(0, from); row <= Math.min(rows.length - 1, to); row++) wanted.add(row);
  };
  for (const [index, row] of rows.entries()) {
    if (wanted.size >= FAILURE_LINES) break;
    if (ERROR_LINE.test(row)) keep(index - BEFORE_ERROR, index + AFTER_ERROR);
    else if (isFrame(row)) keep(index, index + 1);
  }
  if (wanted.size === 0) keep(rows.length - FAILURE_LINES, rows.length - 1);
  const kept = [...wanted].sort((a, b) => a - b).slice(0, FAILURE_LINES);
  return kept.flatMap((row, index) => {
    const gap = row - (kept[index - 1] ?? -1) - 1;
    return gap > 0 ? ['⋯', rows[row] ?? ''] : [rows[row] ?? ''];
  });
}

const COMMIT_PATHS = 12;
const COMMIT_BODY_ROWS = 12;

/** A past commit as a summary: what, when, why, which files. */
export function commitItem(
  commit: CommitSummary & Partial<Pick<Commit, 'body'>>,
  paths: readonly RepoPath[],
  { reason = 'a past commit near to the task', score = 1 }: Partial<Pick<PackItem, 'reason' | 'score'>> = {},
): PackItem {
  const date = new Date(commit.time * 1000).toISOString().slice(0, 10);
  const body = (commit.body ?? '').trim();
  const more = paths.length > COMMIT_PATHS ? [`⋯ ${paths.length - COMMIT_PATHS} more files`] : [];
  const text = [
    `${commit.sha.slice(0, 10)} ${date} ${commit.subject}`,
    ...(body === '' ? [] : clipRows(body.split('\n'), COMMIT_BODY_ROWS)),
    ...paths.slice(0, COMMIT_PATHS).map((path) => `  ${path}`),
    ...more,
  ].join('\n');
  const sha = commit.sha.slice(0, 10);
  return textItem(`commit:${commit.sha}`, 'history', `commit ${sha}`, text, { reason, score });
}

const MAP_ROWS = 12;

/** What the repository is made of, most telling facts first. */
export function mapItem(facts: RepositoryFacts): PackItem {
  const { name, files, lines, languages, packageManagers, commands, entryPoints, git } = facts;
  const rows = [
    `${name}: ${files} files, ${lines} lines`,
    listRow(
      'Languages',
      languages.slice(0, 8).map((each) => `${each.language} ${each.lines}`),
    ),
    listRow(
      'Package managers',
      packageManagers.map((each) => `${each.name} (${each.manifest})`),
    ),
    ...section(
      'Commands',
      commands.map((each) => `${each.purpose}: ${each.command} (${each.source})`),
    ),
    ...section(
      'Entry points',
      entryPoints.map((each) => `${each.path} (${each.reason})`),
    ),
    ...section(
      'Layout',
      facts.layout.map((each) => `${each.path || './'}: ${each.files} files, ${each.lines} lines`),
    ),
    listRow(
      'Tests',
      facts.testFolders.slice(0, MAP_ROWS).map((each) => each.path),
    ),
    listRow('Configuration', facts.configuration.slice(0, MAP_ROWS)),
    listRow('Instructions', facts.instructions.slice(0, MAP_ROWS)),
    listRow(
      'Of little interest',
      facts.bulk.slice(0, MAP_ROWS).map((each) => `${each.path} (${each.why})`),
    ),
    ...(git === null ? [] : gitRows(git)),
  ];
  const text = rows.filter((row) => row !== '').join('\n');
  return textItem('map', 'map', 'Repository map', text, { reason: 'facts from manifests and git', score: 1 });
}

function listRow(title: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${title}: ${values.join(', ')}`;
}

function section(title: string, rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : [`${title}:`, ...clipRows(rows, MAP_ROWS).map((row) => `  ${row}`)];
}

function gitRows(git: NonNullable<RepositoryFacts['git']>): readonly string[] {
  const { branch, head, dirty } = git;
  const at = head === null ? 'no commits' : head.slice(0, 10);
  return [
    `Git: ${branch ?? 'detached'} at ${at}${git.shallow ? ', shallow' : ''}${dirty.length > 0 ? `, ${dirty.length} changed files` : ''}`,
    ...section(
      'Recent commits',
      git.recentCommits.slice(0, 8).map((each) => `${each.sha.slice(0, 10)} ${each.subject}`),
    ),
  ];
}
