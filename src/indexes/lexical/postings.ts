/**
 * Encoding of one term's list of documents.
 *
 * Documents ascend. An entry is a varint (7 bits a byte, low bits first) of `delta × 2 + flag`, where delta is the
 * distance to the document before (the first entry: to document 0).
 * - flag 0: the term occurs once, in the last field. Most entries are one byte.
 * - flag 1: a byte `h` follows. If its low four bits are 0, the term occurs `2 + (h >> 4)` times, in the last field.
 *   Otherwise they are the set of fields that have it (bit i: field i), the high four bits the subset where it
 *   occurs more than once, and one byte with the frequency follows for each of that subset, in field order.
 *
 * There are at most four fields; frequencies are capped at 255; a list spans fewer than 2^30 documents.
 */

export const MAX_FIELDS = 4;
export const MAX_FREQUENCY = 255;

/** A document of a list; one frequency a field, at least one of them above 0. */
export interface Posting {
  readonly doc: number;
  readonly frequencies: readonly number[];
}

/** A byte array that grows. */
export interface ByteSink {
  bytes: Uint8Array;
  length: number;
}

export function createSink(capacity: number): ByteSink {
  return { bytes: new Uint8Array(Math.max(16, capacity)), length: 0 };
}

function reserve(sink: ByteSink, more: number): void {
  if (sink.length + more <= sink.bytes.length) return;
  const bytes = new Uint8Array(Math.max(sink.bytes.length * 2, sink.length + more));
  bytes.set(sink.bytes.subarray(0, sink.length));
  sink.bytes = bytes;
}

function writeVarint(sink: ByteSink, value: number): void {
  const { bytes } = sink;
  let at = sink.length;
  let rest = value;
  while (rest >= 128) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  sink.length = at;
}

/** Longest entry: five bytes of varint, the field byte and one frequency a field. */
const MAX_ENTRY = 6 + MAX_FIELDS;
const SET_BITS = Uint8Array.of(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);

/** Appends one entry; `packed` holds the frequency of field i in bits 8i … 8i + 7. */
export function appendEntry(sink: ByteSink, delta: number, packed: number, fieldCount: number): void {
  reserve(sink, MAX_ENTRY);
  const lastShift = 8 * (fieldCount - 1);
  const onlyLast = lastShift === 0 || packed << (32 - lastShift) === 0;
  const last = (packed >>> lastShift) & 255;
  if (onlyLast && last === 1) {
    writeVarint(sink, delta * 2);
    return;
  }
  writeVarint(sink, delta * 2 + 1);
  if (onlyLast && last <= 17) {
    sink.bytes[sink.length++] = (last - 2) << 4;
    return;
  }
  appendFrequencies(sink, packed, fieldCount);
}

function appendFrequencies(sink: ByteSink, packed: number, fieldCount: number): void {
  const headAt = sink.length++;
  let head = 0;
  for (let field = 0; field < fieldCount; field += 1) {
    const frequency = (packed >>> (8 * field)) & 255;
    if (frequency === 0) continue;
    head |= 1 << field;
    if (frequency === 1) continue;
    head |= 16 << field;
    sink.bytes[sink.length++] = frequency;
  }
  sink.bytes[headAt] = head;
}

/** Encodes a list; documents ascend, frequencies are at most 255. */
export function encodePostings(list: readonly Posting[], fieldCount: number): Uint8Array {
  const sink = createSink(list.length * 2);
  let previous = 0;
  for (const { doc, frequencies } of list) {
    const packed = frequencies.reduce((all, frequency, field) => all | (frequency << (8 * field)), 0);
    appendEntry(sink, doc - previous, packed, fieldCount);
    previous = doc;
  }
  return sink.bytes.slice(0, sink.length);
}

/** The inverse of `encodePostings`. */
export function decodePostings(data: Uint8Array, fieldCount: number): Posting[] {
  const list: Posting[] = [];
  let at = 0;
  let doc = 0;
  while (at < data.length) {
    const { value, next } = readVarint(data, at);
    doc += value >>> 1;
    const end = entryEnd(data, next, value & 1);
    list.push({ doc, frequencies: readFrequencies(data, next, value & 1, fieldCount) });
    at = end;
  }
  return list;
}

function readFrequencies(data: Uint8Array, at: number, flag: number, fieldCount: number): readonly number[] {
  const frequencies = new Array<number>(fieldCount).fill(0);
  const head = flag === 0 ? 0 : (data[at] as number);
  if ((head & 15) === 0) {
    frequencies[fieldCount - 1] = flag === 0 ? 1 : 2 + (head >> 4);
    return frequencies;
  }
  let next = at + 1;
  return frequencies.map((_, field) => {
    if ((head & (1 << field)) === 0) return 0;
    return (head & (16 << field)) === 0 ? 1 : (data[next++] as number);
  });
}

function readVarint(data: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let next = at;
  let byte = data[next++] as number;
  let value = byte & 127;
  for (let shift = 7; byte >= 128; shift += 7) {
    byte = data[next++] as number;
    value |= (byte & 127) << shift;
  }
  return { value: value >>> 0, next };
}

/** Where the entry ends whose varint ended at `at`. */
function entryEnd(data: Uint8Array, at: number, flag: number): number {
  if (flag === 0) return at;
  const head = data[at] as number;
  return (head & 15) === 0 ? at + 1 : at + 1 + (SET_BITS[head >> 4] as number);
}

/** A list of one part of a larger range of documents, to be appended to the lists of the parts before it. */
export interface PostingPiece {
  readonly data: Uint8Array;
  readonly documents: number;
  /** Added to its document numbers. */
  readonly base: number;
  /** By document number before `base` is added; null keeps all. */
  readonly keep: ((doc: number) => boolean) | null;
}

