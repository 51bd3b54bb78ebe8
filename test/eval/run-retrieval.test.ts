import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTasks } from '../../src/eval/eval-task.ts';
import { type RetrievalOptions, runRetrieval, summaryHtml, summaryText } from '../../src/eval/index.ts';
import { openWorkTree } from '../../src/eval/work-tree.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-eval-test-')));
const source = join(base, 'source');
const repos = join(base, 'repos');
const work = join(base, 'work');
const tasksFile = join(base, 'tasks.jsonl');
afterAll(() => rmSync(base, { recursive: true, force: true }));

function git(cwd: string, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  return execFileSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' }).trim();
}

function commit(message: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  git(source, 'add', '-A');
  git(source, 'commit', '-q', '-m', message);
  return git(source, 'rev-parse', 'HEAD');
}

const CACHE = `export function evictOldest(entries: Map<string, number>): void {
  const first = entries.keys().next();
  if (!first.done) entries.delete(first.value);
}
`;
const PARSER = `export function parseDuration(text: string): number {
  const match = /^(\\d+)(ms|s)$/.exec(text);
  if (match === null) throw new Error('bad duration');
  return Number(match[1]) * (match[2] === 's' ? 1000 : 1);
}
`;
const PARSER_TEST = `import { parseDuration } from '../src/parse-duration.ts';
test('parses seconds', () => expect(parseDuration('2s')).toBe(2000));
`;

function options(name: string, rest: Partial<RetrievalOptions> = {}): RetrievalOptions {
  return {
    tasks: tasksFile,
    repos,
    out: join(base, name),
    work,
    where: [],
    kinds: [],
    limit: null,
    without: [],
    only: [],
    set: [],
    phase: null,
    budgets: [2000, 4000],
    packs: true,
    decoys: false,
    compare: [],
    jobs: 1,
    features: null,
    ...rest,
  };
}

