import type { LexicalStore } from '../lexical/lexical-store.ts';
import { createSegmentBuilder } from '../lexical/segment.ts';
import type { Db } from './open-database.ts';

/** Numbers of paths, which entries and commits share; a number is never given to another path. */
export interface PathNumbers {
  /** Before the first number of a transaction: what an earlier one left was rolled back. */
  readonly begin: () => void;
  readonly numberOf: (path: string) => number;
  /** Writes the words of the paths that are new: the last step of a transaction. */
  readonly finish: () => void;
}

export function createPathNumbers(db: Db, lexical: LexicalStore): PathNumbers {
  const find = db.prepare('SELECT number FROM path WHERE path = ?').pluck();
  const insert = db.prepare('INSERT INTO path (path, number) VALUES (?, ?)');
  let first = 0;
  let added: string[] = [];
  return {
    begin: () => {
      added = [];
    },
    numberOf: (path) => {
      const known = find.get(path) as number | undefined;
      if (known !== undefined) return known;
      if (added.length === 0) first = lexical.end('path');
      const number = first + added.length;
      insert.run(path, number);
      added.push(path);
      return number;
    },
    finish: () => {
      if (added.length === 0) return;
      const builder = createSegmentBuilder(1);
      for (const path of added) builder.add([path]);
      lexical.writeSegment('path', first, builder.build());
      added = [];
    },
  };
}
