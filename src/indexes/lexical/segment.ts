import type { Segment } from '../../core/index.ts';
import {
  appendEntry,
  createSink,
  joinPostings,
  MAX_FIELDS,
  MAX_FREQUENCY,
  type PostingPiece,
} from './postings.ts';
import { forEachWord, termsOf } from './terms.ts';

const MAX_LENGTH = 0xffff;

/** Collects documents and inverts them. */
export interface SegmentBuilder {
  /** Adds the next document, one text a field. */
  add(fields: readonly string[]): void;
  /** The documents added so far as a segment. */
  build(): Segment;
}

/** `fieldCount` is 1 to 4; every document has that many texts. */
export function createSegmentBuilder(fieldCount: number): SegmentBuilder {
  if (fieldCount < 1 || fieldCount > MAX_FIELDS) throw new RangeError(`1 to ${MAX_FIELDS} fields`);
  const termIds = new Map<string, number>();
  const wordTerms = new Map<string, readonly number[]>();
  // Of the current document, by term: the frequency of field i in bits 8i … 8i + 7.
  let packed = new Uint32Array(1024);
  let touched: number[] = [];
  // Of all documents: terms and frequencies laid end to end, document d from docStarts[d].
  const docStarts: number[] = [0];
  const lengths: number[] = [];
  let entryTerms = new Uint32Array(4096);
  let entryPacked = new Uint32Array(4096);
  let entries = 0;
  const documentFrequency: number[] = [];

  const learn = (word: string): readonly number[] => {
    const ids = termsOf(word).map((term) => {
      const known = termIds.get(term);
      if (known !== undefined) return known;
      const id = termIds.size;
      termIds.set(term, id);
      documentFrequency.push(0);
      if (id >= packed.length) packed = grown(packed, id + 1);
      return id;
    });
    wordTerms.set(word, ids);
    return ids;
  };

  let shift = 0;
  let fieldLength = 0;
  const count = (word: string): void => {
    const ids = wordTerms.get(word) ?? learn(word);
    fieldLength += ids.length;
    for (const id of ids) {
      const before = packed[id] as number;
      if (before === 0) touched.push(id);
      if (((before >>> shift) & 255) < MAX_FREQUENCY) packed[id] = before + (1 << shift);
    }
  };

  const add = (fields: readonly string[]): void => {
    if (fields.length !== fieldCount) throw new RangeError(`${fieldCount} fields expected`);
    fields.forEach((text, field) => {
      shift = 8 * field;
      fieldLength = 0;
      forEachWord(text, count);
      lengths.push(Math.min(MAX_LENGTH, fieldLength));
    });
    if (entries + touched.length > entryTerms.length) {
      entryTerms = grown(entryTerms, entries + touched.length);
      entryPacked = grown(entryPacked, entries + touched.length);
    }
    for (const id of touched) {
      entryTerms[entries] = id;
      entryPacked[entries] = packed[id] as number;
      entries += 1;
      packed[id] = 0;
      documentFrequency[id] = (documentFrequency[id] as number) + 1;
    }
    docStarts.push(entries);
    touched = [];
  };

  const build = (): Segment => {
    const terms = [...termIds.keys()].sort();
    const docFrequencies = Uint32Array.from(terms, (term) => documentFrequency[termIds.get(term) ?? 0] ?? 0);
    const starts = prefixSums(docFrequencies);
    // Counting sort of the entries by term; documents stay in order.
    const next = new Uint32Array(terms.length);
    terms.forEach((term, rank) => {
      next[termIds.get(term) ?? 0] = starts[rank] as number;
    });
    const docs = new Uint32Array(entries);
    const frequencies = new Uint32Array(entries);
    for (let doc = 0; doc + 1 < docStarts.length; doc += 1) {
      const end = docStarts[doc + 1] as number;
      for (let entry = docStarts[doc] as number; entry < end; entry += 1) {
        const id = entryTerms[entry] as number;
        const at = next[id] as number;
        next[id] = at + 1;
        docs[at] = doc;
        frequencies[at] = entryPacked[entry] as number;
      }
    }
    const sink = createSink(entries * 2);
    const offsets = new Uint32Array(terms.length + 1);
    for (let rank = 0; rank < terms.length; rank += 1) {
      let previous = 0;
      for (let at = starts[rank] as number; at < (starts[rank + 1] as number); at += 1) {
        const doc = docs[at] as number;
        appendEntry(sink, doc - previous, frequencies[at] as number, fieldCount);
        previous = doc;
      }
      offsets[rank + 1] = sink.length;
    }
    return {
      docCount: docStarts.length - 1,
      terms,
      docFrequencies,
      offsets,
      postings: sink.bytes.slice(0, sink.length),
      lengths: Uint16Array.from(lengths),
    };
  };

  return { add, build };
}

function grown(array: Uint32Array<ArrayBuffer>, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(array.length * 2, atLeast));
  larger.set(array);
  return larger;
}

