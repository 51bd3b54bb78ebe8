import { createHash } from 'node:crypto';
import type { QueryAnswer } from './context.ts';
import { CtxError, type Trace } from './core/index.ts';
import type { TextMatch } from './scan/index.ts';

/**
 * What follows the first `shown` of a ranked list. The cursor names the trace that holds its order; a trace keeps the
 * best of very many, and what it does not keep can be listed by no cursor.
 */
export function restOfRanking(
  { id, candidates, considered }: Trace,
  shown: number,
): Pick<QueryAnswer, 'total' | 'cursor' | 'unlisted'> {
  const isMore = shown < candidates.length;
  return {
    total: considered,
    cursor: isMore ? `${id}.${shown}` : null,
    unlisted: Math.max(0, considered - Math.max(shown, candidates.length)),
  };
}

/** Fails with USAGE where it is no cursor of a ranked list. */
export function parseCursor(cursor: string): { readonly traceId: string; readonly shown: number } {
  const [, traceId, shown] = /^(t-[0-9a-z]{13})\.(\d{1,6})$/.exec(cursor) ?? [];
  if (traceId === undefined || shown === undefined) throw noCursor(cursor);
  return { traceId, shown: Number(shown) };
}

/** The cursor of a list of matches: how many were shown, and what the last of them was. */
export function matchCursor(shown: number, total: number, last: TextMatch | undefined): string | null {
  return last === undefined || shown >= total ? null : `m-${shown}.${fingerprint(last)}`;
}

/** Matches are found anew for each page: the last one of the page before must still stand in its place. */
export function matchesSeen(cursor: string): {
  readonly count: number;
  /** Fails with EXPIRED. */
  readonly check: (last: TextMatch | undefined) => void;
} {
  const [, shown, mark] = /^m-(\d{1,6})\.([0-9a-f]{12})$/.exec(cursor) ?? [];
  if (shown === undefined) throw noCursor(cursor);
  return {
    count: Number(shown),
    check: (last) => {
      if (last !== undefined && fingerprint(last) === mark) return;
      throw new CtxError('EXPIRED', 'Files changed since this cursor was given: begin again without it.', {
        cursor,
      });
    },
  };
}

function fingerprint({ path, line, text }: TextMatch): string {
  return createHash('sha256').update(`${path}\n${line}\n${text}`).digest('hex').slice(0, 12);
}

function noCursor(cursor: string): CtxError {
  return new CtxError(
    'USAGE',
    `${cursor.slice(0, 80)} is not a cursor. Pass the one that the list before ended with.`,
    {
      cursor: cursor.slice(0, 80),
    },
  );
}
