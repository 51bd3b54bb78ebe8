import { type FrameFamily, rawFrame, readWith } from './frame-family.ts';

// at ./src/cache.rs:12:5                          below the line with the function's name
const LOCATION = /^\s+at (?<path>\S.*\.rs):(?<line>\d{1,7})(?::\d{1,7})?$/;
const PATTERNS = [
  // thread 'main' panicked at src/main.rs:4:5:
  /panicked at (?<path>[^\s',]+\.rs):(?<line>\d{1,7})/,
  // thread 'main' panicked at 'message', src/main.rs:4:5
  /panicked at '.*', (?<path>[^\s',]+\.rs):(?<line>\d{1,7})/,
  // --> src/main.rs:3:5
  /^\s*(?:-->|:::) (?<path>[^\s:]+\.rs):(?<line>\d{1,7})/,
];

export const RUST: FrameFamily = {
  first: 'innermost',
  read: (line, previous) => {
    const groups = LOCATION.exec(line)?.groups;
    if (groups === undefined) return readWith(PATTERNS, line);
    return rawFrame(groups['path'] ?? '', groups['line'], calledName(previous));
  },
};

/** `  3: 0x55d - acme::cache::Store<T>::refresh::h0123456789abcdef` → `acme::cache::Store::refresh`. */
function calledName(line: string): string | null {
  const name = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]+ - )?(\S.*)$/.exec(line)?.[1];
  if (name === undefined) return null;
  const implemented = /^<(\S+) as [^>]+>(.*)$/.exec(name);
  const path = implemented === null ? name : `${implemented[1] ?? ''}${implemented[2] ?? ''}`;
  return path
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/(?:::)?<[^<>]*>/g, '')
    .replace(/(?:::\{\{?closure\}?\})+$/, '');
}
