import type { Command } from 'commander';
import type { FolderMap, RepositoryFacts } from '../../index.ts';
import { type FreshOptions, positive, withFreshness } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable } from '../untrusted-text.ts';

interface Options extends FreshOptions {
  readonly limit: number;
  readonly depth: number;
}

export function define(command: Command, open: OpenSession): void {
  withFreshness(command)
    .argument('[path]', 'folder whose folders and files are listed instead')
    .option('--depth <levels>', 'levels of folders below the path', positive, 1)
    .option('-n, --limit <count>', 'rows of a section', positive, 20)
    .action((path: string | undefined, options: Options) =>
      open(async (session) => {
        const { context, answer, reading, checkState } = session;
        if (path !== undefined) {
          const folder = await context.folders(path, { ...reading(options), depth: options.depth });
          checkState(folder.index);
          answer(folder, () => folderText(folder));
          return;
        }
        const facts = await context.map(reading(options));
        checkState(facts.index);
        answer(facts, () => mapText(facts, session, options.limit));
      }),
    );
}

function folderText({ path, files, lines, rows, left }: FolderMap): string {
  return [
    printable(`${path === '' ? './' : path}: ${files} files, ${lines} lines`),
    ...rows.map((row) =>
      printable(`  ${row.path}: ${row.path.endsWith('/') ? `${row.files} files, ` : ''}${row.lines} lines`),
    ),
    ...(left > 0 ? [`  ⋯ ${left} more`] : []),
  ].join('\n');
}

function mapText(facts: RepositoryFacts, { paint }: Session, limit: number): string {
  const { git } = facts;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'Languages',
      facts.languages.map(({ language, files, lines }) => `${language}: ${files} files, ${lines} lines`),
    ],
    ['Package managers', facts.packageManagers.map(({ name, manifest }) => `${name} (${manifest})`)],
    ['Commands', facts.commands.map(({ purpose, command, source }) => `${purpose}: ${command} (${source})`)],
    ['Entry points', facts.entryPoints.map(({ path, reason }) => `${path} (${reason})`)],
    [
      'Layout',
      facts.layout.map(
        ({ path, files, lines }) => `${path === '' ? './' : path}: ${files} files, ${lines} lines`,
      ),
    ],
    ['Tests', facts.testFolders.map(({ path, files }) => `${path}: ${files} files`)],
    ['Configuration', facts.configuration],
    ['Instructions', facts.instructions],
    ['Of little interest', facts.bulk.map(({ path, why, files }) => `${path}: ${why}, ${files} files`)],
    ['Changed', git?.dirty ?? []],
    ['Recent commits', git?.recentCommits.map(({ sha, subject }) => `${sha.slice(0, 10)} ${subject}`) ?? []],
  ];
  const head = `${facts.name}: ${facts.files} files, ${facts.lines} lines${git === null ? '' : `, ${git.branch ?? 'detached'} at ${git.head?.slice(0, 10) ?? 'no commit'}`}`;
  const blocks = sections.flatMap(([title, rows]) =>
    rows.length === 0
      ? []
      : [
          paint.strong(title),
          ...rows.slice(0, limit).map((row) => `  ${printable(row)}`),
          ...(rows.length > limit ? [paint.dim(`  ⋯ ${rows.length - limit} more`)] : []),
        ],
  );
  return [printable(head), ...blocks].join('\n');
}
