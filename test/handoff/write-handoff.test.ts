import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChatMessage,
  checkMessages,
  compact,
  createCompletion,
  createHandoffStore,
  diffHandoffs,
  EMPTY_HANDOFF,
  HANDOFF_SCHEMA,
  handoffTask,
  type MessageFormat,
  parseHandoffMarkdown,
  readChat,
  writeChat,
} from '../../src/handoff/index.ts';
import { compactMessages, parseHandoff, writeHandoff } from '../../src/write-handoff.ts';
import { countWords, fixture, session, tool, user } from './sample-session.ts';

const CLAUDE = fixture('sessions/claude-code.jsonl');

describe('writing a handoff', () => {
  it('reads a transcript, and gives handoff, Markdown and reports', async () => {
    const written = await writeHandoff(CLAUDE);
    expect(written.session).toMatchObject({
      format: 'claude-code',
      events: 20,
      opaque: 3,
      cwd: '/home/dev/shop',
    });
    expect(parseHandoff(written.markdown)).toEqual(written.handoff);
    expect(parseHandoff(JSON.stringify(written.handoff))).toEqual(written.handoff);
    expect(written.reports).toHaveLength(5);
    expect(written.tokensAfter).toBeLessThan(written.tokensBefore);
  });

  it('continues from the previous handoff when the transcript has grown', async () => {
    const lines = CLAUDE.split('\n');
    const first = await writeHandoff(lines.slice(0, 9).join('\n'));
    const second = await writeHandoff(CLAUDE, { previous: first.handoff });
    expect(second.handoff).toEqual((await writeHandoff(CLAUDE)).handoff);
  });

  it('names files from the root of the repository when the session worked in a folder of it', async () => {
    const line = (payload: object) => JSON.stringify({ timestamp: 't', type: 'response_item', payload });
    const call = (id: string, cmd: string, output: string) => [
      line({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id }),
      line({ type: 'function_call_output', call_id: id, output }),
    ];
    const session = [
      '{"timestamp":"t","type":"session_meta","payload":{"id":"x","cwd":"/w/shop/packages/api"}}',
      line({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] }),
      ...call('a', 'cat src/a.ts', 'let a;'),
      ...call('b', 'cat ../web/b.ts', 'let b;'),
      ...call('c', 'cat /w/shop/README.md', 'text'),
      ...call('d', 'cat /etc/hosts', 'text'),
      ...call('e', 'npx tsc', 'src/a.ts(1,5): error TS2304: Cannot find name.'),
    ].join('\n');
    const paths = async (root?: string) => {
      const { handoff } = await writeHandoff(session, root === undefined ? {} : { root });
      const frames = handoff.test_results.flatMap(({ failures }) => failures.flatMap((each) => each.frames));
      return [...handoff.files_read.map(({ path }) => path), ...frames];
    };
    const inRepository = ['packages/api/src/a.ts', 'packages/web/b.ts', 'README.md', '/etc/hosts'];
    expect(await paths('/w/shop')).toEqual([...inRepository, 'packages/api/src/a.ts:1']);
    const inFolder = ['src/a.ts', '../web/b.ts', '/w/shop/README.md', '/etc/hosts', 'src/a.ts:1'];
    expect(await paths()).toEqual(inFolder);
    expect(await paths('/elsewhere')).toEqual(inFolder);
  });

  it('takes the commit from the transcript, and from its caller first', async () => {
    const codex = fixture('sessions/codex.jsonl');
    expect((await writeHandoff(codex)).handoff.workspace_revision).toMatch(/^9f2c1e7a/);
    expect((await writeHandoff(codex, { revision: 'abc' })).handoff.workspace_revision).toBe('abc');
    const line = (payload: object) =>
      `${JSON.stringify({ timestamp: 't', type: 'response_item', payload })}\n`;
    const commit = [
      line({
        type: 'function_call',
        name: 'shell',
        arguments: '{"command":"git commit -m x"}',
        call_id: 'z',
      }),
      line({ type: 'function_call_output', call_id: 'z', output: '[main 1234567] x' }),
    ];
    expect((await writeHandoff(codex + commit.join(''))).handoff.workspace_revision).toBe('1234567');
  });

  it('redacts secrets wherever they stand', async () => {
    const key = `ghp_${'aB3'.repeat(12)}`;
    const chat = [
      { role: 'user', content: `Deploy with the token ${key}. Never print ${key}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'bash', arguments: JSON.stringify({ command: `T=${key} ./go` }) },
          },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'c',
        content: `using ${key}\n${'log line\n'.repeat(400).replace(/line/g, () => `l${Math.PI}`)}`,
      },
    ];
    const written = await writeHandoff(JSON.stringify(chat));
    expect(written.redactions).toBeGreaterThan(0);
    expect(JSON.stringify([written.handoff, written.artifacts, written.markdown])).not.toContain(key);
    expect(written.handoff.active_constraints.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Never print \[redacted:/),
    );
  });

  it('refuses what is neither Markdown nor JSON of a handoff', () => {
    for (const text of ['', 'hello', '{', '{}', '[]']) expect(() => parseHandoff(text)).toThrow(/handoff/);
  });
});

describe('prose of a model', () => {
  const answer = (text: string) => async () => text;

  it('stands beside the typed fields and changes none of them', async () => {
    const plain = await writeHandoff(CLAUDE);
    const told = await writeHandoff(CLAUDE, {
      complete: answer('The lock in src/auth/cache.py is half done.'),
    });
    expect(told.handoff).toEqual({ ...plain.handoff, prose: 'The lock in src/auth/cache.py is half done.' });
    expect(told.prose).toEqual({ dropped: [], failure: null });
    expect(parseHandoff(told.markdown)).toEqual(told.handoff);
    const next = await writeHandoff(CLAUDE, { previous: told.handoff });
    expect(next.handoff.prose).toBe('');
  });

  it('loses sentences that are made up or bring back what was rejected', async () => {
    const said = 'Read src/other.py. Use a global lock around refresh_token. The test still fails.';
    const { handoff, prose } = await writeHandoff(CLAUDE, { complete: answer(said) });
    expect(handoff.prose).toBe('The test still fails.');
    expect(prose?.dropped.map(({ because }) => because)).toEqual([
      'the handoff does not name src/other.py',
      expect.stringContaining('which was rejected'),
    ]);
  });

  it('comes from an OpenAI-compatible endpoint, and does without one that fails', async () => {
    let status = 200;
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'All is well.' } }] }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const complete = createCompletion({ baseUrl: `http://127.0.0.1:${port}/v1/`, model: 'm', apiKey: 'k' });
    expect((await writeHandoff(CLAUDE, { complete })).handoff.prose).toBe('All is well.');
    status = 500;
    const failed = await writeHandoff(CLAUDE, { complete });
    server.close();
    expect(failed.handoff).toEqual((await writeHandoff(CLAUDE)).handoff);
    expect(failed.prose?.failure).toContain('status 500');
  });
});

describe('a handoff as a task', () => {
  it('brings goal, rules, decisions, failures and files', async () => {
    const { handoff } = await writeHandoff(CLAUDE);
    const task = handoffTask(handoff);
    expect(task).toMatchObject({
      goal: handoff.goal,
      constraints: expect.arrayContaining(['You must not add new dependencies.']),
      plan: '- Add one lock per client id (begun)\n- Run the whole test suite',
      openFiles: ['src/auth/cache.py', 'tests/auth/test_cache.py'],
    });
    expect(task.failures).toContain('assert 8 == 1');
    expect(task.decisions?.some(({ status }) => status === 'rejected')).toBe(true);
    expect(handoffTask(EMPTY_HANDOFF)).toEqual({ goal: '', decisions: [] });
  });
});

describe('the store of handoffs', () => {
  it('gives back handoffs and artifacts', () => {
    const db = new Database(':memory:');
    db.exec(HANDOFF_SCHEMA);
    const store = createHandoffStore(db);
    expect(store.get('latest')).toBeNull();
    const log = Array.from({ length: 400 }, (_, i) => `step ${i}`).join('\n');
    const events = session(user('Deploy.'), ...tool('bash', { command: './go' }, log, { exitCode: 0 }));
    const { handoff, artifacts } = compact(null, events, { counter: countWords });
    const id = store.put(handoff, artifacts, '2026-11-02T09:00:00.000Z');
    expect(store.put(handoff, artifacts, '2026-11-02T10:00:00.000Z')).toBe(id);
    store.put({ ...handoff, goal: 'Deploy again.' }, [], '2026-11-02T11:00:00.000Z');
    expect(store.get(id)).toEqual(handoff);
    expect(store.get(id.slice(0, 8))).toEqual(handoff);
    expect(store.get('h-')).toBeNull();
    expect(store.get('latest')?.goal).toBe('Deploy again.');
    expect(store.list().map(({ goal }) => goal)).toEqual(['Deploy again.', 'Deploy.']);
    expect(store.artifact(artifacts[0]?.ref.hash ?? '')).toBe(log);
    expect(store.artifact('none')).toBeNull();
  });
});

describe('the difference of two handoffs', () => {
  it('names what came, went and changed', () => {
    const { handoff: before } = compact(null, session(user('Go. Never touch a.ts.')), {
      counter: countWords,
    });
    const after = {
      ...before,
      goal: 'Stop.',
      active_constraints: [{ text: 'Never touch b.ts.', source: null, elided: 0 }],
    };
    expect(diffHandoffs(before, before)).toEqual([]);
    expect(diffHandoffs(before, after)).toEqual([
      { field: 'goal', added: ['Stop.'], removed: ['Go. Never touch a.ts.'], changed: [] },
      {
        field: 'active_constraints',
        added: ['Never touch b.ts.'],
        removed: ['Never touch a.ts.'],
        changed: [],
      },
    ]);
  });
});

// ─── messages ───────────────────────────────────────────────────────────────────────────────────────────

const message = (role: ChatMessage['role'], text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  role,
  text,
  calls: [],
  answers: null,
  ...more,
});

