import { z } from 'zod';
import type { ToolContract } from '../index.ts';
import { envelopeSchema } from './call-result.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

export interface JsonSchema {
  readonly type: 'object';
  readonly [key: string]: unknown;
}

/** A tool as `ctx tools --json` shows it. */
export interface ListedTool extends ToolContract {
  readonly title: string;
  readonly description: string;
  readonly command: string;
  readonly input: JsonSchema;
}

export function toolList(): readonly ListedTool[] {
  return Object.values(TOOLS).map(({ contract, title, description, command, input }) => ({
    ...contract,
    title,
    description,
    command: `ctx ${command}`,
    input: inputSchema(input),
  }));
}

export function inputSchema(input: Tool['input']): JsonSchema {
  return { ...z.toJSONSchema(input, { io: 'input' }), type: 'object' };
}

export function resultSchema(): JsonSchema {
  return { ...z.toJSONSchema(envelopeSchema), type: 'object' };
}
