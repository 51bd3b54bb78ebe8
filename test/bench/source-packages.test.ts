import { describe, expect, it } from 'vitest';
import { readSourcePackages } from '../../bench/train-embedder/source-packages.ts';

const PERMISSIVE = /^(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|BSL-1\.0|Unlicense)$/;

describe('packages that the embedder is trained on', () => {
  const sources = readSourcePackages();

  it('are pinned, each once', () => {
    expect(sources.length).toBeGreaterThan(100);
    const names = sources.map(({ from, name }) => `${from} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, version } of sources) expect(`${name} ${version}`).toMatch(/ \d[\w.+~:-]*$/);
  });

  it('have permissive licences', () => {
    for (const { name, licence } of sources) {
      const parts = licence.split(/ (?:AND|OR) /);
      expect(`${name}: ${parts.filter((part) => !PERMISSIVE.test(part)).join(', ')}`).toBe(`${name}: `);
    }
  });

  it('name an architecture where they are Debian binary packages', () => {
    for (const { from, architecture } of sources) expect(architecture !== undefined).toBe(from === 'debian');
  });
});
