import { lstatSync, type Stats } from 'node:fs';

/** What stands at a place, links not followed; undefined where nothing does, also below something that is no folder. */
export function entryAt(place: string | Buffer): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
