import type { CodeSymbol, Import, ParsedFile, Reference } from '../../src/core/index.ts';

/** Shape of `expected.json`; `grammars/README.md` says what each list means. */
export interface ExpectedFile {
  readonly symbols: readonly {
    readonly qualifiedName: string;
    readonly kind: string;
    readonly line: number;
    readonly exported?: boolean;
  }[];
  readonly references?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly line: number;
    readonly receiver?: string | null;
    readonly receiverType?: string | null;
    readonly from?: string | null;
  }[];
  readonly imports?: readonly {
    readonly source: string;
    readonly line: number;
    readonly names?: readonly string[];
    readonly reexport?: boolean;
  }[];
}

export interface Expected {
  readonly files: Readonly<Record<string, ExpectedFile>>;
  readonly edges: readonly {
    readonly from: { readonly file: string; readonly line: number; readonly name: string };
    readonly to: { readonly file: string; readonly qualifiedName: string };
  }[];
  /** Edges that the code has and the graph does not find yet: such a use leads nowhere, and nowhere else. */
  readonly missed?: Expected['edges'];
  /** Uses that the graph still leads to a definition that they do not mean. */
  readonly misled?: Expected['unresolved'];
  /** Uses that lead to no definition, as the names in them are local or come from outside. */
  readonly unresolved?: readonly { readonly file: string; readonly line: number; readonly name: string }[];
}

/** A parsed file in the words of `expected.json`, every field present. */
export function describeParsed(parsed: ParsedFile): Required<ExpectedFile> {
  return {
    symbols: parsed.symbols.map(describeSymbol),
    references: parsed.references.map((reference) => describeReference(reference, parsed.symbols)),
    imports: parsed.imports.map(describeImport),
  };
}

function describeSymbol({ qualifiedName, kind, nameLine, exported }: CodeSymbol) {
  return { qualifiedName, kind, line: nameLine, exported };
}

function describeReference(reference: Reference, symbols: readonly CodeSymbol[]) {
  const { name, kind, line, receiver, receiverType, from } = reference;
  return {
    name,
    kind,
    line,
    receiver,
    receiverType,
    from: from === null ? null : (symbols[from]?.qualifiedName ?? null),
  };
}

function describeImport({ source, line, names, reexport }: Import) {
  return {
    source,
    line,
    names: names.map(({ name, local }) => (name === local ? name : `${name} as ${local}`)),
    reexport,
  };
}

/** Of each actual row, only the fields that its expected row has; rows are matched by position. */
export function onlyExpectedFields(
  actual: readonly object[],
  expected: readonly object[],
): readonly object[] {
  return actual.map((row, at) => {
    const wanted = expected[at];
    if (wanted === undefined) return row;
    return Object.fromEntries(Object.entries(row).filter(([field]) => field in wanted));
  });
}

/** Order in which references of one file are compared. */
export function byPlace(
  a: { readonly line: number; readonly kind: string; readonly name: string },
  b: { readonly line: number; readonly kind: string; readonly name: string },
): number {
  return a.line - b.line || compare(a.kind, b.kind) || compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
