/** A frame as one line gives it, before its depth is known. */
export interface RawFrame {
  /** As written, `/`-separated. */
  readonly path: string;
  readonly line: number | null;
  readonly symbol: string | null;
}

/** How the traces of one family of languages look. */
export interface FrameFamily {
  /** Which end of a trace is printed first. */
  readonly first: 'innermost' | 'outermost';
  /** Reads one line (capped in width); `previous` is the line above, for formats with two lines a frame. */
  readonly read: (line: string, previous: string) => RawFrame | null;
}

/** Tries patterns with the named groups `path`, `line` and `symbol` in order. */
export function readWith(patterns: readonly RegExp[], line: string): RawFrame | null {
  for (const pattern of patterns) {
    const groups = pattern.exec(line)?.groups;
    if (groups?.['path'] !== undefined)
      return rawFrame(groups['path'], groups['line'], groups['symbol'] ?? null);
  }
  return null;
}

export function rawFrame(path: string, line: string | undefined, symbol: string | null): RawFrame {
  const name = symbol?.trim() ?? '';
  return {
    path: path
      .replace(/^[`'"]/, '')
      .replaceAll('\\', '/')
      .replace(/^[A-Za-z]:\//, '/'),
    line: line === undefined ? null : Number(line),
    symbol: name === '' ? null : name,
  };
}
