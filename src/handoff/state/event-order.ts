import type { EventId, SessionProgress } from '../../core/index.ts';

/** Session and position of an event id; position 0 where it has none. */
export function placeOf(id: EventId): { readonly session: string; readonly position: number } {
  const dot = id.lastIndexOf('.');
  const position = Number(id.slice(dot + 1));
  return dot < 0 || !Number.isInteger(position)
    ? { session: id, position: 0 }
    : { session: id.slice(0, dot), position };
}

/** Whether event `a` came after `b`, sessions in the order in which they were read. */
export function isAfter(a: EventId, b: EventId, sources: readonly SessionProgress[]): boolean {
  const [left, right] = [placeOf(a), placeOf(b)];
  if (left.session === right.session) return left.position > right.position;
  const order = (session: string): number => sources.findIndex((source) => source.session === session);
  return order(left.session) > order(right.session);
}
