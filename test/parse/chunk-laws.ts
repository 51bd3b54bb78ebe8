import { expect } from 'vitest';
import type { ParsedFile } from '../../src/core/index.ts';

const HARD_LINES = 120;
const HARD_CHARACTERS = 6_000;

/** What holds for every text: coverage exactly once, order, caps, indices and spans inside the file. */
export function expectLawful(text: string, parsed: ParsedFile): void {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  expect(parsed.lineCount).toBe(lines.length);
  expect(parsed.texts).toHaveLength(parsed.chunks.length);
  const problems = [
    ...coverageProblems(lines, parsed),
    ...sizeProblems(lines, parsed),
    ...indexProblems(parsed),
  ];
  expect(problems).toEqual([]);
}

function coverageProblems(lines: readonly string[], { chunks }: ParsedFile): string[] {
  const covered = new Uint8Array(lines.length + 2);
  const problems: string[] = [];
  let last = 0;
  for (const { startLine, endLine } of chunks) {
    if (startLine <= last || endLine < startLine || endLine > lines.length)
      problems.push(`chunk ${startLine}-${endLine} after line ${last} of ${lines.length}`);
    covered.fill(1, startLine, endLine + 1);
    last = endLine;
  }
  for (const [at, line] of lines.entries())
    if (line.trim() !== '' && covered[at + 1] !== 1) problems.push(`line ${at + 1} is in no chunk`);
  return problems;
}

function sizeProblems(lines: readonly string[], { chunks }: ParsedFile): string[] {
  return chunks.flatMap(({ startLine, endLine }) => {
    const count = endLine - startLine + 1;
    const characters = lines.slice(startLine - 1, endLine).reduce((sum, line) => sum + line.length + 1, 0);
    const over = count > HARD_LINES || (characters > HARD_CHARACTERS + 1 && count > 1);
    return over ? [`chunk ${startLine}-${endLine} has ${characters} characters`] : [];
  });
}

function indexProblems(parsed: ParsedFile): string[] {
  const inside = (line: number): boolean => line >= 1 && line <= Math.max(1, parsed.lineCount);
  const known = (index: number | null): boolean => index === null || parsed.symbols[index] !== undefined;
  return [...symbolProblems(parsed, inside, known), ...useProblems(parsed, inside, known)];
}

type Inside = (line: number) => boolean;
type Known = (index: number | null) => boolean;

function symbolProblems({ symbols }: ParsedFile, inside: Inside, known: Known): string[] {
  return symbols.flatMap(({ name, span, nameLine, signature, parent }, at) => {
    const ordered = span.startLine <= nameLine && nameLine <= span.endLine;
    const problems = [
      !ordered || !inside(span.startLine) || !inside(span.endLine) ? 'span' : '',
      name === '' || signature.includes('\n') || signature.length > 300 ? 'text' : '',
      !known(parent) || parent === at ? 'parent' : '',
    ];
    return problems.filter((problem) => problem !== '').map((problem) => `${problem} of ${name}`);
  });
}

function useProblems({ references, imports, chunks }: ParsedFile, inside: Inside, known: Known): string[] {
  const wrongReferences = references.filter(
    ({ name, line, from }) => name === '' || !known(from) || !inside(line),
  );
  const wrongImports = imports.filter(({ line }) => !inside(line));
  const wrongChunks = chunks.filter(
    ({ symbol, header }) =>
      !known(symbol) ||
      (header !== null && !(inside(header.startLine) && header.startLine <= header.endLine)),
  );
  return [
    ...wrongReferences.map(({ name, line }) => `reference ${name} on ${line}`),
    ...wrongImports.map(({ source }) => `import ${source}`),
    ...wrongChunks.map(({ startLine }) => `chunk at ${startLine}`),
  ];
}
