/**
 * Long lists are stored in pieces. Of a longer row SQLite keeps little in the tree and the rest on pages of its own,
 * the last of them half empty: in all a quarter of the postings of a usual repository.
 */

/** With its term and numbers a row of so many bytes is the largest that stays whole on a page of 4 096. */
const PIECE_BYTES = 960;

/** A row of one list; `piece` counts from 0. */
export interface PostingPieceRow {
  readonly piece: number;
  readonly data: Uint8Array;
}

export function cutList(data: Uint8Array): readonly Uint8Array[] {
  if (data.length <= PIECE_BYTES) return [data];
  return Array.from({ length: Math.ceil(data.length / PIECE_BYTES) }, (_, i) =>
    data.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES),
  );
}

/** The whole lists of rows in which the pieces of a list follow one another: each is its first row with all the data. */
export function wholeLists<T extends PostingPieceRow>(rows: readonly T[]): readonly T[] {
  if (rows.every(({ piece }) => piece === 0)) return rows;
  const lists: T[][] = [];
  for (const row of rows) {
    if (row.piece === 0) lists.push([row]);
    else lists.at(-1)?.push(row);
  }
  return lists.flatMap((pieces) => {
    const [first] = pieces;
    if (first === undefined || pieces.length === 1) return pieces;
    return [{ ...first, data: Buffer.concat(pieces.map(({ data }) => data)) }];
  });
}
