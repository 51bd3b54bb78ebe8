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

/** Words of a text in lower case: identifiers whole, and their parts by case, digits and underscores. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/[A-Za-z_$][A-Za-z0-9_$]{0,79}|\d{3,12}/g)) {
    words.push(word.toLowerCase());
    const parts = word
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .split(/[\s_$]+/);
    if (parts.length > 1) for (const part of parts) if (part.length > 1) words.push(part.toLowerCase());
  }
  return words;
}

/** Words of a task with how often they occur, without the common ones. */
export function queryWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text))
    if (word.length > 1 && !STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
