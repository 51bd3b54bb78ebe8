import { isBoilerplate } from './boilerplate.ts';

/** What a line of a task is. */
export type LineZone = 'subject' | 'prose' | 'fence' | 'boilerplate' | 'log' | 'aside';

export interface ZonedLine {
  readonly text: string;
  readonly zone: LineZone;
}

/** Markdown writes snake\_case. */
const ESCAPED_UNDERSCORE = /(?<=\w)\\_/g;
const FENCE = /^\s*(?:```|~~~)/;

/** Lines of a description: the first one that says something is the subject; HTML comments are dropped. */
export function annotateDescription(lines: readonly string[]): readonly ZonedLine[] {
  const zoned: ZonedLine[] = [];
  let fenced = false;
  let subject = false;
  for (const line of withoutComments(lines)) {
    const text = line.replace(ESCAPED_UNDERSCORE, '_');
    if (FENCE.test(text)) {
      fenced = !fenced;
      continue;
    }
    const zone = zoneOf(text, fenced, subject);
    if (zone === 'subject') subject = true;
    zoned.push({ text: zone === 'subject' ? bareSubject(text) : text, zone });
  }
  return zoned;
}

/** Raw output of tests and builds; the caller knows which lines matter. */
export function annotateLog(lines: readonly string[]): readonly ZonedLine[] {
  return lines.map((text) => ({ text, zone: 'log' as const }));
}

function zoneOf(text: string, fenced: boolean, subject: boolean): LineZone {
  if (text.trim() === '') return 'prose';
  if (isBoilerplate(text)) return 'boilerplate';
  if (fenced) return 'fence';
  return subject ? 'prose' : 'subject';
}

function bareSubject(text: string): string {
  return text.replace(/^[\s"]*#{1,6}\s+/, '').replace(/^(?:title|subject|summary)\s*:\s*/i, '');
}

function withoutComments(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let open = false;
  for (const line of lines) {
    let rest = line;
    let text = '';
    while (rest !== '') {
      const at = rest.indexOf(open ? '-->' : '<!--');
      if (!open) text += at < 0 ? rest : rest.slice(0, at);
      if (at < 0) break;
      rest = rest.slice(at + (open ? 3 : 4));
      open = !open;
    }
    kept.push(text);
  }
  // An unclosed comment would swallow the rest of the text: then it was no comment.
  return open ? lines : kept;
}
