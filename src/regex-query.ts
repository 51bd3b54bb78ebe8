import type { QueryAnswer, QueryHit, QueryOptions } from './context.ts';
import type { IndexedSymbol } from './core/index.ts';
import { createRedactor } from './pack/index.ts';
import type { ReadParts } from './pack-context.ts';
import { matchCursor, matchesSeen } from './query-cursor.ts';
import { pathFilter } from './recall/index.ts';
import { redactTexts } from './redact-texts.ts';
import { searchText, type TextMatch } from './scan/index.ts';

const DEFAULT_LIMIT = 10;
const PREVIEW_LENGTH = 160;

/** Lines of indexed files that match a regular expression, in path order: found live, ranked by nothing. */
export async function regexQuery(
  root: string,
  { snapshot, index, notes, now }: ReadParts,
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
  const redactor = createRedactor();
  const hits: QueryHit[] = [];
  for (const match of matches) {
    const name = `${match.path}:${match.line}`;
    const symbol = symbolAt(match);
    const texts = [match.text, symbol?.signature ?? ''];
    await redactor.scan(name, texts.join('\n'));
    const [text = '', signature = ''] = redactor.redact(name, texts).lines;
    hits.push(hitOf(match, text, symbol && { name: symbol.qualifiedName, kind: symbol.kind, signature }));
  }
  return {
    schemaVersion: 1,
    traceId: null,
    query: await redactTexts(pattern),
    mode: 'regex',
    kind: 'question',
    hits,
    files: [...new Set(matches.map(({ path }) => path))].map((path) => ({ path, score: 1 })),
    total,
    cursor: matchCursor(skipped + matches.length, total, matches.at(-1)),
    unlisted: 0,
    index,
    timings: { search: now() - startedAt },
    notes,
  };

  function symbolAt({ path, line }: TextMatch): IndexedSymbol | null {
    const file = snapshot.fileByPath(path);
    return file === null ? null : snapshot.symbols.enclosing(file.id, line);
  }

  function hitOf({ path, line }: TextMatch, text: string, symbol: QueryHit['symbol']): QueryHit {
    const file = snapshot.fileByPath(path);
    return {
      path,
      startLine: line,
      endLine: line,
      kind: file?.kind ?? 'code',
      language: file?.language ?? null,
      symbol,
      score: 1,
      reasons: ['matches the expression'],
      preview: text.trim().slice(0, PREVIEW_LENGTH),
    };
  }
}
