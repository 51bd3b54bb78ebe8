import { type FrameFamily, readWith } from './frame-family.ts';

const PATTERNS = [
  // at Acme.Cache.Refresh(String key) in C:\src\Cache.cs:line 12
  /^\s*at (?<symbol>[\w.`<>+[\],]+)\([^)]*\) in (?<path>.+):line (?<line>\d{1,7})/,
  // src\Cache.cs(12,34): error CS1002: ; expected
  /^\s*(?<path>[^\s(][^(]*\.(?:cs|fs|vb|razor))\((?<line>\d{1,7}),\d{1,7}\): /,
];

export const DOTNET: FrameFamily = {
  first: 'innermost',
  read: (line) => {
    const frame = readWith(PATTERNS, line);
    if (frame?.symbol == null) return frame;
    return {
      ...frame,
      symbol: frame.symbol.replace(/\.<(\w+)>.*$/, '.$1').replace(/`\d+(?:\[[^\]]*\])?/g, ''),
    };
  },
};
