/** Words too common in issue texts to say where to look. */
const STOP_WORDS = new Set(
  (
    'the a an of to in is it for on and or not be are was this that with as by from at if when then but we you ' +
    'they he she will would should can could do does did has have had been there which what how why where who my ' +
    'our your its their so no yes also into out up about after before than too very just only some any all more ' +
    'most other such these those use used using fix fixes fixed add adds added issue bug error expected actual ' +
    'behavior version description steps reproduce following example'
  ).split(' '),
);

const WORD = /[A-Za-z_$][A-Za-z0-9_$]{0,79}|\d{3,12}/g;

/** Words of a text in lower case: identifiers whole, and their parts by case, digits and underscores. */
export function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => formsOf(word));
}

function formsOf(word: string): readonly string[] {
  const parts = word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$]+/)
    .filter((part) => part.length > 1);
  return [word, ...(parts[0] === word ? [] : parts)].map((form) => form.toLowerCase());
}

export interface Vocabulary {
  /** The number of a word in lower case. */
  readonly numberOf: (word: string) => number;
  /** What `wordsOf` gives, as numbers. */
  readonly numbersOf: (text: string) => Int32Array;
}

/** Gives words numbers. Code says the same words again and again: each is cut into its parts once. */
export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const forms = new Map<string, readonly number[]>();
  const numberOf = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size;
    if (number === numbers.size) numbers.set(word, number);
    return number;
  };
  const numbersOf = (text: string): Int32Array => {
    const found: number[] = [];
    for (const [word] of text.matchAll(WORD)) {
      let known = forms.get(word);
      if (known === undefined) {
        known = formsOf(word).map(numberOf);
        forms.set(word, known);
      }
      for (const number of known) found.push(number);
    }
    return Int32Array.from(found);
  };
  return { numberOf, numbersOf };
}

/** Words of a task with how often they occur, without the common ones. */
export function queryWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text))
    if (word.length > 1 && !STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
