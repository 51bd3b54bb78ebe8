import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const STAGES = ['scan', 'parse', 'indexes', 'recall', 'rank', 'expand', 'pack', 'trace', 'handoff'];
const APPLICATIONS = ['eval', 'mcp', 'cli'];

interface Edge {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();

function importsOf(file: string): Edge[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g)].map(
    (m) => m[1] ?? '',
  );
  return specifiers.map((specifier) => ({
    from: file,
    to: relative(SRC, resolve(SRC, dirname(file), specifier)),
  }));
}

const edges = files.flatMap(importsOf);
const areaOf = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root');

function isAllowed({ from, to }: Edge): boolean {
  const area = areaOf(from);
  const target = areaOf(to);
  if (target === area) return true;
  if (area === 'core') return false;
  if (STAGES.includes(area)) return target === 'core';
  // A command starts its application.
  if (area === 'cli' && /^(eval|mcp)\/index\.ts$/.test(to)) return true;
  if (APPLICATIONS.includes(area)) return to === 'index.ts';
  return target === 'core' || STAGES.includes(target);
}

function findCycle(): string[] | null {
  const next = new Map(files.map((file) => [file, edges.filter((e) => e.from === file).map((e) => e.to)]));
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (state.get(file) === 'done') return null;
    if (state.get(file) === 'open') return [...path.slice(path.indexOf(file)), file];
    state.set(file, 'open');
    for (const target of next.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    state.set(file, 'done');
    return null;
  };
  for (const file of files) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

describe('the import law', () => {
  it('looks at the whole of src', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(edges.length).toBeGreaterThan(files.length);
    for (const stage of STAGES.filter((s) => s !== 'handoff')) expect(files.map(areaOf)).toContain(stage);
  });

  it('lets every import point to a file that exists', () => {
    expect(edges.filter((edge) => !files.includes(edge.to))).toEqual([]);
  });

  it('keeps core free of imports, stages to core, applications to the public index', () => {
    expect(edges.filter((edge) => !isAllowed(edge))).toEqual([]);
  });

  it('has no cycles, types included', () => {
    expect(findCycle()).toBeNull();
  });

  it('has no folder or file for odds and ends', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common)(\/|\.ts$)/.test(file))).toEqual([]);
  });
});
