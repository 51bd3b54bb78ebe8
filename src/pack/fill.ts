import {
  type Detail,
  type DropReason,
  type FileLines,
  type PackItem,
  type PhasePlan,
  type RepoPath,
  ROLES,
  type Role,
  type RoleUse,
} from '../core/index.ts';
import { createSentLines, sentTextKey } from './already-sent.ts';
import { detailsOf, type View, viewOf } from './condense.ts';
import { isNearDuplicate } from './similarity.ts';

/** An item that has a place, at a detail, with the tokens it was charged. */
export interface Choice {
  readonly item: PackItem;
  readonly detail: Detail;
  readonly view: View;
  readonly cost: number;
}

/** Lines by path; nothing for what cannot be read. Asking again gives the same. */
export type PackFiles = Pick<ReadonlyMap<RepoPath, FileLines>, 'get'>;

export interface FillInput {
  /** In the order of `compareItems`. */
  readonly items: readonly PackItem[];
  readonly files: PackFiles;
  readonly plan: PhasePlan;
  readonly budget: number;
  /** Tokens that the frame, the goal and the list of what was left out take. */
  readonly fixed: number;
  readonly matched: boolean;
  readonly seen: ReadonlySet<string>;
  readonly measures: Measures;
}

/** What texts cost, and what they resemble. Remembers, so that filling again is cheap. */
export interface Measures {
  /** Tokens of a heading with its fences. */
  readonly heading: (item: PackItem) => number;
  readonly line: (file: FileLines, line: number) => number;
  readonly row: (text: string) => number;
  readonly shingles: (item: PackItem, file: FileLines | undefined) => ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Tokens that an item adds to a pack in which the lines `shown` of its file stand already; Infinity as soon as it
 * is certain to be above the limit.
 */
export function viewCost(
  item: PackItem,
  view: View,
  file: FileLines | undefined,
  measures: Measures,
  {
    shown = NONE,
    limit = Number.POSITIVE_INFINITY,
  }: { readonly shown?: ReadonlySet<number>; readonly limit?: number } = {},
): number {
  let cost = measures.heading(item);
  if (view.kind === 'rows')
    for (const row of view.rows) {
      if (cost > limit) return Number.POSITIVE_INFINITY;
      cost += measures.row(row);
    }
  else
    for (const line of view.lines) {
      if (cost > limit) return Number.POSITIVE_INFINITY;
      if (file !== undefined && !shown.has(line)) cost += measures.line(file, line);
    }
  return cost <= limit ? cost : Number.POSITIVE_INFINITY;
}

export interface Filled {
  /** In the order of choice: the last is the first to go. */
  readonly choices: readonly Choice[];
  readonly drops: ReadonlyMap<string, DropReason>;
  readonly roles: readonly RoleUse[];
}

/**
 * What a snippet of a file that has a place already is worth against a first one: breadth over files, at little
 * cost in depth. Saturation in its score takes off more with each further one.
 */
const FURTHER_OF_FILE = 0.9;

/** No heading with its fences and one row costs less, in tokens. */
const LEAST_COST = 10;

/** Roles that hold only what retrieval found: without a match there is nothing worth showing in them. */
const RETRIEVED: readonly Role[] = ['definitions', 'dataflow', 'tests'];

/** By score, then path, then line, then key. */
export function compareItems(a: PackItem, b: PackItem): number {
  return (
    b.score - a.score ||
    compareText(pathOf(a), pathOf(b)) ||
    lineOf(a) - lineOf(b) ||
    compareText(a.key, b.key)
  );
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function pathOf({ content }: PackItem): string {
  return content.kind === 'lines' ? content.path : '';
}

function lineOf({ content }: PackItem): number {
  return content.kind === 'lines' ? content.span.startLine : 0;
}

/**
 * Chooses items and details. Each role first spends its own share; what is left over goes to the roles in
 * `plan.rollover`, in order. Within a role the best item comes first, an item of a file that has a place already
 * counting for less. An item that does not fit is shown at less detail before it is left out. What the goal and
 * the frame take above the goal's share is taken from all other roles in proportion.
 */
export function fillRoles(input: FillInput): Filled {
  const shelf = createShelf(input);
  const shares = sharesOf(input);
  const allowed = new Map<Role, number>();
  const order = [...input.plan.rollover, ...ROLES.filter((role) => !input.plan.rollover.includes(role))];
  const fillable = order.filter((role) => role !== 'goal' && role !== 'reserve');
  let pool = shares.spare;
  for (const role of fillable) {
    const allowance = shares.allowance(role);
    shelf.place(role, allowance);
    allowed.set(role, allowance);
    pool += allowance - shelf.used(role);
  }
  for (const role of input.plan.rollover) {
    if (role === 'goal' || role === 'reserve' || input.plan.shares[role] === 0) continue;
    const before = shelf.used(role);
    allowed.set(role, Math.max(allowed.get(role) ?? 0, before + Math.max(0, pool)));
    shelf.place(role, before + pool);
    pool -= shelf.used(role) - before;
  }
  shelf.close();
  const roles = ROLES.map((role): RoleUse => {
    const share = shares.nominal(role);
    if (role === 'goal') return { role, share, allowed: Math.max(share, input.fixed), used: input.fixed };
    if (role === 'reserve') return { role, share, allowed: share, used: 0 };
    return { role, share, allowed: Math.floor(allowed.get(role) ?? 0), used: shelf.used(role) };
  });
  return { choices: shelf.choices(), drops: shelf.drops, roles };
}

function sharesOf({ plan, budget, fixed }: FillInput): {
  readonly nominal: (role: Role) => number;
  readonly allowance: (role: Role) => number;
  readonly spare: number;
} {
  const nominal = (role: Role): number => Math.floor(plan.shares[role] * budget);
  const others = ROLES.filter((role) => role !== 'goal' && role !== 'reserve');
  const wanted = others.reduce((sum, role) => sum + nominal(role), 0);
  const spare = nominal('goal') - fixed;
  const scale = spare >= 0 || wanted === 0 ? 1 : Math.max(0, wanted + spare) / wanted;
  return { nominal, allowance: (role) => Math.floor(nominal(role) * scale), spare: Math.max(0, spare) };
}

interface Shelf {
  readonly drops: ReadonlyMap<string, DropReason>;
  readonly choices: () => readonly Choice[];
  readonly used: (role: Role) => number;
  /** Places and widens items of the role while its cost stays within the allowance. */
  readonly place: (role: Role, allowance: number) => void;
  /** Gives a reason to all that got no place. */
  readonly close: () => void;
}

/** The items with and without a place. */
function createShelf(input: FillInput): Shelf {
  const { files, plan, matched, measures } = input;
  const drops = new Map<string, DropReason>();
  const chosen = new Map<string, Choice>();
  const sentLines = createSentLines(input.seen);
  const open = new Set<PackItem>();

  const fileOf = ({ content }: PackItem): FileLines | undefined =>
    content.kind === 'lines' ? files.get(content.path) : undefined;

  /** A file is read when the first of its items comes near to a place. */
  function isReadable(item: PackItem): boolean {
    return item.content.kind === 'text' || item.content.span.startLine <= (fileOf(item)?.lines.length ?? 0);
  }

  for (const item of input.items) {
    const reason = unfit(item);
    if (reason !== null) drops.set(item.key, reason);
    else if (item.role !== 'goal') open.add(item);
  }

  function unfit(item: PackItem): DropReason | null {
    const { content, role } = item;
    if (role === 'goal') return null;
    if (role === 'reserve' || plan.shares[role] === 0) return 'not-wanted';
    if (content.kind === 'text') return input.seen.has(sentTextKey(content.text)) ? 'already-sent' : null;
    if (!matched && RETRIEVED.includes(role)) return 'below-cut';
    if (input.seen.size === 0) return null;
    const file = fileOf(item);
    return file !== undefined && sentLines(file.hash, linesAt(item, 'full')) ? 'already-sent' : null;
  }

  function linesAt(item: PackItem, detail: Detail): readonly number[] {
    const view = viewAt(item, detail);
    return view.kind === 'lines' ? view.lines : [];
  }

  function viewAt(item: PackItem, detail: Detail): View {
    return viewOf(item.content, detail, fileOf(item)?.lines.length ?? 0);
  }

  const byFile = new Map<string, Set<string>>();
  /** What the choices of a file show, until there is another. */
  const shownOf = new Map<string, ReadonlySet<number>>();
  const spent = new Map<Role, number>();

  /** The lines that other choices show of the item's file. */
  function shownBeside(item: PackItem): ReadonlySet<number> {
    const keys = item.content.kind === 'text' ? undefined : byFile.get(pathOf(item));
    if (keys === undefined) return NONE;
    const others = () => [...keys].flatMap((key) => (key === item.key ? [] : (chosen.get(key) ?? [])));
    if (keys.has(item.key)) return shownBy(others());
    const known = shownOf.get(pathOf(item)) ?? shownBy(others());
    shownOf.set(pathOf(item), known);
    return known;
  }

  function settle(choice: Choice): void {
    const { item, cost } = choice;
    const before = chosen.get(item.key)?.cost ?? 0;
    chosen.set(item.key, choice);
    spent.set(item.role, used(item.role) + cost - before);
    byFile.set(pathOf(item), (byFile.get(pathOf(item)) ?? new Set()).add(item.key));
    shownOf.delete(pathOf(item));
  }

  /** Whether every line of its span is shown by others. */
  function isOverlapped(item: PackItem): boolean {
    const { content } = item;
    if (content.kind === 'text' || !byFile.has(content.path)) return false;
    const shown = shownBeside(item);
    const { startLine, endLine } = content.span;
    return linesAt(item, 'full').every((line) => line < startLine || line > endLine || shown.has(line));
  }

  function isRepeated(item: PackItem): boolean {
    const own = measures.shingles(item, fileOf(item));
    return [...chosen.values()].some(({ item: other }) =>
      isNearDuplicate(own, measures.shingles(other, fileOf(other))),
    );
  }

  const used = (role: Role): number => spent.get(role) ?? 0;

  /** The fullest detail that costs at most `limit`, `above` one that it has already. */
  function fitting(item: PackItem, limit: number, above: Detail | null): Choice | null {
    const shown = shownBeside(item);
    for (const detail of detailsOf(item.content)) {
      if (detail === above) return null;
      const view = viewAt(item, detail);
      const cost = viewCost(item, view, fileOf(item), measures, { shown, limit });
      if (cost <= limit) return { item, detail, view, cost };
    }
    return null;
  }

  function widen(role: Role, allowance: number): void {
    for (const { item, detail, cost } of [...chosen.values()]) {
      if (item.role !== role) continue;
      const wider = fitting(item, allowance - used(role) + cost, detail);
      if (wider !== null) settle(wider);
    }
  }

  function worth(item: PackItem): number {
    if (item.score <= 0 || item.content.kind === 'text') return item.score;
    return byFile.has(pathOf(item)) ? item.score * FURTHER_OF_FILE : item.score;
  }

  function drop(item: PackItem, because: DropReason): void {
    drops.set(item.key, because);
    open.delete(item);
  }

  function place(role: Role, allowance: number): void {
    widen(role, allowance);
    const queue = [...open].filter((item) => item.role === role);
    while (queue.length > 0 && allowance - used(role) >= LEAST_COST) {
      const item = takeBest(queue, worth);
      const room = allowance - used(role);
      const hasRoom = measures.heading(item) <= room;
      if (hasRoom && !isReadable(item)) {
        drop(item, 'unreadable');
        continue;
      }
      const choice = hasRoom ? fitting(item, room, null) : null;
      if (isOverlapped(item)) drop(item, 'overlap');
      else if (choice !== null && isRepeated(item)) drop(item, 'duplicate');
      else if (choice !== null) {
        settle(choice);
        open.delete(item);
      }
    }
  }

  function close(): void {
    for (const item of open) {
      const rolls = plan.rollover.includes(item.role);
      drop(item, isOverlapped(item) ? 'overlap' : rolls ? 'budget-full' : 'role-full');
    }
  }

  return {
    drops,
    choices: () => [...chosen.values()],
    used,
    place,
    close,
  };
}

function shownBy(choices: readonly Choice[]): ReadonlySet<number> {
  return new Set(choices.flatMap(({ view }) => (view.kind === 'lines' ? view.lines : [])));
}

/** Takes the first of the highest worth out of the items. */
function takeBest(items: PackItem[], worth: (item: PackItem) => number): PackItem {
  let found = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < items.length; at++) {
    const value = worth(items[at] as PackItem);
    if (value <= most) continue;
    found = at;
    most = value;
  }
  const [taken] = items.splice(found, 1);
  if (taken === undefined) throw new RangeError('no items');
  return taken;
}
