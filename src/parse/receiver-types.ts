import type { CodeSymbol } from '../core/index.ts';
import type { BindingFact, FileFacts } from './facts.ts';
import type { LanguageRules } from './languages.ts';
import type { LineIndex } from './line-index.ts';
import { FUNCTION_KINDS, TYPE_KINDS, unquoted } from './symbols.ts';

/** Type of a receiver text at an offset inside a symbol, or null where the file does not say it plainly. */
export type ReceiverTyper = (receiver: string, from: number | null, offset: number) => string | null;

interface Bound {
  readonly start: number;
  readonly type: string;
}

const SCOPE_KINDS: ReadonlySet<string> = new Set([...FUNCTION_KINDS, ...TYPE_KINDS, 'module', 'namespace']);
const LONGEST_CHAIN = 4;

/**
 * Follows `a.b.c` from the type of `a` through the declared fields of types in this file. The type of a name
 * is what its latest binding before the use says, in the innermost scope that binds it.
 */
export function createReceiverTyper(
  lines: LineIndex,
  facts: FileFacts,
  symbols: readonly CodeSymbol[],
  innermost: (offset: number) => number | null,
  selfNames: readonly string[],
  rules: LanguageRules,
): ReceiverTyper {
  const locals = new Map<string, Bound[]>();
  const fields = new Map<string, string>();
  const scopeOf = (index: number | null): number | null => climb(symbols, index, SCOPE_KINDS);
  const typeAround = (index: number | null): string | null => {
    const owner = climb(symbols, index, TYPE_KINDS);
    return owner === null ? null : (symbols[owner]?.name ?? null);
  };
  const bind = (scope: number | null, name: string, bound: Bound): void => {
    const key = `${scope ?? ''} ${name}`;
    const list = locals.get(key) ?? [];
    if (list.at(-1)?.start !== bound.start) list.push(bound);
    locals.set(key, list);
  };
  const ordered = [...facts.bindings].sort(
    (a, b) => a.name.start - b.name.start || a.type.start - b.type.start,
  );
  for (const binding of ordered) {
    const type = boundType(lines.text, binding, rules);
    if (type === null) continue;
    const name = unquoted(lines.text, binding.name);
    const at = innermost(binding.name.start);
    if (!binding.field) {
      bind(scopeOf(at), name, { start: binding.name.start, type });
      continue;
    }
    const owner = climb(symbols, at, TYPE_KINDS);
    const ownerName = typeAround(at);
    if (ownerName === null) continue;
    const key = `${ownerName} ${name}`;
    if (!fields.has(key)) fields.set(key, type);
    if (rules.bareFields) bind(owner, name, { start: -1, type });
  }

  const variableType = (name: string, from: number | null, offset: number): string | null => {
    for (let scope = scopeOf(from); ; scope = scopeOf(symbols[scope]?.parent ?? null)) {
      const bounds = locals.get(`${scope ?? ''} ${name}`);
      const bound = bounds?.findLast((one) => one.start < offset);
      if (bound !== undefined) return bound.type;
      if (scope === null) return null;
    }
  };

  return (receiver, from, offset) => {
    const [first, ...rest] = receiver
      .replace(/[?!]|->|::/g, (mark) => (mark.length > 1 ? '.' : ''))
      .split('.');
    if (first === undefined || rest.length > LONGEST_CHAIN) return null;
    if (/^super\b/.test(first)) return null;
    let type = selfNames.includes(first) ? typeAround(from) : variableType(first, from, offset);
    for (const field of rest) type = type === null ? null : (fields.get(`${type} ${field}`) ?? null);
    return type;
  };
}

/** The nearest symbol of the kinds, the given one included, along parents. */
function climb(
  symbols: readonly CodeSymbol[],
  index: number | null,
  kinds: ReadonlySet<string>,
): number | null {
  let at = index;
  for (let steps = 0; at !== null && steps < symbols.length; steps++) {
    const symbol = symbols[at];
    if (symbol === undefined) return null;
    if (kinds.has(symbol.kind)) return at;
    at = symbol.parent;
  }
  return null;
}

/** A plain type name, possibly qualified, or null for anything more (unions, tuples, functions). */
function boundType(text: string, { type, certain }: BindingFact, rules: LanguageRules): string | null {
  let name = plainType(text.slice(type.start, Math.min(type.end, type.start + 300)));
  for (const wrapper of rules.transparentTypes ?? []) {
    const inside = new RegExp(`^(?:[\\w.:]+[.:])?${wrapper}\\s*[<[](.*)[>\\]]$`, 's').exec(name);
    if (inside !== null) name = plainType((inside[1] ?? '').split(',')[0] ?? '');
  }
  const bare = name.replace(/\s*[<[({].*$/s, '').trim();
  if (!/^[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(bare)) return null;
  const last = bare.split(/\.|::|\\/).at(-1) ?? bare;
  return certain || /^\p{Lu}/u.test(last) ? bare : null;
}

function plainType(written: string): string {
  return written
    .replace(/^\s*:\s*/, '')
    .replace(/\s*\|\s*(?:null|undefined|None)\b|\b(?:null|undefined|None)\s*\|\s*/g, '')
    .replace(/^(?:[\s&*]|'[a-z_]\w*\s|(?:mut|dyn|impl|const|readonly|final|new|struct)\s)+/, '')
    .replace(/[?!\s&*]+$/, '')
    .replace(/^(['"])(.*)\1$/, '$2')
    .trim();
}
