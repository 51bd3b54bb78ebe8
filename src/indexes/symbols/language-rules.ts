import type { LanguageId } from '../../core/index.ts';

/** What resolution by name needs to know about a language beyond its `LanguageTraits`. */
export interface LanguageRules {
  /** Languages of one family see each other's definitions. */
  readonly family: string;
  /** A call without receiver inside a class may mean a member of the class. */
  readonly implicitSelf: boolean;
  /** Where members of a type may be defined outside the file of the type. */
  readonly openTypes: 'none' | 'directory' | 'tree';
  /** Names from other packages are never written without their package or an import. */
  readonly qualifiesAll: boolean;
  /** The same, where files say their namespace: names of files without one are seen everywhere. */
  readonly qualifiesNamespaces: boolean;
  /** Names that the language itself defines: never looked for by name alone in the tree. */
  readonly builtins: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PYTHON = words(
  'abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip Exception ValueError TypeError KeyError IndexError AttributeError RuntimeError NotImplementedError OSError StopIteration AssertionError ImportError BaseException',
);
const SCRIPT = words(
  'Array Boolean Date Error Function JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol TypeError RangeError WeakMap WeakSet URL Buffer Uint8Array console process require fetch setTimeout clearTimeout setInterval clearInterval setImmediate queueMicrotask parseInt parseFloat isNaN structuredClone describe it test expect beforeEach afterEach beforeAll afterAll Partial Record Pick Omit Readonly Required Exclude Extract ReturnType Parameters Awaited NonNullable string number boolean any unknown never void',
);
const GO = words(
  'append cap clear close complex copy delete imag len make max min new panic print println real recover bool byte error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any comparable',
);
const RUST = words(
  'Some None Ok Err Box Vec String Option Result Clone Copy Debug Default Drop Eq PartialEq Ord PartialOrd Hash Iterator IntoIterator From Into TryFrom TryInto AsRef AsMut Send Sync Sized Fn FnMut FnOnce ToString ToOwned Display Error drop println print eprintln eprint format vec panic assert assert_eq assert_ne debug_assert debug_assert_eq write writeln todo unimplemented unreachable matches dbg include_str env concat stringify str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char',
);
const JVM = words(
  'Object String Integer Long Double Float Boolean Character Byte Short Number Math System Thread Runnable Exception RuntimeException Error Throwable Override Deprecated SuppressWarnings Class Iterable Comparable Enum Record Any Unit Int Nothing List Map Set Array println print require check listOf mapOf setOf Option Some None Seq Nil Either Left Right',
);
const DOTNET = words(
  'string int long bool double float decimal object byte char void var dynamic nameof String Object Console Exception Task List Dictionary',
);
const RUBY = words(
  'puts print p require require_relative raise attr_accessor attr_reader attr_writer include extend private public protected lambda proc loop catch throw format sprintf rand sleep freeze new Object String Array Hash Integer Float Symbol Struct StandardError',
);
const PHP = words(
  'array count isset empty unset print echo strlen in_array is_null is_array implode explode sprintf printf define string int bool float mixed void Exception',
);
const SWIFT = words(
  'print fatalError precondition assert String Int Double Bool Array Dictionary Set Optional Error Equatable Hashable Codable Any Void min max abs',
);
const SHELL = words(
  'echo printf cd test read exit return local export source set unset shift eval exec trap',
);

const row = (
  family: string,
  implicitSelf: boolean,
  openTypes: LanguageRules['openTypes'],
  builtins: ReadonlySet<string> = none,
): LanguageRules => ({
  family,
  implicitSelf,
  openTypes,
  builtins,
  qualifiesAll: false,
  qualifiesNamespaces: false,
});

const script = row('script', false, 'none', SCRIPT);
const c = row('c', true, 'tree');

const RULES: Readonly<Record<string, LanguageRules>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  jsx: script,
  vue: script,
  svelte: script,
  python: row('python', false, 'none', PYTHON),
  go: { ...row('go', false, 'directory', GO), qualifiesAll: true },
  rust: row('rust', false, 'tree', RUST),
  java: { ...row('jvm', true, 'none', JVM), qualifiesAll: true },
  kotlin: row('jvm', true, 'tree', JVM),
  scala: row('jvm', true, 'none', JVM),
  c,
  cpp: c,
  objc: c,
  csharp: row('csharp', true, 'tree', DOTNET),
  ruby: row('ruby', true, 'tree', RUBY),
  php: { ...row('php', false, 'none', PHP), qualifiesNamespaces: true },
  swift: row('swift', true, 'tree', SWIFT),
  dart: row('dart', true, 'none'),
  solidity: row('solidity', true, 'none'),
  bash: row('bash', false, 'none', SHELL),
};

/** Rules of a language; one without a row is a family of its own without special scopes. */
export function languageRules(language: LanguageId | null): LanguageRules {
  const id = language ?? '';
  return RULES[id] ?? row(id, false, 'none');
}
