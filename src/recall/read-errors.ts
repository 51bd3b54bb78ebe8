const MAX_ERRORS = 60;
const MAX_MESSAGE = 300;

const PATTERNS: readonly RegExp[] = [
  // ValueError: bad key   ·   java.lang.IllegalStateException: x   ·   E   KeyError: 'x'   ·   Uncaught TypeError: x
  /^(?:E\s{1,6}|Caused by: |Uncaught |Unhandled exception\.? |Exception in thread "[^"]{0,80}" )?(?:[\w$.\\]{0,200}(?:Error|Exception|Panic|Warning|Failure|Fault|Interrupt))(?:\s\[\w{1,60}\])?(?::\s.*)?$/,
  // error[E0277]: …   ·   error TS2345: …   ·   error CS1002: …   ·   fatal: …   ·   panic: …
  /\b(?:fatal error|error|fatal|panic|FATAL|PANIC)(?:\[\w{1,12}\]| [A-Z]{1,5}\d{2,6})?: .+/,
  /\bpanicked at\b.*/,
  /^E\s{2,6}\S.*/,
  /\b(?:SIGSEGV|SIGABRT|SIGBUS|SIGFPE|Segmentation fault|AddressSanitizer: [\w-]+|Assertion .{1,200} failed)\b.*/,
  /^\s*(?:AssertionError|assert(?:ion)? failed|expected\b.*\b(?:got|received|but was|to (?:be|equal|throw))\b).*/i,
];

/** Types with their messages, and codes, each once, in order of appearance, at most 60 of at most 300 characters. */
export function readErrors(lines: readonly string[]): {
  readonly errors: readonly string[];
  /** Indices of the lines that hold one. */
  readonly lines: ReadonlySet<number>;
} {
  const errors = new Set<string>();
  const found = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text.length < 5 || text.length > MAX_MESSAGE * 2) continue;
    const match = firstMatch(text);
    if (match === null) continue;
    found.add(index);
    if (errors.size < MAX_ERRORS) errors.add(match.replace(/^E\s+/, '').slice(0, MAX_MESSAGE));
  }
  return { errors: [...errors], lines: found };
}

function firstMatch(text: string): string | null {
  for (const pattern of PATTERNS) {
    const match = pattern.exec(text);
    if (match !== null) return match[0].trim();
  }
  return null;
}
