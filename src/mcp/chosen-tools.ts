import { CtxError } from '../index.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

/** All tools, or those that a comma-separated list names. Fails with USAGE where it names one that is not there. */
export function chosenTools(names: string | undefined): Readonly<Partial<Record<string, Tool>>> {
  const wanted = (names ?? '').split(',').flatMap((name) => name.trim() || []);
  if (wanted.length === 0) return TOOLS;
  const unknown = wanted.find((name) => !Object.hasOwn(TOOLS, name));
  if (unknown !== undefined)
    throw new CtxError(
      'USAGE',
      `There is no tool ${unknown}. CTX_MCP_TOOLS may list: ${Object.keys(TOOLS).join(', ')}.`,
    );
  return Object.fromEntries(Object.entries(TOOLS).filter(([name]) => wanted.includes(name)));
}
