import { type FrameFamily, readWith } from './frame-family.ts';

const EXT = 'c|cc|cpp|cxx|h|hh|hpp|hxx|ipp|inl|m|mm|cu|swift|zig';
const PATTERNS = [
  // #0 0x4f1a2b in refresh /src/cache.c:12:3      AddressSanitizer, UBSan, TSan
  `^\\s*#\\d{1,4}\\s+(?:0x[0-9a-f]+ in )?(?<symbol>[^\\s(]+)(?:\\([^)]*\\))?(?: const)? (?<path>[^\\s:(]+\\.(?:${EXT})):(?<line>\\d{1,7})`,
  // #1  0x000 in refresh (key=0x1) at ../src/cache.c:12           gdb, lldb
  `^\\s*#\\d{1,4}\\s+(?:0x[0-9a-f]+ in )?(?<symbol>[^\\s(]+) ?\\(.*\\) at (?<path>[^\\s:]+\\.(?:${EXT})):(?<line>\\d{1,7})`,
  // frame #0: 0x000 app\`refresh(key=1) at cache.c:12:3             lldb
  `^\\s*\\*? ?frame #\\d{1,4}: 0x[0-9a-f]+ [^\\s\`]+\`(?<symbol>[^\\s(]+).* at (?<path>[^\\s:]+\\.(?:${EXT})):(?<line>\\d{1,7})`,
  // ==12==    by 0x4005: refresh (cache.c:12)                      valgrind
  `^==\\d+==\\s+(?:at|by) 0x[0-9A-Fa-f]+: (?<symbol>[^\\s(]+)(?:\\([^)]*\\))? \\((?<path>[^\\s:)]+\\.(?:${EXT})):(?<line>\\d{1,7})\\)`,
  // app: cache.c:12: refresh: Assertion \`x' failed.
  `^[^\\s:]+: (?<path>[^\\s:]+\\.(?:${EXT})):(?<line>\\d{1,7}): (?<symbol>\\w+)[^:]*: Assertion `,
  // cache.c:12:3: error: …   ·   cache_test.cc:12: Failure
  `^(?<path>[^\\s:]+\\.(?:${EXT})):(?<line>\\d{1,7})(?::\\d{1,7})?: (?:fatal error|error|warning|runtime error|Failure|note)\\b`,
].map((pattern) => new RegExp(pattern));

export const NATIVE: FrameFamily = { first: 'innermost', read: (line) => readWith(PATTERNS, line) };
