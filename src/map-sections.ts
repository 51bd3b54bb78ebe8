/** What a repository is, in titled rows: the same for people and for models. */
import type { RepositoryFacts } from './core/index.ts';

export interface MapSection {
  readonly title: string;
  readonly rows: readonly string[];
}

/** The repository in one line. */
export function mapHead({ name, files, lines, git }: RepositoryFacts): string {
  const state =
    git === null ? '' : `, ${git.branch ?? 'detached'} at ${git.head?.slice(0, 10) ?? 'no commit'}`;
  return `${name}: ${files} files, ${lines} lines${state}`;
}

/** The sections that have rows, most telling first. */
export function mapSections(facts: RepositoryFacts): readonly MapSection[] {
  const { git } = facts;
  const sections: readonly MapSection[] = [
    {
      title: 'Languages',
      rows: facts.languages.map(
        ({ language, files, lines }) => `${language}: ${files} files, ${lines} lines`,
      ),
    },
    {
      title: 'Package managers',
      rows: facts.packageManagers.map(({ name, manifest }) => `${name} (${manifest})`),
    },
    {
      title: 'Commands',
      rows: facts.commands.map(({ purpose, command, source }) => `${purpose}: ${command} (${source})`),
    },
    { title: 'Entry points', rows: facts.entryPoints.map(({ path, reason }) => `${path} (${reason})`) },
    {
      title: 'Layout',
      rows: facts.layout.map(
        ({ path, files, lines }) => `${path === '' ? './' : path}: ${files} files, ${lines} lines`,
      ),
    },
    { title: 'Tests', rows: facts.testFolders.map(({ path, files }) => `${path}: ${files} files`) },
    { title: 'Configuration', rows: facts.configuration },
    { title: 'Instructions', rows: facts.instructions },
    {
      title: 'Of little interest',
      rows: facts.bulk.map(({ path, why, files }) => `${path}: ${why}, ${files} files`),
    },
    { title: 'Changed', rows: git?.dirty ?? [] },
    {
      title: 'Recent commits',
      rows: git?.recentCommits.map(({ sha, subject }) => `${sha.slice(0, 10)} ${subject}`) ?? [],
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}
