import { isRecord } from './json-record.ts';

/** Every text in a value, in order. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  collect(value, texts);
  return texts;
}

/** One list for all: a trace has thirty thousand values. */
function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (Array.isArray(value)) for (const each of value) collect(each, into);
  else if (isRecord(value)) for (const each of Object.values(value)) collect(each, into);
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
