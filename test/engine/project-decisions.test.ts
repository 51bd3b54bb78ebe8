import { describe, expect, it } from 'vitest';
import type { DecisionRecord, Task } from '../../src/core/index.ts';
import { decisionsFor, type NewDecision, newDecision } from '../../src/project-decisions.ts';

const AT = Date.UTC(2026, 0, 2);

function decided(claim: string, more: Partial<NewDecision> = {}): DecisionRecord {
  return newDecision({ claim, status: 'rejected', ...more }, AT);
}

function claimsFor(task: Task, decisions: readonly DecisionRecord[]): readonly string[] {
  return decisionsFor(task, { list: () => decisions }).decisions.map(({ claim }) => claim);
}

describe('newDecision', () => {
  it('takes its scope from its words where none is given', () => {
    expect(decided('Lock refresh_token in src/auth/cache.py')).toMatchObject({
      scope: { paths: ['src/auth/cache.py'], symbols: ['refresh_token'], topics: [] },
      at: '2026-01-02T00:00:00.000Z',
    });
    expect(decided('Lock refresh_token', { topics: ['locks'] }).scope).toEqual({
      paths: [],
      symbols: [],
      topics: ['locks'],
    });
  });

  it('refuses a blank claim', () => {
    expect(() => decided(' \n')).toThrow(/needs a claim/);
  });
});

describe('decisionsFor', () => {
  it.each<[string, Partial<NewDecision>, Task]>([
    ['a folder of a path in the goal', { paths: ['src/auth'] }, { goal: 'look at src/auth/cache.py' }],
    ['an open file', { paths: ['src/auth/cache.py'] }, { goal: 'go on', openFiles: ['src/auth/cache.py'] }],
    [
      'a changed file',
      { paths: ['a.py'] },
      { goal: 'go on', diff: [{ path: 'a.py', status: 'modified', hunks: [], patch: '' }] },
    ],
    ['a plain word that is a symbol', { symbols: ['auth.Cache'] }, { goal: 'grow the auth.Cache' }],
    [
      'a topic of several words, in the plan',
      { topics: ['Auth cache'] },
      { goal: 'go on', plan: 'empty the auth cache' },
    ],
    ['everything, without a scope', { topics: [] }, { goal: 'go on' }],
  ])('takes what touches %s', (_, scope, task) => {
    expect(claimsFor(task, [decided('Keep it', scope)])).toEqual(['Keep it']);
  });

  it.each<[string, Partial<NewDecision>, Task]>([
    ['another folder', { paths: ['src/auth'] }, { goal: 'look at src/author/list.py' }],
    ['a part of a word', { topics: ['auth'] }, { goal: 'list the authors' }],
    ['what is only tentative', { status: 'tentative', topics: ['auth'] }, { goal: 'auth' }],
  ])('leaves out %s', (_, scope, task) => {
    expect(claimsFor(task, [decided('Keep it', scope)])).toEqual([]);
  });

  it("puts a task's own first, each once, then the newest, and not all of many", () => {
    const stored = Array.from({ length: 30 }, (_, n) => decided(`Keep it number ${n}`, { topics: ['auth'] }));
    const own = stored.slice(29);
    const claims = claimsFor({ goal: 'auth', decisions: own }, stored);
    expect(claims.slice(0, 2)).toEqual(['Keep it number 29', 'Keep it number 28']);
    expect(claims).toHaveLength(21);
    expect(new Set(claims).size).toBe(21);
  });

  it('warns of a rejected one that the plan repeats, whatever its scope, and of no accepted one', () => {
    const rejected = decided('Cache tokens in Redis', {
      reason: 'no network',
      revisitIf: 'there is one',
      paths: ['x.py'],
    });
    const accepted = decided('Keep tokens in memory', { status: 'accepted', paths: ['x.py'] });
    const task = { goal: 'make it fast', plan: '- Cache the tokens in Redis' };
    const { decisions, warnings } = decisionsFor(task, { list: () => [rejected, accepted] });
    expect(decisions).toEqual([rejected]);
    expect(warnings.map(({ message }) => message)).toEqual([
      `“Cache tokens in Redis” was rejected (${rejected.id}). Reason: no network. Revisit if there is one.`,
    ]);
  });
});