function conversation(turns: number): readonly ChatMessage[] {
  const head = [
    message('system', 'You are a coding agent.'),
    message('user', 'Fix the cache. Do not touch vendor/. Never use a global lock because it deadlocks.'),
  ];
  const rest = Array.from({ length: turns }, (_, i) => [
    message('assistant', `Step ${i}.`, {
      calls: [{ id: `c${i}`, name: 'read_file', input: JSON.stringify({ path: `src/m${i}.ts` }) }],
    }),
    message('tool', `text of file ${i} `.repeat(60), { answers: `c${i}` }),
  ]).flat();
  return [...head, ...rest];
}

describe.each(['openai-chat', 'anthropic'] as const)('compacting messages of %s', (format: MessageFormat) => {
  const messages = writeChat(conversation(60), format);
  const compacted = (more: Partial<Parameters<typeof compactMessages>[0]> = {}) =>
    compactMessages({ messages, format, window: 9_000, counter: countWords, ...more });

  it('replaces the older ones by a handoff, keeps the newest, and stays legal', async () => {
    const result = await compacted();
    expect(result.outcome).toBe('compacted');
    expect(result.tokensAfter).toBeLessThan(9_000 * 0.75);
    expect(result.messages.at(-1)).toBe(messages.at(-1));
    const chat = readChat(result.messages, format);
    expect(checkMessages(chat)).toEqual([]);
    expect(chat[0]).toMatchObject({ role: 'system', text: 'You are a coding agent.' });
    const handoff = parseHandoffMarkdown(chat[1]?.text ?? '');
    expect(handoff.goal).toMatch(/^Fix the cache/);
    expect(handoff.decisions).toContainEqual(
      expect.objectContaining({ status: 'rejected', claim: 'use a global lock', reason: 'it deadlocks' }),
    );
  });

  it('leaves alone what fits, and what would grow', async () => {
    expect((await compacted({ window: 900_000 })).messages).toEqual(messages);
    const short = writeChat(conversation(1), format);
    const result = await compactMessages({
      messages: short,
      format,
      window: 9_000,
      counter: countWords,
      force: true,
    });
    expect(result.outcome).toBe('inflated');
    expect(result.messages).toEqual(short);
  });

  it('gets smaller with each strength', async () => {
    const sizes = [];
    for (const strength of ['trim', 'compact', 'compact-hard', 'handoff-only'] as const)
      sizes.push((await compacted({ strength })).tokensAfter);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes.slice(1)).size).toBe(3);
  });

  it('keeps rules and decisions over five compactions', async () => {
    let current: readonly unknown[] = messages;
    for (let round = 0; round < 5; round++) {
      const fresh = writeChat(
        conversation(40)
          .slice(2)
          .map((each) => ({
            ...each,
            calls: each.calls.map((call) => ({ ...call, id: `r${round}${call.id}` })),
            answers: each.answers === null ? null : `r${round}${each.answers}`,
          })),
        format,
      );
      const result = await compacted({ messages: [...current, ...fresh] });
      expect(result.outcome).toBe('compacted');
      current = result.messages;
    }
    const chat = readChat(current, format);
    expect(checkMessages(chat)).toEqual([]);
    const handoff = parseHandoffMarkdown(chat[1]?.text ?? '');
    expect(handoff.goal).toMatch(/^Fix the cache/);
    expect(handoff.active_constraints.map(({ text }) => text)).toContain('Do not touch vendor/.');
    expect(handoff.decisions.map(({ claim }) => claim)).toContain('use a global lock');
    expect(chat.filter(({ text }) => text.includes('ctx-handoff'))).toHaveLength(1);
  });
});

describe('random conversations', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const any = fc.record({
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const),
    text: fc.constantFrom('', 'Do not use redis.', 'words and more words '.repeat(40)),
    calls: fc.array(fc.record({ id, name: fc.constant('bash'), input: fc.constant('{"command":"make"}') }), {
      maxLength: 2,
    }),
    answers: fc.option(id),
  });

  it('are legal after compaction, at every strength, in 2 000 runs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(any, { maxLength: 20 }),
        fc.constantFrom('openai-chat' as const, 'anthropic' as const),
        fc.constantFrom(
          'trim' as const,
          'compact' as const,
          'compact-hard' as const,
          'handoff-only' as const,
        ),
        fc.integer({ min: 100, max: 3_000 }),
        async (chat, format, strength, window) => {
          const messages = writeChat(chat, format);
          const result = await compactMessages({
            messages,
            format,
            strength,
            window,
            counter: countWords,
            force: true,
          });
          expect(checkMessages(readChat(result.messages, format))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
