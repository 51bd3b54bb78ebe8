import { CtxError } from '../../core/index.ts';

/** Grows as it is written; numbers are unsigned LEB128 varints, signed ones zigzag. */
export interface ByteWriter {
  byte(value: number): void;
  varint(value: number): void;
  signed(value: number): void;
  bytes(value: Uint8Array): void;
  finish(): Uint8Array;
}

export function createByteWriter(initial = 256): ByteWriter {
  let buffer = new Uint8Array(initial);
  let length = 0;
  const reserve = (count: number): void => {
    if (length + count <= buffer.length) return;
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + count));
    grown.set(buffer.subarray(0, length));
    buffer = grown;
  };
  const byte = (value: number): void => {
    reserve(1);
    buffer[length++] = value;
  };
  const varint = (value: number): void => {
    let rest = value;
    while (rest >= 0x80) {
      byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    byte(rest);
  };
  return {
    byte,
    varint,
    signed: (value) => varint(value >= 0 ? value * 2 : -value * 2 - 1),
    bytes: (value) => {
      reserve(value.length);
      buffer.set(value, length);
      length += value.length;
    },
    finish: () => buffer.slice(0, length),
  };
}

/** Reads what a `ByteWriter` wrote; fails with INDEX_CORRUPT past the end. */
export interface ByteReader {
  byte(): number;
  varint(): number;
  signed(): number;
  bytes(count: number): Uint8Array;
}

export function createByteReader(data: Uint8Array): ByteReader {
  let position = 0;
  const byte = (): number => {
    const value = data[position];
    if (value === undefined) throw truncated();
    position += 1;
    return value;
  };
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const next = byte();
      value += (next & 0x7f) * scale;
      if (next < 0x80) return value;
      if (scale > 2 ** 45) throw truncated();
    }
  };
  return {
    byte,
    varint,
    signed: () => {
      const value = varint();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    bytes: (count) => {
      if (position + count > data.length) throw truncated();
      position += count;
      return data.subarray(position - count, position);
    },
  };
}

function truncated(): CtxError {
  return new CtxError('INDEX_CORRUPT', 'A packed list of the index is cut short: run `ctx index --full`.');
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Gives each distinct string a number from 0, in the order of first use. */
export interface StringTable {
  numberOf(text: string): number;
  writeTo(writer: ByteWriter): void;
}

export function createStringTable(): StringTable {
  const numbers = new Map<string, number>();
  return {
    numberOf: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    writeTo: (writer) => writeStrings(writer, [...numbers.keys()]),
  };
}

/** Strings as UTF-8: a lone surrogate comes back as U+FFFD. Lengths first, so that all are decoded at once. */
export function writeStrings(writer: ByteWriter, strings: readonly string[]): void {
  const whole = strings.map((text) => text.toWellFormed());
  const bytes = encoder.encode(whole.join(''));
  writer.varint(whole.length);
  for (const { length } of whole) writer.varint(length);
  writer.varint(bytes.length);
  writer.bytes(bytes);
}

export function readStrings(reader: ByteReader): readonly string[] {
  const lengths: number[] = [];
  for (let count = reader.varint(); count > 0; count--) lengths.push(reader.varint());
  const text = decoder.decode(reader.bytes(reader.varint()));
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}

/** The numbered string; fails with INDEX_CORRUPT where the table has no such number. */
export function stringAt(strings: readonly string[], number: number): string {
  const text = strings[number];
  if (text === undefined) throw truncated();
  return text;
}
