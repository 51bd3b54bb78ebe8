import { isRecord } from './json-record.ts';

/** Every text in a value, in order. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The value with every text replaced; its shape stays. */
export function mapTexts<T>(value: T, replace: (text: string) => string): T {
  return mapped(value, replace) as T;
}

function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapped(each, replace));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, replace)]));
}
