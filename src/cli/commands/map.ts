import type { Command } from 'commander';
import type { FolderMap, MapSection } from '../../index.ts';
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
        const { mapHead, mapSections } = await import('../../index.ts');
        answer(facts, () =>
          [printable(mapHead(facts)), ...sectionLines(mapSections(facts), session, options.limit)].join('\n'),
        );
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

function sectionLines(sections: readonly MapSection[], { paint }: Session, limit: number): readonly string[] {
  return sections.flatMap(({ title, rows }) => [
    paint.strong(title),
    ...rows.slice(0, limit).map((row) => `  ${printable(row)}`),
    ...(rows.length > limit ? [paint.dim(`  ⋯ ${rows.length - limit} more`)] : []),
  ]);
}
