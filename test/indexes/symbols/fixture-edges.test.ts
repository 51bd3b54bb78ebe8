import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Edge, ImportStyle, RepoPath } from '../../../src/core/index.ts';
import { IMPORT_RESOLVERS } from '../../../src/indexes/symbols/import-resolvers/index.ts';
import { createSymbolReader } from '../../../src/indexes/symbols/index.ts';
import { createMemorySource, parseTree, type TreeTexts } from '../../fake-snapshot.ts';
import type { Expected } from '../../parse/expected.ts';

const FIXTURES = new URL('../../../fixtures/languages/', import.meta.url).pathname;

const languages = readdirSync(FIXTURES)
  .filter((id) => existsSync(join(FIXTURES, id, 'expected.json')))
  .sort();

type ExpectedEdge = Expected['edges'][number];

async function readFixture(id: string) {
  const folder = join(FIXTURES, id);
  const expected: Expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  const texts: TreeTexts = Object.fromEntries(
    Object.keys(expected.files).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  return { expected, tree: await parseTree(texts) };
}

const isPlaced = ({ site }: Edge, at: ExpectedEdge['from']): boolean =>
  site.file.path === at.file && site.line === at.line && site.name === at.name;

const isAt = (edge: Edge, { from }: ExpectedEdge): boolean => isPlaced(edge, from);

const leadsTo = (edge: Edge, { to }: ExpectedEdge): boolean =>
  edge.targets.some((target) => target.file.path === to.file && target.qualifiedName === to.qualifiedName);

const inWords = ({ site, targets }: Edge): string =>
  `${site.file.path}:${site.line} ${site.name} → ` +
  targets.map((target) => `${target.file.path}#${target.qualifiedName}`).join(', ');

/** Edges found, edges missed, and edges that lead elsewhere, in words. */
async function compareEdges(id: string) {
  const { expected, tree } = await readFixture(id);
  const reader = createSymbolReader(createMemorySource(tree), tree.traitsOf);
  const missed: string[] = [];
  let right = 0;
  const resolved = tree.files.flatMap(
    (file) => reader.edgesOn(file.id, { startLine: 1, endLine: file.lineCount }, { limit: 1000 }).edges,
  );
  const wrong = resolved
    .filter((edge) => !expected.edges.some((wanted) => isAt(edge, wanted) && leadsTo(edge, wanted)))
    .filter((edge) => !(expected.misled ?? []).some((use) => isPlaced(edge, use)))
    .map(inWords);
  for (const wanted of expected.edges) {
    const at = reader.uses(wanted.from.name, { limit: 1000 }).edges.filter((edge) => isAt(edge, wanted));
    if (at.some((edge) => leadsTo(edge, wanted))) right += 1;
    else {
      missed.push(
        `${wanted.from.file}:${wanted.from.line} ${wanted.from.name} → ${wanted.to.file}#${wanted.to.qualifiedName}: ` +
          (at.length === 0 ? 'no such reference' : at.map(inWords).join('; ')),
      );
    }
  }
  return { edges: expected.edges, unresolved: expected.unresolved ?? [], reader, right, wrong, missed };
}

describe('edges of the language fixtures', () => {
  it('has fixtures to look at', () => {
    expect(languages.length).toBeGreaterThan(10);
  });

  it.each(languages)(
    '%s: finds what is expected and nothing else, both ways',
    async (id) => {
      const { edges, unresolved, reader, right, wrong, missed } = await compareEdges(id);
      expect(missed).toEqual([]);
      // Also tells that an edge of `missed` is found now: move it to `edges`.
      expect(wrong).toEqual([]);
      let back = 0;
      for (const wanted of edges) {
        const target = reader
          .find(wanted.to.qualifiedName)
          .filter((s) => s.file.path === wanted.to.file)
          .sort((one, other) => one.qualifiedName.length - other.qualifiedName.length)[0];
        expect(target, wanted.to.qualifiedName).toBeDefined();
        if (target === undefined) continue;
        if (reader.incoming(target, { limit: 1000 }).edges.some((edge) => isAt(edge, wanted))) back += 1;
      }
      expect(back).toBe(right);
      for (const use of unresolved) {
        const at = reader.uses(use.name, { limit: 1000 }).edges.filter((edge) => isPlaced(edge, use));
        expect(at.flatMap((edge) => edge.targets.map((target) => target.qualifiedName))).toEqual([]);
      }
    },
    90_000,
  );

  it('can reach every file that an import leads to, and no file of another language by its modules', async () => {
    const foreign: Partial<Record<ImportStyle, RepoPath>> = {
      none: 'docs/cache.md',
      'dotted-module': 'docs/cache.md',
      'crate-path': 'Cargo.toml',
      'package-path': 'go.mod',
    };
    let reached = 0;
    for (const id of languages) {
      const { tree } = await readFixture(id);
      const reader = createSymbolReader(createMemorySource(tree), tree.traitsOf);
      for (const from of tree.files) {
        const style = tree.traitsOf(from.language).importStyle;
        const { canReach } = IMPORT_RESOLVERS[style];
        const imported = reader.importedFiles(from.id).map((file) => tree.files[file]?.path ?? '');
        expect(imported.filter((path) => !canReach(path, from))).toEqual([]);
        reached += imported.length;
        const other = foreign[style];
        if (other !== undefined) expect(canReach(other, from)).toBe(false);
      }
    }
    expect(reached).toBeGreaterThan(40);
  }, 90_000);
});
