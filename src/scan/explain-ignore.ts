import { join } from 'node:path';
import { type GitState, type RepoPath, SKIP_REASONS } from '../core/index.ts';
import { entryAt } from './entry-at.ts';
import { runGit } from './git.ts';
import { type IgnoreRule, loadIgnoreRules, rulesAbove } from './ignore-rules.ts';
import { inspectContent } from './inspect-content.ts';
import { INSTALLED_FOLDERS } from './list-plain.ts';
import { createPathGuard } from './path-guard.ts';
import { readContent } from './read-content.ts';
import { isAlwaysSkipped, toRepoPath } from './repo-path.ts';

export interface IgnoreExplanation {
  readonly ignored: boolean;
  /** The rule that decided, also when it won the path back; null where none did. */
  readonly rule: IgnoreRule | null;
  /** One sentence for a person. */
  readonly reason: string;
}

/**
 * Why a path is in the index or not; the path need not exist. Fails with OUTSIDE_ROOT or GIT_FAILED.
 */
export async function explainIgnore(
  root: string,
  path: string,
  git: GitState | null,
): Promise<IgnoreExplanation> {
  const place = toRepoPath(root, path);
  if (place === '') return { ignored: false, rule: null, reason: 'This is the root itself.' };
  const fixed = explainPlace(root, place);
  if (fixed !== null) return fixed;
  const directory = isDirectory(root, place);
  const own = loadIgnoreRules(root, rulesAbove(root, [place]));
  const rule = own.explain(place, directory);
  if (rule !== null) return explainRule(rule, own.verdict(place, directory) === 'ignore');
  const found = git === null ? explainPlain(root, place, directory) : await explainGit(root, place);
  return found.ignored || directory
    ? found
    : { ...found, reason: `${found.reason}${contentNote(root, place)}` };
}

/** Why a path that no rule ignores is known by name only, as a further sentence; else ''. */
function contentNote(root: string, path: RepoPath): string {
  if (entryAt(join(root, path)) === undefined) return ' It does not exist.';
  const content = readContent(root, path);
  const looked = 'skip' in content ? content : inspectContent(path, content.bytes);
  return 'skip' in looked ? ` It is known by name only: ${SKIP_REASONS[looked.skip]}.` : '';
}

function explainPlace(root: string, path: RepoPath): IgnoreExplanation | null {
  if (isAlwaysSkipped(path)) return { ignored: true, rule: null, reason: '.git and .ctx are never indexed.' };
  const guard = createPathGuard(root);
  const link = guard.linkAbove(path);
  if (link !== null)
    return {
      ignored: true,
      rule: null,
      reason: 'A folder above it is a symbolic link, which is never followed.',
    };
  const stats = entryAt(join(root, path));
  if (stats?.isSymbolicLink())
    return { ignored: true, rule: null, reason: 'It is a symbolic link, which is never followed.' };
  const repository = guard.repositoryAbove(stats?.isDirectory() ? `${path}/` : path);
  return repository === null
    ? null
    : {
        ignored: true,
        rule: null,
        reason: `It belongs to the repository ${repository}: index that one by itself.`,
      };
}

function isDirectory(root: string, path: RepoPath): boolean {
  return entryAt(join(root, path))?.isDirectory() === true;
}

function explainRule(rule: IgnoreRule, ignored: boolean): IgnoreExplanation {
  const verb = ignored ? 'Ignored' : 'Kept';
  return { ignored, rule, reason: `${verb} by ${rule.file}:${rule.line} (${rule.pattern}).` };
}

const NO_RULE: IgnoreExplanation = { ignored: false, rule: null, reason: 'No rule ignores it.' };

function explainPlain(root: string, path: RepoPath, directory: boolean): IgnoreExplanation {
  const names = ['.gitignore'];
  const rules = loadIgnoreRules(root, rulesAbove(root, [path], names), names);
  const rule = rules.explain(path, directory);
  if (rule !== null) return explainRule(rule, rules.verdict(path, directory) === 'ignore');
  const installed = path.split('/').find((segment) => INSTALLED_FOLDERS.includes(segment));
  if (installed === undefined) return NO_RULE;
  const reason = `${installed} is left out outside git: a .ctxignore with !${installed}/ wins it back.`;
  return { ignored: true, rule: null, reason };
}

async function explainGit(root: string, path: RepoPath): Promise<IgnoreExplanation> {
  const tracked = await runGit(root, ['ls-files', '-z', '--', path]);
  if (tracked.stdout.length > 0)
    return { ignored: false, rule: null, reason: 'Tracked by git, so no .gitignore applies.' };
  const checked = await runGit(root, ['check-ignore', '--verbose', '-z', '--stdin'], {
    // The command takes names as they are, but refuses the variable that says so; `./` hides a leading colon.
    input: `./${path}\0`,
    env: { GIT_LITERAL_PATHSPECS: '0' },
    accept: [1],
  });
  const [file = '', line = '', pattern = ''] = checked.stdout.toString('utf8').split('\0');
  if (pattern === '') return NO_RULE;
  return explainRule({ file, line: Number(line), pattern }, !pattern.startsWith('!'));
}
