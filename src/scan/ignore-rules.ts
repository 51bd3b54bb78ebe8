import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { RepoPath } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { readContent } from './read-content.ts';
import { baseOf, comparePaths, parentOf } from './repo-path.ts';

export interface IgnoreRule {
  /** The file that holds the rule. */
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
}

/** What ctx's own ignore files say about a path; `include` wins back what git ignores. */
export type IgnoreVerdict = 'ignore' | 'include' | 'none';

export interface IgnoreRules {
  verdict(path: RepoPath, directory?: boolean): IgnoreVerdict;
  /** The rule behind the verdict, null for `none`. */
  explain(path: RepoPath, directory?: boolean): IgnoreRule | null;
  /** Folders and files that a `!` rule could win back from git; '' is the whole tree. */
  readonly winBack: readonly RepoPath[];
  /** Rule files that could not be read, as sentences. */
  readonly notes: readonly string[];
}

/** Strongest first: the last word of a `.ctxignore` beats every `.ignore`. */
export const CTX_IGNORE_FILES = ['.ctxignore', '.ignore'] as const;

interface PlacedRule {
  readonly rule: IgnoreRule;
  /** Rewritten so that it is relative to the root. */
  readonly pattern: string;
  readonly negative: boolean;
}

interface RuleSource {
  readonly rules: readonly PlacedRule[];
  readonly verdict: (path: RepoPath, directory: boolean) => IgnoreVerdict;
}

/**
 * Reads the given rule files (gitignore syntax; a nested file speaks for its own folder, the deeper file has
 * the last word). `names` orders them by strength. Files that are links or unreadable leave a note.
 */
export function loadIgnoreRules(
  root: string,
  files: readonly RepoPath[],
  names: readonly string[] = CTX_IGNORE_FILES,
): IgnoreRules {
  const notes: string[] = [];
  const sources = names.map((name) => {
    const own = files.filter((file) => baseOf(file) === name).sort(byDepth);
    return ruleSource(own.flatMap((file) => readRules(root, file, notes)));
  });
  const deciding = (path: RepoPath, directory: boolean): [RuleSource, IgnoreVerdict] | null => {
    for (const source of sources) {
      const verdict = source.verdict(path, directory);
      if (verdict !== 'none') return [source, verdict];
    }
    return null;
  };
  return {
    verdict: (path, directory = false) => deciding(path, directory)?.[1] ?? 'none',
    explain: (path, directory = false) => {
      const found = deciding(path, directory);
      return found === null ? null : explainRule(found[0].rules, found[1] === 'include', path, directory);
    },
    winBack: winBackPlaces(sources.flatMap((source) => source.rules)),
    notes,
  };
}

function byDepth(a: RepoPath, b: RepoPath): number {
  return a.split('/').length - b.split('/').length || comparePaths(a, b);
}

function readRules(root: string, file: RepoPath, notes: string[]): PlacedRule[] {
  const content = readContent(root, file);
  if ('skip' in content) {
    notes.push(`${file} was not read (${content.skip}): its rules do not apply.`);
    return [];
  }
  const lines = Buffer.from(content.bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  return lines.flatMap((line, i) => placeRule(line, file, i + 1) ?? []);
}

function placeRule(text: string, file: RepoPath, line: number): PlacedRule | null {
  if (text.trim() === '' || text.startsWith('#')) return null;
  const negative = text.startsWith('!');
  const body = negative ? text.slice(1) : text;
  const folder = parentOf(file);
  const rule = { file, line, pattern: text.trimEnd() };
  if (folder === '') return { rule, negative, pattern: text };
  const anchored = body.trimEnd().replace(/\/$/, '').includes('/');
  const below = anchored ? body.replace(/^\//, '') : `**/${body}`;
  const place = folder.replace(/[\\*?[\]!# ]/g, '\\$&');
  return { rule, negative, pattern: `${negative ? '!' : ''}/${place}/${below}` };
}

function matcherOf(rules: readonly PlacedRule[]): Ignore {
  return ignore({ ignorecase: false }).add(rules.map(({ pattern }, i) => ({ pattern, mark: String(i) })));
}

function ruleSource(rules: readonly PlacedRule[]): RuleSource {
  if (rules.length === 0) return { rules, verdict: () => 'none' };
  const matcher = matcherOf(rules);
  const folders = new Map<RepoPath, IgnoreVerdict>();
  const folderVerdict = (path: RepoPath): IgnoreVerdict => {
    const seen = folders.get(path);
    if (seen !== undefined) return seen;
    const verdict = pathVerdict(path, true);
    folders.set(path, verdict);
    return verdict;
  };
  const pathVerdict = (path: RepoPath, directory: boolean): IgnoreVerdict => {
    const own = matcher.test(directory ? `${path}/` : path);
    if (own.ignored) return 'ignore';
    if (own.unignored) return 'include';
    // A folder won back brings what is below it.
    const parent = parentOf(path);
    return parent === '' ? 'none' : folderVerdict(parent);
  };
  return { rules, verdict: pathVerdict };
}

/** The last rule of the asked sign that matches the path or, from the inside out, a folder above it. */
function explainRule(
  rules: readonly PlacedRule[],
  negative: boolean,
  path: RepoPath,
  directory: boolean,
): IgnoreRule | null {
  if (path === '') return null;
  const asked = directory ? `${path}/` : path;
  for (const placed of rules.toReversed()) {
    if (placed.negative !== negative) continue;
    const pattern = negative ? placed.pattern.slice(1) : placed.pattern;
    if (ignore({ ignorecase: false }).add([{ pattern }]).test(asked).ignored) return placed.rule;
  }
  return explainRule(rules, negative, parentOf(path), true);
}

/** For each `!` rule the longest path before its first wildcard, without those below another. */
function winBackPlaces(rules: readonly PlacedRule[]): RepoPath[] {
  const places = new Set(
    rules.filter((rule) => rule.negative).map((rule) => literalPrefix(rule.pattern.slice(1))),
  );
  if (places.has('')) return [''];
  return [...places]
    .filter((place) => !ancestorsOf(place).some((above) => places.has(above)))
    .sort(comparePaths);
}

function literalPrefix(pattern: string): RepoPath {
  const body = pattern.trimEnd().replace(/\/$/, '');
  if (!body.includes('/')) return '';
  const segments = body.replace(/^\//, '').split('/');
  const wild = segments.findIndex((segment) => /[*?[\\]/.test(segment));
  return (wild < 0 ? segments : segments.slice(0, wild)).join('/');
}

/** The rule files that could speak for the given paths: those of the folders above them and of the root. */
export function rulesAbove(
  root: string,
  paths: readonly RepoPath[],
  names: readonly string[] = CTX_IGNORE_FILES,
): RepoPath[] {
  const folders = new Set(paths.flatMap(ancestorsOf));
  return [...[...folders].map((folder) => `${folder}/`), '']
    .flatMap((folder) => names.map((name) => folder + name))
    .filter((file) => entryAt(join(root, file))?.isDirectory() === false);
}

/** Folders above a path, nearest first, the root ('') left out. */
export function ancestorsOf(path: RepoPath): RepoPath[] {
  const above: RepoPath[] = [];
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) above.push(folder);
  return above;
}
