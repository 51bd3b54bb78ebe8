import type { IndexedFile, Snapshot } from '../core/index.ts';

/** More files than this with the same tail say nothing. */
const MAX_SAME_TAIL = 4;
/** Leading segments that are tried away: absolute paths of another machine, build folders. */
const MAX_STRIPPED = 16;
const DEPENDENCY =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo\/registry|go\/pkg\/mod|rustlib|vendor\/bundle|gems)\//;
/** Names that occur everywhere: alone they point nowhere. */
const COMMON = /^(?:index|main|mod|lib|__init__|setup|utils?|helpers?|types|conftest|app|test|config)\.\w+$/;

type Places = Pick<Snapshot, 'fileByPath' | 'filesByTail'>;

/**
 * Files that a path from a task or a trace may mean, best guess first: the path itself, files that end with
 * it, else files that end with its longest tail that the repository knows. Empty where the tail is too common,
 * or where a file of a dependency shares only its name.
 */
export function locatePath(places: Places, path: string): readonly IndexedFile[] {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  for (let from = 0; from < Math.min(segments.length, MAX_STRIPPED); from++) {
    const tail = segments.slice(from).join('/');
    const exact = places.fileByPath(tail);
    const bare = from === segments.length - 1;
    if (exact !== null && (!bare || mayStandAlone(path, segments))) return [exact];
    const files = places.filesByTail(tail);
    if (files.length === 0) continue;
    if (files.length > MAX_SAME_TAIL || (bare && !mayStandAlone(path, segments))) return [];
    return files;
  }
  return [];
}

/** Whether the last segment alone may name a file of the repository. */
function mayStandAlone(path: string, segments: readonly string[]): boolean {
  if (segments.length === 1) return true;
  return !DEPENDENCY.test(path) && !COMMON.test(segments.at(-1) ?? '');
}
