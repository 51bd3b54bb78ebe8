import { type FrameFamily, readWith } from './frame-family.ts';

const PATTERNS = [
  // File "a/b.py", line 12, in refresh
  /^\s*File "(?<path>[^"]+)", line (?<line>\d{1,7})(?:, in (?<symbol>[\w.<>]+))?/,
  // File ~/a/b.py:12, in refresh(self)            IPython
  /^\s*File (?<path>[^\s:"]+\.py[wx]?):(?<line>\d{1,7}), in (?<symbol>[\w.<>]+)/,
  // a/b.py:12: in refresh   ·   a/b.py:12: AssertionError    pytest
  /^(?<path>[^\s:]+\.pyx?):(?<line>\d{1,7}): in (?<symbol>[\w.<>]+)/,
  /^(?<path>[^\s:]+\.pyx?):(?<line>\d{1,7}):(?: [A-Z]\w*|\s*$)/,
];

export const PYTHON: FrameFamily = {
  first: 'outermost',
  read: (line) => {
    const frame = readWith(PATTERNS, line);
    if (frame === null || frame.path.startsWith('<')) return null;
    return frame.symbol?.startsWith('<') ? { ...frame, symbol: null } : frame;
  },
};
