import type { EventId, Failure, OutputDigest, SessionEvent } from '../../core/index.ts';
import { digestOutput } from '../extractors/index.ts';
import { isRecord, parseJson } from '../json-record.ts';
import { digestLine } from '../state/record-result.ts';
import { actionOf, isLookup } from '../state/tool-actions.ts';
import { repeatedFrom } from './trim.ts';

export interface Extracted {
  /** Results whose output was understood hold its digest as text. */
  readonly events: readonly SessionEvent[];
  readonly digests: ReadonlyMap<EventId, readonly OutputDigest[]>;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Reads test and build output out of the results of commands. `openCalls` are calls made before these events, by
 * call id.
 */
export function extractOutputs(
  events: readonly SessionEvent[],
  openCalls: readonly { readonly call_id: string; readonly tool: string; readonly input: string }[],
): Extracted {
  const digests = new Map<EventId, readonly OutputDigest[]>();
  const counts: Record<string, number> = {};
  const commands = new Map<string, string | null>();
  for (const { call_id, tool, input } of openCalls) {
    const value = parseJson(input);
    commands.set(call_id, actionOf(tool, isRecord(value) ? value : {}, null).command);
  }
  const extracted = events.map((event): SessionEvent => {
    if (event.kind === 'call') commands.set(event.callId, actionOf(event.tool, event.input, null).command);
    if (event.kind !== 'result') return event;
    const command = commands.get(event.callId) ?? null;
    if (command === null || isLookup(command)) return event;
    const earlier = repeatedFrom(event.text);
    const found = earlier === null ? digestOutput(event.text) : (digests.get(earlier) ?? []);
    if (found.length === 0) return event;
    digests.set(event.id, found);
    for (const { tool } of found) counts[tool] = (counts[tool] ?? 0) + 1;
    return { ...event, text: earlier === null ? digestText(found) : event.text };
  });
  return { events: extracted, digests, counts };
}

/** Digests in lines: counts, then each failure with message, values, frames. */
export function digestText(digests: readonly OutputDigest[]): string {
  return digests.flatMap((digest) => [digestLine(digest), ...digest.failures.map(failureText)]).join('\n');
}

function failureText({ case: name, message, expected, actual, frames }: Failure): string {
  const values = expected === null && actual === null ? '' : ` (expected ${expected}, actual ${actual})`;
  const at = frames.length === 0 ? '' : ` at ${frames.join(', ')}`;
  return `- ${name}: ${message}${values}${at}`;
}
