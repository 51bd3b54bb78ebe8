/** The calls on `memory.db` that need no index. */
import type { Access, Memory } from './access.ts';
import type { Context } from './context.ts';
import { CtxError, type RepoPath } from './core/index.ts';
import { checkHandoff, checkProposal, type DecisionStore, readSession } from './handoff/index.ts';
import { newDecision } from './project-decisions.ts';
import { readContent, readGitState } from './scan/index.ts';

export function decisionCalls(access: Access): Context['decisions'] {
  const { now } = access;
  return {
    record: async (decision) => (await writable(access)).decisions.record(newDecision(decision, now())),
    list: async (filter) => (await memoryOf(access)).decisions.list(filter),
    get: async (id) => requireDecision((await memoryOf(access)).decisions, id),
    supersede: async (id, decision) => {
      const { decisions } = await writable(access);
      return decisions.supersede(requireDecision(decisions, id).id, newDecision(decision, now()));
    },
    check: async (proposal) => checkProposal(proposal, (await memoryOf(access)).decisions.list()),
    note: async () => (await memoryOf(access)).note,
  };
}

export function handoffCalls(access: Access): Context['handoffs'] {
  const store = async () => (await memoryOf(access)).handoffs;
  return {
    save: async ({ handoff, artifacts }) =>
      (await writable(access)).handoffs.put(handoff, artifacts, new Date(access.now()).toISOString()),
    get: async (id) => (await store()).get(id) ?? notFound('handoff', id),
    list: async (limit) => (await store()).list(limit),
    check: async (handoff, { session, previous = null } = {}) => {
      const git = await readGitState(access.root);
      return checkHandoff({
        handoff,
        events: session === undefined ? null : readSession(session).events,
        previous,
        readFile: (path) => textOf(access.root, path),
        revision: git?.head ?? null,
      });
    },
    artifact: async (hash) => (await store()).artifact(hash) ?? notFound('artifact', hash),
  };
}

function textOf(root: string, path: RepoPath): string | null {
  const read = readContent(root, path);
  return 'skip' in read ? null : new TextDecoder().decode(read.bytes);
}

async function memoryOf(access: Access): Promise<Memory> {
  return access.memory(await readGitState(access.root));
}

/** What is written down by hand must not be lost in silence. */
async function writable(access: Access): Promise<Memory> {
  const memory = await memoryOf(access);
  if (memory.lasting) return memory;
  throw new CtxError(
    'STORE_UNWRITABLE',
    'memory.db cannot be written. Set CTX_DIR to a folder that can be written.',
  );
}

function requireDecision({ get }: DecisionStore, id: string) {
  return get(id) ?? notFound('decision', id);
}

function notFound(kind: string, id: string): never {
  throw new CtxError('NOT_FOUND', `There is no ${kind} ${id}, or several begin so.`, { id });
}
