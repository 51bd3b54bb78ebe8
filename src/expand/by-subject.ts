import type { FileKind, IndexedFile } from '../core/index.ts';
import { subjectOf } from './name-words.ts';

/** Tests and sources by what their names say that they are about, in the order of the files. */
export interface FilesBySubject {
  readonly tests: ReadonlyMap<string, readonly IndexedFile[]>;
  readonly sources: ReadonlyMap<string, readonly IndexedFile[]>;
}

/** The files of a snapshot are one list as long as the index does not change. */
const grouped = new WeakMap<readonly IndexedFile[], FilesBySubject>();

export function bySubject(files: readonly IndexedFile[]): FilesBySubject {
  const before = grouped.get(files);
  if (before !== undefined) return before;
  const groups = { tests: groupOf(files, 'test'), sources: groupOf(files, 'code') };
  grouped.set(files, groups);
  return groups;
}

function groupOf(files: readonly IndexedFile[], kind: FileKind): ReadonlyMap<string, readonly IndexedFile[]> {
  const groups = new Map<string, IndexedFile[]>();
  for (const file of files) {
    if (file.kind !== kind) continue;
    const subject = subjectOf(file.path);
    const group = groups.get(subject);
    if (group === undefined) groups.set(subject, [file]);
    else group.push(file);
  }
  return groups;
}
