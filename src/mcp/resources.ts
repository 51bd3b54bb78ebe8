/** What can be read by address: the map, decisions, traces, long outputs. */
import type { Context } from '../index.ts';
import { artifactUri } from './artifact.ts';
import { DATA_LABEL, fenced } from './fence.ts';
import type { Workspaces } from './workspaces.ts';

interface ResourceRow {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly read: (context: Context) => Promise<string>;
}

const JSON_TYPE = 'application/json';

/** Each is one row; addresses with a variable are templates below. */
const RESOURCES: readonly ResourceRow[] = [
  {
    uri: 'ctx://map',
    name: 'Repository map',
    description: 'Languages, commands, entry points, layout and state of the repository.',
    read: async (context) => json(await context.map({ freshness: 'stored' })),
  },
  {
    uri: 'ctx://decisions',
    name: 'Decisions',
    description: 'What was accepted and rejected here, and why.',
    read: async (context) => json(await context.decisions.list()),
  },
  {
    uri: 'ctx://traces',
    name: 'Traces',
    description: 'The last searches and packs, newest first.',
    read: async (context) => json(await context.traces()),
  },
  {
    uri: 'ctx://handoff/latest',
    name: 'Latest handoff',
    description: 'The state of the work as it was last written down.',
    read: async (context) => json(await context.handoffs.get('latest')),
  },
];

interface TemplateRow {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly pattern: RegExp;
  readonly mimeType: string;
  readonly read: (context: Context, key: string) => Promise<string>;
}

const TEMPLATES: readonly TemplateRow[] = [
  {
    uriTemplate: 'ctx://trace/{id}',
    name: 'Trace',
    description: 'Why an answer holds what it holds.',
    pattern: /^ctx:\/\/trace\/(t-[0-9a-z]{13})$/,
    mimeType: 'text/plain',
    read: async (context, id) => `${DATA_LABEL}\n${fenced(await context.explain(id))}`,
  },
  {
    uriTemplate: artifactUri('{hash}'),
    name: 'Long output',
    description: 'The whole of an answer that was sent condensed.',
    pattern: /^ctx:\/\/artifact\/([0-9a-f]{32})$/,
    mimeType: 'text/plain',
    read: (context, hash) => context.artifacts.get(hash),
  },
];

export function listResources() {
  return RESOURCES.map(({ read: _, ...row }) => ({ ...row, mimeType: JSON_TYPE }));
}

export function listTemplates() {
  return TEMPLATES.map(({ read: _, pattern: __, ...row }) => row);
}

/** Text at an address, of the first work tree that has it; null where no address is like that. */
export async function readResource(workspaces: Workspaces, uri: string) {
  const fixed = RESOURCES.find((row) => row.uri === uri);
  if (fixed !== undefined) {
    const { context } = await workspaces.get();
    return { uri, mimeType: JSON_TYPE, text: await fixed.read(context) };
  }
  for (const { pattern, mimeType, read } of TEMPLATES) {
    const key = pattern.exec(uri)?.[1];
    if (key !== undefined)
      return { uri, mimeType, text: await firstOf(workspaces, (context) => read(context, key)) };
  }
  return null;
}

async function firstOf<T>(workspaces: Workspaces, read: (context: Context) => Promise<T>): Promise<T> {
  const [first, ...others] = workspaces.roots();
  const readIn = async (root: string | undefined): Promise<T> => read((await workspaces.get(root)).context);
  return readIn(first).catch(async (error: unknown) => {
    for (const root of others) {
      const found = await readIn(root).catch(() => null);
      if (found !== null) return found;
    }
    throw error;
  });
}

function json(value: unknown): string {
  return JSON.stringify({ content_is: DATA_LABEL, content: value }, null, 1);
}
