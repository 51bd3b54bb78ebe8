import { mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Snapshot } from '../../src/core/index.ts';
import { createLineReader } from '../../src/scan/index.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-lines-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A snapshot that has the file with this hash. */
const indexed = (hash: string | null) =>
  ({ fileByPath: () => (hash === null ? null : { hash }) }) as unknown as Snapshot;

test('the same bytes are the same list of lines; others are read, whatever the stamps say', () => {
  const file = join(root, 'a.ts');
  writeFileSync(file, 'one\r\ntwo\n');
  const read = createLineReader(root);
  const first = read(indexed(null), 'a.ts');
  expect(first).toMatchObject({ path: 'a.ts', lines: ['one', 'two'], stale: true });
  const again = read(indexed(first?.hash ?? ''), 'a.ts');
  expect(again?.lines).toBe(first?.lines);
  expect(again?.stale).toBe(false);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'six\r\ntwo\n');
  utimesSync(file, atime, mtime);
  expect(read(indexed(first?.hash ?? ''), 'a.ts')).toMatchObject({ lines: ['six', 'two'], stale: true });
});

test('what is no text, or gone, has no lines', () => {
  const read = createLineReader(root);
  writeFileSync(join(root, 'a.bin'), Buffer.from([0, 1, 2, 3, 0, 0]));
  expect(read(indexed(null), 'a.bin')).toBeNull();
  expect(read(indexed(null), 'gone.ts')).toBeNull();
});
