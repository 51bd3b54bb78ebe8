/** Memory entries of the project: what is to be known beyond one session, written through a gate. */
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import {
  CtxError,
  type GitState,
  MEMORY_SCOPES,
  type MemoryEntry,
  type MemoryKind,
  type MemoryScope,
} from '../../core/index.ts';
import { type MemoryPlace, memoryId } from './memory-store.ts';

export interface NewMemory {
  /** What it is about, e.g. `test command`: entries with one subject can conflict. */
  readonly subject: string;
  readonly text: string;
  /** Default `semantic`: a fact. `procedural` is how something is done, `episodic` what happened. */
  readonly kind?: MemoryKind;
  /** Where it holds; default `repository`. */
  readonly scope?: MemoryScope;
  /** Who or what said it; default `user`. */
  readonly source?: string;
  /** Seconds until it is forgotten; default never. */
  readonly ttl?: number;
  /** In (0, 1]; default 0.9. */
  readonly confidence?: number;
}

const CONFIDENCE = 0.9;
/** HEAD of no branch. */
const DETACHED = 'detached';

/** Names of the places that entries can hold in, as seen from a work tree. */
export function placeOfWork(root: string, git: GitState | null): Required<MemoryPlace> {
  return {
    machine: hostname(),
    // Linked work trees are one repository: its folder is where the common git directory lies.
    repository: basename(git === null ? root : dirname(git.commonDir)),
    branch: git?.branch ?? DETACHED,
  };
}

/** The entry of a new memory. `at` in milliseconds since the epoch. Fails with USAGE on impossible numbers. */
export function newMemory(given: NewMemory, place: Required<MemoryPlace>, at: number): MemoryEntry {
  const { subject, text, kind = 'semantic', scope = 'repository', source = 'user', ttl = null } = given;
  const { confidence = CONFIDENCE } = given;
  if (!(confidence > 0 && confidence <= 1))
    throw new CtxError('USAGE', 'The confidence of a memory has to be above 0 and at most 1.');
  if (ttl !== null && !(ttl > 0)) throw new CtxError('USAGE', 'The time to live has to be above 0 seconds.');
  if (!MEMORY_SCOPES.includes(scope)) throw new CtxError('USAGE', `There is no scope ${scope}.`);
  const time = new Date(at).toISOString();
  const scopeName = scope === 'user' ? '' : place[scope];
  const entry = {
    kind,
    subject: subject.trim(),
    text: text.trim(),
    source,
    at: time,
    scope,
    scopeName,
    ttl,
    confidence,
  };
  return { id: memoryId(entry), ...entry };
}
