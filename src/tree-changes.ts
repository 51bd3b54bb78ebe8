import type { FileText } from './analyze-files.ts';
import {
  type AnalyzedBatch,
  contentKey,
  type IndexWriter,
  type ManifestEntry,
  type RepoPath,
} from './core/index.ts';
import { mergeSegments } from './indexes/lexical/segment.ts';
import { sameStamp } from './scan/index.ts';

/** Source gathered before it is written: a transaction and a lexical segment. */
const FLUSH_BYTES = 8_000_000;

/** What an indexing run has found, on its way to the store. */
export interface TreeChanges {
  /** Analysed files; written when enough has come together. */
  readonly add: (batch: AnalyzedBatch, items: readonly ChangedFile[]) => void;
  /** A file that cannot be analysed: known by path only, as is every other path with its content. */
  readonly quarantine: (item: ChangedFile) => void;
  /** Paths without new content, and paths that are gone; written by `write`. */
  readonly settle: (entries: readonly ManifestEntry[], removed: readonly RepoPath[]) => void;
  /** Writes the analysed files. */
  readonly flush: () => void;
  /** Writes what was settled in one transaction. */
  readonly finish: () => void;
  /** Runs another change of the tree. */
  readonly write: (work: () => void) => void;
  readonly summary: () => { readonly changed: boolean; readonly removed: number };
}

interface ChangedFile {
  readonly entry: ManifestEntry;
  readonly file: FileText;
}

/** Files that decide what other files are. */
export function isAttributesFile(path: RepoPath): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes');
}

export function createTreeChanges(
  writer: IndexWriter,
  manifest: ReadonlyMap<RepoPath, ManifestEntry>,
): TreeChanges {
  let begun = false;
  let batches: AnalyzedBatch[] = [];
  let entries: ManifestEntry[] = [];
  let bytes = 0;
  const settled: ManifestEntry[] = [];
  const restamped: ManifestEntry[] = [];
  const removed: RepoPath[] = [];
  const quarantined = new Set<string>();

  const write = (work: () => void): void => {
    if (!begun) writer.begin();
    begun = true;
    work();
  };

  const flush = (): void => {
    if (batches.length === 0) return;
    const segment = mergeSegments(batches.map((batch) => ({ segment: batch.segment })));
    const files = batches.flatMap((batch) => batch.files);
    write(() => writer.addBatch({ files, segment }, entries));
    batches = [];
    entries = [];
    bytes = 0;
  };

  return {
    add: (batch, items) => {
      batches.push(batch);
      for (const { entry } of items) {
        // Last of all: a run that ends early must find them changed when it is made again.
        (isAttributesFile(entry.path) ? settled : entries).push(entry);
        bytes += entry.stamp.size;
      }
      if (bytes >= FLUSH_BYTES) flush();
    },

    quarantine: ({ entry, file }) => {
      quarantined.add(contentKey(file.hash, file.language));
      settled.push(entry);
    },

    settle: (found, gone) => {
      for (const entry of found) {
        const before = manifest.get(entry.path);
        if (before === undefined || !sameContent(before, entry)) settled.push(entry);
        else if (before.racy !== entry.racy || !sameStamp(before.stamp, entry.stamp)) restamped.push(entry);
      }
      for (const path of gone) if (manifest.has(path)) removed.push(path);
    },

    flush,

    finish: () => {
      flush();
      const last = settled.map((entry) => withoutQuarantined(entry, quarantined));
      if (last.length + removed.length > 0) write(() => writer.updateManifest(last, removed));
      writer.restamp(restamped);
    },

    write,
    summary: () => ({ changed: begun, removed: removed.length }),
  };
}

function sameContent(a: ManifestEntry, b: ManifestEntry): boolean {
  return a.kind === b.kind && a.hash === b.hash && a.language === b.language && a.skip === b.skip;
}

function withoutQuarantined(entry: ManifestEntry, quarantined: ReadonlySet<string>): ManifestEntry {
  if (entry.hash === null || !quarantined.has(contentKey(entry.hash, entry.language))) return entry;
  return { ...entry, hash: null, language: null, skip: 'quarantined' };
}
