import type { Failure, OutputDigest } from '../../core/index.ts';
import {
  countIn,
  distinct,
  failureOf,
  framesIn,
  groupIn,
  type OutputExtractor,
  sectionsOf,
} from './extractor.ts';

const VITEST_TESTS = /^[ \t]*Tests {1,4}(?:\d+ \w+ ?\| ?)*\d+ \w+[^\n]*\(\d+\)/m;
const VITEST_FAIL = /^[ \t]*FAIL {1,2}(\S+\.[cm]?[jt]sx?(?: [>|] [^\n]+| \[ [^\n]+ \])?)\s*$/gm;

export const vitest: OutputExtractor = {
  tool: 'vitest',
  recognises: (text) => VITEST_TESTS.test(text) || / Test Files {1,3}\d/.test(text),
  extract: (text) => {
    const line = groupIn(text, /^[ \t]*Tests {1,4}([^\n]+)$/m) ?? '';
    return {
      tool: 'vitest',
      passed: countIn(line, /(\d+) passed/),
      failed: countIn(line, /(\d+) failed/) ?? countIn(text, /Test Files {1,3}(\d+) failed/) ?? 0,
      skipped: countIn(line, /(\d+) skipped/),
      failures: distinct(sectionsOf(text, VITEST_FAIL).map(({ title, body }) => vitestFailure(title, body))),
    };
  },
};

function vitestFailure(title: string, body: string): Failure {
  const end = body.search(/^[⎯─]{8,}|^[ \t]*Test Files {1,3}\d/m);
  const own = end < 0 ? body : body.slice(0, end);
  return failureOf({
    case: title,
    message: own.trim().split('\n', 1)[0] ?? '',
    expected:
      diffSide(own, '-') ?? groupIn(own, /expected .+? to (?:be|equal|deeply equal) (.+?)(?: \/\/|$)/m),
    actual: diffSide(own, '+') ?? groupIn(own, /expected (.+?) to (?:be|equal|deeply equal) /),
    frames: framesIn(own, /❯ (?:[^\n(]*[ (])?((?!\S*node_modules)[^\s()]+?):(\d+):\d+/g),
  });
}

/** Lines of one side of a diff under `- Expected` and `+ Received`. */
function diffSide(text: string, sign: '-' | '+'): string | null {
  const head = /^[ \t]*- Expected[^\n]*\n\s*\+ (?:Received|Actual)[^\n]*\n/m.exec(text);
  if (head === null) return null;
  const lines = text
    .slice(head.index + head[0].length)
    .split('\n')
    .flatMap((line) => (line.trimStart().startsWith(sign) ? [line.trimStart().slice(1).trim()] : []));
  return lines.length === 0 ? null : lines.slice(0, 5).join(' ');
}

export const jest: OutputExtractor = {
  tool: 'jest',
  recognises: (text) => /^Tests: {2,}(?:\d+ \w+, )*\d+ total$/m.test(text),
  extract: (text): OutputDigest => {
    const line = groupIn(text, /^Tests: {2,}([^\n]+)$/m) ?? '';
    const body = text.split(/^Summary of all failing tests$/m, 1)[0] ?? '';
    return {
      tool: 'jest',
      passed: countIn(line, /(\d+) passed/),
      failed: countIn(line, /(\d+) failed/) ?? 0,
      skipped: countIn(line, /(\d+) skipped/),
      failures: distinct(
        sectionsOf(body, /^ {2}● ([^\n]+)$/gm)
          .filter(({ title }) => title !== 'Console')
          .map(({ title, body: own }) => jestFailure(title, own)),
      ),
    };
  },
};

function jestFailure(title: string, body: string): Failure {
  const own = body.split(/^(?:Test Suites:|PASS |FAIL )/m, 1)[0] ?? '';
  return failureOf({
    case: title,
    message: own.trim().split('\n', 1)[0] ?? '',
    expected: groupIn(own, /^[ \t]*Expected(?: value)?(?: \w+)?: *([^\n]+)$/m) ?? diffSide(own, '-'),
    actual: groupIn(own, /^[ \t]*Received(?: value)?(?: \w+)?: *([^\n]+)$/m) ?? diffSide(own, '+'),
    frames: framesIn(own, /^[ \t]+at (?:.*\()?((?!node:|.*node_modules)[^\s()]+?):(\d+):\d+\)?$/gm),
  });
}
