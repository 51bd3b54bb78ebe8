import type { LanguageId, LanguageTraits, SymbolKind } from '../core/index.ts';

/** A grammar as its package ships it; the query files are tested against exactly this build. */
export interface GrammarFile {
  readonly package: '@vscode/tree-sitter-wasm' | 'tree-sitter-wasms' | '@cursorless/tree-sitter-wasms';
  /** Path inside the package. */
  readonly file: string;
}

/** When a definition is visible outside its file. All conditions that are present must hold. */
export interface ExportRule {
  /** At the top level only what `@export` covers or `@export.name` names. */
  readonly marked?: true;
  /** The name matches. */
  readonly name?: RegExp;
  /** The head up to and with the name (modifiers) matches. */
  readonly with?: RegExp;
  /** The same text does not match. */
  readonly without?: RegExp;
  /** Members of these kinds of parents need no `with` of their own. */
  readonly inheritedFrom?: readonly SymbolKind[];
}

/** What the shared builders must know beyond the captures of a grammar. */
export interface LanguageRules {
  readonly exported: ExportRule;
  /** Methods of these names are constructors. */
  readonly constructors?: readonly string[];
  /** Fields of the own object are reached by their bare name (Java, Kotlin, C#, …). */
  readonly bareFields?: true;
  /** Generic types whose members are those of their argument (`Box<T>`, `Optional[T]`). */
  readonly transparentTypes?: readonly string[];
  /** Files whose imports are their public names (`__init__.py`). */
  readonly reexportFiles?: readonly string[];
}

export type FormatName = 'markdown' | 'json' | 'yaml' | 'toml' | 'component';

/** How the content is read: with a grammar, or by a light scanner of its own. */
export type ReadAs =
  | {
      readonly how: 'grammar';
      readonly wasm: GrammarFile;
      /** Folders under `grammars/` whose `tags.scm` are joined, in order. */
      readonly queries: readonly string[];
      readonly rules: LanguageRules;
    }
  | {
      readonly how: 'format';
      readonly format: FormatName;
      /** Languages of embedded blocks. */
      readonly embeds?: readonly LanguageId[];
    };

/** One row of the table: everything that ctx knows about a language. */
export interface LanguageRow {
  readonly id: LanguageId;
  /** With their dot, lower case. */
  readonly extensions: readonly string[];
  /** Where several rows claim an extension, the first whose marks are in the text has it, else the one without. */
  readonly marks?: RegExp;
  /** Exact file names. */
  readonly fileNames?: readonly string[];
  /** Program names in a `#!` line, without version digits. */
  readonly interpreters?: readonly string[];
  readonly traits: LanguageTraits;
  /** What the query has no captures for: calls, or uses of any kind. */
  readonly unread?: 'calls' | 'uses';
  readonly read: ReadAs;
}

const vscode = (name: string): GrammarFile => ({
  package: '@vscode/tree-sitter-wasm',
  file: `wasm/tree-sitter-${name}.wasm`,
});
const community = (name: string): GrammarFile => ({
  package: 'tree-sitter-wasms',
  file: `out/tree-sitter-${name}.wasm`,
});
const cursorless = (name: string): GrammarFile => ({
  package: '@cursorless/tree-sitter-wasms',
  file: `out/tree-sitter-${name}.wasm`,
});

const NO_TRAITS: LanguageTraits = {
  importStyle: 'none',
  directoryScope: false,
  selfNames: [],
  extensions: [],
};

