import type { AnalysisPool } from './analysis-pool.ts';
import type { CtxConfig } from './config.ts';
import type { Embedder, GitState, IndexWriter } from './core/index.ts';
import type { DecisionStore, HandoffStore, MemoryStore } from './handoff/index.ts';
import type { HeldSnapshot, KnownTree, StorePlace } from './indexes/catalog/index.ts';
import type { GitFollower, TreePlanner } from './scan/index.ts';
import type { CallStore, TraceStore } from './trace/index.ts';

/** What outlives the index. */
export interface Memory {
  readonly traces: TraceStore;
  readonly decisions: DecisionStore;
  readonly handoffs: HandoffStore;
  readonly entries: MemoryStore;
  readonly calls: CallStore;
  /** False where nothing of it is kept. */
  readonly lasting: boolean;
  /** What is not as usual, for people, or null. */
  readonly note: string | null;
}

/** The parts of an open repository, each opened on first use and closed together. */
export interface Access {
  readonly root: string;
  readonly config: CtxConfig;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly git: GitFollower;
  readonly planner: TreePlanner;
  readonly place: (git: GitState | null) => StorePlace;
  readonly embedder: () => Promise<Embedder>;
  readonly pool: () => Promise<AnalysisPool>;
  /** Runs over one state of the store. Fails with NO_INDEX; INDEX_CORRUPT sets the index aside. */
  readonly read: <T>(git: GitState | null, work: (held: HeldSnapshot) => Promise<T>) => Promise<T>;
  /** The tree as it is in the store now; null before the first write, and where the store has to be opened anew. */
  readonly known: (git: GitState | null) => KnownTree | null;
  /**
   * Runs as the only writer. Fails with LOCKED, STORE_UNWRITABLE, DISK_FULL. `rebuilt` says why an older index
   * was set aside; one that turns out to be damaged on the way is set aside too, and the work begun again.
   */
  readonly write: <T>(
    git: GitState | null,
    work: (writer: IndexWriter, rebuilt: string | null) => Promise<T>,
  ) => Promise<T>;
  readonly memory: (git: GitState | null) => Memory;
  /** Ends the readers: before files are deleted. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}
