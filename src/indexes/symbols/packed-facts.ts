import {
  type CodeSymbol,
  type Import,
  type ImportedName,
  REFERENCE_KINDS,
  type Reference,
} from '../../core/index.ts';
import { deflate, inflate } from '../deflated.ts';
import {
  createByteReader,
  createByteWriter,
  createStringTable,
  readStrings,
  stringAt,
  writeStrings,
} from './byte-stream.ts';

const KIND_MASK = 0b111;
const HAS_RECEIVER = 1 << 3;
const HAS_TYPE = 1 << 4;
const SAME_FROM = 1 << 5;
const AT_TOP_LEVEL = 1 << 6;

/**
 * Packs the references of one file: a table of its distinct strings, then for each reference one byte of kind
 * and flags and varints for the name, the step in lines, and what the flags announce. About 6 bytes each, half of
 * that deflated. A lone surrogate comes back as U+FFFD.
 */
export function encodeReferences(references: readonly Reference[]): Uint8Array {
  const strings = createStringTable();
  const rows = createByteWriter(references.length * 6 + 16);
  let line = 0;
  let from: number | null = null;
  for (const reference of references) {
    const { receiver, receiverType } = reference;
    const sameFrom = reference.from === from;
    let flags = REFERENCE_KINDS.indexOf(reference.kind);
    if (receiver !== null) flags |= HAS_RECEIVER;
    if (receiverType !== null) flags |= HAS_TYPE;
    if (sameFrom) flags |= SAME_FROM;
    else if (reference.from === null) flags |= AT_TOP_LEVEL;
    rows.byte(flags);
    rows.varint(strings.numberOf(reference.name));
    rows.signed(reference.line - line);
    if (receiver !== null) rows.varint(strings.numberOf(receiver));
    if (receiverType !== null) rows.varint(strings.numberOf(receiverType));
    if (!sameFrom && reference.from !== null) rows.varint(reference.from);
    line = reference.line;
    from = reference.from;
  }
  const packed = createByteWriter(references.length * 8 + 64);
  strings.writeTo(packed);
  packed.varint(references.length);
  packed.bytes(rows.finish());
  return deflate(packed.finish());
}

/** Inverse of `encodeReferences`. Fails with INDEX_CORRUPT when the bytes are cut short. */
export function decodeReferences(bytes: Uint8Array): Reference[] {
  const reader = createByteReader(inflate(bytes));
  const strings = readStrings(reader);
  const count = reader.varint();
  const references: Reference[] = [];
  let line = 0;
  let from: number | null = null;
  for (let i = 0; i < count; i++) {
    const flags = reader.byte();
    const name = stringAt(strings, reader.varint());
    line += reader.signed();
    const receiver = (flags & HAS_RECEIVER) === 0 ? null : stringAt(strings, reader.varint());
    const receiverType = (flags & HAS_TYPE) === 0 ? null : stringAt(strings, reader.varint());
    if ((flags & AT_TOP_LEVEL) !== 0) from = null;
    else if ((flags & SAME_FROM) === 0) from = reader.varint();
    const kind = REFERENCE_KINDS[flags & KIND_MASK] ?? 'call';
    references.push({ name, kind, line, receiver, receiverType, from });
  }
  return references;
}

/** Packs the imports of one file: a table of its distinct strings, then varints; deflated. */
export function encodeImports(imports: readonly Import[]): Uint8Array {
  const strings = createStringTable();
  const rows = createByteWriter();
  let line = 0;
  for (const entry of imports) {
    rows.varint(strings.numberOf(entry.source));
    rows.signed(entry.line - line);
    rows.varint(entry.names.length * 2 + (entry.reexport ? 1 : 0));
    for (const { name, local } of entry.names) {
      rows.varint(strings.numberOf(name));
      rows.varint(strings.numberOf(local));
    }
    line = entry.line;
  }
  const packed = createByteWriter();
  strings.writeTo(packed);
  packed.varint(imports.length);
  packed.bytes(rows.finish());
  return deflate(packed.finish());
}

/** Inverse of `encodeImports`. Fails with INDEX_CORRUPT when the bytes are cut short. */
export function decodeImports(bytes: Uint8Array): Import[] {
  const reader = createByteReader(inflate(bytes));
  const strings = readStrings(reader);
  const count = reader.varint();
  const imports: Import[] = [];
  let line = 0;
  for (let i = 0; i < count; i++) {
    const source = stringAt(strings, reader.varint());
    line += reader.signed();
    const head = reader.varint();
    const names: ImportedName[] = [];
    for (let n = head >> 1; n > 0; n--) {
      const name = stringAt(strings, reader.varint());
      names.push({ name, local: stringAt(strings, reader.varint()) });
    }
    imports.push({ source, line, names, reexport: (head & 1) === 1 });
  }
  return imports;
}

export type SymbolTexts = Pick<CodeSymbol, 'signature' | 'doc'>;

/** Packs what the symbols of one file say of themselves, by ordinal; deflated. */
export function encodeSymbolTexts(symbols: readonly SymbolTexts[]): Uint8Array {
  const packed = createByteWriter();
  writeStrings(
    packed,
    symbols.flatMap(({ signature, doc }) => [signature, doc]),
  );
  return deflate(packed.finish());
}

/** Inverse of `encodeSymbolTexts`. Fails with INDEX_CORRUPT when the bytes are cut short. */
export function decodeSymbolTexts(bytes: Uint8Array): readonly SymbolTexts[] {
  const strings = readStrings(createByteReader(inflate(bytes)));
  return Array.from({ length: strings.length / 2 }, (_, i) => ({
    signature: stringAt(strings, 2 * i),
    doc: stringAt(strings, 2 * i + 1),
  }));
}
