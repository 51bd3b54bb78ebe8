import type { IdentifierMention } from '../core/index.ts';
import type { ZonedLine } from './annotate-lines.ts';
import { FILE_EXTENSIONS } from './read-paths.ts';

const MAX_IDENTIFIERS = 80;
const MAX_NAME = 120;
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*){0,12}/gu;
const CODE_SPAN = /(`{1,2})([^`]{1,200})\1/g;
const HASH_METHOD = /(?<![\p{L}\p{N}_/&#])#([a-z_]\w{2,60}[!?]?)/gu;

/** Words that back-ticks or calls do not turn into names worth looking up. */
const KEYWORDS = new Set(
  'if else elif for while do return def class import from export default const let var function func fn pub impl struct enum trait interface type public private protected static final void int string bool boolean float double char long true false null none nil undefined self this super new delete try catch except finally throw throws raise async await yield in is not and or with as pass break continue switch case match print println printf len str list dict set map object array number any error ok err foo bar baz main test'.split(
    ' ',
  ),
);
/** Products spelled in camel case. */
const BRANDS = new Set(
  'github gitlab javascript typescript macos ios postgresql mysql sqlite mongodb youtube stackoverflow openssl ipython numpy pypi freebsd openbsd powershell graphql webpack nodejs pycharm intellij vscode jetbrains linkedin chatgpt'.split(
    ' ',
  ),
);

/** Names of code in the lines, surest first, at most 80. */
export function readIdentifiers(lines: readonly ZonedLine[]): readonly IdentifierMention[] {
  const found = new Map<string, IdentifierMention>();
  for (const line of lines) {
    if (line.zone === 'boilerplate') continue;
    for (const mention of lineMentions(line)) keep(found, mention);
  }
  return surestFirst(found);
}

/** For short questions, where plain words may be names: every word that is not a stop word. */
export function plainNames(text: string): readonly IdentifierMention[] {
  const words = (text.match(/(?<![$\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter(
    (word) => word.length >= 3 && !STOP_WORDS.has(word.toLowerCase()),
  );
  const alone = words.length === 1 ? 0.9 : 0.25;
  return words.map((name, index) => ({
    name,
    qualifier: null,
    confidence: alone < 0.9 && index > 0 && /^\p{Lu}/u.test(name) ? 0.4 : alone,
  }));
}

/** Union of lists, each name once at its surest, surest first. */
export function mergeIdentifiers(
  ...lists: readonly (readonly IdentifierMention[])[]
): readonly IdentifierMention[] {
  const found = new Map<string, IdentifierMention>();
  for (const mention of lists.flat()) keep(found, mention);
  return surestFirst(found);
}

export const STOP_WORDS: ReadonlySet<string> = new Set(
  'the and for are but not you all any can had her was one our out has how its may new now see way who did get let put say she too use where what when which why does with from into that this these those there their then than them they have been being will would should could about after before between during each other some such only own same also just more most over under again here both few very using used via per through while because without within doing done make makes made work works working'.split(
    ' ',
  ),
);

function surestFirst(found: ReadonlyMap<string, IdentifierMention>): readonly IdentifierMention[] {
  return [...found.values()].sort((a, b) => b.confidence - a.confidence).slice(0, MAX_IDENTIFIERS);
}

function keep(found: Map<string, IdentifierMention>, mention: IdentifierMention): void {
  const key = `${mention.qualifier ?? ''}\u0000${mention.name}`;
  const known = found.get(key);
  if (known === undefined || known.confidence < mention.confidence) found.set(key, mention);
}

function* lineMentions(line: ZonedLine): Generator<IdentifierMention> {
  if (line.zone === 'fence' || line.zone === 'log') {
    yield* tokens(line.text, (token) => shapeConfidence(token) * 0.7);
    return;
  }
  for (const span of line.text.matchAll(CODE_SPAN)) yield* codeSpan(span[2] ?? '');
  const prose = line.text.replace(CODE_SPAN, ' ');
  yield* tokens(prose, shapeConfidence);
  for (const match of prose.matchAll(HASH_METHOD))
    yield { name: match[1] ?? '', qualifier: null, confidence: 0.5 };
}

function codeSpan(text: string): Generator<IdentifierMention> {
  const whole = /^[\p{L}_$][\p{L}\p{N}_$.:#>-]*(?:\([^()]{0,100}\))?$/u.test(text.trim());
  return tokens(text, (token) => (whole || token.called ? 1 : Math.max(0.6, shapeConfidence(token))));
}

interface Token {
  readonly text: string;
  readonly called: boolean;
}

function* tokens(text: string, confidenceOf: (token: Token) => number): Generator<IdentifierMention> {
  for (const match of text.matchAll(TOKEN)) {
    const end = match.index + match[0].length;
    // A plural in parentheses, as in "function(s)", is no call.
    const called = text[end] === '(' && text.slice(end, end + 3) !== '(s)';
    const mention = mentionOf(match[0], confidenceOf({ text: match[0], called }));
    if (mention !== null) yield mention;
  }
}

function mentionOf(token: string, confidence: number): IdentifierMention | null {
  if (confidence <= 0 || token.length > MAX_NAME || isFileName(token)) return null;
  const parts = token.split(/\.|::|#|->/);
  const name = parts.pop() ?? '';
  if (name.length < 2 || KEYWORDS.has(name.toLowerCase()) || BRANDS.has(name.toLowerCase())) return null;
  const owners = parts.filter((part) => !['self', 'this', '$this', 'super', 'cls', 'crate'].includes(part));
  return {
    name: name.replace(/^\$(?=\p{L})/u, ''),
    qualifier: owners.length === 0 ? null : owners.join('.'),
    confidence: name.length < 3 ? confidence * 0.5 : confidence,
  };
}

/** How surely the shape of a word outside back-ticks says that it is code. */
function shapeConfidence(token: Token): number {
  const { text, called } = token;
  if (called && text.length > 2) return 1;
  if (/^_{0,2}init_{0,2}$|^__\w{1,40}__$/.test(text)) return 0.3;
  if (/::|->/.test(text)) return 0.9;
  if (/^\p{L}[\p{L}\p{N}_]+(?:[.#]\p{L}[\p{L}\p{N}_]+)+$/u.test(text)) return 0.8;
  if (/[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(text)) return 0.7;
  if (/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u.test(text)) return 0.7;
  if (/^_\p{L}{2}/u.test(text)) return 0.6;
  return 0;
}

function isFileName(token: string): boolean {
  const dot = token.lastIndexOf('.');
  return dot > 0 && FILE_EXTENSIONS.has(token.slice(dot + 1));
}
