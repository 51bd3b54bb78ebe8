import type { IndexedSymbol } from '../../core/index.ts';

const FUNCTION_LIKE: ReadonlySet<string> = new Set(['function', 'method']);
const MODIFIERS =
  /^(?:(?:public|private|protected|internal|static|final|abstract|virtual|override|async|extern|inline|constexpr|const|unsafe|sealed|synchronized|default|external|new|partial|explicit|volatile|struct|class|enum)\s+|\[+[^\]]*\]+\s*|<[^<>]*>\s+|@\w+(?:\([^)]*\))?\s+)+/;
/** Words before a name that only say that a definition follows. */
const KEYWORDS = /^(?:def|func|fun|fn|function|let|var|val|sub|defp|function\*)$/;

/**
 * The type that the head of a function declares for its result, as written, or null: behind the parameters (`->`,
 * `:`, or nothing as in Go), else before the name (`Token find(…)`).
 */
export function returnType({ kind, name, signature }: IndexedSymbol): string | null {
  if (!FUNCTION_LIKE.has(kind)) return null;
  const at = nameAt(signature, name);
  const open = at < 0 ? -1 : signature.indexOf('(', at + name.length);
  if (open < 0) return at < 0 ? null : typeBehind(signature.slice(at + name.length));
  const close = closingBracket(signature, open);
  if (close < 0) return null;
  return typeBehind(signature.slice(close + 1)) ?? typeBefore(signature.slice(0, at));
}

/** Where the name stands as a whole word before its parameters. */
function nameAt(signature: string, name: string): number {
  for (let at = signature.indexOf(name); at >= 0; at = signature.indexOf(name, at + 1)) {
    const before = signature.charAt(at - 1);
    const after = signature.charAt(at + name.length);
    if (!/[\p{L}\p{N}_$]/u.test(before) && /^[\s(<[:=]?$/.test(after)) return at;
  }
  return -1;
}

/** Index of the bracket that closes the one at `open`, or −1. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '(') depth++;
    else if (mark === ')' && --depth === 0) return at;
  }
  return -1;
}

function typeBehind(tail: string): string | null {
  // Scala and Swift write several lists of parameters and effects before the result.
  const rest = tail.replace(
    /^(?:\s*\([^()]*\))*\s*(?:(?:const|noexcept|async|throws|rethrows|suspend)\b\s*)*/,
    '',
  );
  const marked = /^\s*(?:->|:(?!:))\s*(.+)$/s.exec(rest)?.[1];
  if (marked !== undefined) return firstType(marked);
  const goLike = /^\s*([*[\]\w.]+(?:\[[^\]]*\])?|\([^()]*\))\s*\{?$/.exec(tail)?.[1];
  return goLike === undefined
    ? null
    : firstType(goLike.replace(/^\(\s*(?:\w+\s+(?=[*\w[]))?/, '').replace(/[,)].*$/s, ''));
}

/** Up to the end of the type: a body, a clause or a further result ends it. */
function firstType(text: string): string | null {
  let depth = 0;
  let end = 0;
  for (; end < text.length; end++) {
    const mark = text.charAt(end);
    if ('<[('.includes(mark)) depth++;
    else if ('>])'.includes(mark)) depth--;
    else if (
      depth === 0 &&
      /[{=;,:]/.test(mark) &&
      text.charAt(end + 1) !== ':' &&
      text.charAt(end - 1) !== ':'
    )
      break;
  }
  const type = text
    .slice(0, end)
    .replace(/\s+where\b.*$/s, '')
    .trim();
  return type === '' ? null : type;
}

function typeBefore(head: string): string | null {
  const written = head
    .trim()
    .replace(/(?:\w+(?:<[^<>]*>)?::)+$/, '')
    .trim()
    .replace(MODIFIERS, '')
    .replace(MODIFIERS, '');
  if (written === '' || KEYWORDS.test(written) || /^(?:void|auto)\b/.test(written)) return null;
  return /[\s)]$|[=({]/.test(written) ? null : written;
}
