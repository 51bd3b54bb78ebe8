import type { SessionEvent } from '../../core/index.ts';
import { contentHash } from '../content-hash.ts';

export interface Trimmed {
  readonly events: readonly SessionEvent[];
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Tool results without what says nothing: ANSI codes, overwritten progress lines, base64 blocks, runs of equal lines
 * and of lines that report success, results equal to an earlier one. Each cut leaves a mark that says what was there.
 */
export function trimEvents(events: readonly SessionEvent[]): Trimmed {
  const counts: Record<string, number> = {};
  const seen = new Map<string, string>();
  const count = (what: string, times: number): void => {
    if (times > 0) counts[what] = (counts[what] ?? 0) + times;
  };
  const trimmed = events.map((event): SessionEvent => {
    if (event.kind !== 'result') return event;
    const text = trimText(event.text, count);
    if (text.length < SHORTEST_REPEAT) return text === event.text ? event : { ...event, text };
    const hash = contentHash(text);
    const earlier = seen.get(hash);
    if (earlier !== undefined) {
      count('repeated output', 1);
      return { ...event, text: `[same output as ${earlier}]` };
    }
    seen.set(hash, event.id);
    return text === event.text ? event : { ...event, text };
  });
  return { events: trimmed, counts };
}

const SHORTEST_REPEAT = 80;
const SAME_AS = /^\[same output as (\S+)\]$/;

/** Id of the event that holds the text which a repeated result stands for, or null. */
export function repeatedFrom(text: string): string | null {
  return SAME_AS.exec(text)?.[1] ?? null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are control characters
const ANSI = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g;
// The look-behind keeps the search from beginning anew at every letter of a word.
const BASE64 = /(?:\bdata:[\w/+.-]+;base64,|(?<![A-Za-z0-9+/]))[A-Za-z0-9+/]{256,}={0,2}/g;

type Count = (what: string, times: number) => void;

function trimText(text: string, count: Count): string {
  const plain = stripAnsi(text);
  if (plain.length !== text.length) count('terminal codes', 1);
  const unwound = plain.includes('\r') ? unwindProgress(plain) : plain;
  if (unwound.length !== plain.length) count('overwritten lines', 1);
  let blocks = 0;
  const short = unwound.replace(BASE64, (block) => {
    if (!isBase64(block)) return block;
    blocks++;
    return `[base64, ${block.length} characters, sha256 ${contentHash(block).slice(0, 12)}]`;
  });
  count('base64 blocks', blocks);
  return collapseLines(short, count);
}

/** The text without terminal codes. */
function stripAnsi(text: string): string {
  return text.includes('\u001B') ? text.replace(ANSI, '') : text;
}

/** A long word of letters alone is no base64. */
function isBase64(block: string): boolean {
  return /\d/.test(block) && /[a-z]/.test(block) && /[A-Z]/.test(block);
}

function unwindProgress(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(/\r$/, ''))
    .join('\n');
}

const SUCCESS =
  /^[ \t]*(?:[✓✔√] |PASS(?:ED)?\b|ok {2,}\t?\S+\s+[\d.]+s|ok\s+\S+\s+(?:\(cached\)|[\d.]+s)|--- PASS: |=== RUN |test \S+ \.\.\. ok$|\S+::\S+ PASSED\b|\S+ \.\.\. ok$|(?:Compiling|Downloading|Downloaded|Fetching|Checking|Installing|Collecting|Using cached|Requirement already satisfied)\b|\[INFO\] (?:Downloading|Downloaded)|remote: (?:Counting|Compressing)|Receiving objects:|Resolving deltas:)/;
const SHORTEST_RUN = 3;

/** Runs of equal lines and of success lines, each by its first line and a count. */
function collapseLines(text: string, count: Count): string {
  const lines = text.split('\n');
  if (lines.length < SHORTEST_RUN) return text;
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const { what, end } = runAt(lines, at);
    kept.push(lines[at] ?? '');
    if (what !== null) {
      kept.push(`[${end - at - 1} more ${what}]`);
      count(what, end - at - 1);
    }
    at = end;
  }
  return kept.join('\n');
}

/** The run that begins at a line and is long enough to be cut, else the line alone. */
function runAt(lines: readonly string[], at: number): { readonly what: string | null; readonly end: number } {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { what: null, end: at + 1 };
  const equal = endOfRun(lines, at, (other) => other === line);
  if (equal - at >= SHORTEST_RUN) return { what: 'equal lines', end: equal };
  if (!SUCCESS.test(line)) return { what: null, end: at + 1 };
  const success = endOfRun(lines, at, (other) => SUCCESS.test(other));
  return success - at >= SHORTEST_RUN
    ? { what: 'lines of success', end: success }
    : { what: null, end: at + 1 };
}

function endOfRun(lines: readonly string[], at: number, belongs: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && belongs(lines[end] ?? '')) end++;
  return end;
}
