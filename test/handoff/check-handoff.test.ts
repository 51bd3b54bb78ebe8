import { describe, expect, it } from 'vitest';
import type { Handoff } from '../../src/core/index.ts';
import { checkHandoff, compact, decisionRecord, readSession } from '../../src/handoff/index.ts';
import { countWords, SESSIONS, session, tool, user } from './sample-session.ts';

const make = (events: Parameters<typeof compact>[1], root: string | null = null): Handoff =>
  compact(null, events, { counter: countWords, root }).handoff;

describe.each(SESSIONS)('the handoff of a session of $format', ({ text }) => {
  it('has nothing in it that the session has not', () => {
    const { events, cwd } = readSession(text);
    expect(checkHandoff({ handoff: make(events, cwd), events })).toEqual([]);
  });
});

describe('a session in a folder of the repository', () => {
  it('names its files from there', () => {
    const events = session(
      user('Go.'),
      ...tool('Read', { file_path: 'a.ts' }, 'let a;'),
      ...tool('Read', { file_path: '../web/b.ts' }, 'let b;'),
    );
    const { handoff } = compact(null, events, { counter: countWords, root: '/w', folder: 'packages/api' });
    expect(handoff.files_read.map(({ path }) => path)).toEqual(['packages/api/a.ts', 'packages/web/b.ts']);
    expect(checkHandoff({ handoff, events, folder: 'packages/api' })).toEqual([]);
    expect(checkHandoff({ handoff, events }).map(({ kind }) => kind)).toContain('path-not-in-session');
  });
});

describe('checking a handoff', () => {
  const events = session(
    user('Fix the cache. Never touch vendor/lib.ts.'),
    ...tool('Read', { file_path: 'src/b.ts' }, 'let b;\n'),
    ...tool('Write', { file_path: 'src/a.ts', content: 'let a;\n' }, 'ok'),
    ...tool('bash', { command: 'rm old.ts' }, '', { exitCode: 0 }),
    ...tool('bash', { command: 'npm   test' }, 'boom', { exitCode: 1 }),
  );
  const handoff = make(events);
  const kinds = (changed: Partial<Handoff>, more: Partial<Parameters<typeof checkHandoff>[0]> = {}) =>
    checkHandoff({ handoff: { ...handoff, ...changed }, events, ...more }).map(
      ({ kind, place }) => `${kind} ${place}`,
    );

  it('finds what was made up', () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ must_reread: [{ path: 'src/z.ts', reason: '' }] })).toEqual([
      'path-not-in-session must_reread[0]',
    ]);
    expect(kinds({ goal: 'Rewrite it all.' })).toEqual(['words-not-in-session goal']);
    expect(
      kinds({ commands: handoff.commands.slice(0, 1).map((run) => ({ ...run, command: 'npm run deploy' })) }),
    ).toEqual(['command-not-in-session commands[0]']);
    expect(kinds({ done: [{ claim: 'x', evidence: ['s.99'] }] })).toEqual(['id-not-in-session done[0]']);
    expect(kinds({ done: [{ claim: 'x', evidence: ['other.99'] }] })).toEqual([]);
  });

  it('finds what the work tree no longer bears out', () => {
    const tree: Record<string, string | null> = {
      'src/a.ts': 'let a;\n',
      'src/b.ts': 'let b;\n',
      'old.ts': null,
    };
    const readFile = (path: string) => tree[path] ?? null;
    expect(kinds({}, { readFile })).toEqual([]);
    tree['src/a.ts'] = 'let other;\n';
    tree['src/b.ts'] = null;
    tree['old.ts'] = 'back';
    expect(kinds({}, { readFile })).toEqual([
      'stale-file workspace_changes[0]',
      'stale-file workspace_changes[1]',
      'missing-file files_read[0]',
    ]);
    expect(kinds({ workspace_revision: 'abc1234' }, { revision: 'abc1234def' })).toEqual([]);
    expect(kinds({ workspace_revision: 'abc1234' }, { revision: 'fff' })).toEqual([
      'stale-revision workspace_revision',
    ]);
  });

  it('finds contradictions', () => {
    const decide = (claim: string, status: 'accepted' | 'rejected', supersedes: string | null = null) => ({
      ...decisionRecord({
        claim,
        status,
        reason: '',
        evidence_refs: [],
        revisit_if: null,
        at: null,
        supersedes,
      }),
    });
    const no = decide('use a global lock', 'rejected');
    const yes = decide('using the global mutex', 'accepted');
    expect(kinds({ decisions: [no, yes] })).toEqual(['contradiction decisions']);
    expect(kinds({ decisions: [no, { ...yes, supersedes: no.id }] })).toEqual([]);
    const step = { text: 'Use a global lock in refresh', status: 'pending', source: 's.1' } as const;
    expect(kinds({ decisions: [no], next_actions: [step] })).toEqual(['contradiction next_actions[0]']);
    expect(kinds({ must_reread: [{ path: 'old.ts', reason: '' }] })).toEqual([
      'contradiction must_reread[0]',
    ]);
  });
});
