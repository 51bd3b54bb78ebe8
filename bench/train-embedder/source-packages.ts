import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose sources are trained on: a row of `sources.json`. */
export interface SourcePackage {
  /** `debian`: a binary package that holds sources; `debian-source`: its source archive. */
  readonly from: 'npm' | 'debian' | 'debian-source';
  readonly name: string;
  readonly version: string;
  /** Of a Debian package: `all` or `amd64`. */
  readonly architecture?: string;
  /** As the package states it; all are permissive. */
  readonly licence: string;
}

export function readSourcePackages(): readonly SourcePackage[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'sources.json'), 'utf8')) as SourcePackage[];
}
