import type { Failure } from '../../core/index.ts';
import {
  countIn,
  distinct,
  failureOf,
  framesIn,
  groupIn,
  type OutputExtractor,
  sectionsOf,
} from './extractor.ts';

const PACKAGE = /^(?:ok|FAIL|---|\?) *\t\S+(?:\t| \[)/m;

export const goTest: OutputExtractor = {
  tool: 'go-test',
  recognises: (text) => /^[ \t]*--- (?:FAIL|PASS|SKIP): \S+ \([\d.]+s\)$/m.test(text) || PACKAGE.test(text),
  extract: (text) => {
    const failures = [...testFailures(text), ...panics(text), ...buildFailures(text)];
    return {
      tool: 'go-test',
      passed: occurrences(text, /^[ \t]*--- PASS: /gm),
      failed: failures.length,
      skipped: occurrences(text, /^[ \t]*--- SKIP: /gm),
      failures: distinct(failures),
    };
  },
};

/** Without `-v` only failures are printed: then nothing is known of the rest. */
function occurrences(text: string, pattern: RegExp): number | null {
  return text.match(pattern)?.length ?? null;
}

function testFailures(text: string): readonly Failure[] {
  const sections = sectionsOf(text, /^[ \t]*--- (?:FAIL: (\S+)|PASS: \S+|SKIP: \S+) \([\d.]+s\)$/gm);
  const failed = sections.filter(({ title }) => title !== '');
  return failed
    .filter(({ title }) => !failed.some((other) => other.title.startsWith(`${title}/`)))
    .map(({ title, body }) => {
      const own = body.split(/^(?:FAIL|PASS|ok\s|=== |panic: )/m, 1)[0] ?? '';
      const [first = '', ...rest] = own.trim().split('\n');
      const message = groupIn(first, /^\S+\.go:\d+: (.*)$/) ?? first;
      const shown = message.trim() === '' ? (rest[0] ?? '') : message;
      return failureOf({
        case: title,
        message: shown,
        expected: groupIn(own, /\b(?:want|expected)[ :=]+(.+?)(?:[,;]|$)/im),
        actual: groupIn(own, /\b(?:got|actual)[ :=]+(.+?)(?:[,;]|$)/im),
        frames: framesIn(own, /(\S+\.go):(\d+):/g),
      });
    });
}

function panics(text: string): readonly Failure[] {
  return sectionsOf(text, /^(panic: .+|fatal error: .+|WARNING: DATA RACE)$/gm).map(({ title, body }) =>
    failureOf({
      case: groupIn(body, /\.(Test\w+)\(/) ?? 'panic',
      message: title.replace(/ \[recovered\]$/, ''),
      frames: framesIn(body, /^[ \t]+((?!.*\/src\/(?:runtime|testing)\/)\S+\.go):(\d+)/gm),
    }),
  );
}

function buildFailures(text: string): readonly Failure[] {
  if (
    countIn(text, /\[build failed\]|\[setup failed\]|(^# \S+)/m) === null &&
    !/\[(?:build|setup) failed\]/.test(text)
  )
    return [];
  return [...text.matchAll(/^(?:vet: )?(\S+\.go):(\d+):(?:\d+:)? (.+)$/gm)].map(
    ([, path = '', line = '', message = '']) =>
      failureOf({ case: path, message, frames: [`${path}:${line}`] }),
  );
}
