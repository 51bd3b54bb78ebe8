import { describe, expect, it } from 'vitest';
import { serversText } from '../../bench/mcp/servers-report.ts';
import { questionsOf } from '../../bench/mcp/tree-questions.ts';
import { makeRepository } from '../engine/make-repository.ts';

describe('what servers are asked about a tree', () => {
  it('are names that one line that is no test defines, with its file, the same each time', () => {
    const root = makeRepository({
      'src/store.go':
        'package store\n\nfunc (s *Store) refreshToken() {}\nfunc twiceDefined() {}\n// func inComment() {}\n',
      'src/cache.py': 'class TokenCache:\n    def lookUpToken(self): pass\n',
      'src/again.go': 'package store\n\nfunc twiceDefined() {}\n',
      'test/store_test.go': 'package store\n\nfunc checksStore() {}\n',
      'README.md': 'class InProse is none\n',
    });
    const questions = questionsOf(root, 10);
    expect(questions['find-symbol']).toEqual([
      { text: 'TokenCache', path: 'src/cache.py' },
      { text: 'lookUpToken', path: 'src/cache.py' },
      { text: 'refreshToken', path: 'src/store.go' },
    ]);
    expect(questions.references.map(({ text }) => text)).toEqual([
      'TokenCache',
      'lookUpToken',
      'refreshToken',
    ]);
    expect(questionsOf(root, 10)).toEqual(questions);
    expect(questionsOf(root, 2)['find-symbol'].map(({ text }) => text)).toEqual([
      'TokenCache',
      'lookUpToken',
    ]);
  });
});

describe('the table of servers', () => {
  it('has a row for what was asked, and a reason for a server that has none', () => {
    const text = serversText({
      tree: 'a/b',
      results: [
        {
          name: 'one',
          version: '1.2.3',
          note: 'as it is',
          asks: { search: { tool: 'find', times: [1, 3, 2], tokens: [10, 30, 20], failed: 1, right: null } },
        },
        { name: 'two', version: '', note: 'does not install: no access', asks: {} },
      ],
    });
    expect(text).toContain('- **one** 1.2.3: as it is.');
    expect(text).toContain('- **two**: does not install: no access.');
    expect(text).toContain('| one | find | 2.0 | 3.0 | 20 | 30 | 1 of 4 |  |');
    expect(text).not.toContain('| two |');
  });
});
