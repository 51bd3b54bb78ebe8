/** Names of two words or more, which are never keywords and seldom prose: `parseHeader`, `HTTP_PORT`. */
const COMPOUND = /\b(?=[A-Za-z0-9_]*[a-z][A-Z]|[A-Za-z0-9]+_[A-Za-z0-9])[A-Za-z][A-Za-z0-9_]{3,}\b/g;
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
/** Of the names, this share is another one in a copy; the rest stand for what repositories have in common. */
const RENAMED_OF_8 = 5;

/** The parts of the compound names in texts, lower case, sorted: what new names are made of. */
export function nameWords(texts: Iterable<string>): readonly string[] {
  const words = new Set<string>();
  for (const text of texts)
    for (const [name] of text.matchAll(COMPOUND))
      for (const [word] of name.matchAll(WORD)) if (word.length >= 3) words.add(word.toLowerCase());
  return [...words].sort();
}

/**
 * The text of a copy of a file: a part of most compound names is another word of `words`, the same name always
 * the same way in one copy. Lines stay lines; copy 0 is the original.
 */
export function renameIdentifiers(text: string, copy: number, words: readonly string[]): string {
  if (copy === 0 || words.length === 0) return text;
  return text.replace(COMPOUND, (name) => renamed(name, copy, words));
}

function renamed(name: string, copy: number, words: readonly string[]): string {
  const hash = hashOf(`${copy}:${name}`);
  if (hash % 8 >= RENAMED_OF_8) return name;
  const parts = [...name.matchAll(WORD)];
  const part = parts[(hash >>> 3) % parts.length];
  const word = words[(hash >>> 8) % words.length];
  if (part === undefined || word === undefined) return name;
  const [old] = part;
  return name.slice(0, part.index) + inCaseOf(old, word) + name.slice(part.index + old.length);
}

function inCaseOf(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return /^[A-Z]/.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** FNV-1a with a last mix, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
