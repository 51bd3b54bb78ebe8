const SHINGLE_WORDS = 4;

/** At this share of common shingles two texts say the same. */
const SAME = 0.85;

/** 0 between words, 1 a letter, digit, underscore or beyond ASCII, 2 a word of its own. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32) return 0;
  return /\w/.test(String.fromCharCode(code)) ? 1 : 2;
});

/** A hash of each word and sign, case aside. */
function hashWords(text: string): Int32Array {
  const lower = text.toLowerCase();
  const words = new Int32Array(lower.length);
  let count = 0;
  let inWord = false;
  for (let at = 0; at < lower.length; at++) {
    const unit = lower.charCodeAt(at);
    const kind = unit < 128 ? ASCII[unit] : 1;
    if (kind === 1 && inWord) words[count - 1] = Math.imul((words[count - 1] ?? 0) ^ unit, 0x01000193);
    else if (kind !== 0) words[count++] = Math.imul(0x811c9dc5 ^ unit, 0x01000193);
    inWord = kind === 1;
  }
  return words.subarray(0, count);
}

/** Hashes of every run of four words, layout and case aside; of the whole text where it is shorter. */
export function shinglesOf(text: string): ReadonlySet<number> {
  const words = hashWords(text);
  const width = Math.min(SHINGLE_WORDS, words.length);
  const shingles = new Set<number>();
  for (let start = 0; width > 0 && start + width <= words.length; start++) {
    let value = 0;
    for (let index = start; index < start + width; index++)
      value = Math.imul(value ^ (words[index] ?? 0), 0x9e3779b1) ^ (value >>> 15);
    shingles.add(value);
  }
  return shingles;
}

/** Whether the Jaccard similarity of two shingle sets is at least 0.85. An empty text resembles nothing. */
export function isNearDuplicate(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size === 0) return false;
  // common / (a + b − common) ≥ SAME, solved for common.
  const needed = (SAME * (a.size + b.size)) / (1 + SAME);
  let misses = 0;
  for (const shingle of small) {
    if (small.size - misses < needed) return false;
    if (!large.has(shingle)) misses++;
  }
  return small.size - misses >= needed;
}
