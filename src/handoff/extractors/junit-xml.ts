import type { Failure } from '../../core/index.ts';
import { distinct, failureOf, framesIn, groupIn, type OutputExtractor } from './extractor.ts';

export const junitXml: OutputExtractor = {
  tool: 'junit-xml',
  longLines: true,
  recognises: (text) => /<testsuites?[\s>]/.test(text) && /<testcase\s/.test(text),
  extract: (text) => {
    const cases = casesOf(text);
    const failures: Failure[] = [];
    let skipped = 0;
    for (const { attributes, body } of cases) {
      const failure = caseFailure(attributes, body);
      if (failure !== null) failures.push(failure);
      else if (/<skipped\b/.test(body)) skipped++;
    }
    return {
      tool: 'junit-xml',
      passed: cases.length - failures.length - skipped,
      failed: failures.length,
      skipped,
      failures: distinct(failures),
    };
  },
};

/** Attributes of a tag, whose quoted values may hold `>`. */
const ATTRIBUTES = `((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)`;
const CASE = new RegExp(String.raw`<testcase\b${ATTRIBUTES}(/?)>`, 'g');
const FAILED = new RegExp(String.raw`<(?:failure|error)\b${ATTRIBUTES}(/?)>`);

interface TestCase {
  readonly attributes: string;
  readonly body: string;
}

function casesOf(text: string): readonly TestCase[] {
  const heads = [...text.matchAll(CASE)];
  return heads.map((head, index) => {
    const [whole, attributes = '', closed = ''] = head;
    const inner = text.slice(head.index + whole.length, heads[index + 1]?.index ?? text.length);
    return { attributes, body: closed === '' ? (inner.split('</testcase>', 1)[0] ?? '') : '' };
  });
}

function caseFailure(attributes: string, body: string): Failure | null {
  const found = FAILED.exec(body);
  if (found === null) return null;
  const [whole, head = '', closed = ''] = found;
  const inner = closed === '' ? body.slice(found.index + whole.length).split(/<\/(?:failure|error)>/, 1) : [];
  const text = decode(inner[0] ?? '');
  const message = attribute(head, 'message') ?? text.trim().split('\n', 1)[0] ?? '';
  const owner = attribute(attributes, 'classname');
  const name = attribute(attributes, 'name') ?? '';
  return failureOf({
    case: owner === null ? name : `${owner}.${name}`,
    message,
    expected: groupIn(message, /expected:? ?<?([^<>]+?)>? but (?:was|got)/i),
    actual: groupIn(message, /but (?:was|got):? ?<?([^<>\n]+?)>?$/i),
    frames: [
      ...framesIn(text, /\(([\w$]+\.(?:java|kt|scala|groovy)):(\d+)\)/g),
      ...framesIn(text, /^(?:\s*at .*?\(?)?([\w./-]+\.(?:py|[cm]?[jt]sx?|go|rs|rb)):(\d+)/gm),
    ],
  });
}

function attribute(text: string, name: string): string | null {
  const found = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(text);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? null : decode(value);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(text: string): string {
  return text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (whole, hex: string, digits: string) => {
      const code = Number.parseInt(digits, hex === '' ? 10 : 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}