function prefixSums(counts: Uint32Array): Uint32Array {
  const sums = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i += 1) sums[i + 1] = (sums[i] as number) + (counts[i] as number);
  return sums;
}

/** A segment to be laid behind the parts before it. */
export interface SegmentPart {
  readonly segment: Segment;
  /** Number of documents that exist in no part between the part before and this one; default 0. */
  readonly gap?: number;
  /** By document number within the segment; documents that it refuses lose their postings and lengths. */
  readonly keep?: (doc: number) => boolean;
}

/**
 * One segment over the documents of all parts, end to end. Numbers of documents are kept: dropped documents and
 * gaps stay as documents of length 0. Parts with documents have the same number of fields.
 */
export function mergeSegments(parts: readonly SegmentPart[]): Segment {
  const bases: number[] = [];
  let docCount = 0;
  for (const { segment, gap } of parts) {
    docCount += gap ?? 0;
    bases.push(docCount);
    docCount += segment.docCount;
  }
  const terms: string[] = [];
  const docFrequencies: number[] = [];
  const offsets: number[] = [0];
  const sink = createSink(parts.reduce((sum, { segment }) => sum + segment.postings.length, 0));
  forEachSharedTerm(parts, (term, places) => {
    const documents = joinPostings(
      sink,
      places.map(({ part, index }) => pieceOf(parts[part] as SegmentPart, index, bases[part] as number)),
    );
    if (documents === 0) return;
    terms.push(term);
    docFrequencies.push(documents);
    offsets.push(sink.length);
  });
  return {
    docCount,
    terms,
    docFrequencies: Uint32Array.from(docFrequencies),
    offsets: Uint32Array.from(offsets),
    postings: sink.bytes.slice(0, sink.length),
    lengths: mergedLengths(parts, bases, docCount),
  };
}

function pieceOf(part: SegmentPart, index: number, base: number): PostingPiece {
  const { segment, keep } = part;
  return {
    data: segment.postings.subarray(segment.offsets[index], segment.offsets[index + 1]),
    documents: segment.docFrequencies[index] as number,
    base,
    keep: keep ?? null,
  };
}

function mergedLengths(
  parts: readonly SegmentPart[],
  bases: readonly number[],
  docCount: number,
): Uint16Array {
  const sample = parts.find(({ segment }) => segment.docCount > 0)?.segment;
  const fieldCount = sample === undefined ? 1 : sample.lengths.length / sample.docCount;
  const lengths = new Uint16Array(docCount * fieldCount);
  parts.forEach(({ segment, keep }, i) => {
    const base = (bases[i] as number) * fieldCount;
    lengths.set(segment.lengths, base);
    if (keep !== undefined) clearDropped(lengths.subarray(base), segment.docCount, fieldCount, keep);
  });
  return lengths;
}

/** Zeroes the lengths of the documents that `keep` refuses; row-major `docCount × fieldCount`. */
export function clearDropped(
  lengths: Uint16Array,
  docCount: number,
  fieldCount: number,
  keep: (doc: number) => boolean,
): void {
  for (let doc = 0; doc < docCount; doc += 1) {
    if (!keep(doc)) lengths.fill(0, doc * fieldCount, (doc + 1) * fieldCount);
  }
}

interface Place {
  readonly part: number;
  readonly index: number;
}

/** Visits the terms of all parts in order, each once with the parts that have it, in part order. */
function forEachSharedTerm(
  parts: readonly SegmentPart[],
  visit: (term: string, places: readonly Place[]) => void,
): void {
  const cursors = new Uint32Array(parts.length);
  const termAt = (part: number): string => parts[part]?.segment.terms[cursors[part] as number] ?? '';
  const before = (a: number, b: number): boolean => {
    const x = termAt(a);
    const y = termAt(b);
    return x < y || (x === y && a < b);
  };
  const heap = parts.flatMap(({ segment }, part) => (segment.terms.length > 0 ? [part] : []));
  for (let i = heap.length >> 1; i >= 0; i -= 1) sift(heap, i, before);
  while (heap.length > 0) {
    const term = termAt(heap[0] as number);
    const places: Place[] = [];
    while (heap.length > 0 && termAt(heap[0] as number) === term) {
      const part = heap[0] as number;
      const index = cursors[part] as number;
      places.push({ part, index });
      cursors[part] = index + 1;
      if (index + 1 === parts[part]?.segment.terms.length) {
        const last = heap.pop() as number;
        if (heap.length > 0) heap[0] = last;
      }
      sift(heap, 0, before);
    }
    visit(term, places);
  }
}

function sift(heap: number[], from: number, before: (a: number, b: number) => boolean): void {
  let at = from;
  for (;;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && before(heap[child] as number, heap[least] as number)) least = child;
    }
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least] as number, heap[at] as number];
    at = least;
  }
}
