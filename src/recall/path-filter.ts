import ignore from 'ignore';
import type { IndexedFile, LanguageId } from '../core/index.ts';

export interface PathFilter {
  /** Only files of these languages. */
  readonly languages?: readonly LanguageId[];
  /** Globs in gitignore syntax: a file must match one of `include` where given, and none of `exclude`. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Whether a file passes a filter; an empty list filters nothing. */
export function pathFilter(filter: PathFilter): (file: Pick<IndexedFile, 'path' | 'language'>) => boolean {
  const { languages = [], include = [], exclude = [] } = filter;
  const included = ignore().add([...include]);
  const excluded = ignore().add([...exclude]);
  return ({ path, language }) => {
    if (languages.length > 0 && (language === null || !languages.includes(language))) return false;
    if (include.length > 0 && !included.ignores(path)) return false;
    return exclude.length === 0 || !excluded.ignores(path);
  };
}