const SCRIPT_TRAITS: LanguageTraits = {
  importStyle: 'relative-path',
  directoryScope: false,
  selfNames: ['this', 'super'],
  extensions: [
    '.ts',
    '.tsx',
    '.d.ts',
    '.mts',
    '.cts',
    '.js',
    '.jsx',
    '.mjs',
    '.cjs',
    '.vue',
    '.svelte',
    '.json',
  ],
};
const SCRIPT_RULES: LanguageRules = {
  exported: { marked: true, name: /^[^#]/, without: /\bprivate\b/ },
  constructors: ['constructor'],
  transparentTypes: ['Readonly', 'Partial', 'Required', 'NonNullable', 'Awaited'],
};

const ROWS: readonly LanguageRow[] = [
  {
    id: 'typescript',
    extensions: ['.ts', '.mts', '.cts'],
    interpreters: ['deno', 'bun', 'ts-node', 'tsx'],
    traits: SCRIPT_TRAITS,
    read: {
      how: 'grammar',
      wasm: vscode('typescript'),
      queries: ['ecmascript', 'typescript'],
      rules: SCRIPT_RULES,
    },
  },
  {
    id: 'tsx',
    extensions: ['.tsx'],
    traits: SCRIPT_TRAITS,
    read: {
      how: 'grammar',
      wasm: vscode('tsx'),
      queries: ['ecmascript', 'typescript', 'tsx'],
      rules: SCRIPT_RULES,
    },
  },
  {
    id: 'c',
    extensions: ['.c', '.h'],
    traits: { importStyle: 'include', directoryScope: false, selfNames: [], extensions: ['.h', '.c'] },
    read: {
      how: 'grammar',
      wasm: community('c'),
      queries: ['c'],
      rules: { exported: { without: /^\s*static\b/ } },
    },
  },
  {
    id: 'cpp',
    extensions: [
      '.cpp',
      '.cc',
      '.cxx',
      '.c++',
      '.hpp',
      '.hh',
      '.hxx',
      '.h++',
      '.h',
      '.ipp',
      '.inl',
      '.cu',
      '.cuh',
    ],
    marks:
      /^\s*(?:class\s+\w+[\w\s]*[:{;]|namespace\s+\w[\w:]*\s*\{?\s*$|template\s*<|(?:public|private|protected)\s*:|using\s+\w)|\bstd::/m,
    traits: {
      importStyle: 'include',
      directoryScope: false,
      selfNames: ['this'],
      extensions: ['.hpp', '.h', '.hh', '.hxx', '.cpp', '.cc', '.cxx'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('cpp'),
      queries: ['cpp', 'c'],
      rules: {
        exported: { without: /^\s*static\b/ },
        bareFields: true,
        transparentTypes: ['shared_ptr', 'unique_ptr', 'weak_ptr', 'optional', 'reference_wrapper'],
      },
    },
  },
  {
    id: 'csharp',
    extensions: ['.cs', '.csx'],
    traits: {
      importStyle: 'dotted-package',
      directoryScope: true,
      selfNames: ['this', 'base'],
      extensions: ['.cs'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('c-sharp'),
      queries: ['csharp'],
      rules: {
        exported: {
          with: /\b(?:public|protected|internal|namespace|class|struct|record|interface|enum|delegate)\b/,
          without: /\bprivate\b/,
          inheritedFrom: ['interface', 'enum'],
        },
        bareFields: true,
        transparentTypes: ['Task', 'ValueTask', 'Lazy', 'Nullable'],
      },
    },
  },
  {
    id: 'ruby',
    extensions: ['.rb', '.rake', '.gemspec', '.ru', '.rbi'],
    fileNames: [
      'Rakefile',
      'Gemfile',
      'Guardfile',
      'Capfile',
      'Vagrantfile',
      'Podfile',
      'Fastfile',
      'Brewfile',
    ],
    interpreters: ['ruby', 'jruby', 'rake'],
    traits: { importStyle: 'require-path', directoryScope: false, selfNames: ['self'], extensions: ['.rb'] },
    read: {
      how: 'grammar',
      wasm: vscode('ruby'),
      queries: ['ruby'],
      rules: { exported: {}, constructors: ['initialize'], bareFields: true },
    },
  },
  {
    id: 'php',
    extensions: ['.php', '.phtml', '.php5', '.php7', '.php8', '.phpt'],
    interpreters: ['php'],
    traits: {
      importStyle: 'dotted-package',
      directoryScope: true,
      selfNames: ['$this', 'self', 'static', 'parent'],
      extensions: ['.php'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('php'),
      queries: ['php'],
      rules: { exported: { without: /^[^(]*\bprivate\b/ }, constructors: ['__construct'] },
    },
  },
  {
    id: 'swift',
    extensions: ['.swift'],
    interpreters: ['swift'],
    traits: {
      importStyle: 'none',
      directoryScope: true,
      selfNames: ['self', 'Self'],
      extensions: ['.swift'],
    },
    read: {
      how: 'grammar',
      wasm: community('swift'),
      queries: ['swift'],
      rules: { exported: { without: /\b(?:private|fileprivate)\b(?!\s*\(set\))/ }, bareFields: true },
    },
  },
  {
    id: 'scala',
    extensions: ['.scala', '.sc', '.sbt'],
    interpreters: ['scala', 'amm'],
    traits: {
      importStyle: 'dotted-package',
      directoryScope: true,
      selfNames: ['this'],
      extensions: ['.scala'],
    },
    read: {
      how: 'grammar',
      wasm: cursorless('scala'),
      queries: ['scala'],
      rules: {
        exported: { without: /\bprivate\b(?!\s*\[\s*(?!this))/ },
        constructors: ['this'],
        bareFields: true,
        transparentTypes: ['Option', 'Future', 'Try', 'IO'],
      },
    },
  },
  {
    id: 'bash',
    extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats', '.ebuild'],
    fileNames: [
      '.bashrc',
      '.bash_profile',
      '.bash_aliases',
      '.profile',
      '.zshrc',
      '.envrc',
      'PKGBUILD',
      'APKBUILD',
    ],
    interpreters: ['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'bats'],
    traits: {
      importStyle: 'require-path',
      directoryScope: false,
      selfNames: [],
      extensions: ['.sh', '.bash'],
    },
    read: { how: 'grammar', wasm: vscode('bash'), queries: ['bash'], rules: { exported: {} } },
  },
  {
    id: 'javascript',
    extensions: ['.js', '.jsx', '.mjs', '.cjs'],
    interpreters: ['node', 'nodejs'],
    traits: SCRIPT_TRAITS,
    read: {
      how: 'grammar',
      wasm: vscode('javascript'),
      queries: ['ecmascript', 'javascript', 'tsx'],
      rules: SCRIPT_RULES,
    },
  },
  {
    id: 'python',
    extensions: ['.py', '.pyi', '.pyw'],
    fileNames: ['SConstruct', 'SConscript', 'wscript'],
    interpreters: ['python', 'pypy'],
    traits: {
      importStyle: 'dotted-module',
      directoryScope: false,
      selfNames: ['self', 'cls', 'super()'],
      extensions: ['.py', '.pyi'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('python'),
      queries: ['python'],
      rules: {
        exported: { name: /^(?!_)|^__\w+__$/ },
        constructors: ['__init__', '__new__'],
        transparentTypes: ['Optional', 'Final', 'ClassVar', 'Annotated', 'Type', 'type'],
        reexportFiles: ['__init__.py'],
      },
    },
  },
  {
    id: 'go',
    extensions: ['.go'],
    traits: { importStyle: 'package-path', directoryScope: true, selfNames: [], extensions: ['.go'] },
    read: {
      how: 'grammar',
      wasm: vscode('go'),
      queries: ['go'],
      rules: { exported: { name: /^\p{Lu}/u } },
    },
  },
  {
    id: 'rust',
    extensions: ['.rs'],
    interpreters: ['rust-script'],
    traits: {
      importStyle: 'crate-path',
      directoryScope: false,
      selfNames: ['self', 'Self'],
      extensions: ['.rs'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('rust'),
      queries: ['rust'],
      rules: {
        exported: { with: /\bpub\b|\bmacro_rules!/, inheritedFrom: ['trait', 'enum'] },
        transparentTypes: ['Box', 'Rc', 'Arc', 'Ref', 'RefMut', 'Cow'],
      },
    },
  },
  {
    id: 'java',
    extensions: ['.java'],
    traits: {
      importStyle: 'dotted-package',
      directoryScope: true,
      selfNames: ['this', 'super'],
      extensions: ['.java'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('java'),
      queries: ['java'],
      rules: { exported: { without: /\bprivate\b/ }, bareFields: true, transparentTypes: ['Optional'] },
    },
  },
  {
    id: 'kotlin',
    extensions: ['.kt', '.kts'],
    interpreters: ['kotlin'],
    traits: {
      importStyle: 'dotted-package',
      directoryScope: true,
      selfNames: ['this', 'super'],
      extensions: ['.kt', '.kts'],
    },
    read: {
      how: 'grammar',
      wasm: community('kotlin'),
      queries: ['kotlin'],
      rules: { exported: { without: /\bprivate\b/ }, bareFields: true },
    },
  },
  {
    id: 'markdown',
    unread: 'uses',
    extensions: ['.md', '.markdown', '.mdx', '.mdown'],
    traits: NO_TRAITS,
    read: { how: 'format', format: 'markdown' },
  },
  {
    id: 'json',
    unread: 'uses',
    extensions: ['.json', '.jsonc', '.json5', '.webmanifest'],
    fileNames: ['.babelrc', '.eslintrc', '.prettierrc'],
    traits: NO_TRAITS,
    read: { how: 'format', format: 'json' },
  },
  {
    id: 'yaml',
    unread: 'uses',
    extensions: ['.yaml', '.yml'],
    fileNames: ['.clang-format', '.clang-tidy'],
    traits: NO_TRAITS,
    read: { how: 'format', format: 'yaml' },
  },
  {
    id: 'toml',
    unread: 'uses',
    extensions: ['.toml'],
    traits: NO_TRAITS,
    read: { how: 'format', format: 'toml' },
  },
  {
    id: 'vue',
    extensions: ['.vue'],
    traits: SCRIPT_TRAITS,
    read: { how: 'format', format: 'component', embeds: ['javascript', 'typescript', 'tsx'] },
  },
  {
    id: 'svelte',
    extensions: ['.svelte'],
    traits: SCRIPT_TRAITS,
    read: { how: 'format', format: 'component', embeds: ['javascript', 'typescript'] },
  },
  {
    id: 'objc',
    extensions: ['.m', '.mm', '.h'],
    marks: /^\s*(?:@(?:interface|protocol|class|import|end)\b|#\s*import\b)/m,
    traits: {
      importStyle: 'include',
      directoryScope: false,
      selfNames: ['self', 'super'],
      extensions: ['.h', '.m', '.mm'],
    },
    read: {
      how: 'grammar',
      wasm: community('objc'),
      queries: ['objc', 'c'],
      rules: { exported: { without: /^\s*static\b/ }, bareFields: true },
    },
  },
  {
    id: 'elixir',
    extensions: ['.ex', '.exs'],
    interpreters: ['elixir'],
    traits: {
      importStyle: 'dotted-package',
      directoryScope: false,
      selfNames: ['__MODULE__'],
      extensions: ['.ex'],
    },
    read: {
      how: 'grammar',
      wasm: community('elixir'),
      queries: ['elixir'],
      rules: {
        exported: {
          without:
            /^\s*(?:defp|defmacrop|defguardp|defnp|@typep|@(?!type|opaque|callback|macrocallback)\w+)\b/,
        },
      },
    },
  },
  {
    id: 'zig',
    extensions: ['.zig', '.zon'],
    traits: {
      importStyle: 'relative-path',
      directoryScope: false,
      selfNames: ['self'],
      extensions: ['.zig'],
    },
    read: {
      how: 'grammar',
      wasm: community('zig'),
      queries: ['zig'],
      rules: { exported: { with: /^\s*(?:(?:pub|export)\b|\w+$)/ } },
    },
  },
  {
    id: 'dart',
    extensions: ['.dart'],
    interpreters: ['dart'],
    traits: {
      importStyle: 'relative-path',
      directoryScope: false,
      selfNames: ['this', 'super'],
      extensions: ['.dart'],
    },
    read: {
      how: 'grammar',
      wasm: community('dart'),
      queries: ['dart'],
      rules: { exported: { name: /^[^_]/ }, bareFields: true, transparentTypes: ['Future'] },
    },
  },
  {
    id: 'ocaml',
    extensions: ['.ml'],
    interpreters: ['ocaml'],
    traits: { importStyle: 'none', directoryScope: false, selfNames: ['self'], extensions: ['.ml', '.mli'] },
    read: { how: 'grammar', wasm: community('ocaml'), queries: ['ocaml'], rules: { exported: {} } },
  },
  {
    id: 'rescript',
    extensions: ['.res', '.resi'],
    traits: { importStyle: 'none', directoryScope: false, selfNames: [], extensions: ['.res'] },
    read: { how: 'grammar', wasm: community('rescript'), queries: ['rescript'], rules: { exported: {} } },
  },
  {
    id: 'solidity',
    extensions: ['.sol'],
    traits: {
      importStyle: 'relative-path',
      directoryScope: false,
      selfNames: ['this', 'super'],
      extensions: ['.sol'],
    },
    read: {
      how: 'grammar',
      wasm: community('solidity'),
      queries: ['solidity'],
      rules: { exported: { name: /^[^_]/, without: /\bprivate\b/ }, bareFields: true },
    },
  },
  {
    id: 'elisp',
    extensions: ['.el'],
    fileNames: ['.emacs'],
    interpreters: ['emacs'],
    traits: { importStyle: 'require-path', directoryScope: false, selfNames: [], extensions: ['.el'] },
    read: {
      how: 'grammar',
      wasm: community('elisp'),
      queries: ['elisp'],
      rules: { exported: { name: /^(?!.*--)/ } },
    },
  },
  {
    id: 'powershell',
    extensions: ['.ps1', '.psm1', '.psd1'],
    interpreters: ['pwsh', 'powershell'],
    traits: {
      importStyle: 'require-path',
      directoryScope: false,
      selfNames: ['$this'],
      extensions: ['.psm1', '.ps1'],
    },
    read: {
      how: 'grammar',
      wasm: vscode('powershell'),
      queries: ['powershell'],
      rules: { exported: { without: /^\s*hidden\b/ } },
    },
  },
  {
    id: 'systemrdl',
    unread: 'calls',
    extensions: ['.rdl'],
    traits: { importStyle: 'none', directoryScope: false, selfNames: [], extensions: ['.rdl'] },
    read: { how: 'grammar', wasm: community('systemrdl'), queries: ['systemrdl'], rules: { exported: {} } },
  },
  {
    id: 'tlaplus',
    extensions: ['.tla'],
    traits: { importStyle: 'require-path', directoryScope: false, selfNames: [], extensions: ['.tla'] },
    read: { how: 'grammar', wasm: community('tlaplus'), queries: ['tlaplus'], rules: { exported: {} } },
  },
  {
    id: 'css',
    unread: 'uses',
    extensions: ['.css'],
    traits: { importStyle: 'relative-path', directoryScope: false, selfNames: [], extensions: ['.css'] },
    read: { how: 'grammar', wasm: vscode('css'), queries: ['css'], rules: { exported: {} } },
  },
  {
    id: 'html',
    unread: 'uses',
    extensions: ['.html', '.htm', '.xhtml'],
    traits: {
      importStyle: 'relative-path',
      directoryScope: false,
      selfNames: [],
      extensions: ['.js', '.css'],
    },
    read: { how: 'grammar', wasm: community('html'), queries: ['html'], rules: { exported: {} } },
  },
  {
    id: 'ini',
    unread: 'uses',
    extensions: ['.ini', '.cfg', '.editorconfig'],
    traits: { importStyle: 'none', directoryScope: false, selfNames: [], extensions: [] },
    read: { how: 'grammar', wasm: vscode('ini'), queries: ['ini'], rules: { exported: {} } },
  },
  {
    id: 'lua',
    extensions: ['.lua', '.rockspec'],
    interpreters: ['lua', 'luajit'],
    traits: { importStyle: 'require-path', directoryScope: false, selfNames: ['self'], extensions: ['.lua'] },
    read: {
      how: 'grammar',
      wasm: cursorless('lua'),
      queries: ['lua'],
      rules: { exported: { without: /^\s*local\b/ } },
    },
  },
  {
    id: 'haskell',
    extensions: ['.hs'],
    interpreters: ['runhaskell', 'stack'],
    traits: { importStyle: 'dotted-module', directoryScope: false, selfNames: [], extensions: ['.hs'] },
    read: { how: 'grammar', wasm: cursorless('haskell'), queries: ['haskell'], rules: { exported: {} } },
  },
];

const BY_ID: ReadonlyMap<LanguageId, LanguageRow> = new Map(ROWS.map((row) => [row.id, row]));
const BY_EXTENSION: ReadonlyMap<string, readonly LanguageRow[]> = rowsByExtension();
const BY_FILE_NAME: ReadonlyMap<string, LanguageId> = new Map(
  ROWS.flatMap((row) => (row.fileNames ?? []).map((name) => [name, row.id] as const)),
);
const BY_INTERPRETER: ReadonlyMap<string, LanguageId> = new Map(
  ROWS.flatMap((row) => (row.interpreters ?? []).map((name) => [name, row.id] as const)),
);

function rowsByExtension(): ReadonlyMap<string, readonly LanguageRow[]> {
  const rows = new Map<string, LanguageRow[]>();
  for (const row of ROWS)
    for (const extension of row.extensions) rows.set(extension, [...(rows.get(extension) ?? []), row]);
  return rows;
}

/** The table, in order. */
export const LANGUAGES: readonly LanguageRow[] = ROWS;

/** Row of a language, or null for an unknown id. */
export function languageRow(language: LanguageId | null): LanguageRow | null {
  return language === null ? null : (BY_ID.get(language) ?? null);
}

/** Whether calls, or uses of any kind, are read in a language: where they are not, finding none says nothing. */
export function readsUses(language: LanguageId | null, what: 'calls' | 'uses'): boolean {
  const row = languageRow(language);
  return row !== null && row.unread !== 'uses' && row.unread !== what;
}

/** What the graph needs to know about a language; neutral values for null and unknown ids. */
export function traitsOf(language: LanguageId | null): LanguageTraits {
  return languageRow(language)?.traits ?? NO_TRAITS;
}

/**
 * Language of a file by its name, else by its longest known extension, else by its `#!` line; null where the
 * file is to be chunked by lines. `text` is the file's text or its first part; the more of it, the surer is a
 * shared extension such as `.h`.
 */
export function detectLanguage(path: string, text: string): LanguageId | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_FILE_NAME.get(name) ?? byExtension(name.toLowerCase(), text) ?? byInterpreter(text);
}

function byExtension(name: string, text: string): LanguageId | null {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const rows = BY_EXTENSION.get(name.slice(dot));
    if (rows !== undefined) return (rows.length === 1 ? rows[0] : likeliest(rows, text))?.id ?? null;
  }
  return null;
}

const MARKS_WITHIN = 20_000;

function likeliest(rows: readonly LanguageRow[], text: string): LanguageRow | undefined {
  const start = text.slice(0, MARKS_WITHIN);
  return rows.find((row) => row.marks?.test(start)) ?? rows.find((row) => row.marks === undefined);
}

function byInterpreter(firstLine: string): LanguageId | null {
  const words = /^#!\s*(\S+)[ \t]*(.*)/.exec(firstLine);
  if (words === null) return null;
  const program = baseName(words[1] ?? '');
  const command =
    program === 'env'
      ? baseName((words[2] ?? '').split(/\s+/).find((word) => word !== '' && !/^-|=/.test(word)) ?? '')
      : program;
  return BY_INTERPRETER.get(command) ?? BY_INTERPRETER.get(command.replace(/[\d.]+$/, '')) ?? null;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
