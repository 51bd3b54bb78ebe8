const MAX_QUOTES = 60;
const QUOTED = /"([^"]{3,120})"|(?<![\p{L}\p{N}])'([^']{3,120})'(?![\p{L}\p{N}])|“([^”]{3,120})”/gu;

/** Strings in quotation marks, each once, in order of appearance, at most 60. */
export function readQuotes(lines: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const line of lines) {
    for (const match of line.matchAll(QUOTED)) {
      if (found.size >= MAX_QUOTES) return [...found];
      const text = (match[1] ?? match[2] ?? match[3] ?? '').trim();
      if (text.length >= 3) found.add(text);
    }
  }
  return [...found];
}
