import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';

const folder = new URL('../dist/lib/', import.meta.url);
const manifest: {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Names of packages that a file imports, at its head or when it is needed. */
function packagesOf(code: string): readonly string[] {
  const sources = [...code.matchAll(/(?:from|import)\s*\(?\s*["'`]([a-z@][\w@/.:-]*)["'`]/g)].map(
    (match) => match[1] ?? '',
  );
  return sources
    .filter((source) => !isBuiltin(source))
    .map((source) => source.split('/', source.startsWith('@') ? 2 : 1).join('/'));
}

describe('the bundle', () => {
  it('imports no package that is not installed with it', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
    const imported = new Set(
      files.flatMap((name) => packagesOf(readFileSync(new URL(name, folder), 'utf8'))),
    );
    const installed = { ...manifest.dependencies, ...manifest.peerDependencies };
    expect([...imported]).toContain('better-sqlite3');
    expect([...imported].filter((name) => !(name in installed))).toEqual([]);
  });
});
