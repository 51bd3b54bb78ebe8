import { clamp } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

const SCALE_SECONDS = 15 * 24 * 3600;

/** exp(−age ÷ 15 days), age counted from the last change among the candidates, at the latest from now. */
export const RECENCY: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, now }) => {
    let newest = Number.NEGATIVE_INFINITY;
    for (const time of evidence.lastTouched.values()) newest = Math.max(newest, time);
    const from = Math.min(newest, now);
    return (chunk) => {
      const time = evidence.lastTouched.get(chunk.file.id);
      return time === undefined ? 0 : clamp(Math.exp(-(from - time) / SCALE_SECONDS));
    };
  },
};
