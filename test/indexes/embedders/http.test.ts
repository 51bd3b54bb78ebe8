import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpConfig } from '../../../src/indexes/embedders/embedder-config.ts';
import { createHttpEmbedder, type HttpWorld } from '../../../src/indexes/embedders/http.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}
type Handler = (request: Received, response: ServerResponse, nth: number) => void;

const KEY = 'sk-very-secret';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(handler: Handler) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', headers } = request;
      const one = { url, headers, body: JSON.parse(Buffer.concat(parts).toString()) as Received['body'] };
      received.push(one);
      handler(one, response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const vectorFor = (text: string): number[] => [text.length, 1, 0];
const answer = (response: ServerResponse, data: unknown): void => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
};
const good: Handler = ({ body }, response) =>
  answer(
    response,
    body.input.map((text, index) => ({ index, embedding: vectorFor(text) })),
  );
const refuse = (response: ServerResponse, status: number, body: string, headers = {}): void => {
  response.writeHead(status, headers).end(body);
};

/** Waits that are only written down. */
function noWait(): HttpWorld & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.parse('2030-01-01T00:00:00Z'),
    sleep: async (ms) => {
      waits.push(ms);
    },
  };
}
const make = (url: string, more: Partial<HttpConfig> = {}, world: HttpWorld = noWait()) =>
  createHttpEmbedder({ kind: 'http', url, model: 'm', dimensions: 3, apiKey: KEY, ...more }, world);
const ratios = (vectors: readonly Float32Array[]): number[] =>
  vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)));

