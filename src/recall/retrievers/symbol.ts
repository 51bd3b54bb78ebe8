import type { Hit, IdentifierMention, IndexedSymbol, Query, Snapshot, SymbolKind } from '../../core/index.ts';
import { STOP_WORDS } from '../read-identifiers.ts';
import { mergeHits } from './hit-list.ts';
import type { RetrieverInput, RetrieverRule } from './retriever-input.ts';

const MAX_NAMES = 60;
/** A name with more definitions than this is no name for one thing, unless they stand in a few files. */
const MAX_DEFINITIONS = 40;
const MAX_OVERLOADS = 400;
const FEW_FILES = 12;
/** Of a mention that can be nothing but a name: a word alone, in back-ticks, called. */
const SURE = 0.9;
/** What a definition counts beside one whose file is named for it: a class opened again, a declaration, a test. */
const AWAY = 0.3;
/** Of each other spelling of a name. */
const OTHER_DEFINITIONS = 4;
const SUBJECT_WORDS = 16;

/** What a name most likely means when it is written in a task; the rest count 1. */
const KIND_FACTOR: ReadonlyMap<SymbolKind, number> = new Map([
  ['heading', 0.2],
  ['key', 0.3],
  ['variable', 0.6],
  ['field', 0.6],
  ['property', 0.7],
  ['constant', 0.8],
]);

/**
 * Chunks that define a symbol which the task names exactly, qualified names first. A score is the mention's
 * confidence × how well the definition fits ÷ √ of the number of definitions that fit best.
 */
export const recallSymbol: RetrieverRule = (input) => {
  const mentions = [...input.query.identifiers.slice(0, MAX_NAMES), ...compounds(input.query)];
  return { hits: mergeHits(mentions.flatMap((mention) => hitsOf(input, mention))) };
};

interface Definition {
  readonly symbol: IndexedSymbol;
  readonly fit: number;
}

function hitsOf(input: RetrieverInput, mention: IdentifierMention): readonly Hit[] {
  const found = definitions(input.snapshot.symbols, mention);
  const spread = 1 / Math.sqrt(Math.max(1, things(found)));
  return found.flatMap(({ symbol, fit }): Hit[] => {
    if (!input.accepts(symbol.file)) return [];
    const chunk = input.snapshot.chunkAt(symbol.file.id, symbol.nameLine);
    if (chunk === null) return [];
    const score = mention.confidence * fit * spread * (KIND_FACTOR.get(symbol.kind) ?? 1);
    return [
      { chunk: chunk.id, file: symbol.file.id, retriever: 'symbol', score, matched: [symbol.qualifiedName] },
    ];
  });
}

/** How many things the best fitting definitions define: overloads and specialisations of a file are one. */
function things(found: readonly Definition[]): number {
  const most = Math.max(0, ...found.map(({ fit }) => fit));
  const best = found.filter(({ fit }) => fit === most);
  return best.length > MAX_DEFINITIONS ? filesOf(best) : best.length;
}

function filesOf(found: readonly Definition[]): number {
  return new Set(found.map(({ symbol }) => symbol.file.id)).size;
}

/** Definitions of a name: with its whole qualifier, else with the last part of it, else the bare name. */
function definitions(symbols: Snapshot['symbols'], mention: IdentifierMention): readonly Definition[] {
  const { name, qualifier, confidence } = mention;
  if (qualifier !== null) {
    const owner = qualifier.slice(qualifier.lastIndexOf('.') + 1);
    for (const qualified of new Set([`${qualifier}.${name}`, `${owner}.${name}`])) {
      const found = symbols.find(qualified, MAX_DEFINITIONS);
      if (found.length > 0) return found.map((symbol) => ({ symbol, fit: 1 }));
    }
  }
  const exact = symbols.find(name, MAX_OVERLOADS);
  if (exact.length > 0) {
    const found = exact.map((symbol) => ({ symbol, fit: qualifierFit(symbol, qualifier) }));
    if (exact.length > MAX_DEFINITIONS && filesOf(found) > FEW_FILES)
      return confidence < SURE ? [] : found.filter(({ symbol }) => isAtHome(symbol, name));
    return qualifier === null ? fromHome(found, name) : found;
  }
  if (confidence < 0.7) return [];
  const others = spellings(name).flatMap((other) => symbols.find(other, OTHER_DEFINITIONS));
  return others.map((symbol) => ({ symbol, fit: 0.5 }));
}

/**
 * Where some say what the name is, those that add to it (an `impl`, an extension) count less; so do others beside some
 * in code, and beside some in a file named for them.
 */
function fromHome(found: readonly Definition[], name: string): readonly Definition[] {
  return [
    ({ symbol }: Definition) => symbol.kind !== 'impl',
    ({ symbol }: Definition) => symbol.file.kind === 'code',
    ({ symbol }: Definition) => isNamedForFile(symbol, name),
  ].reduce(preferred, found);
}

/** Where a name that stands everywhere is at home: in code, in a file that is named for it. */
function isAtHome(symbol: IndexedSymbol, name: string): boolean {
  return symbol.file.kind === 'code' && isNamedForFile(symbol, name);
}

function isNamedForFile({ file }: IndexedSymbol, name: string): boolean {
  return lettersOf(stemOf(file.path)) === lettersOf(name);
}

function preferred(
  found: readonly Definition[],
  isBetter: (one: Definition) => boolean,
): readonly Definition[] {
  if (!found.some((one) => one.fit === 1 && isBetter(one))) return found;
  return found.map((one) => (isBetter(one) ? one : { ...one, fit: AWAY * one.fit }));
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\..*$/, '');
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The same words in the other ways that names are written; near names would cost a walk over all names. */
function spellings(name: string): readonly string[] {
  const words = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
  const capitals = words.map(upper);
  const ways = [
    words.join('_'),
    words.join('_').toUpperCase(),
    capitals.join(''),
    [words[0] ?? '', ...capitals.slice(1)].join(''),
    words.join(''),
  ];
  return [...new Set(ways)].filter((way) => way !== name && way !== '');
}

/** A module qualifier (`urls.resolve`) is no part of the qualified name, but often of the path. */
function qualifierFit(symbol: IndexedSymbol, qualifier: string | null): number {
  if (qualifier === null) return 1;
  const owner = qualifier.slice(qualifier.lastIndexOf('.') + 1);
  return symbol.file.path.includes(owner) ? 0.9 : 0.5;
}

/** Words that stand together in the subject, written as one name: session store → SessionStore, session_store. */
function compounds(query: Query): readonly IdentifierMention[] {
  const words = (query.subject.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, SUBJECT_WORDS);
  const names = new Set<string>();
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (next === undefined || isStop(word) || isStop(next)) continue;
    const [a, b] = [word.toLowerCase(), next.toLowerCase()];
    for (const name of [`${upper(a)}${upper(b)}`, `${a}${upper(b)}`, `${a}_${b}`]) names.add(name);
  }
  return [...names].map((name) => ({ name, qualifier: null, confidence: 0.5 }));
}

const isStop = (word: string) => word.length < 3 || STOP_WORDS.has(word.toLowerCase());
const upper = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