/**
 * Lays lists end to end: only the first entry of each is written anew, the rest are copied bytes, unless
 * documents are dropped. Gives the number of documents written.
 */
export function joinPostings(sink: ByteSink, pieces: readonly PostingPiece[]): number {
  let previous = 0;
  let documents = 0;
  pieces.forEach((piece, i) => {
    if (piece.keep === null) {
      previous = copyPiece(sink, piece, previous, i + 1 < pieces.length);
      documents += piece.documents;
      return;
    }
    const filtered = filterPiece(sink, piece, piece.keep, previous);
    previous = filtered.previous;
    documents += filtered.documents;
  });
  return documents;
}

/** Gives the last document written, or any number when nobody wants it. */
function copyPiece(sink: ByteSink, piece: PostingPiece, previous: number, wantLast: boolean): number {
  const { data, base } = piece;
  if (data.length === 0) return previous;
  const { value, next } = readVarint(data, 0);
  const first = base + (value >>> 1);
  reserve(sink, data.length + MAX_ENTRY);
  writeVarint(sink, (first - previous) * 2 + (value & 1));
  sink.bytes.set(data.subarray(next), sink.length);
  sink.length += data.length - next;
  if (!wantLast || piece.documents === 1) return first;
  return lastDocument(data, entryEnd(data, next, value & 1), first);
}

function lastDocument(data: Uint8Array, from: number, first: number): number {
  let doc = first;
  let at = from;
  while (at < data.length) {
    let byte = data[at++] as number;
    const flag = byte & 1;
    let value = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = data[at++] as number;
      value |= (byte & 127) << shift;
    }
    doc += value >>> 1;
    at = entryEnd(data, at, flag);
  }
  return doc;
}

function filterPiece(
  sink: ByteSink,
  piece: PostingPiece,
  keep: (doc: number) => boolean,
  before: number,
): { readonly previous: number; readonly documents: number } {
  const { data, base } = piece;
  let previous = before;
  let documents = 0;
  let doc = 0;
  let at = 0;
  while (at < data.length) {
    const { value, next } = readVarint(data, at);
    doc += value >>> 1;
    at = entryEnd(data, next, value & 1);
    if (!keep(doc)) continue;
    reserve(sink, MAX_ENTRY);
    writeVarint(sink, (base + doc - previous) * 2 + (value & 1));
    for (let i = next; i < at; i += 1) sink.bytes[sink.length++] = data[i] as number;
    previous = base + doc;
    documents += 1;
  }
  return { previous, documents };
}

/** Weights of fields, prepared for decoding. */
export interface FieldWeights {
  readonly each: Float64Array;
  /** Sum of the weights of a set of fields. */
  readonly ofSet: Float64Array;
}

export function fieldWeights(weights: readonly number[]): FieldWeights {
  const ofSet = new Float64Array(1 << MAX_FIELDS);
  for (let set = 0; set < ofSet.length; set += 1) {
    weights.forEach((weight, field) => {
      if ((set & (1 << field)) !== 0) ofSet[set] = (ofSet[set] as number) + weight;
    });
  }
  return { each: Float64Array.from(weights), ofSet };
}

/** Parallel arrays of documents and their weighted frequencies; reused between lists. */
export interface WeightedList {
  docs: Int32Array;
  values: Float64Array;
  length: number;
}

export function createWeightedList(): WeightedList {
  return { docs: new Int32Array(1024), values: new Float64Array(1024), length: 0 };
}

function grow(list: WeightedList, capacity: number): void {
  if (capacity <= list.docs.length) return;
  const docs = new Int32Array(Math.max(capacity, list.docs.length * 2));
  const values = new Float64Array(docs.length);
  docs.set(list.docs);
  values.set(list.values);
  list.docs = docs;
  list.values = values;
}

export function append(list: WeightedList, doc: number, value: number): void {
  grow(list, list.length + 1);
  list.docs[list.length] = doc;
  list.values[list.length] = value;
  list.length += 1;
}

/**
 * Appends to `into` the documents of a list, `firstDoc` added to their numbers, with the sum over their fields of
 * weight × frequency. Documents of which `owners` has a negative number or none, and sums of 0, are left out.
 */
export function decodeWeighted(
  data: Uint8Array,
  firstDoc: number,
  weights: FieldWeights,
  owners: Int32Array,
  into: WeightedList,
): void {
  // An entry takes at least one byte.
  grow(into, into.length + data.length);
  const { docs, values } = into;
  const { each, ofSet } = weights;
  const end = data.length;
  const documents = owners.length;
  const lastWeight = each[each.length - 1] as number;
  let count = into.length;
  let doc = firstDoc;
  let at = 0;
  while (at < end) {
    let byte = data[at++] as number;
    const flag = byte & 1;
    let value = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = data[at++] as number;
      value |= (byte & 127) << shift;
    }
    doc += value >>> 1;
    let sum = lastWeight;
    if (flag === 1) {
      const head = data[at++] as number;
      const many = head >> 4;
      if ((head & 15) === 0) {
        sum = lastWeight * (many + 2);
      } else {
        sum = ofSet[head & 15] as number;
        for (let field = 0; many >> field !== 0; field += 1) {
          if (((many >> field) & 1) === 1) sum += (each[field] as number) * ((data[at++] as number) - 1);
        }
      }
    }
    // Written always, counted only when wanted: no branch to mispredict.
    docs[count] = doc;
    values[count] = sum;
    if (doc < documents && (owners[doc] as number) >= 0 && sum > 0) count += 1;
  }
  into.length = count;
}
