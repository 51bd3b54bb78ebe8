import type { CodeSymbol, ParsedFile } from '../../../core/index.ts';

/** What somebody may ask, and code that answers it. */
export interface TextPair {
  readonly query: string;
  readonly code: string;
}

const MIN_LINES = 3;
const MAX_LINES = 60;
const MIN_DOC_WORDS = 4;
const MIN_BODY = 40;
const DOCSTRING = /("""|''')[\s\S]*?\1/;

/**
 * Pairs that a file holds of itself: the documentation of a definition with its code, without that documentation,
 * and its qualified name with its body. Definitions of less than three lines say too little.
 */
export function symbolPairs(text: string, { symbols }: ParsedFile): readonly TextPair[] {
  const lines = text.split('\n');
  return symbols.flatMap((symbol) => pairsOf(symbol, lines));
}

function pairsOf(symbol: CodeSymbol, lines: readonly string[]): readonly TextPair[] {
  const { span, nameLine, doc, qualifiedName } = symbol;
  if (span.endLine - span.startLine + 1 < MIN_LINES) return [];
  const end = Math.min(span.endLine, span.startLine + MAX_LINES - 1);
  const code = undocumented(lines.slice(span.startLine - 1, end).join('\n'), doc);
  const body = undocumented(lines.slice(nameLine, end).join('\n'), doc);
  if (body.trim().length < MIN_BODY) return [];
  const named = { query: qualifiedName, code: body };
  return wordsIn(doc) < MIN_DOC_WORDS ? [named] : [{ query: doc, code }, named];
}

/** Without a docstring, and without lines that the documentation quotes. */
function undocumented(code: string, doc: string): string {
  const stripped = code.replace(DOCSTRING, '');
  if (doc === '') return stripped;
  const said = squeezed(doc);
  return stripped
    .split('\n')
    .filter((line) => {
      const words = squeezed(line);
      return words.length < 12 || !said.includes(words);
    })
    .join('\n');
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function wordsIn(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}
