import type { RepoPath } from '../core/index.ts';

const MINIFIED_NAME = /[.-]min\.(?:m?js|cjs|css|html)$/i;
const PROSE_NAME = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|tex|org|po|pot)$/i;

/** A line over this many characters is no text that a person wrote, whatever the file is. */
const HUGE_LINE = 100_000;
const LONG_LINE = 1000;
const WIDE_LINE = 200;
/** Below this size a dense file costs no parser anything. */
const SMALL = 1024;

/** Share of white space that prose exceeds and minified text does not reach. */
const PROSE_DENSITY = 0.14;

interface LineShape {
  readonly longest: number;
  /** Characters in lines of at least LONG_LINE, and WIDE_LINE, characters. */
  readonly long: number;
  readonly wide: number;
  readonly wideSpaces: number;
}

/** True for names that say so, such as `jquery.min.js`. */
export function isMinifiedName(path: RepoPath): boolean {
  return MINIFIED_NAME.test(path);
}

/**
 * True for text made by a minifier, bundler or encoder: most of it in very long lines, or in wide lines almost
 * without white space. Long lines of prose are not minified.
 */
export function isMinified(path: RepoPath, text: string): boolean {
  if (isMinifiedName(path)) return true;
  if (text.length < SMALL) return false;
  const shape = lineShape(text);
  if (shape.longest > HUGE_LINE) return true;
  if (PROSE_NAME.test(path) || shape.wide === 0) return false;
  const density = shape.wideSpaces / shape.wide;
  if (shape.long > 0.7 * text.length && density < PROSE_DENSITY) return true;
  return shape.wide > 0.9 * text.length && density < 0.08;
}

function lineShape(text: string): LineShape {
  let [longest, long, wide, wideSpaces] = [0, 0, 0, 0];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    const length = stop - start;
    longest = Math.max(longest, length);
    if (length >= LONG_LINE) long += length;
    if (length >= WIDE_LINE) {
      wide += length;
      wideSpaces += countSpaces(text, start, stop);
    }
    start = stop + 1;
  }
  return { longest, long, wide, wideSpaces };
}

function countSpaces(text: string, start: number, stop: number): number {
  let count = 0;
  for (let i = start; i < stop; i++) {
    const code = text.charCodeAt(i);
    if (code === 32 || code === 9) count++;
  }
  return count;
}
