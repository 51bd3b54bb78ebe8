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

const SUMMARY =
  /^=*[ \t]*((?:\d+ (?:failed|passed|skipped|errors?|warnings?|deselected|xfailed|xpassed)(?:, )?)+) in [\d.]+s/m;

export const pytest: OutputExtractor = {
  tool: 'pytest',
  recognises: (text) => SUMMARY.test(text) || /^=+ test session starts =+$/m.test(text),
  extract: (text) => {
    const line = groupIn(text, SUMMARY) ?? '';
    const failed = countIn(line, /(\d+) failed/) ?? 0;
    const errors = countIn(line, /(\d+) errors?/) ?? 0;
    const places = new Map(
      [...text.matchAll(/^(?:FAILED|ERROR) (\S+?\.py(?:::(.+?))?)(?: - .*)?$/gm)].map(
        ([, id = '', name]) => [(name ?? id).replaceAll('::', '.'), id] as const,
      ),
    );
    const sections = sectionsOf(text, /^_{3,} (?:ERROR (?:at \w+ of|collecting) )?(.+?) _{3,}$/gm);
    const detailed = sections.map(({ title, body }) => pytestFailure(places.get(title) ?? title, body));
    const short = sections.length > 0 ? [] : shortFailures(text);
    return {
      tool: 'pytest',
      passed: countIn(line, /(\d+) passed/),
      failed: failed + errors,
      skipped: countIn(line, /(\d+) skipped/),
      failures: distinct([...detailed, ...short]),
    };
  },
};

function pytestFailure(name: string, body: string): Failure {
  const own = body.split(/^=+ (?:short test summary|warnings summary|\d+ )/m, 1)[0] ?? '';
  const lines = [...own.matchAll(/^E {3,}(.*)$/gm)].map(([, line = '']) => line);
  const message = lines[0] ?? groupIn(own, /^\S+\.py:\d+: (.+)$/m) ?? '';
  const equal = /^(?:AssertionError: )?assert (.+) == (.+)$|^AssertionError: (.+) != (.+)$/.exec(message);
  const frames = framesIn(own, /^(\S+\.py):(\d+): /gm);
  return failureOf({
    case: name,
    message,
    expected: equal?.[2] ?? equal?.[4],
    actual: equal?.[1] ?? equal?.[3],
    frames: [...frames].reverse(),
  });
}

/** What `-q --tb=no` leaves: the summary lines alone. */
function shortFailures(text: string): readonly Failure[] {
  return [...text.matchAll(/^(?:FAILED|ERROR) (\S+\.py\S*)(?: - (.*))?$/gm)].map(
    ([, name = '', message = '']) => failureOf({ case: name, message }),
  );
}

export const unittest: OutputExtractor = {
  tool: 'unittest',
  recognises: (text) => /^Ran \d+ tests? in [\d.]+s$/m.test(text),
  extract: (text) => {
    const total = countIn(text, /^Ran (\d+) tests? in/m) ?? 0;
    const failed =
      (countIn(text, /^FAILED \(.*?failures=(\d+)/m) ?? 0) +
      (countIn(text, /^FAILED \(.*?errors=(\d+)/m) ?? 0);
    const skipped = countIn(text, /^(?:OK|FAILED) \(.*?skipped=(\d+)/m) ?? 0;
    return {
      tool: 'unittest',
      passed: Math.max(0, total - failed - skipped),
      failed,
      skipped,
      failures: distinct(
        sectionsOf(text, /^(?:FAIL|ERROR): (.+)$/gm).map(({ title, body }) => unittestFailure(title, body)),
      ),
    };
  },
};

function unittestFailure(title: string, body: string): Failure {
  const own = body.split(/^={20,}$|^Ran \d+ tests?/m, 1)[0] ?? '';
  const message = groupIn(
    own,
    /^((?!File |Traceback)[A-Za-z_][\w.]*(?:Error|Exception|Exit|Warning|Interrupt)?(?:: .*)?)$/m,
  );
  const equal = /^AssertionError: (.+?) != (.+?)(?: : .*)?$/.exec(message ?? '');
  return failureOf({
    case: /\(([^()\s]+\.[^()\s]+)\)/.exec(title)?.[1] ?? title,
    message: message ?? '',
    expected: equal?.[2],
    actual: equal?.[1],
    frames: [...framesIn(own, /^ {2}File "([^"]+)", line (\d+)/gm)].reverse(),
  });
}
