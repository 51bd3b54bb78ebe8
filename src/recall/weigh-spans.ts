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

/**
 * Text of the lines by emphasis, the subject first; encoded data is left out. `strong` and `kept` are indices
 * of log lines that count as errors and as ordinary text.
 */
export function weighSpans(
  lines: readonly ZonedLine[],
  strong: ReadonlySet<number>,
  kept: ReadonlySet<number>,
): readonly WeightedText[] {
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
    const emphasis = emphasisOf(line, strong.has(index), kept.has(index));
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

function emphasisOf(line: ZonedLine, strong: boolean, kept: boolean): Emphasis {
  if (line.zone === 'subject') return 'subject';
  if (line.zone === 'boilerplate' || line.zone === 'aside') return 'boilerplate';
  if (line.zone === 'log') return strong ? 'error' : kept ? 'prose' : 'log';
  return 'prose';
}