const lines = (name: string, file = 'ctx.jsonl') =>
  readFileSync(join(base, name, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(() => {
  mkdirSync(source, { recursive: true });
  git(source, 'init', '-q', '-b', 'main');
  const first = commit('Cache with eviction', { 'src/cache.ts': CACHE, 'README.md': '# Lib\n' });
  const second = commit('Parse durations', {
    'src/parse-duration.ts': PARSER,
    'test/parse-duration.test.ts': PARSER_TEST,
  });
  commit('The fix of both', { 'src/later-secret-helper.ts': 'export const evictOldestLater = 1;\n' });
  mkdirSync(join(repos, 'acme+lib'), { recursive: true });
  git(base, 'clone', '-q', '--bare', source, join(repos, 'acme+lib/repo'));
  const shared = { repo: 'acme/lib', mirror: 'acme+lib', language: 'typescript' };
  const cache = {
    gold_files: ['src/cache.ts'],
    gold_spans: [{ path: 'src/cache.ts', start: 2, end: 3, enc: [1, 4] }],
  };
  const parser = {
    gold_files: ['src/parse-duration.ts'],
    gold_spans: [{ path: 'src/parse-duration.ts', start: 3, end: 3, enc: [1, 5] }],
    test_files_base: ['test/parse-duration.test.ts'],
  };
  const tasks = [
    {
      id: 'later',
      kind: 'issue',
      base_commit: second,
      date: '2024-02-02',
      query: 'parseDuration throws "bad duration" for minutes',
      ...parser,
    },
    {
      id: 'first',
      kind: 'commit',
      base_commit: first,
      date: '2024-01-01',
      query: 'evict the oldest entry of the cache',
      ...cache,
    },
    {
      id: 'tests',
      kind: 'failure',
      base_commit: second,
      date: '2024-02-03',
      query: 'These tests fail:\n- test/parse-duration.test.ts | parses seconds',
      ...parser,
    },
    {
      id: 'lost',
      kind: 'query',
      base_commit: 'f'.repeat(40),
      date: '2024-03-01',
      query: 'where is eviction',
      ...cache,
    },
  ];
  writeFileSync(tasksFile, tasks.map((task) => JSON.stringify({ ...shared, ...task })).join('\n'));
});

describe('ctx eval retrieval', () => {
  it('answers every task at its own commit', async () => {
    const said: string[] = [];
    const { summary } = await runRetrieval(
      options('run', { say: (text) => said.push(text), features: join(base, 'features.jsonl') }),
    );
    const answers = lines('run');
    expect(answers.map(({ id }) => id)).toEqual(['first', 'later', 'tests', 'lost']);
    expect(answers[0].files).toContain('src/cache.ts');
    expect(answers[0].files).not.toContain('src/parse-duration.ts');
    expect(answers[1].files[0]).toBe('src/parse-duration.ts');
    expect(JSON.stringify(answers)).not.toContain('later-secret-helper');
    expect(answers[3].error).toMatch(/no commit ffff/);
    expect(summary.systems[0]).toMatchObject({ name: 'ctx', missing: 0, failed: 1 });
    expect(summary.systems[0]?.overall['acc@5']).toMatchObject({ mean: 0.75, n: 4 });
    expect(summary.systems[0]?.groups.kind.map(({ name }) => name)).toEqual([
      'commit',
      'failure',
      'issue',
      'query',
    ]);
    expect(said.some((text) => text.startsWith('4/4 '))).toBe(true);
    const packs = answers[1].packs;
    expect(packs.map(({ budget }: { budget: number }) => budget)).toEqual([2000, 4000]);
    expect(packs[0].tokens).toBeLessThanOrEqual(2000);
    const features = readFileSync(join(base, 'features.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(features).toHaveLength(3);
    expect(features[1].candidates[0].signals.lexical).toBeGreaterThan(0);
  });

  it('goes on from what is there: only what failed is asked again', async () => {
    const before = readFileSync(join(base, 'run/ctx.jsonl'), 'utf8');
    const said: string[] = [];
    const { summary } = await runRetrieval(options('run', { say: (text) => said.push(text) }));
    expect(said.filter((text) => text.startsWith('1/1 lost'))).toHaveLength(1);
    expect(readFileSync(join(base, 'run/ctx.jsonl'), 'utf8').startsWith(before)).toBe(true);
    expect(summary.tasks).toBe(4);
    await expect(runRetrieval(options('run', { budgets: [2000] }))).rejects.toThrow(/other settings/);
  });

  // A pack names its trace: a random name may take a token more or less.
  it('gives the same answers again, from a new folder as from a kept one', async () => {
    await runRetrieval(options('again', { work: null }));
    const plain = (name: string) =>
      lines(name)
        .slice(0, 4)
        .map(({ ms: _, packs = [], ...rest }) => ({
          ...rest,
          packs: packs.map(({ snippets }: { snippets: unknown }) => snippets),
        }));
    expect(plain('again')).toEqual(plain('run'));
  });

  it('runs variants beside the engine and compares them in pairs', async () => {
    const { summary, systems } = await runRetrieval(
      options('variants', {
        without: ['lexical,file-lexical'],
        only: ['recency'],
        set: ['test=5'],
        kinds: ['issue', 'commit'],
        compare: [join(base, 'run/ctx.jsonl')],
      }),
    );
    expect(systems.map(({ name }) => name)).toEqual([
      'ctx',
      'without lexical,file-lexical',
      'only recency',
      'with test=5',
      'ctx',
    ]);
    expect(summary.differences).toHaveLength(4);
    expect(summary.differences[3]?.metrics['ndcg@10']?.mean).toBe(0);
    expect(lines('variants')[1].ranked[0].path).toBe('src/parse-duration.ts');
    expect(lines('variants', 'with-test=5.jsonl')[1].ranked[0].path).toBe('test/parse-duration.test.ts');
    const text = summaryText(summary);
    expect(text).toMatch(/^2 tasks of 1 repositories/);
    expect(text).toContain('ctx minus only recency, task by task (points)');
    const html = summaryHtml(summary, '<b>title</b>');
    expect(html).not.toMatch(/(src|href)=|https?:|<script/);
    expect(html).toContain('&lt;b&gt;title');
    expect(html.match(/<svg/g)?.length).toBeGreaterThan(5);
  });

  it('plants decoys, counts those that get in, and takes them away', async () => {
    const { summary } = await runRetrieval(options('decoys', { decoys: true, where: ['id=first'] }));
    const [answer] = lines('decoys');
    expect(answer.decoys.map(({ path }: { path: string }) => path)).toEqual([
      'src/cache_old.ts',
      'legacy/src/cache.ts',
      'third_party/lib/src/cache.ts',
    ]);
    expect(summary.systems[0]?.overall['pack_decoy@2k']?.n).toBe(1);
    const tree = join(work, 'acme+lib/tree');
    for (const { path } of answer.decoys) expect(existsSync(join(tree, path))).toBe(false);
    expect(summaryText(summary)).toMatch(/decoy_share/);
  });

  it('answers the same from processes of their own, and says why one ended', async () => {
    const said: string[] = [];
    const forked = options('forked', { jobs: 2, work: null, say: (text) => said.push(text) });
    await runRetrieval(forked);
    const places = (name: string) => lines(name).map(({ id, ranked, files }) => ({ id, ranked, files }));
    expect(places('forked')).toEqual(places('run').slice(0, 4));
    await runRetrieval({ ...forked, out: join(base, 'forked-none'), repos: join(base, 'nowhere') });
    expect(said.join('\n')).toMatch(/acme\+lib is left out: acme\+lib: There is no git directory/);
  });

  it('leaves no process behind when the one that asked is gone', async () => {
    const work = join(base, 'left');
    const [task] = parseTasks(readFileSync(tasksFile, 'utf8'), tasksFile);
    if (task === undefined) throw new Error('no task');
    // More than can be answered in the time of the test.
    const many = Array.from({ length: 20_000 }, (_, i) => ({
      task: { ...task, id: `${i}` },
      variants: [{ name: 'ctx', weights: {} }],
    }));
    const entry = fileURLToPath(new URL('../../dist/eval/repository-process.js', import.meta.url));
    const child = fork(entry, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.send({
      repos,
      work,
      mirror: 'acme+lib',
      tasks: many,
      packBudgets: [],
      phase: null,
      decoys: false,
      features: false,
    });
    await once(child, 'message');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('stops when it is told to', async () => {
    const run = runRetrieval(options('stopped', { signal: AbortSignal.abort() }));
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('leaves out a repository that is not there, and writes nothing among the repositories', async () => {
    const listing = () =>
      execFileSync('find', [repos, '-newer', tasksFile, '-type', 'f'], { encoding: 'utf8' });
    const said: string[] = [];
    const other = join(base, 'other.jsonl');
    writeFileSync(other, readFileSync(tasksFile, 'utf8').replaceAll('acme+lib', 'acme+none'));
    const { summary } = await runRetrieval(options('none', { tasks: other, say: (text) => said.push(text) }));
    expect(said.join('\n')).toMatch(/acme\+none is left out: There is no git directory/);
    expect(summary.systems[0]?.missing).toBe(4);
    expect(listing()).toBe('');
  });

  it('refuses a run without tasks', async () => {
    await expect(runRetrieval(options('empty', { where: ['id=nobody'] }))).rejects.toThrow(/No task passes/);
    await expect(runRetrieval(options('empty', { tasks: join(base, 'missing') }))).rejects.toThrow(
      /could not be read/,
    );
  });
});

describe('a work tree of commits', () => {
  it('has the history of the commit and no reference', async () => {
    const tree = await openWorkTree(join(repos, 'acme+lib/repo'), join(base, 'tree'));
    const second = git(source, 'rev-parse', 'HEAD~1');
    expect(await tree.checkOut(second)).toBeNull();
    writeFileSync(join(tree.root, 'left-over.ts'), '');
    writeFileSync(join(tree.root, 'src/cache.ts'), 'changed');
    expect(await tree.checkOut(second)).toBeNull();
    expect(existsSync(join(tree.root, 'left-over.ts'))).toBe(false);
    expect(readFileSync(join(tree.root, 'src/cache.ts'), 'utf8')).toBe(CACHE);
    expect((await tree.git('log', '--all', '--format=%s')).trim().split('\n')).toEqual([
      'Parse durations',
      'Cache with eviction',
    ]);
    expect((await tree.git('for-each-ref')).trim()).toBe('');
  });
});
