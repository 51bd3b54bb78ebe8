/** A long text cut down to what a task asks for. */

export interface Condensed {
  readonly text: string;
  /** Runs of lines that are not shown, one-based. */
  readonly leftOut: readonly { readonly startLine: number; readonly endLine: number }[];
}

const HEAD_LINES = 12;
const TAIL_LINES = 6;
const LINE_LENGTH = 400;
/** Words of the task that lines are searched for: the first say what it is about, and a pasted log has thousands. */
const WORDS = 300;

/**
 * At most `limit` characters of a text: its beginning and end, then the lines that hold the rarest words of the task
 * with one line around, the best first. Each gap says which lines of the whole it stands for.
 */
export function condenseText(text: string, task: string, limit: number): Condensed {
  if (text.length <= limit) return { text, leftOut: [] };
  const lines = text
    .split('\n')
    .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}⋯` : line));
  const kept = new Set<number>();
  let size = 0;
  const keep = (at: number): boolean => {
    const line = lines[at];
    if (line === undefined || kept.has(at)) return true;
    // Room for the gap that may stand beside it.
    if (size + line.length + 40 > limit) return false;
    size += line.length + 40;
    kept.add(at);
    return true;
  };
  for (let at = 0; at < HEAD_LINES; at++) keep(at);
  for (let at = lines.length - TAIL_LINES; at < lines.length; at++) keep(at);
  for (const at of byWorth(lines, task)) {
    if (![at, at - 1, at + 1].every(keep)) break;
  }
  return rendered(
    lines,
    [...kept].sort((a, b) => a - b),
  );
}

/** Lines with words of the task; without any, all of them in order. */
function byWorth(lines: readonly string[], task: string): readonly number[] {
  const words = [...new Set(task.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? [])].slice(0, WORDS);
  const lower = lines.map((line) => line.toLowerCase());
  const weights = words.map((word) => {
    const holders = lower.filter((line) => line.includes(word)).length;
    return holders === 0 ? 0 : Math.log(1 + lines.length / holders);
  });
  const scored = lower.map((line, at) => ({
    at,
    score: words.reduce((sum, word, i) => sum + (line.includes(word) ? (weights[i] ?? 0) : 0), 0),
  }));
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at);
  return (found.length > 0 ? found : scored).map(({ at }) => at);
}

function rendered(lines: readonly string[], kept: readonly number[]): Condensed {
  const rows: string[] = [];
  const leftOut: { startLine: number; endLine: number }[] = [];
  let next = 0;
  for (const at of [...kept, lines.length]) {
    if (at > next) {
      leftOut.push({ startLine: next + 1, endLine: at });
      rows.push(`⋯ ${at - next} lines left out (${next + 1}-${at})`);
    }
    const line = lines[at];
    if (line !== undefined) rows.push(line);
    next = at + 1;
  }
  return { text: rows.join('\n'), leftOut };
}
