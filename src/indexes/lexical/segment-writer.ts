import type { Database } from 'better-sqlite3';
import type { Segment } from '../../core/index.ts';
import { cutList, type PostingPieceRow, wholeLists } from './posting-pieces.ts';
import { createSink, joinPostings } from './postings.ts';

/** A range of documents of a corpus, by the corpus's key in the database. */
export interface DocumentRange {
  readonly corpus: number;
  readonly firstDoc: number;
  readonly docCount: number;
}

interface StoredSegment {
  readonly id: number;
  readonly firstDoc: number;
}

/** Writes segments as rows. All methods expect a transaction of the caller. */
export interface SegmentWriter {
  write(range: DocumentRange, segment: Segment): void;
  /**
   * Replaces stored segments by one over `range` with the given field lengths, without the postings of dead
   * documents; by none when no document has a length. Reads a page of terms at a time.
   */
  join(
    range: DocumentRange,
    parts: readonly StoredSegment[],
    lengths: Uint16Array,
    isLive: (doc: number) => boolean,
  ): void;
}

interface StoredPosting extends PostingPieceRow {
  readonly segment: number;
  readonly term: string;
  readonly df: number;
}

/** Rows of one INSERT; saves calls into SQLite. */
const ROWS = 16;
const COLUMNS = 5;
/** Rows of the largest segment read at a time while joining. */
const PAGE = 8192;
/** Behind every term: a noncharacter, which no word contains. */
const BEHIND_ALL = '\u{10ffff}';

export function createSegmentWriter(db: Database): SegmentWriter {
  const insertSegment = db.prepare<[number, number, number, Uint8Array]>(
    'INSERT INTO lexical_segment (corpus, first_doc, doc_count, lengths) VALUES (?, ?, ?, ?)',
  );
  const insertRows = (rows: number) =>
    db.prepare<unknown[]>(
      `INSERT INTO posting (segment, term, piece, df, data)
       VALUES ${Array(rows).fill('(?, ?, ?, ?, ?)').join()}`,
    );
  const insertOne = insertRows(1);
  const insertMany = insertRows(ROWS);
  const dropSegment = db.prepare<[number]>('DELETE FROM lexical_segment WHERE id = ?');
  const dropPostings = db.prepare<[number]>('DELETE FROM posting WHERE segment = ?');
  const countRows = db.prepare<[number], number>('SELECT count(*) FROM posting WHERE segment = ?').pluck();
  const pageEnd = db
    .prepare<[number, string], string>(
      `SELECT term FROM posting WHERE segment = ? AND term > ? ORDER BY term LIMIT 1 OFFSET ${PAGE - 1}`,
    )
    .pluck();
  const readPage = db.prepare<[string, string, string], StoredPosting>(
    `SELECT segment, term, piece, df, data FROM posting
     WHERE segment IN (SELECT value FROM json_each(?)) AND term > ? AND term <= ?
     ORDER BY term, segment, piece`,
  );

  const addSegment = ({ corpus, firstDoc, docCount }: DocumentRange, lengths: Uint16Array): number => {
    const bytes = new Uint8Array(lengths.buffer, lengths.byteOffset, lengths.byteLength);
    return Number(insertSegment.run(corpus, firstDoc, docCount, bytes).lastInsertRowid);
  };

  const rowInserter = (segment: number) => {
    let pending: unknown[] = [];
    return {
      add(term: string, df: number, data: Uint8Array): void {
        for (const [piece, bytes] of cutList(data).entries()) {
          pending.push(segment, term, piece, piece === 0 ? df : 0, bytes);
          if (pending.length < ROWS * COLUMNS) continue;
          insertMany.run(pending);
          pending = [];
        }
      },
      flush(): void {
        for (let i = 0; i < pending.length; i += COLUMNS) insertOne.run(pending.slice(i, i + COLUMNS));
        pending = [];
      },
    };
  };

  const write = (range: DocumentRange, segment: Segment): void => {
    const rows = rowInserter(addSegment(range, segment.lengths));
    const { terms, docFrequencies, offsets, postings } = segment;
    terms.forEach((term, i) => {
      rows.add(term, docFrequencies[i] as number, postings.subarray(offsets[i], offsets[i + 1]));
    });
    rows.flush();
  };

  /** Pages of rows that end between terms, in order of term. */
  function* pages(parts: readonly StoredSegment[]): Generator<readonly StoredPosting[]> {
    const ids = JSON.stringify(parts.map(({ id }) => id));
    const sizes = parts.map(({ id }) => countRows.get(id) ?? 0);
    const largest = parts[sizes.indexOf(Math.max(...sizes))]?.id ?? 0;
    let after = '';
    while (after !== BEHIND_ALL) {
      const end = pageEnd.get(largest, after) ?? BEHIND_ALL;
      yield wholeLists(readPage.all(ids, after, end));
      after = end;
    }
  }

  const copyPostings = (
    target: number,
    firstDoc: number,
    parts: readonly StoredSegment[],
    isLive: (doc: number) => boolean,
  ): void => {
    const places = new Map(
      parts.map((part) => {
        const keep = (doc: number): boolean => isLive(part.firstDoc + doc);
        return [part.id, { base: part.firstDoc - firstDoc, keep }] as const;
      }),
    );
    const rows = rowInserter(target);
    for (const page of pages(parts)) {
      for (const group of groupsByTerm(page)) {
        const pieces = group.flatMap(({ segment, df, data }) => {
          const place = places.get(segment);
          return place === undefined ? [] : [{ data, documents: df, ...place }];
        });
        const sink = createSink(pieces.reduce((sum, { data }) => sum + data.length, 16));
        const df = joinPostings(
          sink,
          pieces.sort((a, b) => a.base - b.base),
        );
        if (df > 0) rows.add(group[0]?.term ?? '', df, sink.bytes.subarray(0, sink.length));
      }
    }
    rows.flush();
  };

  const join: SegmentWriter['join'] = (range, parts, lengths, isLive) => {
    for (const { id } of parts) dropSegment.run(id);
    if (lengths.some((length) => length > 0)) {
      copyPostings(addSegment(range, lengths), range.firstDoc, parts, isLive);
    }
    for (const { id } of parts) dropPostings.run(id);
  };

  return { write, join };
}

function* groupsByTerm(rows: readonly StoredPosting[]): Generator<readonly StoredPosting[]> {
  let from = 0;
  for (let i = 1; i <= rows.length; i += 1) {
    if (i < rows.length && rows[i]?.term === rows[from]?.term) continue;
    yield rows.slice(from, i);
    from = i;
  }
}
