import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { openContext } from '../../src/engine.ts';
import { makeRepository, tempFolder, write } from './make-repository.ts';

/** Each name is defined twice: only the manifest says which one is imported. */
const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "#cache/*": ["packages/new/*"] } } }',
  'packages/new/evict.ts': 'export function evict() {}\n',
  'packages/old/evict.ts': 'export function evict() {}\n',
  'app/main.ts': "import { evict } from '#cache/evict';\nexport const run = () => evict();\n",
  'web/one/package.json': '{ "name": "@acme/store" }',
  'web/one/src/index.ts': 'export function put() {}\n',
  'web/two/package.json': '{ "name": "@acme/other" }',
  'web/two/src/index.ts': 'export function put() {}\n',
  'app/save.ts': "import { put } from '@acme/store';\nexport const save = () => put();\n",
  'go/go.mod': 'module example.org/acme\n\ngo 1.22\n',
  'go/lock/lock.go': 'package lock\n\nfunc Take() {}\n',
  'other/lock/lock.go': 'package lock\n\nfunc Take() {}\n',
  'go/cmd/main.go': 'package main\n\nimport "example.org/acme/lock"\n\nfunc main() {\n\tlock.Take()\n}\n',
  'crates/a/Cargo.toml': '[package]\nname = "fast-parser"\n',
  'crates/a/src/lib.rs': 'pub fn parse() {}\n',
  'crates/b/Cargo.toml': '[package]\nname = "slow-parser"\n',
  'crates/b/src/lib.rs': 'pub fn parse() {}\n',
  'crates/tool/Cargo.toml': '[package]\nname = "tool"\n',
  'crates/tool/src/main.rs': 'fn main() {\n    fast_parser::parse();\n}\n',
};

/** `file → file` for each resolved call of the name. */
async function callsOf(context: Context, name: string): Promise<readonly string[]> {
  await context.sync();
  const { edges } = await context.symbols.related(name, 'callers', {});
  return edges.map(
    ({ site, targets }) => `${site.file.path} → ${targets.map(({ file }) => file.path).join(', ')}`,
  );
}

describe('an import that only a manifest explains', () => {
  it.each([
    ['paths of tsconfig.json', 'evict', 'app/main.ts → packages/new/evict.ts'],
    ['a name in package.json', 'put', 'app/save.ts → web/one/src/index.ts'],
    ['the module of go.mod', 'Take', 'go/cmd/main.go → go/lock/lock.go'],
    ['a name in Cargo.toml', 'parse', 'crates/tool/src/main.rs → crates/a/src/lib.rs'],
  ])('is resolved by %s', async (_, name, edge) => {
    await using context = await openContext(makeRepository(FILES), { env: {} });
    expect(await callsOf(context, name)).toEqual([edge]);
  });

  it('is not looked for without end in a manifest made to be slow', async () => {
    const fill = (piece: string): string => piece.repeat(250_000 / piece.length);
    const hostile = {
      'tsconfig.json': `{"a": "${fill('\\"')}`,
      'app/tsconfig.json': `{ ${fill('/*')}`,
      'web/tsconfig.json': `{ ${fill(', ')}`,
      'go/go.mod': fill('\n'),
      'crates/a/Cargo.toml': `[package]${fill('\n')}`,
      'crates/b/Cargo.toml': fill('\n[package]\n'),
    };
    await using context = await openContext(makeRepository({ ...FILES, ...hostile }), { env: {} });
    expect(await callsOf(context, 'evict')).toEqual([]);
    expect(await callsOf(context, 'Take')).toEqual([]);
    expect(await callsOf(context, 'parse')).toEqual([]);
  });

  it('follows a manifest that is changed, and none that leads out of the root', async () => {
    const root = makeRepository(FILES);
    await using context = await openContext(root, { env: {} });
    expect(await callsOf(context, 'evict')).toEqual(['app/main.ts → packages/new/evict.ts']);
    const config = FILES['tsconfig.json'].replace('packages/new', 'packages/old');
    write(root, { 'tsconfig.json': config });
    expect(await callsOf(context, 'evict')).toEqual(['app/main.ts → packages/old/evict.ts']);
    const outside = tempFolder();
    write(outside, { 'tsconfig.json': config });
    rmSync(join(root, 'tsconfig.json'));
    symlinkSync(join(outside, 'tsconfig.json'), join(root, 'tsconfig.json'));
    expect(await callsOf(context, 'evict')).toEqual([]);
  });
});
