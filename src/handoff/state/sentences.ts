const FENCE = /^(?:```|~~~)/;
const MARKER = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/** Indented and quoted lines, and lines of logs, stacks, diffs and prompts that somebody pasted. */
const PASTED =
  /^(?: {4}|\t|>|\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|[ \t]*at \S+[ (]|[ \t]*File "|\S+:\d+:\d+|[\w.]*(?:Error|Exception)\b:|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|FAILED|FAIL|PASS(?:ED)?)\b|E {2,}|[{}<|$+@]|[=_~]{3,}|-{3,}|#!)/;

/** Sentences longer than this are pasted text, not something a person said. */
const LONGEST = 500;

/**
 * Sentences of prose: code fences and pasted lines are left out, list items stand for themselves.
 * Abbreviations and dots inside names do not end a sentence.
 */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line.trimStart())) fenced = !fenced;
    else if (!fenced && !PASTED.test(line)) sentences.push(...splitLine(line));
  }
  return sentences;
}

function splitLine(line: string): readonly string[] {
  return line
    .replace(MARKER, '')
    .split(
      /(?<=[^.\s][.!?]["')\]]?)(?<!\b(?:e\.g|i\.e|etc|vs|cf|Mr|Ms|Dr|No))\s+(?=["'(`[]?[\p{Lu}\p{Lo}\d`"'])/u,
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST);
}
