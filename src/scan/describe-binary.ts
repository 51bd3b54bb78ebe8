/** What a file that is no text is. */
export interface BinaryDescription {
  readonly is: 'image' | 'archive' | 'binary';
  /** For people: `PNG image, 640 × 480`. */
  readonly what: string;
}

interface Magic {
  readonly is: BinaryDescription['is'];
  readonly name: string;
  readonly bytes: readonly number[];
  /** Where the bytes stand; default 0. */
  readonly at?: number;
}

/** First match wins. */
const MAGIC: readonly Magic[] = [
  { is: 'image', name: 'PNG image', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { is: 'image', name: 'GIF image', bytes: [0x47, 0x49, 0x46, 0x38] },
  { is: 'image', name: 'JPEG image', bytes: [0xff, 0xd8, 0xff] },
  { is: 'image', name: 'WebP image', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
  { is: 'image', name: 'icon', bytes: [0x00, 0x00, 0x01, 0x00] },
  { is: 'image', name: 'BMP image', bytes: [0x42, 0x4d] },
  { is: 'image', name: 'TIFF image', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { is: 'image', name: 'TIFF image', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { is: 'archive', name: 'ZIP archive', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { is: 'archive', name: 'ZIP archive, empty', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { is: 'archive', name: 'gzip archive', bytes: [0x1f, 0x8b] },
  { is: 'archive', name: 'bzip2 archive', bytes: [0x42, 0x5a, 0x68] },
  { is: 'archive', name: 'xz archive', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { is: 'archive', name: 'Zstandard archive', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { is: 'archive', name: '7-Zip archive', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { is: 'archive', name: 'RAR archive', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  { is: 'archive', name: 'tar archive', bytes: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257 },
  { is: 'binary', name: 'ELF program or library', bytes: [0x7f, 0x45, 0x4c, 0x46] },
  { is: 'binary', name: 'Windows program or library', bytes: [0x4d, 0x5a] },
  { is: 'binary', name: 'WebAssembly module', bytes: [0x00, 0x61, 0x73, 0x6d] },
  { is: 'binary', name: 'Java class', bytes: [0xca, 0xfe, 0xba, 0xbe] },
  { is: 'binary', name: 'PDF document', bytes: [0x25, 0x50, 0x44, 0x46] },
  { is: 'binary', name: 'SQLite database', bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66] },
];

/** By the bytes alone: names lie. */
export function describeBinary(bytes: Uint8Array): BinaryDescription {
  const found = MAGIC.find(({ bytes: wanted, at = 0 }) => wanted.every((byte, i) => bytes[at + i] === byte));
  if (found === undefined) return { is: 'binary', what: 'binary file of no known format' };
  const size = sizeOf(found.name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { is: found.is, what: size === null ? found.name : `${found.name}, ${size}` };
}

/** Width and height where the header of the format says them. */
function sizeOf(name: string, buffer: Buffer): string | null {
  if (name === 'PNG image' && buffer.length >= 24)
    return `${buffer.readUInt32BE(16)} × ${buffer.readUInt32BE(20)}`;
  if (name === 'GIF image' && buffer.length >= 10)
    return `${buffer.readUInt16LE(6)} × ${buffer.readUInt16LE(8)}`;
  return null;
}
