import type { GitState, ManifestEntry, RepoPath, ScannedFile, TreeState } from '../core/index.ts';
import { type ChangePlan, planChanges, planPaths } from './plan-changes.ts';
import { createTreeScanner, type TreeScan, type Witness } from './tree-scanner.ts';

/** What an indexing run would do: the work tree compared with what the store says of it. */
export interface TreePlan {
  readonly state: TreeState;
  readonly look: readonly ScannedFile[];
  readonly skipped: readonly ManifestEntry[];
  readonly removed: readonly RepoPath[];
  readonly historyMoved: boolean;
  readonly notes: readonly string[];
}

export interface PlanInput {
  readonly git: GitState | null;
  readonly state: TreeState;
  readonly manifest: ReadonlyMap<RepoPath, ManifestEntry>;
  readonly now: number;
  /** Looks at every file again, whatever its stamp. */
  readonly full?: boolean;
  readonly witness?: Witness | null;
  readonly signal?: AbortSignal;
}

/** Scans the tree and compares; reads no file. One plan is made at a time. */
export type TreePlanner = (input: PlanInput) => Promise<TreePlan>;

type Files = ReadonlyMap<RepoPath, ScannedFile | null>;

/** The paths of a manifest that were not as it says, with what stood there. */
interface Compared {
  readonly manifest: PlanInput['manifest'];
  readonly open: Files;
}

/**
 * Plans for one tree. A manifest that comes again is the one of before but for changes at paths that a plan has
 * named: then only those, and what the scan found changed, are compared.
 */
export function createTreePlanner(root: string, now: () => number, historyLimit: number): TreePlanner {
  const scan = createTreeScanner(root, now);
  let last: Compared | null = null;
  let running: Promise<unknown> = Promise.resolve();

  const compare = (scanned: TreeScan, { manifest, now, full }: PlanInput): ChangePlan => {
    if (full) {
      last = null;
      const { removed } = planChanges(manifest, scanned.files(), now);
      return { ...planChanges(new Map(), scanned.files(), now), removed };
    }
    const files = last?.manifest === manifest && scanned.changed ? merged(last.open, scanned.changed) : null;
    const plan = files ? planPaths(manifest, files, now) : planChanges(manifest, scanned.files(), now);
    last = { manifest, open: openFiles(plan, files ?? byPath(scanned.files(), plan)) };
    return plan;
  };

  const isOtherHistory = (head: string | null, stored: TreeState): boolean =>
    head !== stored.head || (head !== null && historyLimit !== stored.historyLimit);

  const plan = async (input: PlanInput): Promise<TreePlan> => {
    const { git, state, witness = null, signal } = input;
    let scanned: TreeScan;
    try {
      scanned = await scan({ git, witness, signal });
    } catch (error) {
      last = null;
      throw error;
    }
    const { look, skipped, removed } = compare(scanned, input);
    const historyMoved = git !== null && isOtherHistory(git.head, state);
    return { state, look, skipped, removed, historyMoved, notes: scanned.notes };
  };

  return (input) => {
    const next = running.then(() => plan(input));
    running = next.catch(() => {});
    return next;
  };
}

function merged(open: Files, changed: Files): Files {
  if (open.size === 0 || changed.size === 0) return open.size === 0 ? changed : open;
  return new Map([...open, ...changed].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function byPath(files: readonly ScannedFile[], plan: ChangePlan): Files {
  const named = new Set(plan.skipped.map(({ path }) => path));
  return new Map(files.filter(({ path }) => named.has(path)).map((file) => [file.path, file]));
}

function openFiles({ look, skipped, removed }: ChangePlan, files: Files): Files {
  return new Map<RepoPath, ScannedFile | null>([
    ...look.map((file) => [file.path, file] as const),
    ...skipped.map(({ path }) => [path, files.get(path) ?? null] as const),
    ...removed.map((path) => [path, null] as const),
  ]);
}

/** Nothing to do but, where `state.complete` is false, to finish. */
export function isUnchanged(plan: TreePlan): boolean {
  return plan.look.length + plan.skipped.length + plan.removed.length === 0 && !plan.historyMoved;
}
