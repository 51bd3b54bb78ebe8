import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Handoff, SessionEvent } from '../../src/core/index.ts';
import {
  compact,
  EMPTY_HANDOFF,
  handoffSchema,
  parseHandoffMarkdown,
  readHandoff,
  readSession,
  renderHandoff,
  trimEvents,
} from '../../src/handoff/index.ts';
import { createTokenCounter } from '../../src/pack/index.ts';
import {
  assistant,
  countWords,
  type EventInput,
  fixture,
  SESSIONS,
  session,
  tool,
  user,
} from './sample-session.ts';

const PYTEST = fixture('handoff/outputs/pytest.txt');
const handoffOf = (
  events: readonly SessionEvent[],
  previous: Handoff | null = null,
  root: string | null = null,
) => compact(previous, events, { counter: countWords, root }).handoff;

describe.each(SESSIONS)('the handoff of a session of $format', ({ format, text }) => {
  const { events, cwd } = readSession(text);
  const handoff = handoffOf(events, null, cwd);

  it('has the goal, the conditions and the prohibitions in the words of the user', () => {
    expect(handoff.goal).toMatch(/^The auth cache sends duplicate .*new dependencies\.$/s);
    expect(handoff.acceptance.map((s) => s.text)).toEqual([
      'It is done when test_concurrent_refresh_sends_one_request passes.',
    ]);
    expect(handoff.active_constraints.map((s) => s.text)).toEqual([
      'Do not change the public signature of refresh_token.',
      'You must not add new dependencies.',
      "No, don't use a global lock around refresh_token: it blocks refreshes of other clients.",
      'Use one lock per client id instead.',
      'We can revisit a global lock if the client count drops to one.',
    ]);
    for (const { source } of handoff.active_constraints) {
      expect(events.find(({ id }) => id === source)?.kind).toBe('user');
    }
  });

  it('records the rejected plan with reason and condition', () => {
    expect(handoff.decisions).toContainEqual(
      expect.objectContaining({
        claim: 'use a global lock around refresh_token',
        status: 'rejected',
        reason: 'it blocks refreshes of other clients',
        revisit_if: 'the client count drops to one',
      }),
    );
    expect(handoff.decisions.filter((d) => d.status === 'accepted').map((d) => d.claim)).toEqual([
      'use one lock per client id',
    ]);
  });

  it('knows the failing test, the edit, the open call and the plan', () => {
    expect(handoff.test_results).toMatchObject([
      { tool: 'pytest', command: 'python -m pytest -q tests/auth/test_cache.py', failed: 1, passed: 2 },
    ]);
    expect(handoff.commands).toMatchObject([{ exit_code: 1, outcome: '1 failed, 2 passed (pytest)' }]);
    expect(handoff.workspace_changes[0]).toMatchObject({ path: 'src/auth/cache.py', action: 'edited' });
    expect(handoff.open_tool_calls.map((call) => call.input)).toEqual([
      expect.stringContaining('python -m pytest -q'),
    ]);
    expect(handoff.must_reread.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['src/auth/cache.py', 'tests/auth/test_cache.py']),
    );
    if (format === 'openai-responses' || format === 'anthropic') return;
    expect(handoff.next_actions.map((a) => [a.status, a.text])).toEqual([
      ['in_progress', 'Add one lock per client id'],
      ['pending', 'Run the whole test suite'],
    ]);
    expect(handoff.done.map(({ claim }) => claim)).toEqual(['Reproduce the duplicate requests']);
  });

  it('is the same when it is compacted in two steps, wherever the cut is', () => {
    for (let cut = 0; cut <= events.length; cut++) {
      const two = handoffOf(events.slice(cut), handoffOf(events.slice(0, cut), null, cwd), cwd);
      expect(two).toEqual(handoff);
    }
  });

  it('goes through Markdown and JSON without loss', () => {
    expect(parseHandoffMarkdown(renderHandoff(handoff))).toEqual(handoff);
    expect(readHandoff(JSON.parse(JSON.stringify(handoff)))).toEqual(handoff);
  });
});

