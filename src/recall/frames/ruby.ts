import { type FrameFamily, readWith } from './frame-family.ts';

const FILE = '(?<path>[^\\s:#][^:]*\\.(?:rb|rake|erb|ru)):(?<line>\\d{1,7})';
const PATTERNS = [
  // from lib/cache.rb:12:in 'Cache#refresh'   ·   # ./spec/cache_spec.rb:3:in `block (2 levels) in <top (required)>'
  `^\\s*(?:\\d{1,4}:\\s*)?(?:from |# )?${FILE}:in [\`'](?:.*in )?(?<symbol>[^'\`]*)'`,
  `^\\s*(?:from |# |rspec )${FILE}`,
].map((pattern) => new RegExp(pattern));

export const RUBY: FrameFamily = {
  first: 'innermost',
  read: (line) => {
    const frame = readWith(PATTERNS, line);
    return frame?.symbol?.startsWith('<') ? { ...frame, symbol: null } : frame;
  },
};
