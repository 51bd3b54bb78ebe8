/** A JSON value with every string in it replaced; keys stay. */
export function mapStrings<T>(value: T, replace: (text: string) => string): T {
  return mapped(value, replace) as T;
}

function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, replace)]));
}