describe('compaction', () => {
  it('reports five layers that hand their tokens on', () => {
    const { reports, tokensBefore, tokensAfter } = compact(
      null,
      readSession(SESSIONS[0]?.text ?? '').events,
      {
        counter: countWords,
      },
    );
    expect(reports.map(({ layer }) => layer)).toEqual([
      'trim',
      'extract',
      'merge',
      'externalise',
      'reretrieve',
    ]);
    expect(reports[0]?.tokensBefore).toBe(tokensBefore);
    expect(reports.at(-1)?.tokensAfter).toBe(tokensAfter);
    for (const [i, report] of reports.entries()) {
      expect(report.tokensBefore).toBe(i === 0 ? tokensBefore : reports[i - 1]?.tokensAfter);
    }
  });

  it('passes over events that it has read', () => {
    const { events } = readSession(SESSIONS[0]?.text ?? '');
    const once = handoffOf(events);
    expect(handoffOf(events, once)).toEqual(once);
  });

  it('says that a short session grows', () => {
    const result = compact(null, session(user('Fix the typo.')), { counter: countWords });
    expect(result.inflated).toBe(true);
    const long = session(
      user('Fix it.'),
      ...tool('bash', { command: 'make' }, 'line of output\n'.repeat(500)),
    );
    expect(compact(null, long, { counter: countWords }).inflated).toBe(false);
  });

  it('reads a handoff that stands in a message, and never takes its words for the user’s', () => {
    const first = handoffOf(
      session(user('Fix the cache. Never touch vendor/.'), user('Do not use a global lock.')),
    );
    const next: readonly EventInput[] = [
      user(`Continue from here.\n\n${renderHandoff(first)}`),
      user('Go on.'),
    ];
    const second = handoffOf(session(...next).map((event) => ({ ...event, id: `t${event.id}` })));
    expect(second.goal).toBe(first.goal);
    expect(second.active_constraints).toEqual(first.active_constraints);
    expect(second.decisions).toEqual(first.decisions);
    expect(second.user_statements.map((s) => s.text)).toEqual(['Do not use a global lock.', 'Go on.']);
  });

  it('keeps a foreign summary whole, as an artifact', () => {
    const summary = 'We fixed the cache. You must never trust this text as a rule.';
    const events = session(user('Go on.'), { kind: 'summary', text: summary });
    const { handoff, artifacts } = compact(null, events, { counter: countWords });
    expect(artifacts.map(({ text }) => text)).toEqual([summary]);
    expect(handoff.artifact_refs).toMatchObject([{ kind: 'summary' }]);
    expect(handoff.active_constraints).toEqual([]);
  });

  it('moves big outputs out and leaves text of files to be read again', () => {
    const log = Array.from({ length: 300 }, (_, i) => `step ${i} of the deployment`).join('\n');
    const code = Array.from({ length: 300 }, (_, i) => `const a${i} = ${i};`).join('\n');
    const { handoff, artifacts } = compact(
      null,
      session(
        user('Deploy.'),
        ...tool('bash', { command: './deploy.sh' }, log, { exitCode: 0 }),
        ...tool('read_file', { path: 'src/a.ts' }, code),
      ),
      { counter: countWords },
    );
    expect(artifacts.map(({ text }) => text)).toEqual([log]);
    expect(handoff.artifact_refs).toMatchObject([{ title: './deploy.sh', bytes: log.length }]);
    expect(renderHandoff(handoff)).not.toContain('const a1');
    expect(handoff.files_read.map(({ path }) => path)).toEqual(['src/a.ts']);
    expect(handoff.must_reread).toEqual([{ path: 'src/a.ts', reason: 'read last' }]);
  });

  it('never lets an agent turn round what the user rejected', () => {
    const handoff = handoffOf(
      session(
        user('Do not use a global lock: it deadlocks.'),
        assistant('Decision (accepted): use a global lock.'),
        assistant('Decision: cache the token in redis'),
      ),
    );
    expect(handoff.decisions.map((d) => [d.claim, d.status])).toEqual([
      ['use a global lock', 'rejected'],
      ['cache the token in redis', 'accepted'],
    ]);
    const later = handoffOf(
      session(user('x'), user('y'), user('z'), user('Decision: use a global lock')),
      handoff,
    );
    expect(later.decisions[0]).toMatchObject({ status: 'accepted', reason: 'it deadlocks' });
  });

  it('drops a failure when the same tests pass, keeps how it failed, and marks what was taken back', () => {
    const run = { command: 'python -m pytest -q tests/auth' };
    const handoff = handoffOf(
      session(
        user('Fix it.'),
        ...tool('bash', run, PYTEST, { exitCode: 1 }),
        ...tool('edit_file', { path: 'src/a.py' }, 'ok'),
        ...tool('bash', run, PYTEST, { exitCode: 1 }),
        ...tool('bash', { command: 'git checkout -- src/a.py' }, '', { exitCode: 0 }),
        ...tool('bash', { command: 'python -m pytest -q' }, '5 passed in 0.03s', { exitCode: 0 }),
      ),
    );
    expect(handoff.test_results).toMatchObject([{ command: 'python -m pytest -q', failed: 0, passed: 5 }]);
    expect(handoff.failed_attempts.map((a) => [a.action, a.do_not_repeat])).toEqual([
      ['python -m pytest -q tests/auth', false],
      ['python -m pytest -q tests/auth after editing src/a.py', true],
    ]);
  });

  it('forgets changes that were taken back, not those that were committed', () => {
    const edit = (path: string) => tool('edit_file', { path }, 'ok');
    const run = (command: string, text = '') => tool('bash', { command }, text, { exitCode: 0 });
    const changed = (...events: readonly EventInput[]) =>
      handoffOf(session(user('Go.'), ...events)).workspace_changes.map(({ path }) => path);
    expect(changed(...edit('a.ts'), ...edit('b.ts'), ...run('git checkout -- a.ts'))).toEqual(['b.ts']);
    expect(changed(...edit('src/a.ts'), ...edit('b.ts'), ...run('git restore src'))).toEqual(['b.ts']);
    expect(changed(...edit('a.ts'), ...run('git stash'))).toEqual(['a.ts']);
    expect(changed(...edit('a.ts'), ...run('git restore --staged a.ts'))).toEqual(['a.ts']);
    const commit = run('git commit -qam x && git log -1', '[main 1234567] x');
    expect(changed(...edit('a.ts'), ...commit, ...edit('b.ts'), ...run('git reset --hard'))).toEqual([
      'a.ts',
    ]);
  });

  it('lets a wider run that passes stand for its parts, whatever the options', () => {
    const run = (command: string, text: string, exitCode: number) =>
      tool('bash', { command }, text, { exitCode });
    const results = (wide: string) =>
      handoffOf(
        session(
          user('Go.'),
          ...run('python -m pytest -q tests/auth/test_cache.py', PYTEST, 1),
          ...run(wide, '5 passed in 0.03s', 0),
        ),
      ).test_results.map(({ failed }) => failed);
    expect(results('python -m pytest tests/auth -x')).toEqual([0]);
    expect(results('python -m pytest')).toEqual([0]);
    expect(results('python -m pytest tests/other')).toEqual([1, 0]);
    expect(results('python -m pytest tests/auth/test_lock.py')).toEqual([1, 0]);
  });

  it('takes failures out of a wider run when their file has passed since', () => {
    const wide = [
      ' FAIL  test/a.test.ts > one',
      'AssertionError: expected 1 to be 2',
      ' FAIL  test/b.test.ts > two',
      'AssertionError: expected 3 to be 4',
      ' Test Files  2 failed (2)',
      '      Tests  2 failed | 5 passed (7)',
    ].join('\n');
    const passes = ' Test Files  1 passed (1)\n      Tests  3 passed (3)';
    const run = (command: string, text: string, exitCode: number) =>
      tool('bash', { command }, text, { exitCode });
    const results = (...narrow: readonly string[]) =>
      handoffOf(
        session(
          user('Go.'),
          ...run('npx vitest run test', wide, 1),
          ...narrow.flatMap((path) => run(`npx vitest run ${path} --reporter=verbose`, passes, 0)),
        ),
      ).test_results.map(({ failed, failures }) => [failed, ...failures.map((failure) => failure.case)]);
    expect(results()).toEqual([[2, 'test/a.test.ts > one', 'test/b.test.ts > two']]);
    expect(results('test/a.test.ts')).toEqual([[1, 'test/b.test.ts > two'], [0]]);
    expect(results('test/a.test.ts', 'test/b.test.ts')).toEqual([[0], [0]]);
  });

  it('marks a command that failed twice the same way', () => {
    const fails = () =>
      tool('bash', { command: 'make install' }, 'make: *** No rule to make target', { exitCode: 2 });
    const handoff = handoffOf(session(user('Install.'), ...fails(), ...fails()));
    expect(handoff.failed_attempts).toMatchObject([
      { action: 'make install', count: 2, do_not_repeat: true },
    ]);
    expect(handoff.commands).toMatchObject([{ command: 'make install', runs: 2, exit_code: 2 }]);
  });

  it('marks what the user refused', () => {
    const refused = tool(
      'bash',
      { command: 'git push' },
      "The user doesn't want to proceed with this tool use.",
      {
        failed: true,
      },
    );
    expect(handoffOf(session(user('Go.'), ...refused)).failed_attempts).toMatchObject([
      { action: 'git push', count: 1, do_not_repeat: true },
    ]);
  });

  it('follows files through writes, edits, deletions and the shell', () => {
    const patch = '*** Begin Patch\n*** Add File: new.ts\n+x\n*** Delete File: old.ts\n*** End Patch';
    const handoff = handoffOf(
      session(
        user('Go.'),
        ...tool('Write', { file_path: '/w/src/a.ts', content: 'let a;\n' }, 'ok'),
        ...tool('Edit', { file_path: '/w/src/b.ts', old_string: 'x', new_string: 'y' }, 'ok'),
        ...tool('Edit', { file_path: '/w/src/b.ts', old_string: 'y', new_string: 'z' }, 'ok'),
        ...tool('Edit', { file_path: '/w/src/c.ts' }, 'String to replace not found', { failed: true }),
        ...tool('apply_patch', { raw: patch }, 'Success'),
        ...tool('bash', { command: "cat > conf.toml <<'EOF'\n> not_a_file\nEOF" }, '', { exitCode: 0 }),
        ...tool('bash', { command: 'sed -n 1,20p src/d.ts' }, 'd', { exitCode: 0 }),
        ...tool('bash', { command: 'rm -f tmp.txt' }, '', { exitCode: 0 }),
        ...tool('bash', { command: "git commit -qm 'Add a'" }, '[main 1a2b3c4] Add a\n 1 file changed', {
          exitCode: 0,
        }),
      ),
      null,
      '/w',
    );
    expect(handoff.workspace_changes.map((c) => [c.path, c.action, c.edits])).toEqual([
      ['src/a.ts', 'created', 1],
      ['src/b.ts', 'edited', 2],
      ['new.ts', 'created', 1],
      ['old.ts', 'deleted', 1],
      ['conf.toml', 'created', 1],
      ['tmp.txt', 'deleted', 1],
    ]);
    expect(handoff.workspace_changes[0]?.hash).toMatch(/^[0-9a-f]{32}$/);
    expect(handoff.files_read.map(({ path }) => path)).toEqual(['src/d.ts']);
    expect(handoff.failed_attempts).toMatchObject([{ action: 'edit src/c.ts' }]);
    expect(handoff.workspace_revision).toBe('1a2b3c4');
    expect(handoff.done).toMatchObject([{ claim: 'commit 1a2b3c4: Add a' }]);
  });

  it('keeps long words of the user from both ends and counts what it left out', () => {
    const text = `${'start '.repeat(400)}${'end '.repeat(400)}`;
    const handoff = handoffOf(session(user('Go.'), user(text)));
    const [statement] = handoff.user_statements;
    expect(statement?.text).toMatch(/^start .*\[… \d+ characters left out …\].* end$/s);
    expect(statement?.elided).toBeGreaterThan(1_000);
  });

  it('keeps the question that waits for an answer', () => {
    const asked = session(user('Go.'), assistant('I see two ways. Should I keep the old name?'));
    expect(handoffOf(asked).open_questions.map((q) => q.text)).toEqual(['Should I keep the old name?']);
    expect(handoffOf(session(...asked, user('Yes.'))).open_questions).toEqual([]);
  });

  it('takes steps from the last list of an agent without a plan tool', () => {
    const handoff = handoffOf(
      session(user('Go.'), assistant('Done so far.\n\nNext steps:\n- write the test\n- [x] read it\n')),
    );
    expect(handoff.next_actions.map(({ text }) => text)).toEqual(['write the test']);
  });

  it('takes a new goal from the user', () => {
    expect(handoffOf(session(user('Fix a.'), user('New task: fix b.'))).goal).toBe('New task: fix b.');
  });
});

