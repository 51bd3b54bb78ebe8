/** Pieces of the schemas of arguments. */
import { z } from 'zod';

export const LONGEST_TEXT = 200_000;

export const words = (description: string, max = LONGEST_TEXT) =>
  z.string().trim().min(1).max(max).describe(description);

export const count = (description: string, max: number) => z.int().min(1).max(max).describe(description);

export const root = z
  .string()
  .max(4_096)
  .optional()
  .describe(
    'Which work tree, where the host has opened several: its path or folder name. Default: the first.',
  );

export const globs = (description: string) =>
  z.array(z.string().min(1).max(500)).max(20).optional().describe(description);

export const cursor = z
  .string()
  .max(2_000)
  .optional()
  .describe('From page.cursor of the answer before, with the same arguments.');

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

export function languagesOf(language: string | undefined): { readonly languages?: readonly string[] } {
  return language === undefined ? {} : { languages: [language.toLowerCase()] };
}

/** A folder or a glob as globs of the index. */
export function pathGlobs(path: string | undefined): { readonly include?: readonly string[] } {
  if (path === undefined) return {};
  const plain = path.replace(/^\.?\//, '').replace(/\/+$/, '');
  return plain === '' || plain === '.' ? {} : { include: [`/${plain}`] };
}
