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

export const tap: OutputExtractor = {
  tool: 'tap',
  recognises: (text) =>
    /^TAP version \d+$/m.test(text) || (/^1\.\.\d+/m.test(text) && /^(?:not )?ok \d+/m.test(text)),
  extract: (text) => {
    const failures = sectionsOf(text, /^[ \t]*(?:not ok \d+(?: -)? ?(.*)|ok \d+.*|1\.\.\d+.*|# \w+ \d+)$/gm)
      .filter(({ title }) => title !== '' && !/# (?:TODO|SKIP)\b/i.test(title))
      .map(({ title, body }) => tapFailure(title, body));
    const own = failures.filter(({ message }) => !/\bsubtests? failed\b/.test(message));
    return {
      tool: 'tap',
      passed: countIn(text, /^# pass +(\d+)$/m) ?? text.match(/^ok \d+/gm)?.length ?? 0,
      failed: countIn(text, /^# fail +(\d+)$/m) ?? own.length,
      skipped: countIn(text, /^# skip(?:ped)? +(\d+)$/m),
      failures: distinct(own),
    };
  },
};

function tapFailure(title: string, body: string): Failure {
  const value = (name: string): string | null =>
    groupIn(body, new RegExp(`^[ \\t]*${name}: *(?![|\\s])['"]?(.+?)['"]?$`, 'm')) ??
    groupIn(body, new RegExp(`^[ \\t]*${name}: *\\|-?\\n\\s*(.+)$`, 'm'));
  return failureOf({
    case: title,
    message: value('error') ?? value('message') ?? title,
    expected: value('expected'),
    actual: value('actual'),
    frames: framesIn(body, /(?:file:\/\/)?((?!node:)[\w./\\-]+\.\w+):(\d+):\d+/g),
  });
}