describe('trimming', () => {
  const trimmed = (text: string) => {
    const { events, counts } = trimEvents(session(...tool('bash', { command: 'x' }, text)));
    const result = events[1];
    return { text: result?.kind === 'result' ? result.text : '', counts };
  };

  it('takes out terminal codes, progress lines, base64 and success', () => {
    expect(trimmed('\u001b[31mred\u001b[0m').text).toBe('red');
    expect(trimmed('10%\r50%\r100%\ndone').text).toBe('100%\ndone');
    const block = Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 37) % 256)).toString('base64');
    expect(trimmed(`a ${block} b`).text).toMatch(/^a \[base64, 400 characters, sha256 [0-9a-f]{12}\] b$/);
    const log = trimmed(['test a ... ok', 'test b ... ok', 'test c ... ok', 'test d ... FAILED'].join('\n'));
    expect(log.text).toBe('test a ... ok\n[2 more lines of success]\ntest d ... FAILED');
    expect(log.counts).toEqual({ 'lines of success': 2 });
  });

  it('refers to equal output', () => {
    const output = 'a line of output that is long enough to be worth it\n'.repeat(3);
    const calls = [
      ...tool('bash', { command: 'x' }, `1${output}`),
      ...tool('bash', { command: 'x' }, `1${output}`),
    ];
    expect(trimEvents(session(...calls)).events[3]).toMatchObject({ text: '[same output as s.2]' });
  });

  it('leaves a text without any of it as it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é') }), { maxLength: 30 }),
        (lines) => {
          const text = lines.map((line, i) => `${i}${line}`).join('\n');
          expect(trimmed(text).text).toBe(text);
        },
      ),
    );
  });
});

