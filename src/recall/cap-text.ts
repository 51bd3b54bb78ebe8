/** Characters of one text that are read; what is longer is cut in the middle, and said so. */
const MAX_TEXT = 200_000;
/** Lines of one text that are read: more than a text of full length has, unless it is made of tiny lines. */
const MAX_LINES = 10_000;
/** Characters of one line that are read: every line-wise pattern costs at most a constant times this. */
const MAX_LINE = 1_000;

const CSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]{0,24}[A-Za-z]`, 'g');

export interface CappedText {
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Lines of an untrusted text without terminal colours, capped in length, number and width. `keep: 'head'`
 * favours the beginning (descriptions), `'tail'` the end (logs, where the failure is last).
 */
export function capText(text: string, what: string, keep: 'head' | 'tail'): CappedText {
  const [head, tail] = parts(text.length, MAX_TEXT, keep);
  const kept = tail === 0 ? text : `${text.slice(0, head)}\n${text.slice(text.length - tail)}`;
  const all = unescapeNewlines(wellFormed(kept))
    .replace(CSI, '')
    .split(/\r\n|\n|\r/);
  const [first, last] = parts(all.length, MAX_LINES, keep);
  const lines = last === 0 ? all : [...all.slice(0, first), ...all.slice(all.length - last)];
  const wide = lines.filter((line) => line.length > MAX_LINE).length;
  const cut = [
    tail > 0 ? `${text.length - MAX_TEXT} of ${text.length} characters in the middle were not read` : '',
    last > 0 ? `${all.length - MAX_LINES} of ${all.length} lines in the middle were not read` : '',
    wide > 0 ? `${wide} lines were read only up to ${MAX_LINE} characters` : '',
  ].filter((note) => note !== '');
  return {
    lines: lines.map((line) => (line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line)),
    notes: cut.map((note) => `${what}: ${note}.`),
  };
}

/** How much is kept of each end; nothing of the second where everything is kept. */
function parts(length: number, most: number, keep: 'head' | 'tail'): readonly [number, number] {
  if (length <= most) return [length, 0];
  const head = keep === 'head' ? (most * 3) / 4 : most / 4;
  return [head, most - head];
}

/** A cut, or a careless paste, can leave half of a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A text that was pasted as a JSON or shell string carries its line ends as two characters. */
function unescapeNewlines(text: string): string {
  if (text.includes('\n') || !text.includes('\\n')) return text;
  return text
    .replaceAll('\\r\\n', '\n')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replaceAll('\\"', '"');
}
