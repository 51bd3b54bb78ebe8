import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Commit, CtxError } from '../../../src/core/index.ts';
import {
  addCommitBlocks,
  commitNumbers,
  createCommitBlocks,
  nextCommit,
} from '../../../src/indexes/catalog/commit-blocks.ts';
import { openIndexForWriting } from '../../../src/indexes/catalog/index.ts';
import { tempFolder } from '../../engine/make-repository.ts';

function commits(count: number, algorithm: 'sha1' | 'sha256' = 'sha1'): Commit[] {
  return Array.from({ length: count }, (_, i) => ({
    sha: createHash(algorithm).update(`${algorithm} ${i}`).digest('hex'),
    time: 1_700_000_000 + (i % 7) * 1_000 - i,
    subject: i % 50 === 0 ? '' : `Fix the ${i}th lock 😀`,
    body: 'not kept here',
    paths: i % 3 === 0 ? [] : ['a.ts', `b${i}.ts`],
  }));
}

const newDatabase = () => openIndexForWriting(join(tempFolder(), 'index.db')).db;

describe('commits in blocks', () => {
  it('come back one by one, whatever the size of the blocks', () => {
    const db = newDatabase();
    const all = commits(600);
    const numbers = new Map<string, number>();
    const numberOf = (path: string): number => {
      numbers.set(path, numbers.get(path) ?? numbers.size);
      return numbers.get(path) ?? 0;
    };
    expect(nextCommit(db)).toBe(1);
    addCommitBlocks(db, 1, all.slice(0, 590), numberOf);
    expect(nextCommit(db)).toBe(591);
    for (let i = 590; i < 600; i++) addCommitBlocks(db, nextCommit(db), all.slice(i, i + 1), numberOf);
    const { commit } = createCommitBlocks(db);
    const stored = all.map(({ sha, time, subject }) => ({ sha, time, subject }));
    expect(stored.map((_, i) => commit(i + 1))).toEqual(stored);
    expect([commit(0), commit(601), commit(-1)]).toEqual([null, null, null]);
    expect(commitNumbers(db)).toEqual(new Map(all.map(({ sha }, i) => [sha, i + 1])));
    db.close();
  });

  it('have ids of 64 digits too, and are none where there are none', () => {
    const db = newDatabase();
    expect(commitNumbers(db)).toEqual(new Map());
    expect(createCommitBlocks(db).commit(1)).toBeNull();
    const all = commits(3, 'sha256');
    addCommitBlocks(db, 1, all, () => 0);
    expect([...commitNumbers(db).keys()]).toEqual(all.map(({ sha }) => sha));
    db.close();
  });

  it('are damaged where the parts of a block do not fit', () => {
    const db = newDatabase();
    addCommitBlocks(db, 1, commits(5), () => 0);
    db.exec('UPDATE commit_block SET count = 4');
    expect(() => createCommitBlocks(db).commit(2)).toThrow(CtxError);
    db.close();
  });
});
