import { setTimeout as delay } from 'node:timers/promises';
import { CtxError, type Embedder, throwIfAborted } from '../../core/index.ts';
import { batches, embedNonBlank, truncated } from './embed-texts.ts';
import type { HttpConfig } from './embedder-config.ts';
import { type HttpAnswer, readVectors } from './http-answer.ts';

/** What is outside: replaced in tests. */
export interface HttpWorld {
  /** Waits; rejects when the signal fires. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const BATCH = 32;
const TIMEOUT_MS = 30_000;
/** About 2 000 tokens of code, which the common models take; longer texts are cut. */
const MAX_LENGTH = 8192;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 30_000;

const REAL_WORLD: HttpWorld = {
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
  now: Date.now,
};

/**
 * A server that speaks `POST /v1/embeddings` as OpenAI defined it: Ollama, vLLM, text-embeddings-inference.
 * Requests that time out, find no server, or are answered 429 or 5xx are made again, four times in all.
 * Fails with CONFIG_INVALID for a bad address, EMBEDDER_UNAVAILABLE when the server cannot be used at all,
 * EMBEDDER_FAILED when its answers are wrong. No message contains the API key.
 */
export async function createHttpEmbedder(
  config: HttpConfig,
  world: HttpWorld = REAL_WORLD,
): Promise<Embedder> {
  const endpoint: Endpoint = {
    url: endpointOf(config.url),
    model: config.model,
    apiKey: config.apiKey ?? null,
    timeoutMs: config.timeoutMs ?? TIMEOUT_MS,
    world,
  };
  const batch = config.batch ?? BATCH;
  if (!Number.isInteger(batch) || batch < 1) {
    throw new CtxError(
      'CONFIG_INVALID',
      `The embedder's batch is ${batch}; it must be a whole number above 0.`,
    );
  }
  const dimensions = config.dimensions ?? (await request(endpoint, ['dimensions'], null))[0]?.length ?? 0;

  return {
    id: `http:${config.model}`,
    dimensions,
    label: `${config.model}, ${dimensions} dimensions: served by ${endpoint.url.host}`,
    cost: 'background',
    embed: (texts, _purpose, signal) =>
      embedNonBlank(texts, dimensions, async (filled) => {
        const vectors: Float32Array[] = [];
        for (const part of batches(filled, batch)) {
          vectors.push(...(await request(endpoint, part, dimensions, signal)));
        }
        return vectors;
      }),
    async close() {},
  };
}

interface Endpoint {
  readonly url: URL;
  readonly model: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly world: HttpWorld;
}

/** One batch, with its retries. */
async function request(
  endpoint: Endpoint,
  texts: readonly string[],
  dimensions: number | null,
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  for (let attempt = 1; ; attempt++) {
    throwIfAborted(signal);
    const outcome = await attemptOnce(endpoint, texts, signal);
    if (outcome.ok) return readVectors(outcome, texts.length, dimensions, sourceOf(endpoint));
    if (!outcome.retry || attempt === ATTEMPTS) throw outcome.error;
    const wait = outcome.waitMs ?? FIRST_WAIT_MS * 4 ** (attempt - 1);
    await pause(endpoint, Math.min(Math.max(wait, 0), MAX_WAIT_MS), signal);
  }
}

async function pause(endpoint: Endpoint, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await endpoint.world.sleep(ms, signal);
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

interface Failure {
  readonly ok: false;
  readonly error: CtxError;
  readonly retry: boolean;
  /** As the server asks for, or null. */
  readonly waitMs: number | null;
}

async function attemptOnce(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<HttpAnswer | Failure> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.apiKey === null ? {} : { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      body: JSON.stringify({
        model: endpoint.model,
        input: texts.map((text) => truncated(text.toWellFormed(), MAX_LENGTH)),
      }),
      // A redirected POST would lose its body or take the key elsewhere.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const body = await response.text();
    return response.ok ? { ok: true, body } : refused(endpoint, response, body);
  } catch (cause) {
    throwIfAborted(signal);
    return unreachable(endpoint, timeout.aborted, cause);
  }
}

function refused(endpoint: Endpoint, response: Response, body: string): Failure {
  const { status } = response;
  const said = redacted(endpoint, body).replace(/\s+/g, ' ').trim().slice(0, 200);
  const message = `${sourceOf(endpoint)} answered ${status}${said === '' ? '' : `: ${said}`}.`;
  const fail = (
    code: 'EMBEDDER_FAILED' | 'EMBEDDER_UNAVAILABLE',
    advice: string,
    retry = false,
  ): Failure => ({
    ok: false,
    error: new CtxError(code, `${message} ${advice}`, { status }),
    retry,
    waitMs: retryAfter(response.headers.get('retry-after'), endpoint.world.now()),
  });
  if (status === 401 || status === 403) return fail('EMBEDDER_UNAVAILABLE', 'Check the API key.');
  if (status === 404) return fail('EMBEDDER_UNAVAILABLE', 'Check the address and the name of the model.');
  if (status === 429 || status >= 500) return fail('EMBEDDER_UNAVAILABLE', 'Try again later.', true);
  return fail('EMBEDDER_FAILED', 'Check the model and the batch size.');
}

function unreachable(endpoint: Endpoint, timedOut: boolean, cause: unknown): Failure {
  const how = timedOut
    ? `did not answer in ${endpoint.timeoutMs} ms`
    : `cannot be reached (${reasonOf(cause)})`;
  const message = `${sourceOf(endpoint)} ${redacted(endpoint, how)}. Check that it runs, or raise timeoutMs.`;
  return {
    ok: false,
    error: new CtxError('EMBEDDER_UNAVAILABLE', message, { timedOut }),
    retry: true,
    waitMs: null,
  };
}

/** `fetch` hides the system's reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

function redacted(endpoint: Endpoint, text: string): string {
  return endpoint.apiKey === null || endpoint.apiKey === '' ? text : text.replaceAll(endpoint.apiKey, '***');
}

function sourceOf(endpoint: Endpoint): string {
  return `The embedding server at ${endpoint.url.origin}${endpoint.url.pathname}`;
}

/** Seconds or an HTTP date, as milliseconds from now. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function endpointOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const usable = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!usable) {
    throw new CtxError(
      'CONFIG_INVALID',
      'The address of the embedding server must be an http or https URL without a user name, e.g. http://localhost:11434. Keys go into apiKey.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/embeddings')) url.pathname = path;
  else url.pathname = path.endsWith('/v1') ? `${path}/embeddings` : `${path}/v1/embeddings`;
  return url;
}
