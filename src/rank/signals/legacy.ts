import type { IndexedFile } from '../../core/index.ts';
import { askedFor } from './asked-for.ts';
import { onceAFile } from './scores.ts';
import type { SignalContext, SignalRule } from './signal-rule.ts';

/** Folders that say so, and folders that only may. */
const SURE = /(?:^|[/_.-])(?:legacy|deprecated|obsolete|attic|graveyard)(?=[/_.-])/i;
const UNSURE = /(?:^|\/)(?:old|backup|backups|bak|archive|archived|unused|v0)(?=\/)|\.(?:bak|orig|old)$/i;
/** Either, as a folder of its own. */
const FOLDER = /(^|\/)(?:legacy|deprecated|obsolete|attic|graveyard|old|backups?|bak|archived?|unused|v0)\//i;
/** A name that says it is a copy kept beside the real one. */
const COPY = /[_.-](?:old|bak|backup|copy|orig)(?=\.[^/]*$)/i;
const COPIED = 0.6;
/** A folder that is named for a version, and what being an older one of several says. */
const VERSION = /(?:^|\/)v(\d{1,3})(?=\/)/g;
const SUPERSEDED = 0.2;
/** What is left where live code imports it. */
const LIVE = 0.4;

/**
 * Penalty: the path says legacy and no live file imports it (less where one does), or a newer version of its folder
 * is among the candidates. None where the task says legacy, or names the version.
 */
export const LEGACY: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: (context) => {
    const factor = askedFor(context.evidence, context.query, null);
    const newest = newestVersions(context);
    return onceAFile(
      (file) => Math.max(legacyOf(context, file), supersededOf(context, file, newest)) * factor(file.id),
    );
  },
};

function legacyOf({ facts, query }: SignalContext, file: IndexedFile): number {
  const folder = SURE.exec(file.path) ?? UNSURE.exec(file.path);
  const word = folder?.[0] ?? (COPY.test(file.path) ? stemOf(file.path) : null);
  if (word === null || saysIt(query.text, word)) return 0;
  const live = facts.importers(file.id, twinOf(file.path)).some((path) => !isAside(path));
  if (SURE.test(file.path)) return live ? LIVE : 1;
  if (COPY.test(file.path)) return live ? 0 : COPIED;
  return live ? 0 : LIVE;
}

function isAside(path: string): boolean {
  return SURE.test(path) || UNSURE.test(path) || COPY.test(path);
}

/** Path of the file that this one, by its name, is a copy of; null where its name does not say so. */
export function originalOf(path: string): string | null {
  return COPY.test(path) ? path.replace(COPY, '') : null;
}

/**
 * Where the real one would be: the path without the word. An import of a namespace or a package names both, and so
 * does not say that the copy lives.
 */
function twinOf(path: string): string {
  return path.replace(COPY, '').replace(FOLDER, '$1');
}

/** The highest version among the candidates of each folder that has some. */
function newestVersions({ evidence, facts }: SignalContext): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  const chunks = new Map(evidence.hits.map(({ file, chunk }) => [file, chunk]));
  for (const chunk of chunks.values())
    for (const { folder, version } of versionsIn(facts.chunk(chunk)?.file.path ?? ''))
      newest.set(folder, Math.max(newest.get(folder) ?? 0, version));
  return newest;
}

function supersededOf(
  { query }: SignalContext,
  file: IndexedFile,
  newest: ReadonlyMap<string, number>,
): number {
  const old = versionsIn(file.path).some(
    ({ folder, version }) => (newest.get(folder) ?? 0) > version && !saysIt(query.text, `v${version}`),
  );
  return old ? SUPERSEDED : 0;
}

function versionsIn(path: string): readonly { readonly folder: string; readonly version: number }[] {
  // Nearly no path has one, and collecting none costs more than a look.
  if (!/(?:^|\/)v\d/.test(path)) return [];
  return [...path.matchAll(VERSION)].map((found) => ({
    folder: path.slice(0, found.index),
    version: Number(found[1]),
  }));
}

/** A copy's own name: that it is old, a task says of many things. */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}

/** Whether the text has the word: `legacyMode` says `legacy`, `threshold` does not say `old`. */
function saysIt(text: string, segment: string): boolean {
  const word = segment.toLowerCase().replace(/^[/_.-]+|[/_.-]+$/g, '');
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && !/[\p{Ll}\p{N}]/u.test(text[at + word.length] ?? ''))
      return true;
  return false;
}
