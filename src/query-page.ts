import type { QueryAnswer, QueryOptions } from './context.ts';
import {
  CtxError,
  type RankedCandidate,
  type Snapshot,
  type Task,
  type TracedCandidate,
} from './core/index.ts';
import type { RankedMode, ReadParts } from './pack-context.ts';
import { parseCursor, restOfRanking } from './query-cursor.ts';
import { DEFAULT_LIMIT, rankedHits } from './query-hits.ts';
import { rankFiles } from './rank/index.ts';
import { understandTask } from './recall/index.ts';

/**
 * The next hits of an earlier answer, in the order that its trace holds: nothing is ranked again, so nothing is shown
 * twice or left out when the index has changed. Places that are gone are counted in a note. Fails with EXPIRED where
 * the trace is not kept any more, USAGE where the cursor belongs to another text.
 */
export async function nextHits(
  parts: ReadParts,
  given: string | Task,
  mode: RankedMode,
  options: QueryOptions & { readonly cursor: string },
): Promise<QueryAnswer> {
  const { traceId, shown } = parseCursor(options.cursor);
  const trace = parts.trace(traceId);
  if (trace === null)
    throw new CtxError(
      'EXPIRED',
      'The answer that this cursor goes on from is not kept any more: ask again without it.',
      {
        cursor: options.cursor,
      },
    );
  const { snapshot } = parts;
  const { text } = understandTask(typeof given === 'string' ? { goal: given } : given, () => false);
  if (trace.call !== 'query' || trace.query.text !== text)
    throw new CtxError(
      'USAGE',
      'The cursor belongs to another query: pass the same text, or ask without it.',
      {
        cursor: options.cursor,
      },
    );
  const limit = options.limit ?? DEFAULT_LIMIT;
  const page = trace.candidates.slice(shown, shown + limit);
  const standing = page.flatMap((candidate) => candidateNow(snapshot, candidate) ?? []);
  const hits = await rankedHits(parts.readLines, standing, trace.weights);
  const gone = page.length - standing.length;
  return {
    schemaVersion: 1,
    traceId,
    query: text,
    mode,
    kind: trace.query.kind,
    hits,
    files: rankFiles(standing).map(({ file, score }) => ({ path: file.path, score })),
    ...restOfRanking(trace, shown + limit),
    index: parts.index,
    timings: {},
    notes: [...parts.notes, ...(gone > 0 ? [`${gone} places changed since and are left out.`] : [])],
  };
}

function candidateNow(snapshot: Snapshot, traced: TracedCandidate): RankedCandidate | null {
  const file = snapshot.fileByPath(traced.path);
  const chunk = file && snapshot.chunkAt(file.id, traced.span.startLine);
  if (!file || !chunk || chunk.startLine !== traced.span.startLine || chunk.endLine !== traced.span.endLine)
    return null;
  const { signals, score, fileScore } = traced;
  const hits = traced.hits.map((hit) => ({ ...hit, chunk: chunk.id, file: file.id }));
  return { chunk, hits, signals, score, fileScore };
}
