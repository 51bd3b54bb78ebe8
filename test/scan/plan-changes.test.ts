import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileStamp, ManifestEntry, ScannedFile, SkipReason } from '../../src/core/index.ts';
import { isRacy, planChanges } from '../../src/scan/index.ts';

const NOW = 1_700_000_000_000;
const STAMP: FileStamp = { size: 10, mtimeMs: NOW - 60_000.5, ctimeMs: NOW - 60_000.5, inode: 7 };

function scanned(path: string, stamp: Partial<FileStamp> = {}, skip: SkipReason | null = null): ScannedFile {
  return { path, stamp: { ...STAMP, ...stamp }, skip };
}

function entry(path: string, rest: Partial<ManifestEntry> = {}): ManifestEntry {
  return {
    path,
    stamp: STAMP,
    kind: 'code',
    hash: 'f'.repeat(32),
    language: null,
    skip: null,
    racy: false,
    ...rest,
  };
}

function manifest(...entries: readonly ManifestEntry[]): Map<string, ManifestEntry> {
  return new Map(entries.map((it) => [it.path, it]));
}

describe('planChanges', () => {
  it('asks for nothing when nothing changed', () => {
    const skipped = entry('b', { skip: 'symlink', hash: null, racy: true });
    const files = [scanned('a'), scanned('b', {}, 'symlink'), scanned('c')];
    expect(
      planChanges(manifest(entry('a'), skipped, entry('c', { skip: 'binary', hash: null })), files, NOW),
    ).toEqual({
      unchanged: 3,
      look: [],
      skipped: [],
      removed: [],
    });
  });

  it.each([[{ size: 11 }], [{ mtimeMs: 1 }], [{ ctimeMs: 1 }], [{ inode: 8 }]] as const)(
    'looks again when %j',
    (stamp) => {
      const file = scanned('a', stamp);
      expect(planChanges(manifest(entry('a')), [file], NOW).look).toEqual([file]);
    },
  );

  it('looks again at racy entries and where the walk alone had refused', () => {
    const before = manifest(entry('a', { racy: true }), entry('b', { skip: 'unreadable', hash: null }));
    const files = [scanned('a'), scanned('b'), scanned('new')];
    expect(planChanges(before, files, NOW)).toMatchObject({ unchanged: 0, look: files });
  });

  it('writes lines for paths that are not read, and names those that went', () => {
    const before = manifest(entry('z'), entry('a'), entry('link'));
    const plan = planChanges(before, [scanned('link', {}, 'symlink')], NOW);
    expect(plan.removed).toEqual(['a', 'z']);
    expect(plan.skipped).toEqual([entry('link', { skip: 'symlink', hash: null })]);
  });

  it('puts every path in exactly one place', () => {
    const anyEntry = fc.record({ path: fc.constantFrom(...'abcdef'), racy: fc.boolean(), size: fc.nat(2) });
    const anyFile = fc.record({ path: fc.constantFrom(...'abcdef'), size: fc.nat(2), link: fc.boolean() });
    const unique = { selector: (it: { path: string }) => it.path };
    fc.assert(
      fc.property(fc.uniqueArray(anyEntry, unique), fc.uniqueArray(anyFile, unique), (entries, files) => {
        const before = manifest(
          ...entries.map(({ path, racy, size }) => entry(path, { racy, stamp: { ...STAMP, size } })),
        );
        const now = files.map(({ path, size, link }) => scanned(path, { size }, link ? 'symlink' : null));
        const plan = planChanges(before, now, NOW);
        expect(plan.unchanged + plan.look.length + plan.skipped.length).toBe(files.length);
        expect(plan.removed.length).toBe(
          entries.filter(({ path }) => !files.some((it) => it.path === path)).length,
        );
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});

describe('isRacy', () => {
  it('suspects a stamp younger than the clock of the file system can tell', () => {
    expect(isRacy({ ...STAMP, mtimeMs: NOW - 50.5 }, NOW)).toBe(true);
    expect(isRacy({ ...STAMP, ctimeMs: NOW - 50.5 }, NOW)).toBe(true);
    expect(isRacy({ ...STAMP, mtimeMs: NOW - 500.5 }, NOW)).toBe(false);
    expect(isRacy({ ...STAMP, mtimeMs: NOW + 5000.5 }, NOW)).toBe(true);
  });

  it('is wider where times are whole seconds', () => {
    expect(isRacy({ ...STAMP, mtimeMs: NOW - 1000 }, NOW)).toBe(true);
    expect(isRacy({ ...STAMP, mtimeMs: NOW - 3000 }, NOW)).toBe(false);
  });
});
