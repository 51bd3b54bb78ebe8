import { createHash } from 'node:crypto';
import type { ContentHash, LineSpan, Snippet } from '../core/index.ts';

/** Name of lines of one content, as a session remembers what it was sent: `<hash>:<start>-<end>`. */
export function sentKey(hash: ContentHash, { startLine, endLine }: LineSpan): string {
  return `${hash}:${startLine}-${endLine}`;
}

/** Name of a text that is in no file. */
export function sentTextKey(text: string): string {
  return `text:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** Names of all that a pack showed: what a session passes as `seen` to the next pack. */
export function sentKeysOf(snippets: readonly Snippet[]): readonly string[] {
  return snippets.flatMap(({ hash, spans, body }) =>
    hash === null ? [sentTextKey(body)] : spans.map((span) => sentKey(hash, span)),
  );
}

/** Answers whether every line of a span was sent before, in whatever pieces. */
export function createSentLines(
  seen: ReadonlySet<string>,
): (hash: ContentHash, lines: readonly number[]) => boolean {
  const byHash = new Map<ContentHash, Set<number>>();
  for (const key of seen) {
    const match = /^(.+):(\d+)-(\d+)$/.exec(key);
    if (match === null) continue;
    const [, hash = '', start, end] = match;
    const lines = byHash.get(hash) ?? new Set<number>();
    for (let line = Number(start); line <= Number(end); line++) lines.add(line);
    byHash.set(hash, lines);
  }
  return (hash, lines) => {
    const sent = byHash.get(hash);
    return sent !== undefined && lines.every((line) => sent.has(line));
  };
}
