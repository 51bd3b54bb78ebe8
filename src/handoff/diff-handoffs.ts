import type { Handoff } from '../core/index.ts';

/** What one list of a handoff gained, lost and changed, by the text that names its entries. */
export interface FieldDiff {
  readonly field: keyof Handoff;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

const NAMES = ['claim', 'text', 'path', 'command', 'action', 'call_id', 'title', 'session'] as const;

/** Fields that differ between two handoffs, in the order of the fields. */
export function diffHandoffs(before: Handoff, after: Handoff): readonly FieldDiff[] {
  const fields = Object.keys(after) as (keyof Handoff)[];
  return fields.flatMap((field) => {
    const [old, now] = [entriesOf(before[field]), entriesOf(after[field])];
    const added = [...now.keys()].filter((name) => !old.has(name));
    const removed = [...old.keys()].filter((name) => !now.has(name));
    const changed = [...now]
      .filter(([name, value]) => old.has(name) && old.get(name) !== value)
      .map(([name]) => name);
    return added.length + removed.length + changed.length === 0 ? [] : [{ field, added, removed, changed }];
  });
}

function entriesOf(value: unknown): ReadonlyMap<string, string> {
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : value === null || value === ''
      ? []
      : [value];
  return new Map(items.map((item) => [nameOf(item), JSON.stringify(item)]));
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const fields = Object.entries(item);
  const found = NAMES.map((name) => fields.find(([field]) => field === name)?.[1]).find(
    (value) => typeof value === 'string',
  );
  return typeof found === 'string' ? found : JSON.stringify(item);
}
