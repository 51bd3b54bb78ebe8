import { type FrameFamily, readWith } from './frame-family.ts';

const PATTERNS = [
  // #0 /src/Cache.php(12): Acme\Cache->refresh('key')
  /^\s*#\d{1,4} (?<path>[^(:]+\.php)\((?<line>\d{1,7})\): (?<symbol>[\w\\]+(?:(?:->|::)\w+)?)/,
  // PHP Fatal error:  Uncaught Exception: x in /src/Cache.php:12   ·   … in /src/Cache.php on line 12
  / in (?<path>\/?[^\s:]+\.php)(?::| on line )(?<line>\d{1,7})/,
  // /src/tests/CacheTest.php:12                   PHPUnit
  /^\s*(?<path>[^\s:]+\.php):(?<line>\d{1,7})\s*$/,
];

export const PHP: FrameFamily = { first: 'innermost', read: (line) => readWith(PATTERNS, line) };
