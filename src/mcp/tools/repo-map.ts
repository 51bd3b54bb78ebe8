import { z } from 'zod';
import type { FolderMap, RepositoryFacts } from '../../index.ts';
import { root } from '../arguments.ts';
import { DATA_LABEL, fenced, oneLine } from '../fence.ts';
import { defineTool, readContract } from '../tool.ts';

const ROWS = 15;

export const repoMap = defineTool({
  contract: readContract('repo_map'),
  title: 'Map of the repository',
  description:
    'What the repository is: languages, build and test commands, entry points, layout, tests, instructions, git state. With a path, the folders and files below it with their sizes.',
  input: z.strictObject({
    path: z
      .string()
      .max(4_096)
      .optional()
      .describe('Folder to look into; without it, all of the repository at a glance.'),
    depth: z.int().min(1).max(8).optional().describe('Levels of folders below the path; default 1.'),
    root,
  }),
  index: 'needed',
  cached: false,
  redact: true,
  command: 'map',
  run: async ({ path, depth }, { context, reading }) => {
    if (path === undefined && depth === undefined) {
      const facts = await context.map(reading);
      return { data: { ...facts }, text: `${DATA_LABEL}\n${fenced(factsText(facts))}` };
    }
    const folder = await context.folders(path ?? '', { ...reading, depth: depth ?? 1 });
    const { rows, left } = folder;
    return {
      data: { ...folder },
      text: `${oneLine(folder.path) || './'}: ${folder.files} files, ${folder.lines} lines; ${DATA_LABEL}\n${fenced(folderText(folder))}`,
      truncated: left > 0,
      ...(left > 0 && {
        page: { cursor: null, total: rows.length + left, shown: rows.length },
        next: 'repo_map with one of these folders as path',
      }),
    };
  },
});

function folderText({ rows }: FolderMap): string {
  return rows
    .map(({ path, files, lines }) =>
      oneLine(`${path}  ${path.endsWith('/') ? `${files} files, ` : ''}${lines} lines`),
    )
    .join('\n');
}

function factsText(facts: RepositoryFacts): string {
  const { git } = facts;
  const state =
    git === null ? '' : `; ${git.branch ?? 'detached'} at ${git.head?.slice(0, 10) ?? 'no commit'}`;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'Languages',
      facts.languages.map(({ language, files, lines }) => `${language}: ${files} files, ${lines} lines`),
    ],
    ['Commands', facts.commands.map(({ purpose, command, source }) => `${purpose}: ${command} (${source})`)],
    ['Entry points', facts.entryPoints.map(({ path, reason }) => `${path} (${reason})`)],
    [
      'Layout',
      facts.layout.map(({ path, files, lines }) => `${path || './'}: ${files} files, ${lines} lines`),
    ],
    ['Tests', facts.testFolders.map(({ path, files }) => `${path}: ${files} files`)],
    ['Configuration', facts.configuration],
    ['Instructions', facts.instructions],
    ['Of little interest', facts.bulk.map(({ path, why, files }) => `${path}: ${why}, ${files} files`)],
    ['Changed', git?.dirty ?? []],
    ['Recent commits', git?.recentCommits.map(({ sha, subject }) => `${sha.slice(0, 10)} ${subject}`) ?? []],
  ];
  const head = `${facts.name}: ${facts.files} files, ${facts.lines} lines${state}`;
  return [oneLine(head), ...sections.flatMap(([title, rows]) => sectionText(title, rows))].join('\n');
}

function sectionText(title: string, rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length > ROWS ? [`  ⋯ ${rows.length - ROWS} more`] : [];
  return [title, ...rows.slice(0, ROWS).map((row) => `  ${oneLine(row)}`), ...more];
}
