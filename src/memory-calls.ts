/** The calls on `memory.db` that need no index. */
import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Access, Memory } from './access.ts';
import { checkProposal } from './check-proposal.ts';
import type { Context } from './context.ts';
import { CtxError, type Handoff, isCtxError, type RepoPath, type SessionEvent } from './core/index.ts';
import {
  checkHandoff,
  type DecisionStore,
  newMemory,
  placeOfWork,
  type RecalledMemory,
  readSession,
  textsIn,
} from './handoff/index.ts';
import { asCtxError } from './indexes/catalog/index.ts';
import { createRedactor } from './pack/index.ts';
import { newDecision } from './project-decisions.ts';
import { redactTexts } from './redact-texts.ts';
import { readContent } from './scan/index.ts';
import { placeOfSession } from './write-handoff.ts';

export function decisionCalls(access: Access): Context['decisions'] {
  const { now } = access;
  return {
    record: async (decision) => {
      const record = newDecision(await redactTexts(decision), now());
      return written(access, ({ decisions }) => decisions.record(record));
    },
    list: async (filter) => (await memoryOf(access)).decisions.list(filter),
    get: async (id) => requireDecision((await memoryOf(access)).decisions, id),
    supersede: async (id, decision) => {
      const record = newDecision(await redactTexts(decision), now());
      return written(access, ({ decisions }) =>
        decisions.supersede(requireDecision(decisions, id).id, record),
      );
    },
    check: async (proposal) => checkProposal(proposal, (await memoryOf(access)).decisions.list()),
    note: async () => (await memoryOf(access)).note,
  };
}

export function handoffCalls(access: Access): Context['handoffs'] {
  const store = async () => (await memoryOf(access)).handoffs;
  return {
    save: async ({ handoff, artifacts }) =>
      written(access, ({ handoffs }) =>
        handoffs.put(handoff, artifacts, new Date(access.now()).toISOString()),
      ),
    get: async (id) => (await store()).get(id) ?? notFound('handoff', id),
    list: async (limit) => (await store()).list(limit),
    check: async (handoff, { session, previous = null } = {}) => {
      const git = await access.git();
      const read = session === undefined ? null : readSession(session);
      return checkHandoff({
        handoff,
        events: read === null ? null : await eventsLike(handoff, read.events),
        folder: placeOfSession(read?.cwd ?? null, access.root).folder,
        previous,
        readFile: (path) => textOf(access.root, path),
        revision: git?.head ?? null,
      });
    },
    artifact: async (hash) => (await store()).artifact(hash) ?? notFound('artifact', hash),
  };
}

export function memoryCalls(access: Access): Context['memories'] {
  const { now, root } = access;
  return {
    remember: async (memory) => {
      const entry = newMemory(memory, placeOfWork(root, await access.git()), now());
      const secret = await holdsSecret(`${entry.subject}\n${entry.text}`);
      const verdict = await written(access, ({ entries }) => entries.remember(entry, () => secret));
      return { entry, verdict };
    },
    recall: async (text, limit) => {
      const git = await access.git();
      const { entries } = access.memory(git);
      const place = placeOfWork(root, git);
      const found = entries.recall({ text, place, now: now(), ...(limit !== undefined && { limit }) });
      const names = found.flatMap(({ checks }) => checks.map(({ name }) => name));
      const known = await existing(access, [...new Set(names)]);
      return found.map((each) => verified(each, known));
    },
    list: async () => (await memoryOf(access)).entries.list(now()),
    forget: async (id) =>
      written(access, ({ entries }) => {
        const entry = entries.get(id) ?? notFound('memory', id);
        entries.forget(entry.id);
        return entry;
      }),
  };
}

async function holdsSecret(text: string): Promise<boolean> {
  const redactor = createRedactor();
  await redactor.scan('memory', text);
  return redactor.found() > 0;
}

function verified(recalled: RecalledMemory, known: ReadonlyMap<string, boolean | null>): RecalledMemory {
  const checks = recalled.checks.map(({ name }) => ({ name, exists: known.get(name) ?? null }));
  return { ...recalled, checks, stale: checks.some(({ exists }) => exists === false) };
}

/** Whether the work tree has a path, or the index a definition of a name; null where there is no index to ask. */
async function existing(
  access: Access,
  names: readonly string[],
): Promise<ReadonlyMap<string, boolean | null>> {
  const isPath = (name: string): boolean => /[/]|\.\w{1,5}$/.test(name);
  const symbols = names.filter((name) => !isPath(name));
  const found = symbols.length === 0 ? new Map<string, boolean>() : await definedNames(access, symbols);
  return new Map(
    names.map((name) => [name, isPath(name) ? pathExists(access.root, name) : (found.get(name) ?? null)]),
  );
}

/** null where it cannot be told: a place outside the root, or the mere name of a file. */
function pathExists(root: string, path: RepoPath): boolean | null {
  const inside = relative(root, resolve(root, path));
  if (inside.startsWith('..') || isAbsolute(inside)) return null;
  if (existsSync(join(root, inside))) return true;
  return path.includes('/') ? false : null;
}

async function definedNames(access: Access, names: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  try {
    return await access.read(await access.git(), async ({ snapshot }) => {
      const lastName = (name: string): string =>
        name
          .replace(/\(\)$/, '')
          .split(/[.:#]+/)
          .at(-1) ?? name;
      return new Map(names.map((name) => [name, snapshot.symbols.find(lastName(name), 1).length > 0]));
    });
  } catch (error) {
    if (isCtxError(error, 'NO_INDEX')) return new Map();
    throw error;
  }
}

/** The events of a session; where secrets were replaced in the handoff, they are replaced in those too. */
async function eventsLike(
  handoff: Handoff,
  events: readonly SessionEvent[],
): Promise<readonly SessionEvent[]> {
  return textsIn(handoff).some((text) => text.includes('[redacted:')) ? redactTexts(events) : events;
}

function textOf(root: string, path: RepoPath): string | null {
  const read = readContent(root, path);
  return 'skip' in read ? null : new TextDecoder().decode(read.bytes);
}

export async function memoryOf(access: Access): Promise<Memory> {
  return access.memory(await access.git());
}

/** What is written down by hand must not be lost in silence. */
async function written<T>(access: Access, write: (memory: Memory) => T): Promise<T> {
  const git = await access.git();
  const memory = access.memory(git);
  const file = join(access.place(git).folder, 'memory.db');
  try {
    if (memory.lasting) return write(memory);
  } catch (error) {
    throw asCtxError(error, file);
  }
  throw asCtxError(Object.assign(new Error('memory.db was not opened'), { code: 'SQLITE_CANTOPEN' }), file);
}

function requireDecision({ get }: DecisionStore, id: string) {
  return get(id) ?? notFound('decision', id);
}

function notFound(kind: string, id: string): never {
  throw new CtxError('NOT_FOUND', `There is no ${kind} ${id}, or several begin so.`, { id });
}
