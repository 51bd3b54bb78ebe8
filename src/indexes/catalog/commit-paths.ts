import { createByteReader, createByteWriter } from '../symbols/byte-stream.ts';

/** When a commit was made, in seconds since the epoch, and the numbers of the paths that it touched. */
export interface TouchedPaths {
  readonly time: number;
  readonly paths: readonly number[];
}

/** Commits one after the other, each number as the distance to the one before: a byte or two a path. */
export function encodeCommitPaths(commits: readonly TouchedPaths[]): Uint8Array {
  const writer = createByteWriter(commits.length * 8);
  let lastTime = 0;
  let lastPath = 0;
  writer.varint(commits.length);
  for (const { time, paths } of commits) {
    writer.signed(time - lastTime);
    lastTime = time;
    writer.varint(paths.length);
    for (const path of paths) {
      writer.signed(path - lastPath);
      lastPath = path;
    }
  }
  return writer.finish();
}

/** Visits the commits in order. Fails with INDEX_CORRUPT where the bytes are cut short. */
export function decodeCommitPaths(data: Uint8Array, visit: (commit: TouchedPaths) => void): void {
  const reader = createByteReader(data);
  let time = 0;
  let path = 0;
  for (let commits = reader.varint(); commits > 0; commits -= 1) {
    time += reader.signed();
    const paths: number[] = [];
    for (let count = reader.varint(); count > 0; count -= 1) {
      path += reader.signed();
      paths.push(path);
    }
    visit({ time, paths });
  }
}
