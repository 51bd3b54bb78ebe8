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

const TOTALS = /^(?:\[\w+\] +)?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)\s*$/gm;

export const maven: OutputExtractor = {
  tool: 'maven',
  recognises: (text) =>
    /^\[(?:INFO|ERROR)\] (?:BUILD (?:SUCCESS|FAILURE)|Tests run: |COMPILATION ERROR)/m.test(text),
  extract: (text) => {
    const counts = [...text.matchAll(TOTALS)].at(-1)?.slice(1).map(Number);
    const [run = 0, failed = 0, errors = 0, skipped = 0] = counts ?? [];
    const failures = distinct([...surefireFailures(text), ...javacErrors(text)]);
    return {
      tool: 'maven',
      passed: counts === undefined ? null : run - failed - errors - skipped,
      failed: counts === undefined ? failures.length : failed + errors,
      skipped: counts === undefined ? null : skipped,
      failures,
    };
  },
};

const FAILED_TEST =
  /^\[ERROR\] {1,2}(?!Tests run)(\S+?(?:\(\S+?\))?) (?:-- )? ?Time elapsed: .*<<< (?:FAILURE|ERROR)!$/gm;

function surefireFailures(text: string): readonly Failure[] {
  const detailed = sectionsOf(text, FAILED_TEST).map(({ title, body }) => {
    const own = body.split(/^\[(?:INFO|ERROR|WARNING)\]|^$/m, 1)[0] ?? '';
    return javaFailure(title, own);
  });
  if (detailed.length > 0) return detailed;
  return [...text.matchAll(/^\[ERROR\] {3}([\w.$]+):(\d+)(?:->\S+)? (.+)$/gm)].map(
    ([, name = '', line = '', message = '']) =>
      failureOf({
        case: name,
        message,
        ...expectation(message),
        frames: [`${name.split('.')[0] ?? name}.java:${line}`],
      }),
  );
}

function javacErrors(text: string): readonly Failure[] {
  return [...text.matchAll(/^\[ERROR\] (\S+\.(?:java|kt|scala)):\[?(\d+)[,:]\d+\]? (.+)$/gm)].map(
    ([, path = '', line = '', message = '']) =>
      failureOf({ case: path, message, frames: [`${path}:${line}`] }),
  );
}

export const gradle: OutputExtractor = {
  tool: 'gradle',
  recognises: (text) => /^BUILD (?:SUCCESSFUL|FAILED) in |^> Task :\S+|^FAILURE: Build failed/m.test(text),
  extract: (text) => {
    const total = countIn(text, /^(\d+) tests? completed/m);
    const tests = sectionsOf(text, /^(\S.* > .+) FAILED$/gm).map(({ title, body }) =>
      javaFailure(title, body.split(/^\S/m, 1)[0] ?? ''),
    );
    const failures = distinct([...tests, ...compilerErrors(text)]);
    const failed = countIn(text, /^\d+ tests? completed, (\d+) failed/m) ?? failures.length;
    const skipped = countIn(text, /^\d+ tests? completed,.*?(\d+) skipped/m);
    return {
      tool: 'gradle',
      passed: total === null ? null : total - failed - (skipped ?? 0),
      failed,
      skipped,
      failures,
    };
  },
};

function compilerErrors(text: string): readonly Failure[] {
  const java = [...text.matchAll(/^(\S+\.(?:java|groovy)):(\d+): error: (.+)$/gm)];
  const kotlin = [...text.matchAll(/^e: (?:file:\/\/)?(\S+?\.kts?):(\d+):\d+:? (.+)$/gm)];
  return [...java, ...kotlin].map(([, path = '', line = '', message = '']) =>
    failureOf({ case: path, message, frames: [`${path}:${line}`] }),
  );
}

function javaFailure(title: string, body: string): Failure {
  const message = body.trim().split('\n', 1)[0] ?? '';
  return failureOf({
    case: title,
    message,
    ...expectation(message),
    frames: framesIn(
      body,
      /^[ \t]+at (?!(?:[\w.]+\/\/?)?(?:java\.|jdk\.|sun\.|org\.junit|org\.opentest4j)).*?\(?([\w$]+\.(?:java|kt|scala|groovy)):(\d+)\)?/gm,
    ),
  });
}

function expectation(message: string): { readonly expected: string | null; readonly actual: string | null } {
  return {
    expected: groupIn(message, /expected:? ?\[?<?(.+?)>?\]? but (?:was|found|got)/i),
    actual: groupIn(message, /but (?:was|found|got):? ?\[?<?(.+?)>?\]?$/i),
  };
}