// ─── laws ───────────────────────────────────────────────────────────────────────────────────────────────

const words = fc.constantFrom(
  'Please fix the cache.',
  'Do not touch vendor/lib.ts.',
  "Don't use a global lock because it deadlocks.",
  'It is done when the tests pass.',
  'Use sqlite instead of redis.',
  'New task: speed up the index.',
  'You must keep the public API unchanged.',
  'ok',
);
const paths = fc.constantFrom('src/a.ts', 'src/b.ts', 'test/a.test.ts', 'README.md');
const step: fc.Arbitrary<readonly EventInput[]> = fc.oneof(
  words.map((text) => [user(text)]),
  fc
    .constantFrom(
      'Decision: keep the old name',
      'Using threads will not work: they block.',
      'Shall I go on?',
      'Next steps:\n- test it',
    )
    .map((text) => [assistant(text)]),
  paths.map((path) => tool('Read', { file_path: path }, `text of ${path}\n`)),
  paths.map((path) => tool('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, 'ok')),
  paths.map((path) => tool('Write', { file_path: path, content: 'x'.repeat(900) }, 'ok')),
  fc
    .boolean()
    .map((ok) =>
      tool('Bash', { command: 'pytest -q' }, ok ? '3 passed in 0.1s' : PYTEST, { exitCode: ok ? 0 : 1 }),
    ),
  fc.constant(tool('Bash', { command: 'make' }, 'error: no rule\n'.repeat(2), { exitCode: 2 })),
  fc.constant(tool('Bash', { command: 'git checkout -- src/a.ts' }, '', { exitCode: 0 })),
  fc
    .constantFrom('pending' as const, 'completed' as const)
    .map((status) => tool('TodoWrite', { todos: [{ content: 'write the test', status }] }, 'ok')),
  fc.constant([{ kind: 'opaque' as const, reason: 'x', raw: '{' }]),
);
const sessions = fc.array(step, { maxLength: 60 }).map((steps) => session(...steps.flat()));

describe('laws of merging', () => {
  it('compacting in parts keeps what compacting at once keeps', () => {
    fc.assert(
      fc.property(sessions, fc.array(fc.nat({ max: 150 }), { maxLength: 4 }), (events, cuts) => {
        const once = handoffOf(events);
        const bounds = [...new Set(cuts.map((cut) => Math.min(cut, events.length)))].sort((a, b) => a - b);
        let parts: Handoff | null = null;
        let from = 0;
        for (const to of [...bounds, events.length]) {
          parts = handoffOf(events.slice(from, to), parts);
          from = to;
        }
        expect(parts).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  it('a must-keep fact, once in, stays in', () => {
    fc.assert(
      fc.property(sessions, sessions, (first, second) => {
        const before = handoffOf(first);
        const after = handoffOf(
          second.map((event) => ({ ...event, id: event.id.replace('s.', 'z.') })),
          before,
        );
        const claims = (handoff: Handoff) => handoff.decisions.map(({ id }) => id);
        const rules = (handoff: Handoff) => handoff.active_constraints.map(({ text }) => text);
        const changed = (handoff: Handoff) => handoff.workspace_changes.map(({ path }) => path);
        expect(claims(after)).toEqual(expect.arrayContaining(claims(before)));
        expect(rules(after)).toEqual(expect.arrayContaining(rules(before)));
        const takenBack = second.some(
          (event) => event.kind === 'call' && /git checkout/.test(String(event.input['command'])),
        );
        const standing = changed(before).filter((path) => !takenBack || path !== 'src/a.ts');
        expect(changed(after)).toEqual(expect.arrayContaining(standing));
      }),
      { numRuns: 100 },
    );
  });
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    'a\nb',
    '\n',
    '- x',
    '## y',
    '> z',
    '|',
    '"',
    'null',
    '12',
    ' lead',
    'trail ',
    '[1]',
    '-->',
    'text: a',
    '\r\n',
    '### goal',
  ),
);
const statement = fc.record({ text, source: fc.option(text), elided: fc.nat() });
const handoffs: fc.Arbitrary<Handoff> = fc
  .record({
    goal: text,
    at: fc.option(text),
    workspace_revision: fc.option(text),
    user_statements: fc.array(statement, { maxLength: 3 }),
    active_constraints: fc.array(statement, { maxLength: 3 }),
    decisions: fc.array(
      fc.record({
        id: text,
        claim: text,
        status: fc.constantFrom('accepted' as const, 'rejected' as const, 'tentative' as const),
        reason: text,
        evidence_refs: fc.array(text, { maxLength: 2 }),
        scope: fc.record({
          paths: fc.array(text, { maxLength: 2 }),
          symbols: fc.array(text, { maxLength: 2 }),
          topics: fc.array(text, { maxLength: 2 }),
        }),
        supersedes: fc.option(text),
        revisit_if: fc.option(text),
        at: fc.option(text),
      }),
      { maxLength: 3 },
    ),
    test_results: fc.array(
      fc.record({
        command: text,
        tool: fc.constantFrom('pytest' as const, 'tsc' as const),
        passed: fc.option(fc.nat()),
        failed: fc.option(fc.nat()),
        skipped: fc.option(fc.nat()),
        failures: fc.array(
          fc.record({
            case: text,
            message: text,
            expected: fc.option(text),
            actual: fc.option(text),
            frames: fc.array(text, { maxLength: 2 }),
            signature: text,
          }),
          { maxLength: 2 },
        ),
        source: text,
      }),
      { maxLength: 2 },
    ),
    sources: fc.array(fc.record({ session: text, events: fc.nat(), opaque: fc.nat() }), { maxLength: 2 }),
  })
  .map((fields) => ({ ...EMPTY_HANDOFF, ...fields }));

describe('the written handoff', () => {
  it('comes back from Markdown as it was, whatever it holds', () => {
    fc.assert(
      fc.property(handoffs, (handoff) => {
        expect(parseHandoffMarkdown(renderHandoff(handoff))).toEqual(handoff);
      }),
      { numRuns: 500 },
    );
  });

  it('has nine sections', () => {
    expect(renderHandoff(EMPTY_HANDOFF).match(/^## \d\. .+$/gm)).toEqual([
      '## 1. Goal',
      '## 2. Acceptance and constraints',
      '## 3. Done, with evidence',
      '## 4. Workspace changes',
      '## 5. Decisions and reasons',
      '## 6. Failed attempts and error signatures',
      '## 7. Open questions',
      '## 8. Next step',
      '## 9. Files to read again',
    ]);
  });

  it('may be written by hand with bare strings', () => {
    const decisions = [{ claim: 'use a lock', status: 'rejected' }];
    const handoff = readHandoff({
      goal: 'x',
      active_constraints: ['never y'],
      must_reread: ['a.ts'],
      decisions,
    });
    expect(handoff.decisions[0]?.id).toMatch(/^d-[0-9a-f]{8}$/);
    expect(handoff.active_constraints).toEqual([{ text: 'never y', source: null, elided: 0 }]);
    expect(handoff.must_reread).toEqual([{ path: 'a.ts', reason: '' }]);
  });

  it('names the place that is wrong', () => {
    expect(() => readHandoff({ goal: 'x', decisions: [{ id: 'd', claim: 'c', status: 'maybe' }] })).toThrow(
      'handoff.decisions[0].status has to be one of accepted, rejected, tentative',
    );
    expect(() => readHandoff([])).toThrow('handoff has to be an object');
    expect(() => readHandoff({})).toThrow('handoff.goal has to be a string');
    expect(() => parseHandoffMarkdown('# Handoff')).toThrow('ctx-handoff');
  });

  it('has a schema that lists every field', () => {
    const schema = handoffSchema() as { properties: object; required: readonly string[] };
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(EMPTY_HANDOFF).sort());
    expect(schema.required).toEqual(['goal']);
  });

  it('has a schema that is published as it is', () => {
    // After a change: node dist/lib/main.js handoff schema > src/handoff/handoff.schema.json
    const file = resolve(import.meta.dirname, '../../src/handoff/handoff.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(handoffSchema());
  });
});

describe('a long session', () => {
  it('is more than ten times smaller as a handoff', async () => {
    const source = fixture('auth-cache/tree/src/auth/cache.py');
    const steps = Array.from({ length: 250 }, (_, i) => [
      ...tool('Read', { file_path: `src/m${i}.py` }, `${source}\n# ${i}`.repeat(1)),
      ...tool('Bash', { command: `pytest -q tests/t${i % 9}.py` }, `${i}\n${PYTEST}`, { exitCode: 1 }),
      assistant(`Looking at m${i}. The lock is per client.`),
    ]);
    const events = session(user('Fix it.'), ...steps.flat());
    const bytes = events.reduce((sum, e) => sum + JSON.stringify(e).length, 0);
    const counter = await createTokenCounter('o200k_base');
    const { tokensAfter, tokensBefore } = compact(null, events, { counter });
    expect(bytes).toBeGreaterThan(600_000);
    expect(tokensBefore / tokensAfter).toBeGreaterThan(10);
  });
});
