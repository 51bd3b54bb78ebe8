/** What an agent's tools were asked and how it ended, kept in `memory.db`. */
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import { CtxError } from './core/index.ts';
import { memoryOf } from './memory-calls.ts';
import { createRedactor } from './pack/index.ts';

const LISTED = 50;
const ARGS_LENGTH = 4_000;

export function callRecords(access: Access): Context['calls'] {
  const store = async () => (await memoryOf(access)).calls;
  return {
    begin: async (call) => {
      const args = await withoutSecrets(call.args);
      return (await store()).begin({ ...call, args: args.slice(0, ARGS_LENGTH) });
    },
    end: async (id, outcome) => (await store()).end(id, outcome),
    interruptAbandoned: async () => (await store()).interruptAbandoned(),
    list: async (limit = LISTED) => (await store()).list(limit),
    get: async (id) => (await store()).get(id) ?? notFound('call', id),
    use: async () => (await store()).use(),
  };
}

export function artifactCalls(access: Access): Context['artifacts'] {
  return {
    keep: async (text) => (await memoryOf(access)).calls.keep(text),
    get: async (hash) => {
      const { calls, handoffs } = await memoryOf(access);
      return calls.output(hash) ?? handoffs.artifact(hash) ?? notFound('artifact', hash);
    },
  };
}

async function withoutSecrets(text: string): Promise<string> {
  const redactor = createRedactor();
  await redactor.scan('arguments', text);
  return redactor.redact('arguments', [text]).lines.join('');
}

function notFound(kind: string, id: string): never {
  throw new CtxError('NOT_FOUND', `There is no ${kind} ${id}; old ones are dropped.`, { id });
}
