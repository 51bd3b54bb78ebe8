import type { Import } from '../../core/index.ts';

export const DEFAULT = 'default';

/** Whether an import gives a name that is not the one it takes. A default has no name of its own. */
export function isRenamed(name: string, local: string): boolean {
  return name !== local || name === DEFAULT;
}

/** Whether a file with these imports exports what it imports under another name or as its default. */
export function exportsRenamed(imports: readonly Import[]): boolean {
  return imports.some(
    ({ reexport, names }) =>
      reexport && names.some(({ name, local }) => name !== '*' && isRenamed(name, local)),
  );
}
