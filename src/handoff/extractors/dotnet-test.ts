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

const COMPILER =
  /^[ \t]*(\S[^\n(]*?\.(?:cs|fs|vb))\((\d+),\d+\): error ([A-Z]+\d+): (.+?)(?: \[[^\]]+\])?$/gm;

export const dotnetTest: OutputExtractor = {
  tool: 'dotnet-test',
  recognises: (text) =>
    /^(?:Failed|Passed)! +- Failed: +\d+/m.test(text) ||
    /^Test Run (?:Failed|Successful)\.$/m.test(text) ||
    /\.(?:cs|fs|vb)\(\d+,\d+\): error [A-Z]+\d+: /.test(text),
  extract: (text) => {
    const failures = distinct([
      ...sectionsOf(text, /^ {2}Failed (\S.*?)(?: \[[^\]]*\])?$/gm).map(({ title, body }) =>
        testFailure(title, body),
      ),
      ...[...text.matchAll(COMPILER)].map(([, path = '', line = '', code = '', message = '']) =>
        failureOf({ case: `${code} ${path}`, message, frames: [`${path}:${line}`] }),
      ),
    ]);
    return {
      tool: 'dotnet-test',
      passed: countIn(text, /\bPassed: +(\d+)/),
      failed: countIn(text, /\bFailed: +(\d+)/) ?? failures.length,
      skipped: countIn(text, /\bSkipped: +(\d+)/),
      failures,
    };
  },
};

function testFailure(title: string, body: string): Failure {
  const message = (body.split(/^ {2}Error Message:\n/m)[1] ?? '').split(/^ {2}Stack Trace:/m, 1)[0] ?? '';
  return failureOf({
    case: title,
    message: message.trim().split('\n', 1)[0] ?? '',
    expected: groupIn(message, /^[ \t]*Expected: *(.+)$/m),
    actual: groupIn(message, /^[ \t]*(?:Actual|But was): *(.+)$/m),
    frames: framesIn(body, / in (\S.*?\.(?:cs|fs|vb)):line (\d+)/g),
  });
}
