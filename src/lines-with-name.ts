import type { IndexedSymbol, Snapshot } from './core/index.ts';
import { searchText } from './scan/index.ts';

interface NameSearch {
  readonly root: string;
  readonly snapshot: Snapshot;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lines of code and tests that hold the name of the definitions as a word, without those that define it: where it is
 * passed as a value, written in a text or a comment. Counted in the work tree as it is.
 */
export async function linesWithName(
  symbols: readonly IndexedSymbol[],
  { root, snapshot, signal }: NameSearch,
): Promise<number> {
  const names = [...new Set(symbols.map(({ name }) => name))];
  if (names.length === 0) return 0;
  const files = snapshot.files
    .filter(({ kind }) => kind === 'code' || kind === 'test')
    .map(({ path }) => path);
  const pattern = `(?:^|[^\\w$])(?:${names.map(escaped).join('|')})(?:[^\\w$]|$)`;
  const defining = new Set(symbols.map(({ file, nameLine }) => `${file.path}:${nameLine}`));
  const { matches, total } = await searchText({ root, pattern, files, limit: LOOKED_AT, signal });
  return total - matches.filter(({ path, line }) => defining.has(`${path}:${line}`)).length;
}

const LOOKED_AT = 10_000;

const escaped = (name: string): string => name.replace(/[^\p{L}\p{N}_]/gu, (sign) => `\\x{${codeOf(sign)}}`);
const codeOf = (sign: string): string => (sign.codePointAt(0) ?? 0).toString(16);
