import type { Command } from 'commander';
import type { RepositoryFacts } from '../../index.ts';
import { type FreshOptions, positive, withFreshness } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printable } from '../untrusted-text.ts';

interface Options extends FreshOptions {
  readonly limit: number;
}

export function define(command: Command, open: OpenSession): void {
  withFreshness(command)
    .option('-n, --limit <count>', 'rows of a section', positive, 20)
    .action((options: Options) =>
      open(async (session) => {
        const { context, answer, reading, checkState } = session;
        const facts = await context.map(reading(options));
        checkState(facts.index);
        answer(facts, () => mapText(facts, session, options.limit));
      }),
    );
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
