import type { QueryAnswer, QueryOptions } from './context.ts';
import type { ReadParts } from './pack-context.ts';
import { matchCursor, matchesSeen } from './query-cursor.ts';
import { DEFAULT_LIMIT, type FoundLine, matchHits } from './query-hits.ts';
import { pathFilter } from './recall/index.ts';
import { redactTexts } from './redact-texts.ts';
import { searchText, type TextMatch } from './scan/index.ts';

/** Lines of indexed files that match a regular expression, in path order: found live, ranked by nothing. */
export async function regexQuery(
  root: string,
  { snapshot, index, notes, now, readLines }: ReadParts,
  pattern: string,
  options: QueryOptions,
): Promise<QueryAnswer> {
  const startedAt = now();
  const passes = pathFilter(options);
  const files = snapshot.files.filter(passes).map(({ path }) => path);
  const { limit = DEFAULT_LIMIT, signal } = options;
  const seen = options.cursor === undefined ? null : matchesSeen(options.cursor);
  const skipped = seen?.count ?? 0;
  const found = await searchText({ root, pattern, files, limit: skipped + limit, signal });
  seen?.check(found.matches[skipped - 1]);
  const matches = found.matches.slice(skipped);
  const { total } = found;
  const known = (match: TextMatch): FoundLine => {
    const file = snapshot.fileByPath(match.path);
    return {
      match,
      kind: file?.kind ?? 'code',
      language: file?.language ?? null,
      symbol: file && snapshot.symbols.enclosing(file.id, match.line),
      score: 1,
      reasons: ['matches the expression'],
    };
  };
  return {
    schemaVersion: 1,
    traceId: null,
    query: await redactTexts(pattern),
    mode: 'regex',
    kind: 'question',
    hits: await matchHits(readLines, matches.map(known)),
    files: [...new Set(matches.map(({ path }) => path))].map((path) => ({ path, score: 1 })),
    total,
    cursor: matchCursor(skipped + matches.length, total, matches.at(-1)),
    unlisted: 0,
    index,
    timings: { search: now() - startedAt },
    notes,
  };
}
