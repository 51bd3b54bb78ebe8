import { CtxError } from '../../core/index.ts';
import { isRecord } from '../json-record.ts';

/** What a value has to look like: one table that validation, JSON Schema and Markdown all read. */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'list'; readonly of: Shape }
  | RecordShape;

export interface RecordShape {
  readonly kind: 'record';
  /** The field that stands for the whole: a bare string is read as a record with that field. */
  readonly main: string;
  readonly fields: Readonly<Record<string, Shape>>;
  /** Values of fields that a person may leave out. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

export const TEXT: Shape = { kind: 'text' };
export const NUMBER: Shape = { kind: 'number' };
export const FLAG: Shape = { kind: 'flag' };
export const TEXTS: Shape = { kind: 'list', of: { kind: 'text' } };

export function word(words: readonly string[]): Shape {
  return { kind: 'word', words };
}

export function nullable(of: Shape): Shape {
  return { kind: 'nullable', of };
}

export function listOf(of: Shape): Shape {
  return { kind: 'list', of };
}

export function record(
  main: string,
  fields: Readonly<Record<string, Shape>>,
  defaults: Readonly<Record<string, unknown>> = {},
): RecordShape {
  return { kind: 'record', main, fields, defaults };
}

/**
 * The value as the shape wants it: unknown fields are left out, fields with a default may be absent, a bare string
 * stands for a record's main field. Fails with USAGE, naming the place.
 */
export function readShape(shape: Shape, value: unknown, place: string): unknown {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' ? value : refuse(place, 'a string');
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : refuse(place, 'a number');
    case 'flag':
      return typeof value === 'boolean' ? value : refuse(place, 'true or false');
    case 'constant':
      return value === shape.value ? value : refuse(place, String(shape.value));
    case 'word':
      return typeof value === 'string' && shape.words.includes(value)
        ? value
        : refuse(place, `one of ${shape.words.join(', ')}`);
    case 'nullable':
      return value === null || value === undefined ? null : readShape(shape.of, value, place);
    case 'list':
      return Array.isArray(value)
        ? value.map((each, index) => readShape(shape.of, each, `${place}[${index}]`))
        : refuse(place, 'a list');
    case 'record':
      return readRecord(shape, value, place);
  }
}

function readRecord(shape: RecordShape, value: unknown, place: string): unknown {
  const given = typeof value === 'string' ? { [shape.main]: value } : value;
  if (!isRecord(given)) return refuse(place, 'an object');
  return Object.fromEntries(
    Object.entries(shape.fields).map(([name, field]) => {
      const own = Object.hasOwn(given, name) ? given[name] : undefined;
      return [name, readShape(field, own ?? shape.defaults[name], `${place}.${name}`)];
    }),
  );
}

function refuse(place: string, wanted: string): never {
  throw new CtxError('USAGE', `In the handoff, ${place} has to be ${wanted}.`, { place });
}

/** The shape as JSON Schema (draft 2020-12). */
export function jsonSchemaOf(shape: Shape): Readonly<Record<string, unknown>> {
  switch (shape.kind) {
    case 'text':
      return { type: 'string' };
    case 'number':
      return { type: 'number' };
    case 'flag':
      return { type: 'boolean' };
    case 'constant':
      return { const: shape.value };
    case 'word':
      return { enum: [...shape.words] };
    case 'nullable':
      return { anyOf: [jsonSchemaOf(shape.of), { type: 'null' }] };
    case 'list':
      return { type: 'array', items: jsonSchemaOf(shape.of) };
    case 'record':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(shape.fields).map(([name, field]) => [name, jsonSchemaOf(field)]),
        ),
        required: Object.keys(shape.fields).filter((name) => !(name in shape.defaults)),
        additionalProperties: false,
      };
  }
}
