import type { IndexedSymbol } from '../../core/index.ts';
import { type Expansion, headSpan, isLive, type Reached, type Rule, type Seed } from '../expansion.ts';
import { nameWords } from '../name-words.ts';

const NAMED_BY_TASK = 0.7;
const SHARED_NAME = 0.6;
const NAMES = 24;
const DEFINITIONS = 40;
const EDGES = 100;

/** Keys of configuration files that the seed's definitions or the task name, in any spelling of the words. */
export const config: Rule = (seed, expansion) => [
  ...keysNamed(ownNames(seed, expansion), SHARED_NAME, seed, expansion),
  ...keysNamed(taskNames(expansion), NAMED_BY_TASK, seed, expansion),
];

/** Names with two words or more: one word alone (`name`, `version`) is a key of everything. */
const isTelling = (name: string): boolean => nameWords(name).length > 1;

function ownNames(seed: Seed, { snapshot }: Expansion): readonly string[] {
  const defined = seed.symbols.map((symbol) => symbol.name);
  const { edges } = snapshot.symbols.edgesOn(seed.chunk.file.id, seed.chunk, {
    limit: EDGES,
    quick: true,
  });
  const used = edges.flatMap((edge) => edge.targets);
  const constants = used.filter((symbol) => symbol.kind === 'constant' || symbol.kind === 'field');
  return [...new Set([...defined, ...constants.map((symbol) => symbol.name)])]
    .filter(isTelling)
    .slice(0, NAMES);
}

function taskNames({ query }: Expansion): readonly string[] {
  const mentioned = query.identifiers.map((mention) => mention.name);
  const quoted = query.quotes.filter((quote) => /^[\w.-]+$/.test(quote));
  return [...new Set([...mentioned, ...quoted])].filter(isTelling).slice(0, NAMES);
}

function keysNamed(
  names: readonly string[],
  confidence: number,
  seed: Seed,
  expansion: Expansion,
): Reached[] {
  return names.flatMap((name) =>
    expansion
      .once(`keys:${nameWords(name).join(' ')}`, () => findKeys(name, expansion))
      .filter((key) => isLive(key.file, seed))
      .flatMap((key) => {
        const chunk = expansion.chunkAt(key.file.id, key.nameLine);
        return chunk === null ? [] : [{ chunk, confidence, focus: [headSpan(key)] }];
      }),
  );
}

function findKeys(name: string, { snapshot }: Expansion): readonly IndexedSymbol[] {
  return spellings(name)
    .flatMap((spelling) => snapshot.symbols.find(spelling, DEFINITIONS))
    .filter((symbol) => symbol.file.kind === 'config' && symbol.kind !== 'heading');
}

function spellings(name: string): readonly string[] {
  const words = nameWords(name);
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const camel = [words[0] ?? '', ...capital.slice(1)].join('');
  const all = [words.join('_'), words.join('-'), words.join('_').toUpperCase(), camel, capital.join('')];
  return [...new Set([name, ...all])];
}
