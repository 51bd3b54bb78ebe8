import type { Database } from 'better-sqlite3';
import { CHUNK_FIELDS, type Segment } from '../../core/index.ts';
import { type PostingPieceRow, wholeLists } from './posting-pieces.ts';
import { clearDropped } from './segment.ts';
import { createSegmentWriter } from './segment-writer.ts';

/**
 * `code`: documents are chunks, numbered by chunk id. `commit`: commits, numbered by their row id. `path`: paths, by
 * their number.
 */
export type Corpus = 'code' | 'commit' | 'path';

/** Fields of the documents of each corpus, in the order of `SegmentBuilder.add`. */
export const CORPUS_FIELDS: Readonly<Record<Corpus, readonly string[]>> = {
  code: CHUNK_FIELDS,
  commit: ['subject', 'body'],
  path: ['path'],
};

/**
 * Tables of the lexical index. A segment covers the documents `first_doc … first_doc + doc_count − 1`, never those
 * of another segment; `lengths` are its field lengths, 16 bits little-endian, row-major. Posting rows are one
 * term's list in one segment, document numbers relative to `first_doc`, in pieces (see `cutList`); the first has the
 * number of documents of all.
 *
 * Keyed by segment first: a batch is written to one place of the file, and a term is one seek a segment.
 */
export const LEXICAL_SCHEMA = `
CREATE TABLE IF NOT EXISTS lexical_segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  corpus INTEGER NOT NULL,
  first_doc INTEGER NOT NULL,
  doc_count INTEGER NOT NULL,
  lengths BLOB NOT NULL,
  UNIQUE (corpus, first_doc)
);
CREATE TABLE IF NOT EXISTS posting (
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  piece INTEGER NOT NULL,
  df INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (segment, term, piece)
) WITHOUT ROWID;
`;

export interface SegmentInfo {
  /** Never used again after the segment is gone. */
  readonly id: number;
  readonly firstDoc: number;
  readonly docCount: number;
}

/** One term's list in one segment. */
export interface PostingRow {
  readonly firstDoc: number;
  /** Documents of the list, dropped ones that no merge has removed yet included. */
  readonly documents: number;
  readonly data: Uint8Array;
}

/** The inverted index in SQLite. Writes expect to run inside a transaction of the caller. */
export interface LexicalStore {
  /** Stores a segment. Its documents must lie in no other segment of the corpus (RangeError). */
  writeSegment(corpus: Corpus, firstDoc: number, segment: Segment): void;
  /** All lists of a term, in document order. */
  readPostings(corpus: Corpus, term: string): readonly PostingRow[];
  /**
   * Field lengths of documents 0 … max, row-major; 0 where there is no document. Do not modify, and do not ask for
   * them in a transaction that may be rolled back.
   */
  lengths(corpus: Corpus): Uint16Array;
  /** Behind the last document. */
  end(corpus: Corpus): number;
  /** By first document. */
  segments(corpus: Corpus): readonly SegmentInfo[];
  /**
   * Keeps segments few and clean: rewrites segments of which more than 20 % of the documents are dead, and joins
   * the newest ones when there are more than 8. A document is rewritten O(log n) times over the life of the index.
   * Search results do not depend on when it runs. Gives the number of segments rewritten.
   */
  mergeIfNeeded(corpus: Corpus, isLive: (doc: number) => boolean): number;
}

const CORPUS_KEY: Readonly<Record<Corpus, number>> = { code: 0, commit: 1, path: 2 };
/** More are joined. */
export const MAX_SEGMENTS = 8;
const MAX_DEAD = 0.2;

