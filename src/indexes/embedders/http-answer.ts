import { CtxError } from '../../core/index.ts';
import { unitVector } from './unit-vector.ts';

export interface HttpAnswer {
  readonly ok: true;
  readonly body: string;
}

/**
 * The vectors of an answer `{ data: [{ index, embedding }] }` in the order of the request, whatever order
 * `data` has; an embedding is a list of numbers or base64 of little-endian float32. Servers that leave out
 * every `index` keep the order. Fails with EMBEDDER_FAILED.
 */
export function readVectors(
  answer: HttpAnswer,
  count: number,
  dimensions: number | null,
  source: string,
): Float32Array[] {
  const data = readData(answer.body);
  if (data === null) throw wrong(source, 'something other than a list of embeddings');
  if (data.length !== count) throw wrong(source, `${data.length} embeddings for ${count} texts`);
  const indexed = data.some((entry) => entry.index !== undefined);
  const vectors = new Map<unknown, Float32Array>();
  data.forEach((entry, position) => {
    const values = readValues(entry.embedding);
    if (values === null) throw wrong(source, 'an embedding that is neither numbers nor base64');
    vectors.set(indexed ? entry.index : position, unitVector(values, dimensions, source));
  });
  return Array.from({ length: count }, (_, i) => {
    const vector = vectors.get(i);
    if (vector === undefined) throw wrong(source, `no embedding with index ${i}`);
    return vector;
  });
}

function readData(body: string): readonly Record<string, unknown>[] | null {
  const parsed = parseJson(body);
  const data = isRecord(parsed) ? parsed['data'] : null;
  return Array.isArray(data) && data.every(isRecord) ? data : null;
}

function readValues(embedding: unknown): ArrayLike<number> | null {
  if (typeof embedding === 'string') return readBase64(embedding);
  return Array.isArray(embedding) && embedding.every((value) => typeof value === 'number') ? embedding : null;
}

function readBase64(text: string): Float32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(source: string, what: string): CtxError {
  return new CtxError(
    'EMBEDDER_FAILED',
    `${source} gave ${what}. Check that it is an OpenAI-compatible embeddings endpoint.`,
  );
}
