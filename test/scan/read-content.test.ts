import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashContent, MAX_FILE_BYTES, readContent, walkTree } from '../../src/scan/index.ts';
import { tempFolder, write } from './temp-repository.ts';

it('gives the bytes with the stamp of the walk', async () => {
  const root = tempFolder();
  write(root, { 'a/b.ts': 'é\r\n', empty: '' });
  const { files } = await walkTree(root, { git: null });
  expect(files.map(({ path }) => readContent(root, path))).toEqual([
    { bytes: Buffer.from('é\r\n'), stamp: files[0]?.stamp },
    { bytes: Buffer.alloc(0), stamp: files[1]?.stamp },
  ]);
});

it('gives a reason instead of what must not be read', () => {
  const root = tempFolder();
  const outside = tempFolder();
  write(outside, { 'secret.txt': 'secret' });
  write(root, {
    'real/a.ts': 'a',
    big: 'x'.repeat(MAX_FILE_BYTES + 1),
    fits: 'x'.repeat(MAX_FILE_BYTES),
  });
  symlinkSync('real/a.ts', join(root, 'link'));
  symlinkSync(outside, join(root, 'away'));
  mkdirSync(join(root, 'folder'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const skips = ['link', 'away/secret.txt', '../x', 'folder', 'pipe', 'gone', 'big', 'real/a.ts/x'].map(
    (path) => {
      const content = readContent(root, path);
      return 'skip' in content ? content.skip : null;
    },
  );
  expect(skips).toEqual([
    'symlink',
    'outside-root',
    'unreadable',
    'special-file',
    'special-file',
    'unreadable',
    'too-large',
    'unreadable',
  ]);
  expect(readContent(root, 'fits')).toHaveProperty('bytes.length', MAX_FILE_BYTES);
});

it('is unreadable once the file is gone, and new after it changed', () => {
  const root = tempFolder();
  write(root, { a: 'one' });
  const before = readContent(root, 'a');
  writeFileSync(join(root, 'a'), 'three');
  const after = readContent(root, 'a');
  expect(after).toMatchObject({ bytes: Buffer.from('three'), stamp: { size: 5 } });
  expect(before).not.toEqual(after);
  rmSync(join(root, 'a'));
  expect(readContent(root, 'a')).toEqual({ skip: 'unreadable' });
});

it('names content by the first half of its SHA-256', () => {
  const bytes = Buffer.from('content');
  expect(hashContent(bytes)).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 32));
});
