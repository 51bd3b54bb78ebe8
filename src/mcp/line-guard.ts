import { Transform } from 'node:stream';

const HEAD = 2_000;

export interface DroppedLine {
  /** The id of the request where its beginning says it, else null. */
  readonly id: string | number | null;
}

/**
 * Passes whole lines on, and drops those over a size: the protocol's reader would give up the connection for one.
 */
export function createLineGuard(maxBytes: number, onDropped: (line: DroppedLine) => void): Transform {
  let pieces: Buffer[] = [];
  let size = 0;
  const take = (piece: Buffer): void => {
    size += piece.length;
    // Of a line that is too long only the beginning is kept, for its id.
    if (size <= maxBytes || pieces.length === 0)
      pieces.push(size <= maxBytes ? piece : piece.subarray(0, HEAD));
  };
  const end = (push: (line: Buffer) => void): void => {
    if (size > maxBytes) onDropped({ id: idIn(Buffer.concat(pieces).subarray(0, HEAD).toString('utf8')) });
    else push(Buffer.concat(pieces));
    pieces = [];
    size = 0;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
        take(chunk.subarray(start, at + 1));
        end((line) => this.push(line));
        start = at + 1;
      }
      if (start < chunk.length) take(chunk.subarray(start));
      done();
    },
  });
}

function idIn(head: string): string | number | null {
  const [, number, text] = /"id"\s*:\s*(?:(\d{1,15})|"([^"\\]{1,100})")/.exec(head) ?? [];
  return number === undefined ? (text ?? null) : Number(number);
}
