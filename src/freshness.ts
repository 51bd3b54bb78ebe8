import {
  type FileStamp,
  type GitState,
  type IndexState,
  isCtxError,
  type ManifestEntry,
  type RepoPath,
  type Snapshot,
} from './core/index.ts';
import type { IndexReport } from './index-repository.ts';
import type { HeldSnapshot, KnownTree } from './indexes/catalog/index.ts';
import {
  hashContent,
  isUnchanged,
  readContent,
  sameStamp,
  type TreePlan,
  type TreePlanner,
  type Witness,
} from './scan/index.ts';

const MAX_STALE = 100;

export interface Reconciliation {
  /** Paths whose indexed content may differ from the work tree's. */
  readonly stale: readonly RepoPath[];
  readonly notes: readonly string[];
}

export interface ReconcileInput {
  readonly root: string;
  readonly git: GitState | null;
  readonly planner: TreePlanner;
  readonly witness: Witness | null;
  /** What the store says of the tree, where that is known without a snapshot of it. */
  readonly known: KnownTree | null;
  /** Fails with NO_INDEX where nothing was indexed yet. */
  readonly read: <T>(work: (held: HeldSnapshot) => Promise<T>) => Promise<T>;
  readonly syncLimit: number;
  readonly now: () => number;
  /** Null where what has changed is only to be named. */
  readonly sync: ((plan: TreePlan) => Promise<IndexReport>) | null;
  readonly signal?: AbortSignal;
}

/**
 * Compares the work tree with the index before a read, and indexes what changed. What cannot be indexed now
 * (another process writes, the store is read-only, too much changed at once) is named instead.
 */
export async function reconcile(input: ReconcileInput): Promise<Reconciliation> {
  const planned = async ({ state, manifest }: KnownTree) => {
    const { git, planner, witness, now, signal } = input;
    return {
      plan: await planner({ git, state, manifest, witness, now: now(), ...(signal && { signal }) }),
      manifest,
    };
  };
  const { plan, manifest } = input.known
    ? await planned(input.known)
    : await input.read((held) => planned({ state: held.state, manifest: held.manifest() }));
  if (isUnchanged(plan) && plan.state.complete) return { stale: [], notes: [] };
  if (input.sync === null) return { stale: differing(input.root, plan, manifest), notes: [] };
  const restamped = plan.look.filter(({ path, stamp }) => !isStamped(manifest.get(path), stamp));
  const changed = restamped.length + plan.skipped.length + plan.removed.length;
  if (changed > input.syncLimit) {
    const stale = differing(input.root, plan, manifest);
    return { stale, notes: [`${changed} files changed: run \`ctx index\`.`] };
  }
  try {
    await input.sync(plan);
    return { stale: [], notes: [] };
  } catch (error) {
    if (
      !isCtxError(error, 'LOCKED') &&
      !isCtxError(error, 'STORE_UNWRITABLE') &&
      !isCtxError(error, 'DISK_FULL')
    ) {
      throw error;
    }
    return { stale: differing(input.root, plan, manifest), notes: [error.message] };
  }
}

type Manifest = ReadonlyMap<RepoPath, ManifestEntry>;

function isStamped(entry: ManifestEntry | undefined, stamp: FileStamp): boolean {
  return entry !== undefined && sameStamp(entry.stamp, stamp);
}

/** Files to look at whose stamp is as it was are there because it could hide an edit: their content decides. */
function differing(root: string, plan: TreePlan, manifest: Manifest): RepoPath[] {
  const looked = plan.look.filter(({ path, stamp }) => {
    const entry = manifest.get(path);
    if (!isStamped(entry, stamp)) return true;
    const read = readContent(root, path);
    return entry?.hash !== ('skip' in read ? null : hashContent(read.bytes));
  });
  return [...[...looked, ...plan.skipped].map(({ path }) => path), ...plan.removed].sort();
}

/** What an answer says about the index behind it. */
export function indexState(snapshot: Snapshot, { stale }: Reconciliation): IndexState {
  const completeness = !snapshot.complete ? 'partial' : stale.length > 0 ? 'stale' : 'complete';
  return {
    completeness,
    stale: stale.slice(0, MAX_STALE),
    tiers: snapshot.tiers,
    generation: snapshot.generation,
  };
}
