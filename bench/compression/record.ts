import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FORMATS, HOME } from './formats.ts';
import type { Recorded, Scenario, Step, ToolCall } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const REPOSITORY = resolve('.');
const OUT = resolve('fixtures/sessions/long');

/**
 * Does the work of each scenario in a clone of this repository and writes the sessions: what commands print, what
 * files hold and what edits do is real. `node bench/run.mjs bench/compression/record.ts [NAME…]`, in the root.
 */
export function main(names: readonly string[]): void {
  mkdirSync(OUT, { recursive: true });
  for (const scenario of SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name)))
    record(scenario);
}

function record(scenario: Scenario): void {
  const root = mkdtempSync(join(tmpdir(), 'ctx-record-'));
  try {
    const place = openWorkPlace(root, scenario);
    const events = scenario.steps.flatMap((step, index) => perform(place, step, `call_${index + 1}`));
    const session = FORMATS[scenario.format](events, scenario);
    const tree = Object.fromEntries(
      touchedFiles(events).map((path) => [path, textOrNull(join(place.folder, path))]),
    );
    const { name, format, base, facts } = scenario;
    writeFileSync(join(OUT, `${name}.session.gz`), pack(session));
    writeFileSync(join(OUT, `${name}.tree.json.gz`), pack(JSON.stringify(tree)));
    const files = { session: `${name}.session.gz`, tree: `${name}.tree.json.gz` };
    const written = { name, format, base, ...files, root: HOME, ...facts };
    writeFileSync(join(OUT, `${name}.facts.json`), `${JSON.stringify(written, null, 2)}\n`);
    console.log(`${name}: ${events.length} steps, ${session.length} characters`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const pack = (text: string): Buffer => gzipSync(text, { level: 9 });

function touchedFiles(events: readonly Recorded[]): readonly string[] {
  const paths = events.flatMap((event) =>
    event.kind === 'tool' && 'path' in event.call ? [event.call.path] : [],
  );
  return [...new Set(paths)].sort();
}

function textOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

// ─── where the work is done ─────────────────────────────────────────────────────────────────────────────

interface WorkPlace {
  readonly folder: string;
  /** Output as it would be in a folder of a person's own. */
  readonly neutral: (text: string) => string;
}

function openWorkPlace(root: string, { base, seeded = [] }: Scenario): WorkPlace {
  const folder = join(root, 'ctx');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', REPOSITORY, folder]);
  git('checkout', '-q', '-b', 'work', base);
  git('config', 'user.name', 'dev');
  git('config', 'user.email', 'dev@example.com');
  linkModules(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  for (const { path, old, fresh } of seeded) replaceIn(join(folder, path), old, fresh);
  if (seeded.length > 0) git('commit', '-qam', 'work in progress');
  const neutral = (text: string): string => text.replaceAll(folder, HOME).replaceAll(root, '/tmp/work');
  return { folder, neutral };
}

/** Links to each package: tools write their caches beside them, not into the modules of this repository. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.') || name === '.bin') symlinkSync(join(from, name), join(to, name));
  }
}

function replaceIn(file: string, old: string, fresh: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.split(old).length !== 2) throw new Error(`${file} does not hold this exactly once:\n${old}`);
  writeFileSync(
    file,
    text.replace(old, () => fresh),
  );
}

// ─── steps ──────────────────────────────────────────────────────────────────────────────────────────────

function perform(place: WorkPlace, step: Step, id: string): readonly Recorded[] {
  if ('user' in step) return [{ kind: 'user', text: step.user }];
  if ('say' in step) return [{ kind: 'say', text: step.say }];
  if ('pending' in step)
    return [{ kind: 'tool', id, call: { tool: 'run', command: step.pending }, result: null }];
  if ('refused' in step) {
    const call: ToolCall = { tool: 'run', command: step.refused };
    return [{ kind: 'tool', id, call, result: { text: '', exitCode: null, refused: true } }];
  }
  if ('apply' in step) return applied(place, step.apply, step.from, id);
  return [done(place, callOf(step), id)];
}

type CallStep = Exclude<
  Step,
  { user: string } | { say: string } | { pending: string } | { refused: string } | { apply: string }
>;

function callOf(step: CallStep): ToolCall {
  if ('read' in step) return { tool: 'read', path: step.read, lines: step.lines ?? null };
  if ('run' in step) return { tool: 'run', command: step.run };
  if ('edit' in step) return { tool: 'edit', path: step.edit, old: step.old, fresh: step.fresh };
  if ('write' in step) return { tool: 'write', path: step.write, text: step.text };
  return { tool: 'plan', items: step.plan };
}

function done(place: WorkPlace, call: ToolCall, id: string): Recorded {
  return { kind: 'tool', id, call, result: { ...carriedOut(place, call), refused: false } };
}

function carriedOut(
  { folder, neutral }: WorkPlace,
  call: ToolCall,
): { readonly text: string; readonly exitCode: number | null } {
  switch (call.tool) {
    case 'run': {
      const env = { ...process.env, CI: '', NO_COLOR: '1', FORCE_COLOR: '0', GIT_PAGER: 'cat' };
      const { stdout, stderr, status } = spawnSync('bash', ['-c', call.command], {
        cwd: folder,
        encoding: 'utf8',
        env,
        maxBuffer: 1 << 26,
      });
      return { text: neutral(`${stdout}${stderr}`).replace(/\n$/, ''), exitCode: status ?? 1 };
    }
    case 'read': {
      const all = readFileSync(join(folder, call.path), 'utf8').replace(/\n$/, '');
      const text =
        call.lines === null
          ? all
          : all
              .split('\n')
              .slice(call.lines[0] - 1, call.lines[1])
              .join('\n');
      return { text: neutral(text), exitCode: null };
    }
    case 'edit':
      replaceIn(join(folder, call.path), call.old, call.fresh);
      return { text: `The file ${call.path} has been updated.`, exitCode: null };
    case 'write':
      mkdirSync(dirname(join(folder, call.path)), { recursive: true });
      writeFileSync(join(folder, call.path), call.text);
      return { text: `File created: ${call.path}`, exitCode: null };
    case 'plan':
      return { text: 'Plan updated.', exitCode: null };
  }
}

function commitOf({ folder }: WorkPlace, from: string): string {
  if (/^[0-9a-f]{7,40}$/.test(from)) return from;
  const found = execFileSync(
    'git',
    ['-C', REPOSITORY, 'log', '--all', '-1', '--format=%H', '-F', `--grep=${from}`],
    { encoding: 'utf8' },
  ).trim();
  if (found === '') throw new Error(`No commit in ${folder} has the subject ${from}`);
  return found;
}

/** The hunks of a commit's diff of one file, as edits. */
function applied(place: WorkPlace, path: string, from: string, id: string): readonly Recorded[] {
  const commit = commitOf(place, from);
  const diff = execFileSync('git', ['-C', place.folder, 'show', '--format=', '-U2', commit, '--', path], {
    encoding: 'utf8',
  });
  if (/^new file mode/m.test(diff)) {
    const text = execFileSync('git', ['-C', place.folder, 'show', `${commit}:${path}`], { encoding: 'utf8' });
    return [done(place, { tool: 'write', path, text }, id)];
  }
  const hunks = diff.split(/^@@ .*$/m).slice(1);
  if (hunks.length === 0) throw new Error(`${commit} does not change ${path}`);
  return hunks.map((hunk, index) => {
    const rows = hunk
      .replace(/^\n/, '')
      .replace(/\n$/, '')
      .split('\n')
      .filter((row) => !row.startsWith('\\'));
    const side = (gone: string): string =>
      rows
        .filter((row) => !row.startsWith(gone))
        .map((row) => row.slice(1))
        .join('\n');
    return done(place, { tool: 'edit', path, old: side('+'), fresh: side('-') }, `${id}_${index + 1}`);
  });
}
