import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language, Parser, Query, Tree } from 'web-tree-sitter';
import type { LanguageId } from '../core/index.ts';
import type { QueryFact } from './facts.ts';
import { languageRow, type ReadAs } from './languages.ts';

/** Answer of a parser: the matches of its language's query, or why there are none. */
export type QueryResult =
  | { readonly ok: true; readonly matches: readonly QueryFact[] }
  | { readonly ok: false; readonly because: string };

/** Reads a text with one grammar; synchronous, never throws, frees the tree before it returns. */
export type GrammarReader = (text: string, limits: ReadLimits) => QueryResult;

export interface ReadLimits {
  /** Milliseconds for parse and query together. */
  readonly deadlineMs: number;
  /** Monotonic clocks in milliseconds, the cheapest first: a text is late when all of them say so. */
  readonly clocks: readonly (() => number)[];
}

/** The grammars of one thread, each loaded at its first use and kept. */
export interface ParserPool {
  /** Loads what the language and its embedded languages need; a failure to load is told by `reader`. */
  ready(language: LanguageId | null): Promise<void>;
  /** Reader of a language that is ready, or a reason in words. */
  reader(language: LanguageId): GrammarReader | string;
  close(): void;
}

type GrammarRow = Extract<ReadAs, { how: 'grammar' }>;

interface Loaded {
  readonly parser: Parser;
  readonly query: Query;
}

/** A pool without grammars. One pool serves one thread: parsers are not shared. */
export function createParserPool(): ParserPool {
  const loading = new Map<LanguageId, Promise<void>>();
  /** Grammars load one after another: web-tree-sitter mixes up modules that load at the same time. */
  let last: Promise<void> = Promise.resolve();
  const loaded = new Map<LanguageId, Loaded | string>();

  const load = async (language: LanguageId, row: GrammarRow): Promise<void> => {
    try {
      loaded.set(language, await loadGrammar(row));
    } catch (error) {
      loaded.set(language, `the ${language} grammar could not be loaded: ${messageOf(error)}`);
    }
  };

  const ready = async (language: LanguageId | null): Promise<void> => {
    const row = languageRow(language);
    if (row === null) return;
    const { read } = row;
    if (read.how === 'format') {
      await Promise.all((read.embeds ?? []).map(ready));
      return;
    }
    const pending = loading.get(row.id) ?? last.then(() => load(row.id, read));
    loading.set(row.id, pending);
    last = pending;
    await pending;
  };

  const reader = (language: LanguageId): GrammarReader | string => {
    const grammar = loaded.get(language);
    if (grammar === undefined) return `the ${language} grammar is not loaded`;
    return typeof grammar === 'string' ? grammar : (text, limits) => readWith(grammar, text, limits);
  };

  const close = (): void => {
    for (const grammar of loaded.values()) {
      if (typeof grammar === 'string') continue;
      grammar.query.delete();
      grammar.parser.delete();
    }
    loaded.clear();
    loading.clear();
  };

  return { ready, reader, close };
}

async function loadGrammar(row: GrammarRow): Promise<Loaded> {
  const treeSitter = await import('web-tree-sitter');
  await treeSitter.Parser.init();
  const packageJson = createRequire(import.meta.url).resolve(`${row.wasm.package}/package.json`);
  const language: Language = await treeSitter.Language.load(join(dirname(packageJson), row.wasm.file));
  const query = new treeSitter.Query(language, await queryText(row.queries));
  const parser = new treeSitter.Parser();
  parser.setLanguage(language);
  return { parser, query };
}

/** `grammars/` stands at the package root, two levels above this file in `src/`, in `dist/` and in the bundle. */
async function queryText(folders: readonly string[]): Promise<string> {
  const texts = await Promise.all(
    folders.map((folder) => readFile(new URL(`../../grammars/${folder}/tags.scm`, import.meta.url), 'utf8')),
  );
  return texts.join('\n');
}

function readWith({ parser, query }: Loaded, text: string, limits: ReadLimits): QueryResult {
  const lateness = createLateness(limits);
  const progressCallback = lateness.check;
  let tree: Tree | null = null;
  try {
    tree = parser.parse(text, null, { progressCallback });
    if (tree === null) return tooSlow(limits);
    const matches = query.matches(tree.rootNode, { progressCallback });
    if (lateness.isLate()) return tooSlow(limits);
    return {
      ok: true,
      matches: matches.map((match) => ({
        pattern: match.patternIndex,
        captures: match.captures.map(({ name, node }) => ({
          name,
          range: { start: node.startIndex, end: node.endIndex },
        })),
      })),
    };
  } catch (error) {
    return { ok: false, because: `the parser failed: ${messageOf(error)}` };
  } finally {
    if (tree === null) resetQuietly(parser);
    else tree.delete();
  }
}

/** Calls of a progress callback between two looks at the clocks: they come by hundreds a file. */
const CALLS_PER_LOOK = 64;

/** `check` looks at the clocks at every 64th call only, and starts them at the first look; small files have none. */
function createLateness({ clocks, deadlineMs }: ReadLimits) {
  let calls = 0;
  let starts: readonly number[] | null = null;
  let late = false;
  const check = (): boolean => {
    if (late || ++calls % CALLS_PER_LOOK !== 0) return late;
    starts ??= clocks.map((clock) => clock());
    late = starts.every((start, at) => (clocks[at]?.() ?? start) - start > deadlineMs);
    return late;
  };
  return { check, isLate: () => late };
}

/** After an interrupted parse the parser would resume; after a crash of the wasm module even this fails. */
function resetQuietly(parser: Parser): void {
  try {
    parser.reset();
  } catch {
    // The reason was already given by the failed parse.
  }
}

function tooSlow(limits: ReadLimits): QueryResult {
  return { ok: false, because: `not parsed within ${limits.deadlineMs} ms` };
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
