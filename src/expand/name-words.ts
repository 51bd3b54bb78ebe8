/** The lower-case words of a name: camel case, snake case and digits are taken apart. */
export function nameWords(name: string): readonly string[] {
  return (/\p{Lu}/u.test(name) ? partedAtCapitals(name) : name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function partedAtCapitals(name: string): string {
  return name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
}

const TEST_WORDS: ReadonlySet<string> = new Set([
  'test',
  'tests',
  'spec',
  'specs',
  'it',
  'e2e',
  'unit',
  'integration',
]);

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** What a file is about by its name: `test_cache.py`, `cache.spec.ts` and `CacheTest.java` are about `cache`. */
export function subjectOf(path: string): string {
  const base = baseName(path);
  const stem = base.replace(/(\.d)?\.[^.]+$/, '');
  return nameWords(stem)
    .filter((word) => !TEST_WORDS.has(word))
    .join(' ');
}

/** Share of the words of `of` that occur in `words`. */
export function wordShare(of: readonly string[], words: ReadonlySet<string>): number {
  if (of.length === 0) return 0;
  return of.filter((word) => words.has(word)).length / of.length;
}
