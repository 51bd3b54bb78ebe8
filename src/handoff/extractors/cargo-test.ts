import type { Failure } from '../../core/index.ts';
import { distinct, failureOf, framesIn, groupIn, type OutputExtractor, sectionsOf } from './extractor.ts';

const RESULT = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm;
const COMPILER = /^error(?:\[E\d+\])?: (?!test failed|could not compile|aborting)/m;

export const cargoTest: OutputExtractor = {
  tool: 'cargo-test',
  recognises: (text) =>
    /^test result: \w+\. \d+ passed/m.test(text) ||
    (COMPILER.test(text) && /^[ \t]*--> \S+\.rs:\d+/m.test(text)),
  extract: (text) => {
    const results = [...text.matchAll(RESULT)].map(([, ...counts]) => counts.map(Number));
    const sum = (at: number): number | null =>
      results.length === 0 ? null : results.reduce((total, counts) => total + (counts[at] ?? 0), 0);
    const failures = distinct([...testFailures(text), ...compilerErrors(text)]);
    return {
      tool: 'cargo-test',
      passed: sum(0),
      failed: sum(1) ?? failures.length,
      skipped: sum(2),
      failures,
    };
  },
};

function testFailures(text: string): readonly Failure[] {
  return sectionsOf(text, /^---- (\S+(?: - .+?)?) stdout ----$/gm).map(({ title, body }) => {
    const own = body.split(/^failures:$|^test result:/m, 1)[0] ?? '';
    const panic = /panicked at (?:'([^']*)', )?(\S+\.rs):(\d+)(?::\d+)?:?\n?([^\n]*)/.exec(own);
    const [, old, path = '', line = '', message = ''] = panic ?? [];
    return failureOf({
      case: title,
      message: old ?? (message === '' ? (own.trim().split('\n', 1)[0] ?? '') : message),
      expected: groupIn(own, /^ *right: `?([^`\n]+)`?,?$/m),
      actual: groupIn(own, /^ *left: `?([^`\n]+)`?,?$/m),
      frames: [
        ...(panic === null ? [] : [`${path}:${line}`]),
        ...framesIn(own, /^[ \t]+at ((?!\/rustc\/)\S+\.rs):(\d+)/gm),
      ],
    });
  });
}

function compilerErrors(text: string): readonly Failure[] {
  return [...text.matchAll(/^error(?:\[(E\d+)\])?: ([^\n]+)\n\s*--> (\S+?):(\d+)/gm)].map(
    ([, code, message = '', path = '', line = '']) =>
      failureOf({ case: code ?? path, message, frames: [`${path}:${line}`] }),
  );
}
