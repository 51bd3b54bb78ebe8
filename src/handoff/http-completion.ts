import { CtxError } from '../core/index.ts';
import type { Complete } from './add-prose.ts';
import { isRecord, listAt, recordAt, textAt } from './json-record.ts';

export interface CompletionEndpoint {
  /** Up to and with the version, e.g. `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/** Asks an OpenAI-compatible chat endpoint. The answer fails with RUNTIME where the endpoint does. */
export function createCompletion({
  baseUrl,
  model,
  apiKey,
  timeoutMs = TIMEOUT_MS,
}: CompletionEndpoint): Complete {
  return async (prompt) => {
    let body: unknown;
    try {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, temperature: 0, messages: [{ role: 'user', content: prompt }] }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      body = await response.json();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CtxError(
        'RUNTIME',
        `The model at ${baseUrl} did not answer: ${why}. Go without prose or check it.`,
        {},
        error,
      );
    }
    const [choice] = isRecord(body) ? listAt(body, 'choices').filter(isRecord) : [];
    const text = choice === undefined ? null : textAt(recordAt(choice, 'message'), 'content');
    if (text === null) throw new CtxError('RUNTIME', `The model at ${baseUrl} answered without a message.`);
    return text;
  };
}
