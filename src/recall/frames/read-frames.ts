import type { StackFrame } from '../../core/index.ts';
import type { RawFrame } from './frame-family.ts';
import { FRAME_FAMILIES, FRAME_FAMILY_NAMES, type FrameFamilyName } from './registry.ts';

/** Lines without a frame (source excerpts, carets) that one trace may hold between two frames. */
const GAP = 6;
/** Of all traces, the innermost first: a deep recursion has thousands that are the same. */
const MAX_FRAMES = 200;
/** No shorter line holds a frame. */
const SHORTEST = 6;

export interface FramesRead {
  readonly frames: readonly StackFrame[];
  /** Indices of the lines that hold a frame. */
  readonly lines: ReadonlySet<number>;
}

interface Trace {
  readonly family: FrameFamilyName;
  readonly frames: RawFrame[];
  lastLine: number;
}

/** Frames of every trace in the text, in order of appearance, at most 200; depth 0 is where each was thrown. */
export function readFrames(lines: readonly string[]): FramesRead {
  const traces: Trace[] = [];
  const found = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const read = readLine(line, lines[index - 1] ?? '');
    if (read === null) continue;
    found.add(index);
    const open = traces.at(-1);
    if (open !== undefined && open.family === read.family && index - open.lastLine <= GAP) {
      open.frames.push(read.frame);
      open.lastLine = index;
    } else {
      traces.push({ family: read.family, frames: [read.frame], lastLine: index });
    }
  }
  return { frames: traces.flatMap(withDepth).slice(0, MAX_FRAMES), lines: found };
}

function readLine(
  line: string,
  previous: string,
): { readonly family: FrameFamilyName; readonly frame: RawFrame } | null {
  if (line.length < SHORTEST) return null;
  for (const family of FRAME_FAMILY_NAMES) {
    const frame = FRAME_FAMILIES[family].read(line, previous);
    if (frame !== null && frame.path.length <= 400) return { family, frame };
  }
  return null;
}

function withDepth(trace: Trace): StackFrame[] {
  const inner = FRAME_FAMILIES[trace.family].first === 'innermost';
  const ordered = inner ? trace.frames : trace.frames.toReversed();
  return ordered.map((frame, depth) => ({ ...frame, depth }));
}
