/** Outputs that were too long, kept whole under `ctx://artifact/HASH`. */
import type { Context } from '../index.ts';
import { fenced } from './fence.ts';
import type { ToolAnswer } from './tool.ts';

const LINES = 400;
const CHARACTERS = 20_000;

export function artifactUri(hash: string): string {
  return `ctx://artifact/${hash}`;
}

/** The hash in an address of an artifact, or null. */
export function artifactHash(address: string): string | null {
  return /^ctx:\/\/artifact\/([0-9a-f]{32})$/.exec(address)?.[1] ?? null;
}

function clipped(line: string): string {
  return line.length > CHARACTERS ? `${line.slice(0, CHARACTERS)}⋯ (${line.length} characters)` : line;
}

interface Piece {
  readonly range?: { readonly startLine: number; readonly endLine?: number };
  readonly head?: number;
  readonly tail?: number;
  readonly maxLines?: number;
}

/** Lines of an artifact. Fails with NOT_FOUND. */
export async function readArtifact(context: Context, hash: string, piece: Piece): Promise<ToolAnswer> {
  const lines = (await context.artifacts.get(hash)).split('\n');
  const { range, head, tail, maxLines = LINES } = piece;
  const first = Math.min(
    lines.length,
    range?.startLine ?? (tail === undefined ? 1 : Math.max(1, lines.length - tail + 1)),
  );
  const last = Math.min(lines.length, range?.endLine ?? head ?? lines.length);
  let end = first;
  let size = lines[first - 1]?.length ?? 0;
  while (end < last && end - first + 1 < maxLines && size + (lines[end]?.length ?? 0) < CHARACTERS) {
    size += (lines[end]?.length ?? 0) + 1;
    end++;
  }
  const body = lines
    .slice(first - 1, end)
    .map((line, i) => `${first + i}\t${clipped(line)}`)
    .join('\n');
  const left = last - end;
  const uri = artifactUri(hash);
  return {
    data: {
      artifact: uri,
      startLine: first,
      endLine: end,
      totalLines: lines.length,
      linesLeft: left,
      content: body,
    },
    text: `${uri}, lines ${first}-${end} of ${lines.length}\n${fenced(body)}`,
    truncated: left > 0,
    ...(left > 0 && {
      page: { cursor: null, total: left + end - first + 1, shown: end - first + 1 },
      next: `${left} lines are left: read_file with path "${uri}" and range {"start": ${end + 1}, "end": ${last}}`,
    }),
  };
}
