import type { Artifact, SessionEvent, ToolResultEvent } from '../../core/index.ts';
import { contentHash } from '../content-hash.ts';

/** Outputs of this many characters or more leave the conversation. */
const BIG = 2_000;

export interface Externalised {
  readonly artifacts: readonly Artifact[];
  /** Results that stay as they are. */
  readonly rest: readonly ToolResultEvent[];
}

/**
 * Moves big outputs of commands, and what earlier compactions wrote, out to artifacts named by the hash of their
 * text. Text of files is left for `rest`: the work tree has it.
 */
export function externalise(
  events: readonly SessionEvent[],
  results: readonly ToolResultEvent[],
  titleOf: (result: ToolResultEvent) => string | null,
): Externalised {
  const artifacts = new Map<string, Artifact>();
  const add = (text: string, kind: 'output' | 'summary', title: string, source: string): void => {
    const hash = contentHash(text);
    const ref = { hash, kind, title, bytes: Buffer.byteLength(text), source };
    artifacts.set(hash, { ref, text });
  };
  for (const event of events) {
    if (event.kind === 'summary') add(event.text, 'summary', 'summary of an earlier compaction', event.id);
  }
  const rest: ToolResultEvent[] = [];
  for (const result of results) {
    const title = titleOf(result);
    if (title !== null && result.text.length >= BIG) add(result.text, 'output', title, result.id);
    else rest.push(result);
  }
  return { artifacts: [...artifacts.values()], rest };
}
