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

/** Answers whether all of some lines were sent before, in whatever pieces. Keys come from clients: spans may be of any length. */
export function createSentLines(
  seen: ReadonlySet<string>,
): (hash: ContentHash, lines: readonly number[]) => boolean {
  const byHash = new Map<ContentHash, LineSpan[]>();
  for (const key of seen) {
    const [, hash, start, end] = /^(.+):(\d+)-(\d+)$/.exec(key) ?? [];
    if (hash === undefined) continue;
    const spans = byHash.get(hash) ?? [];
    spans.push({ startLine: Number(start), endLine: Number(end) });
    byHash.set(hash, spans);
  }
  return (hash, lines) => {
    const spans = byHash.get(hash) ?? [];
    return (
      spans.length > 0 &&
      lines.every((line) => spans.some(({ startLine, endLine }) => startLine <= line && line <= endLine))
    );
  };
}
