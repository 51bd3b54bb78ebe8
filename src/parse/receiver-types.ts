import type { CodeSymbol } from '../core/index.ts';
import type { BindingFact, FileFacts } from './facts.ts';
import type { LanguageRules } from './languages.ts';
import type { LineIndex } from './line-index.ts';
import type { LocalTest } from './local-names.ts';
import { FUNCTION_KINDS, TYPE_KINDS, unquoted } from './symbols.ts';

/** Type of a receiver text at an offset inside a symbol, or null where the file does not say it plainly. */
export type ReceiverTyper = (receiver: string, from: number | null, offset: number) => string | null;

interface Bound {
  /** Where the name stands, and from where on it is bound. */
  readonly name: number;
  readonly start: number;
  readonly type: string;
}

/** A parameter or local variable of which the file does not say the type: it is nothing that is defined elsewhere. */
const UNKNOWN_LOCAL = '?';

const SCOPE_KINDS: ReadonlySet<string> = new Set([...FUNCTION_KINDS, ...TYPE_KINDS, 'module', 'namespace']);
const LONGEST_CHAIN = 12;
/** Characters of a type that is put together along calls. */
const LONGEST_TYPE = 200;
/** Names of the base class, which are no names of the own object. */
const BASE_NAMES: ReadonlySet<string> = new Set(['base', 'parent']);

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
  isLocal: LocalTest,
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
    if (list.at(-1)?.name !== bound.name) list.push(bound);
    locals.set(key, list);
  };
  const ordered = [...facts.bindings].sort(
    (a, b) => a.name.start - b.name.start || a.type.start - b.type.start || a.type.end - b.type.end,
  );
  const variableType = (name: string, from: number | null, offset: number): string | null => {
    for (let scope = scopeOf(from); ; scope = scopeOf(symbols[scope]?.parent ?? null)) {
      const bounds = locals.get(`${scope ?? ''} ${name}`);
      const bound = bounds?.findLast((one) => one.start < offset);
      if (bound !== undefined) return bound.type;
      if (scope === null) return null;
    }
  };

  const boundType = typesOf(lines.text, rules);
  const typeOfBinding = (binding: BindingFact, at: number | null): string | null => {
    const offset = binding.type.start;
    if (binding.how === 'same') return variableType(unquoted(lines.text, binding.type), at, offset);
    const written = boundType(binding);
    const head = binding.how === 'call' ? headOf(written) : null;
    if (written === null || head === null || selfNames.includes(head)) return written;
    return calledOn(written, variableType(head, at, offset), isLocal(head, at, offset));
  };
  for (const binding of ordered) {
    const at = innermost(binding.name.start);
    const type = typeOfBinding(binding, at);
    if (type === null) continue;
    const name = unquoted(lines.text, binding.name);
    if (!binding.field) {
      const start = binding.type.start > binding.name.start ? binding.type.end : binding.name.start;
      bind(scopeOf(at), name, { name: binding.name.start, start, type });
      continue;
    }
    const owner = climb(symbols, at, TYPE_KINDS);
    const ownerName = typeAround(at);
    if (ownerName === null) continue;
    const key = `${ownerName} ${name}`;
    if (!fields.has(key)) fields.set(key, type);
    if (rules.bareFields) bind(owner, name, { name: -1, start: -1, type });
  }

  const alongFields = (start: string | null, names: readonly string[]): string | null => {
    let type = start;
    for (const field of names) type = type === null ? null : (fields.get(`${type} ${field}`) ?? null);
    return type;
  };

  return (receiver, from, offset) => {
    const [first, ...rest] = withoutArguments(receiver)
      .replace(/[?!]|->|::/g, (mark) => (mark.length > 1 ? '.' : ''))
      .split('.');
    if (first === undefined || rest.length > LONGEST_CHAIN) return null;
    if (/^super\b/.test(first)) return null;
    if (selfNames.includes(first) && BASE_NAMES.has(first)) return null;
    if (selfNames.includes(first)) return alongFields(typeAround(from), rest);
    const type = variableType(first, from, offset);
    if (type === null) return isLocal(first, from, offset) ? UNKNOWN_LOCAL : null;
    if (type === UNKNOWN_LOCAL) return UNKNOWN_LOCAL;
    return alongFields(type, rest) ?? [type, ...rest].join('.');
  };
}

/** The name before the first dot of what is called. */
function headOf(called: string | null): string | null {
  return /^[^.()]+(?=\.)/.exec(called ?? '')?.[0] ?? null;
}

/** `io.scheme()` where `io` is a variable: what its type gives. */
function calledOn(called: string, type: string | null, local: boolean): string {
  if (type === null) return local ? UNKNOWN_LOCAL : called;
  const whole = type + called.slice(called.indexOf('.'));
  return type === UNKNOWN_LOCAL || whole.length > LONGEST_TYPE ? UNKNOWN_LOCAL : whole;
}

/** Calls in a receiver keep their brackets, which say that the result is meant. */
export function withoutArguments(receiver: string): string {
  let text = receiver;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\((?!\))[^()]*(?:\(\)[^()]*)*\)/g, '()');
  }
  return text;
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

/**
 * Reads types as written: a plain type name, possibly qualified, or a called name with `()` behind it; null for
 * anything more (unions, tuples, functions).
 */
function typesOf(text: string, rules: LanguageRules): (binding: BindingFact) => string | null {
  const wrappers = (rules.transparentTypes ?? []).map(
    (wrapper) => new RegExp(`^(?:[\\w.:]+[.:])?${wrapper}\\s*[<[](.*)[>\\]]$`, 's'),
  );
  const known = new Map<string, string | null>();
  return ({ type, how }) => {
    const written = text.slice(type.start, Math.min(type.end, type.start + 300));
    const key = `${how} ${written}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const read = how === 'call' ? calledName(written) : plainName(written, wrappers);
    known.set(key, read);
    return read;
  };
}

function plainName(written: string, wrappers: readonly RegExp[]): string | null {
  let name = plainType(written);
  for (const wrapper of wrappers) {
    const inside = wrapper.exec(name);
    if (inside !== null) name = plainType((inside[1] ?? '').split(',')[0] ?? '');
  }
  const bare = name.replace(/\s*[<[({].*$/s, '').trim();
  return /^[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(bare) ? bare : null;
}

const CALL_CHAIN = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?(?:(?:\.|::|->)[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?)*$/u;

/**
 * What is called, as a type: a name in upper case is a constructor as often as not, so that what it is shows where
 * it is defined; all others keep the brackets of a call.
 */
function calledName(written: string): string | null {
  const callee = withoutArguments(written)
    .replace(/<[^<>()]*>/g, '')
    .replace(/[?!](?=\.)/g, '')
    .replace(/\s*\(\)$/, '');
  if (!CALL_CHAIN.test(callee)) return null;
  const last = callee.split(/\.|::|->/).at(-1) ?? callee;
  return /^\p{Lu}/u.test(last) && !callee.includes('(') ? callee : `${callee}()`;
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
