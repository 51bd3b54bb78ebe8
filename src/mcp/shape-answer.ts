import { type Context, redactTexts } from '../index.ts';
import { artifactUri } from './artifact.ts';
import { condenseText } from './condense-text.ts';
import type { Tool, ToolAnswer } from './tool.ts';

export interface ShapeParts {
  readonly context: Context;
  /** What the caller works on: what a long answer is cut down to. */
  readonly task: string;
  /** Characters above which an answer is condensed. */
  readonly condenseAbove: number;
}

/**
 * An answer as it may be sent: secrets replaced where that was not done while reading; a long one condensed, and kept
 * whole to be read in pieces.
 */
export async function shapeAnswer(tool: Tool, given: ToolAnswer, parts: ShapeParts): Promise<ToolAnswer> {
  const answer = tool.redact ? await redactTexts(given) : given;
  return isLong(tool, answer, parts.condenseAbove) ? condensed(tool, answer, parts) : answer;
}

function isLong(
  { contract, inlineCharacters = 0 }: Tool,
  { text, data }: ToolAnswer,
  condenseAbove: number,
): boolean {
  const { maxInlineBytes } = contract.result;
  return (
    text.length > Math.max(condenseAbove, inlineCharacters) ||
    Buffer.byteLength(text) > maxInlineBytes ||
    Buffer.byteLength(JSON.stringify(data)) > 2 * maxInlineBytes
  );
}

/** A character has at most three bytes in a string's own units. */
const BYTES_A_CHARACTER = 3;

async function condensed(
  { contract }: Tool,
  answer: ToolAnswer,
  { context, task, condenseAbove }: ShapeParts,
): Promise<ToolAnswer> {
  const artifact = artifactUri(await context.artifacts.keep(answer.text));
  const limit = Math.min(condenseAbove, Math.floor(contract.result.maxInlineBytes / BYTES_A_CHARACTER));
  const { text, leftOut } = condenseText(answer.text, task, limit);
  const lines = leftOut.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
  return {
    ...answer,
    data: { condensed: text, left_out: leftOut.slice(0, 50), lines_left_out: lines, artifact },
    text: `${text}\n\nCondensed by the current task: ${lines} lines are left out. All of it: ${artifact}`,
    truncated: true,
    next: answer.next ?? `read_file with path "${artifact}", and a range for a part of it`,
  };
}
