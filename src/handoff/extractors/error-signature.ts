/** What differs from run to run, and what stands for it. In order. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b0x[0-9a-f]+\b/gi, '<address>'],
  [/(?:\/(?:private\/)?(?:tmp|var\/folders|var\/tmp)|[A-Z]:\\+[^\s'"]*?\\+Temp)[/\\][^\s'":,)]*[/\\]/gi, ''],
  [/(?:\/(?:private\/)?(?:tmp|var\/tmp)|[A-Z]:\\+[^\s'"]*?\\+Temp)[/\\][\w-]+(?![\w.-])/gi, '<temporary>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<hash>'],
  [/(?<![\w.~-])(?:[A-Z]:)?(?:[/\\][\w.@+-]+)+[/\\]([\w.@+-]+)/g, '$1'],
  [/\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|sec|secs|seconds|min|minutes)\b/g, '<duration>'],
  [/\s+/g, ' '],
];

/** Numbers that move with every edit of a file or every run: in messages, not in the names of tests. */
const MOVING: readonly (readonly [RegExp, string])[] = [
  [/(\.[a-z]{1,4}):\d+(?::\d+)?\b/gi, '$1'],
  [/\bline \d+(?:, column \d+)?/gi, 'line'],
  [/\((\d+),\s?(\d+)\)/g, ''],
  [/\b(pid|port|process|thread|goroutine)([ =:#]+)\d+/gi, '$1$2<n>'],
  [/\b\d{5,}\b/g, '<n>'],
];

const LENGTH = 200;

/**
 * A name for a failure that is the same in every run: the case, and its message without times, addresses,
 * temporary folders, directories, line numbers, durations and long numbers. At most 200 characters.
 */
export function errorSignature(name: string, message: string): string {
  const text = normalise(message, [...VOLATILE, ...MOVING]);
  const title = normalise(name, VOLATILE);
  return (title === '' || text.startsWith(title) ? text : `${title}: ${text}`).slice(0, LENGTH).trim();
}

/** What is read of a long message: the end of it does not tell failures apart. */
const READ = 1_000;

function normalise(text: string, rules: typeof VOLATILE): string {
  return rules.reduce((rest, [pattern, stand]) => rest.replace(pattern, stand), text.slice(0, READ)).trim();
}