describe('http embedder', () => {
  it('sends batches with the key and gives unit vectors in order', async () => {
    const { url, received } = await serve(good);
    const embedder = await make(url, { batch: 2 });
    const vectors = await embedder.embed(['a', 'bb', '', 'cccc', 'ddddd'], 'document');
    expect(ratios([0, 1, 3, 4].map((i) => vectors[i] ?? new Float32Array()))).toEqual([1, 2, 4, 5]);
    expect([...(vectors[2] ?? [])]).toEqual([0, 0, 0]);
    expect(Math.hypot(...(vectors[0] ?? []))).toBeCloseTo(1);
    expect(received.map(({ body }) => body.input)).toEqual([
      ['a', 'bb'],
      ['cccc', 'ddddd'],
    ]);
    expect(received[0]).toMatchObject({ url: '/v1/embeddings', body: { model: 'm' } });
    expect(received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(embedder).toMatchObject({ id: 'http:m', dimensions: 3, cost: 'background' });
    expect(await embedder.embed([], 'query')).toEqual([]);
    await embedder.close();
  });

  it('asks for the dimensions when they are not configured', async () => {
    const { url, received } = await serve(good);
    const embedder = await make(url, { dimensions: undefined, apiKey: undefined });
    expect(embedder.dimensions).toBe(3);
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['', '/v1/embeddings'],
    ['/', '/v1/embeddings'],
    ['/v1', '/v1/embeddings'],
    ['/v1/', '/v1/embeddings'],
    ['/api/v1/embeddings', '/api/v1/embeddings'],
    ['/proxy', '/proxy/v1/embeddings'],
  ])('takes an address that ends with "%s"', async (path, wanted) => {
    const { url, received } = await serve(good);
    await (await make(url + path)).embed(['a'], 'query');
    expect(received[0]?.url).toBe(wanted);
  });

  it('orders the answer by its indices', async () => {
    const { url } = await serve(({ body }, response) =>
      answer(response, body.input.map((text, index) => ({ index, embedding: vectorFor(text) })).reverse()),
    );
    expect(ratios(await (await make(url)).embed(['a', 'bb', 'ccc'], 'document'))).toEqual([1, 2, 3]);
  });

  it('keeps the order of an answer without indices', async () => {
    const { url } = await serve(({ body }, response) =>
      answer(
        response,
        body.input.map((text) => ({ embedding: vectorFor(text) })),
      ),
    );
    expect(ratios(await (await make(url)).embed(['a', 'bb'], 'document'))).toEqual([1, 2]);
  });

  it('reads base64', async () => {
    const { url } = await serve(({ body }, response) =>
      answer(
        response,
        body.input.map((text, index) => ({
          index,
          embedding: Buffer.from(Float32Array.from(vectorFor(text)).buffer).toString('base64'),
        })),
      ),
    );
    expect(ratios(await (await make(url)).embed(['a', 'bb'], 'document'))).toEqual([1, 2]);
  });

  it('cuts long texts, between characters', async () => {
    const { url, received } = await serve(good);
    await (await make(url)).embed([`${'x'.repeat(8191)}😀tail`, '\ud800lone'], 'document');
    expect(received[0]?.body.input).toEqual(['x'.repeat(8191), '\ufffdlone']);
  });

  it('waits as long as a 429 asks for, then goes on', async () => {
    const { url, received } = await serve((request, response, nth) => {
      if (nth === 1) refuse(response, 429, 'slow down', { 'retry-after': '7' });
      else if (nth === 2) refuse(response, 429, '', { 'retry-after': 'Tue, 01 Jan 2030 00:00:03 GMT' });
      else if (nth === 3) refuse(response, 503, '');
      else good(request, response, nth);
    });
    const world = noWait();
    const embedder = await make(url, {}, world);
    expect(ratios(await embedder.embed(['abc'], 'query'))).toEqual([3]);
    expect(received).toHaveLength(4);
    expect(world.waits).toEqual([7000, 3000, 4000]);
  });

  it('never waits longer than half a minute', async () => {
    const { url } = await serve((_request, response) =>
      refuse(response, 429, '', { 'retry-after': '86400' }),
    );
    const world = noWait();
    await expect((await make(url, {}, world)).embed(['a'], 'query')).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
    });
    expect(world.waits).toEqual([30_000, 30_000, 30_000]);
  });

  it('gives up on a server that always fails, without showing the key', async () => {
    const { url, received } = await serve((_request, response) =>
      refuse(response, 500, `boom for Bearer ${KEY}`),
    );
    const world = noWait();
    const error = await (await make(url, {}, world)).embed(['a'], 'query').catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('answered 500: boom for Bearer ***'),
      details: { status: 500 },
    });
    expect(JSON.stringify(error)).not.toContain(KEY);
    expect(received).toHaveLength(4);
    expect(world.waits).toEqual([250, 1000, 4000]);
  });

  it.each([
    [401, 'EMBEDDER_UNAVAILABLE'],
    [404, 'EMBEDDER_UNAVAILABLE'],
    [400, 'EMBEDDER_FAILED'],
    [413, 'EMBEDDER_FAILED'],
  ])('does not repeat a request answered %d', async (status, code) => {
    const { url, received } = await serve((_request, response) => refuse(response, status, 'no'));
    await expect((await make(url)).embed(['a'], 'query')).rejects.toMatchObject({ code });
    expect(received).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['wrong dimensions', [{ index: 0, embedding: [1, 2] }]],
    ['too few', []],
    ['too many', [0, 1].map((index) => ({ index, embedding: [1, 2, 3] }))],
    ['another index', [{ index: 5, embedding: [1, 2, 3] }]],
    ['no embedding', [{ index: 0 }]],
    ['strings for numbers', [{ index: 0, embedding: ['1', '2', '3'] }]],
    ['broken base64', [{ index: 0, embedding: 'AAA' }]],
    [
      'infinite values',
      [{ index: 0, embedding: Buffer.from(Float32Array.of(1, Infinity, 0).buffer).toString('base64') }],
    ],
    ['no list', 'vectors'],
  ])('refuses an answer with %s', async (_what, data) => {
    const { url, received } = await serve((_request, response) => answer(response, data));
    await expect((await make(url)).embed(['a'], 'query')).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' });
    expect(received).toHaveLength(1);
  });

  it.each(['{"data": [', 'null', '[]', ''])('refuses the body %j', async (body) => {
    const { url } = await serve((_request, response) => response.end(body));
    await expect((await make(url)).embed(['a'], 'query')).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' });
  });

  it('gives up on a server that hangs, before or within its answer', async () => {
    const { url } = await serve((_request, response, nth) => {
      if (nth === 2) response.write('{"data":');
    });
    const world = noWait();
    const embedder = await make(url, { timeoutMs: 50 }, world);
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('did not answer in 50 ms'),
    });
    // Between four requests; on a busy machine one may be given up before it arrives.
    expect(world.waits).toHaveLength(3);
  });

  it('says that no server is there', async () => {
    const { url } = await serve(good);
    for (const close of closers.splice(0)) close();
    await expect((await make(url)).embed(['a'], 'query')).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringMatching(/127\.0\.0\.1:\d+\/v1\/embeddings cannot be reached \(ECONNREFUSED\)/),
    });
  });

  it('does not follow a redirect with the key', async () => {
    const other = await serve(good);
    const { url } = await serve((_request, response) =>
      refuse(response, 307, '', { location: `${other.url}/v1/embeddings` }),
    );
    await expect((await make(url)).embed(['a'], 'query')).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
    });
    expect(other.received).toHaveLength(0);
  });

  it('stops at once when aborted during a request', async () => {
    const abort = new AbortController();
    const { url, received } = await serve(() => abort.abort());
    await expect((await make(url)).embed(['a'], 'query', abort.signal)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(received).toHaveLength(1);
  });

  it('stops at once when aborted while it waits', async () => {
    const { url, received } = await serve((_request, response) =>
      refuse(response, 429, '', { 'retry-after': '20' }),
    );
    const embedder = await createHttpEmbedder({ kind: 'http', url, model: 'm', dimensions: 3 });
    const started = performance.now();
    await expect(embedder.embed(['a'], 'query', AbortSignal.timeout(100))).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(received).toHaveLength(1);
  });

  it.each(['localhost:11434', 'file:///etc/passwd', 'http://user:secret@host', ''])(
    'refuses the address %j',
    async (url) => {
      const error = await make(url).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
      expect(String(error)).not.toContain('secret');
    },
  );

  it.each([0, -1, 1.5])('refuses a batch of %d', async (batch) => {
    await expect(make('http://localhost', { batch })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
