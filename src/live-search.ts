/** Answers from the work tree alone, for the time before the first index is complete. */
import type { QueryAnswer, QueryOptions } from './context.ts';
import { CtxError, type GitState, type IndexState, type Task } from './core/index.ts';
import { detectLanguage } from './parse/index.ts';
import { DEFAULT_LIMIT, matchHits } from './query-hits.ts';
import { pathFilter, understandTask } from './recall/index.ts';
import { classifyPath, createLineReader, searchText, type TextMatch, walkTree } from './scan/index.ts';

const MATCHES = 4_000;
const TERMS = 24;

const NOTHING_INDEXED = { fileByPath: () => null };

const NO_INDEX_YET: IndexState = { completeness: 'partial', stale: [], tiers: [], generation: 0 };

const LIVE_NOTE =
  'The index is not complete yet: this is a text search of the work tree, ranked by words only.';

const CUT_NOTE = `Only the first ${MATCHES} matching lines, in the order of their paths, were ranked.`;

interface Row {
  readonly match: TextMatch;
  readonly terms: readonly string[];
}

/**
 * Lines of the work tree that hold words of a text, the rarest words first; with mode `regex`, lines that match it,
 * in path order: one page. Fails with BAD_REGEX, or EXPIRED where the next page is asked for.
 */
export async function searchLive(
  root: string,
  git: GitState | null,
  given: string | Task,
  options: QueryOptions,
): Promise<QueryAnswer> {
  if (options.cursor !== undefined)
    throw new CtxError('EXPIRED', 'The index is being made anew: ask again without the cursor.');
  const task: Task = typeof given === 'string' ? { goal: given } : given;
  const { mode = 'hybrid', limit = DEFAULT_LIMIT, signal } = options;
  const terms = mode === 'regex' ? [] : termsOf(task);
  const pattern = mode === 'regex' ? task.goal : `(?i)${terms.map(escapeRegex).join('|')}`;
  const passes = pathFilter(options);
  const found =
    mode !== 'regex' && terms.length === 0
      ? { matches: [], total: 0 }
      : await searchText({
          root,
          pattern,
          files: (await walkTree(root, { git, signal })).files
            .filter(({ path, skip }) => skip === null && passes({ path, language: detectLanguage(path, '') }))
            .map(({ path }) => path),
          limit: mode === 'regex' ? limit : MATCHES,
          signal,
        });
  const ranked =
    mode === 'regex'
      ? found.matches.map((match) => ({ match, score: 1, terms: [] }))
      : rank(found.matches, terms);
  const readLines = createLineReader(root);
  const hits = await matchHits(
    (path) => readLines(NOTHING_INDEXED, path),
    ranked.slice(0, limit).map(({ match, score, terms: own }) => ({
      match,
      kind: classifyPath(match.path),
      language: detectLanguage(match.path, ''),
      symbol: null,
      score,
      reasons: [own.length === 0 ? 'matches the expression' : `matches ${own.slice(0, 4).join(', ')}`],
    })),
  );
  const files = new Map<string, number>();
  for (const { match, score } of ranked) if (!files.has(match.path)) files.set(match.path, score);
  return {
    schemaVersion: 1,
    traceId: null,
    query: task.goal,
    mode,
    kind: 'question',
    hits,
    files: [...files].slice(0, limit).map(([path, score]) => ({ path, score })),
    total: found.total,
    cursor: null,
    unlisted: found.total - hits.length,
    index: NO_INDEX_YET,
    timings: {},
    notes: mode !== 'regex' && found.total > MATCHES ? [LIVE_NOTE, CUT_NOTE] : [LIVE_NOTE],
  };
}

/** Names first, then words of four letters or more. */
function termsOf(task: Task): readonly string[] {
  const { identifiers, quotes, text } = understandTask(task, () => false);
  const words = text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]{3,}/gu) ?? [];
  const names = identifiers.map(({ name }) => name.toLowerCase());
  const short = quotes
    .filter((quote) => quote.length < 60 && !quote.includes('\n'))
    .map((quote) => quote.toLowerCase());
  return [...new Set([...names, ...short, ...words])].slice(0, TERMS);
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~\-\s]/g, (character) =>
    /\s/.test(character) ? '\\s+' : `\\${character}`,
  );
}

function rank(
  matches: readonly TextMatch[],
  terms: readonly string[],
): readonly (Row & { readonly score: number })[] {
  const rows = matches.map((match): Row => {
    const text = match.text.toLowerCase();
    return { match, terms: terms.filter((term) => text.includes(term)) };
  });
  const lines = new Map<string, number>();
  for (const row of rows) for (const term of row.terms) lines.set(term, (lines.get(term) ?? 0) + 1);
  const weight = (term: string): number => Math.log(1 + rows.length / (lines.get(term) ?? 1));
  const inFile = new Map<string, Set<string>>();
  for (const { match, terms: own } of rows) {
    const known = inFile.get(match.path) ?? new Set();
    for (const term of own) known.add(term);
    inFile.set(match.path, known);
  }
  const sum = (words: Iterable<string>): number =>
    [...words].reduce((total, term) => total + weight(term), 0);
  const fileScores = new Map([...inFile].map(([path, words]) => [path, sum(words)]));
  return rows
    .map((row) => ({ ...row, score: sum(row.terms) + (fileScores.get(row.match.path) ?? 0) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.match.path === b.match.path ? a.match.line - b.match.line : a.match.path < b.match.path ? -1 : 1),
    );
}
