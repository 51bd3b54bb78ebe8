import type { WeightedText } from '../core/index.ts';
import type { ZonedLine } from './annotate-lines.ts';
import { withoutNoise } from './boilerplate.ts';

/** Emphasis by place, from measurements on issue texts: subject and code spans ×1.5, more made it worse. */
const EMPHASIS = {
  subject: 1.5,
  code: 1.5,
  error: 1.5,
  prose: 1,
  log: 0.3,
  boilerplate: 0.2,
  url: 0.1,
} as const;
type Emphasis = keyof typeof EMPHASIS;

const CODE_SPAN = /(`{1,2})([^`]{1,200})\1/g;

/** Indices of lines that are read for more than their words. */
export interface TellingLines {
  readonly errors: ReadonlySet<number>;
  readonly frames: ReadonlySet<number>;
  readonly tests: ReadonlySet<number>;
}

/** Text of the lines by emphasis, the subject first; encoded data is left out. */
export function weighSpans(lines: readonly ZonedLine[], telling: TellingLines): readonly WeightedText[] {
  const texts = new Map<Emphasis, string[]>([['subject', []]]);
  const add = (emphasis: Emphasis, text: string) => {
    if (text.trim() === '') return;
    const list = texts.get(emphasis);
    if (list === undefined) texts.set(emphasis, [text]);
    else list.push(text);
  };
  for (const [index, line] of lines.entries()) {
    const { text, urls } = withoutNoise(line.text);
    for (const url of urls) add('url', url);
    const emphasis = emphasisOf(line, index, telling);
    if (emphasis !== 'prose' || line.zone === 'fence') {
      add(emphasis, text);
      continue;
    }
    for (const span of text.matchAll(CODE_SPAN)) add('code', span[2] ?? '');
    add('prose', text.replace(CODE_SPAN, ' ').trim());
  }
  return [...texts].flatMap(([emphasis, parts]) =>
    parts.length === 0 ? [] : [{ text: parts.join('\n'), weight: EMPHASIS[emphasis] }],
  );
}

function emphasisOf({ zone }: ZonedLine, index: number, { errors, frames, tests }: TellingLines): Emphasis {
  if (zone === 'subject') return 'subject';
  if (zone === 'boilerplate' || zone === 'aside') return 'boilerplate';
  // A stack pasted into a description has more words than the description; its places are read as frames.
  if (zone !== 'log') return frames.has(index) ? 'log' : 'prose';
  if (errors.has(index)) return 'error';
  return frames.has(index) || tests.has(index) ? 'prose' : 'log';
}
