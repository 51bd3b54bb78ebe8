import type { IdentifierMention, Query, QueryKind, StackFrame, Task } from '../core/index.ts';
import { annotateDescription, annotateLog, type ZonedLine } from './annotate-lines.ts';
import { withoutNoise } from './boilerplate.ts';
import { capText } from './cap-text.ts';
import { readFrames } from './frames/read-frames.ts';
import { readErrors } from './read-errors.ts';
import { mergeIdentifiers, plainNames, readIdentifiers } from './read-identifiers.ts';
import { readPaths } from './read-paths.ts';
import { readQuotes } from './read-quotes.ts';
import { readTestLine, readTests } from './read-tests.ts';
import { weighSpans } from './weigh-spans.ts';

/** At most this many words and nothing that failed: a question. */
const QUESTION_WORDS = 12;

/**
 * What a task says about code: emphasised text, names, paths, stack frames, tests, errors. `knownPath` tells
 * whether the repository has a file at a path, so that unusual names are recognised. The text is untrusted:
 * every reader is linear in its length, and at most 200 000 characters of each part are read (`notes` say so).
 */
export function understandTask(
  task: string | Task,
  knownPath: (path: string) => boolean = () => false,
): Query {
  const whole: Task = typeof task === 'string' ? { goal: task } : task;
  const { lines, notes } = taskLines(whole);
  const texts = lines.map((line) => line.text);
  const frames = readFrames(texts);
  const errors = readErrors(texts);
  const tests = readTests(texts);
  const subject = lines.find((line) => line.zone === 'subject')?.text ?? '';
  const failed = frames.frames.length > 0 || tests.length > 0 || (whole.failures ?? '').trim() !== '';
  const kind = kindOf(texts, failed || /\btests?\b.{0,40}\bfail/i.test(subject));
  return {
    text: texts.join('\n').trim(),
    kind,
    subject: withoutNoise(subject).text.trim(),
    spans: weighSpans(lines, { errors: errors.lines, frames: frames.lines, tests: testLines(texts) }),
    identifiers: mergeIdentifiers(
      readIdentifiers(lines),
      framesAsIdentifiers(frames.frames),
      kind === 'question' ? plainNames(subject) : [],
    ),
    paths: readPaths(texts, knownPath),
    frames: frames.frames,
    tests,
    errors: errors.errors,
    quotes: readQuotes(lines.filter((line) => line.zone !== 'boilerplate').map((line) => line.text)),
    notes,
  };
}

function taskLines(task: Task): { readonly lines: readonly ZonedLine[]; readonly notes: readonly string[] } {
  const goal = capText(task.goal, 'goal', 'head');
  const plain = (text: string, what: string) => capText(text, what, 'head');
  const asides = [plain((task.acceptance ?? []).join('\n'), 'acceptance'), plain(task.plan ?? '', 'plan')];
  const constraints = plain((task.constraints ?? []).join('\n'), 'constraints');
  const failures = capText(task.failures ?? '', 'failures', 'tail');
  const lines: ZonedLine[] = [
    ...annotateDescription(goal.lines),
    ...asides.flatMap((part) => part.lines.map((text): ZonedLine => ({ text, zone: 'prose' }))),
    // What must not be touched says little about where to look.
    ...constraints.lines.map((text): ZonedLine => ({ text, zone: 'aside' })),
    ...annotateLog(failures.lines),
  ];
  return {
    lines: lines.filter((line) => line.text.trim() !== ''),
    notes: [goal, ...asides, constraints, failures].flatMap((part) => part.notes),
  };
}

function kindOf(texts: readonly string[], failed: boolean): QueryKind {
  if (failed) return 'failure';
  const words = texts
    .join(' ')
    .split(/\s+/, QUESTION_WORDS + 2)
    .filter((word) => word !== '');
  return words.length <= QUESTION_WORDS ? 'question' : 'issue';
}

/** Lines that name a test. */
function testLines(texts: readonly string[]): ReadonlySet<number> {
  return new Set(texts.flatMap((text, index) => (readTestLine(text) === null ? [] : [index])));
}

function framesAsIdentifiers(frames: readonly StackFrame[]): readonly IdentifierMention[] {
  return frames.slice(0, 30).flatMap(({ symbol, depth }) => {
    const parts = (symbol ?? '')
      .split(/\.|::|#|->|\\/)
      .filter((part) => /^[\p{L}_$][\p{L}\p{N}_$]*[!?]?$/u.test(part));
    const name = parts.pop();
    if (name === undefined || name.length < 3) return [];
    return [
      { name, qualifier: parts.length === 0 ? null : parts.join('.'), confidence: 0.5 / (1 + 0.25 * depth) },
    ];
  });
}