/** The tables of `LEXICAL_SCHEMA` must exist in `db`. */
export function createLexicalStore(db: Database): LexicalStore {
  const listSegments = db.prepare<[number], SegmentInfo>(
    `SELECT id, first_doc AS firstDoc, doc_count AS docCount
     FROM lexical_segment WHERE corpus = ? ORDER BY first_doc`,
  );
  const readLengths = db
    .prepare<[number], Buffer>('SELECT lengths FROM lexical_segment WHERE id = ?')
    .pluck();
  const readTerm = db.prepare<[number, string], PostingRow & PostingPieceRow>(
    `SELECT s.first_doc AS firstDoc, p.df AS documents, p.piece AS piece, p.data AS data
     FROM lexical_segment s CROSS JOIN posting p ON p.segment = s.id
     WHERE s.corpus = ? AND p.term = ? ORDER BY s.first_doc, p.piece`,
  );
  const cached = new Map<Corpus, { readonly key: string; readonly lengths: Uint16Array }>();
  const writer = createSegmentWriter(db);

  const segments = (corpus: Corpus): readonly SegmentInfo[] => listSegments.all(CORPUS_KEY[corpus]);

  const segmentLengths = (id: number): Uint16Array => {
    const blob = readLengths.get(id) ?? Buffer.alloc(0);
    const copy = new Uint8Array(blob);
    return new Uint16Array(copy.buffer, 0, copy.length >> 1);
  };

  const lengths = (corpus: Corpus): Uint16Array => {
    const list = segments(corpus);
    const key = JSON.stringify(list);
    const known = cached.get(corpus);
    if (known?.key === key) return known.lengths;
    const fields = CORPUS_FIELDS[corpus].length;
    const all = new Uint16Array(endOf(list) * fields);
    for (const { id, firstDoc } of list) all.set(segmentLengths(id), firstDoc * fields);
    cached.set(corpus, { key, lengths: all });
    return all;
  };

  const writeSegment = (corpus: Corpus, firstDoc: number, segment: Segment): void => {
    if (segment.docCount === 0) return;
    const end = firstDoc + segment.docCount;
    const clash = segments(corpus).find((s) => s.firstDoc < end && firstDoc < s.firstDoc + s.docCount);
    if (clash !== undefined)
      throw new RangeError(`documents from ${firstDoc} are in segment ${clash.id} already`);
    writer.write({ corpus: CORPUS_KEY[corpus], firstDoc, docCount: segment.docCount }, segment);
  };

  const rewrite = (corpus: Corpus, run: readonly SegmentInfo[], isLive: (doc: number) => boolean): void => {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    const { firstDoc } = first;
    const docCount = last.firstDoc + last.docCount - firstDoc;
    const fields = CORPUS_FIELDS[corpus].length;
    const merged = new Uint16Array(docCount * fields);
    for (const part of run) merged.set(segmentLengths(part.id), (part.firstDoc - firstDoc) * fields);
    clearDropped(merged, docCount, fields, (doc) => isLive(firstDoc + doc));
    writer.join({ corpus: CORPUS_KEY[corpus], firstDoc, docCount }, run, merged, isLive);
  };

  const deadShare = (
    corpus: Corpus,
    { id, firstDoc, docCount }: SegmentInfo,
    isLive: (doc: number) => boolean,
  ): number => {
    // Not from the cache: in a transaction that is rolled back, ids come to be used again.
    const own = segmentLengths(id);
    const fields = CORPUS_FIELDS[corpus].length;
    let dead = 0;
    let present = 0;
    for (let doc = 0; doc < docCount; doc += 1) {
      if (!hasLength(own, doc * fields, fields)) continue;
      present += 1;
      if (!isLive(firstDoc + doc)) dead += 1;
    }
    return present === 0 ? 0 : dead / present;
  };

  const mergeIfNeeded = (corpus: Corpus, isLive: (doc: number) => boolean): number => {
    const list = segments(corpus);
    const joined = list.length > MAX_SEGMENTS ? runToJoin(list) : [];
    const dirty = list.filter((s) => !joined.includes(s) && deadShare(corpus, s, isLive) > MAX_DEAD);
    if (joined.length > 0) rewrite(corpus, joined, isLive);
    for (const segment of dirty) rewrite(corpus, [segment], isLive);
    return joined.length + dirty.length;
  };

  return {
    writeSegment,
    readPostings: (corpus, term) => wholeLists(readTerm.all(CORPUS_KEY[corpus], term)),
    lengths,
    end: (corpus) => endOf(segments(corpus)),
    segments,
    mergeIfNeeded,
  };
}

function endOf(list: readonly SegmentInfo[]): number {
  const last = list.at(-1);
  return last === undefined ? 0 : last.firstDoc + last.docCount;
}

function hasLength(lengths: Uint16Array, at: number, fields: number): boolean {
  for (let field = 0; field < fields; field += 1) if (lengths[at + field] !== 0) return true;
  return false;
}

/**
 * The newest segments, extended to older ones as long as the older one is smaller than twice what is joined so
 * far: sizes then fall by half at least from one segment to the next, or all are joined.
 */
function runToJoin(list: readonly SegmentInfo[]): readonly SegmentInfo[] {
  let from = list.length - 1;
  let documents = list[from]?.docCount ?? 0;
  for (;;) {
    const older = list[from - 1];
    const enough = list.length - from >= 2 && older !== undefined && older.docCount >= 2 * documents;
    if (older === undefined || enough) return list.slice(from);
    documents += older.docCount;
    from -= 1;
  }
}
