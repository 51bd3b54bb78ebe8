import { z } from 'zod';
import { type FolderMap, mapHead, mapSections, type RepositoryFacts } from '../../index.ts';
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
  const sections = mapSections(facts).flatMap(({ title, rows }) => [
    title,
    ...rows.slice(0, ROWS).map((row) => `  ${oneLine(row)}`),
    ...(rows.length > ROWS ? [`  ⋯ ${rows.length - ROWS} more`] : []),
  ]);
  return [oneLine(mapHead(facts)), ...sections].join('\n');
}
