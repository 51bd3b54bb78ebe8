import { type FrameFamily, type RawFrame, rawFrame, readWith } from './frame-family.ts';

const LOCATION = /:(\d{1,7}):\d{1,7}$/;
const COMPILER = [
  // src/a.ts(3,4): error TS2345
  /^(?<path>[^\s:(]+\.[cm]?[jt]sx?)\((?<line>\d{1,7}),\d{1,7}\): /,
  // src/a.ts:3:4 - error TS2345
  /^(?<path>[^\s:(]+\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7}(?: - |: )/,
];

/** V8 `at f (path:1:2)`, Firefox and Safari `f@url:1:2`, vitest `❯ f path:1:2`, tsc diagnostics. */
export const JAVASCRIPT: FrameFamily = {
  first: 'innermost',
  read: (line) => {
    const text = line.trim();
    if (text.startsWith('at ')) return readCall(text.slice(3).replace(/^async /, ''));
    if (text.startsWith('❯ ')) return readMarked(text.slice(2).trim());
    return readGecko(text) ?? readWith(COMPILER, text);
  },
};

function readCall(text: string): RawFrame | null {
  const open = text.endsWith(')') ? text.lastIndexOf(' (') : -1;
  if (open < 0) return located(text, null);
  const name = text
    .slice(0, open)
    .replace(/^new /, '')
    .replace(/ \[as \w+\]$/, '');
  return located(text.slice(open + 2, -1), name);
}

function readMarked(text: string): RawFrame | null {
  const space = text.lastIndexOf(' ');
  return space < 0 ? located(text, null) : located(text.slice(space + 1), text.slice(0, space));
}

function readGecko(text: string): RawFrame | null {
  const at = text.indexOf('@');
  if (at < 0 || text.slice(0, at).includes(' ')) return null;
  return located(text.slice(at + 1), text.slice(0, at));
}

function located(location: string, symbol: string | null): RawFrame | null {
  const match = LOCATION.exec(location);
  if (match === null) return null;
  const path = sourcePath(location.slice(0, match.index));
  if (path === null) return null;
  return rawFrame(path, match[1], symbol?.startsWith('<') ? null : symbol);
}

/** Path of a frame's URL, without origin and query; null where it is no file. */
function sourcePath(url: string): string | null {
  if (url.startsWith('node:') || url.startsWith('<') || url === 'native' || /\s/.test(url.slice(0, 3)))
    return null;
  const path = url
    .replace(/^(?:webpack-internal|webpack|file|vite|rsc):\/\/[^/]{0,100}\//, '/')
    .replace(/^https?:\/\/[^/]{1,200}\//, '/')
    .replace(/[?#].*$/, '')
    .replace(/^\/\.\//, '');
  return path.includes('.') && !/[<,]/.test(path) ? path : null;
}
