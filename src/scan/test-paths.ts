import type { RepoPath } from '../core/index.ts';
import { baseOf } from './repo-path.ts';

/** Folders that hold nothing but tests and what they need. */
const TEST_FOLDER =
  /(?:^|\/)(?:tests|__tests?__|__fixtures__|__mocks__|__snapshots__|testdata|test[-_](?:data|fixtures|suite|support|utils?)|testsuite|testfixtures|fixtures|e2e|cypress|functional[-_]tests?|integration[-_]?tests?|unit[-_]?tests?|acceptance[-_]tests?|androidTest|androidUnitTest|commonTest|jvmTest|jsTest|nativeTest|integrationTest|functionalTest|testFixtures)\//i;
/** `Foo.Tests/` of .NET and `FooTests/` of Swift. */
const TEST_PROJECT =
  /(?:^|\/)(?:[\w.]+\.(?:Unit|Integration|Functional)?Tests?|[A-Z]\w*(?:Unit|UI|Integration)?Tests)\//;
const TEST_WORD_FOLDER = /(?:^|\/)test\//i;
/** Specifications may be documents too: only code counts. */
const SPEC_FOLDER = /(?:^|\/)specs?\/.*\.(?:rb|[cm]?[jt]sx?|lua|coffee|cr|ex|exs|php|hs|py|ya?ml|erb)$/i;
/** Perl keeps its tests in `t/`. */
const PERL_TEST = /(?:^|\/)x?t\/.*\.(?:t|pl|pm)$/;

const TEST_NAME = new RegExp(
  [
    String.raw`^test_.*\.(?:py|rb|c|cc|cpp|cxx|lua|jl|sh|php|ml|nim)$`,
    String.raw`^tests\.py$|^tests?\.(?:rs|js|ts|mjs|lua|zig)$`,
    String.raw`^conftest\.py$`,
    String.raw`[._-](?:test|tests|spec|specs|cy|e2e|unittest|unit|bench-test)\.(?:[cm]?[jt]sx?|vue|py|go|rs|rb|c|cc|cpp|cxx|h|hpp|m|mm|dart|exs?|lua|zig|sh|bash|hs|cr|php|jl|coffee|erl|clj[cs]?|ml|kt|java)$`,
    String.raw`^test[-_]?helpers?\.\w+$`,
    String.raw`^(?:spec|rails)_helper\.rb$`,
    String.raw`\.(?:bats|phpt|feature|snap)$`,
    String.raw`_SUITE\.erl$`,
  ].join('|'),
);
/** `CacheTest.java`, `CacheSpec.scala`, `TestCache.kt`. */
const TEST_CLASS =
  /^(?:\w+(?:Tests?|TestCase|TestCases|TestSuite|Specs?|Suite|ITCase|IT)|Test[A-Z]\w*)\.(?:java|kts?|scala|groovy|cs|fs|vb|php|swift|mm?|cpp|cc|cxx|hs|dart)$/;

/** True when the file's own name says that it is a test. */
export function isTestName(path: RepoPath): boolean {
  const name = baseOf(path);
  if (TEST_NAME.test(name)) return true;
  return TEST_CLASS.test(name) && !/(?:^|\/)src\/main\//.test(path);
}

/** True for tests and for what stands in folders of tests, by the conventions of the common languages. */
export function isTestPath(path: RepoPath): boolean {
  if (isTestName(path)) return true;
  if (TEST_FOLDER.test(path) || TEST_PROJECT.test(path) || SPEC_FOLDER.test(path) || PERL_TEST.test(path))
    return true;
  return TEST_WORD_FOLDER.test(path) && !isTestingPackage(path);
}

/** A Python package called `test` inside another is a testing tool for others, unless its files are tests. */
function isTestingPackage(path: RepoPath): boolean {
  return /\.pyi?$/.test(path) && !/^test\//i.test(path) && !/^(?:src|lib|python)\/test\//i.test(path);
}
