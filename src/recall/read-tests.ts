import type { TestMention } from '../core/index.ts';

const MAX_TESTS = 200;
/** No shorter line names a test. */
const SHORTEST = 6;

interface TestRule {
  /** How the runner names a test in its output. */
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => TestMention;
}

const named = (groups: Readonly<Record<string, string | undefined>>): TestMention => ({
  path: groups['path'] ?? null,
  name: groups['name'] ?? '',
});
const dotted = (name: string) => name.replaceAll(/::|\//g, '.').replace(/\[.*$/, '');

const RULES: readonly TestRule[] = [
  // tests/test_cache.py::TestCache::test_refresh[param]                       pytest
  {
    pattern: /(?:^|[\s"'`(])(?<path>[\w./\\-]{1,300}\.py)::(?<name>[\w:]{1,200})/,
    read: (groups) => ({
      path: (groups['path'] ?? '').replaceAll('\\', '/'),
      name: dotted(groups['name'] ?? ''),
    }),
  },
  // FAIL: test_refresh (tests.test_cache.TestCache)                           unittest, Django
  {
    pattern: /^(?:FAIL|ERROR): (?<name>\w{1,200}) \((?<owner>[\w.]{1,300})\)/,
    read: unittest,
  },
  {
    pattern: /^\W{0,4}(?<name>test\w{0,200}) \((?<owner>[\w.]{1,300})\)(?: \.\.\. (?:FAIL|ERROR))?\s*$/,
    read: unittest,
  },
  // FAIL  src/cache.test.ts > cache > refreshes                               vitest, jest
  {
    pattern:
      /^\s*(?:FAIL|❯|✗|✕|×|●)\s+(?:\|[^|]{1,60}\|\s+)?(?<path>[\w./@\\-]{1,300}\.[cm]?[jt]sx?)(?:\s+[>›]\s+(?<name>.{1,300}))?$/,
    read: (groups) => ({ path: groups['path'] ?? null, name: leaf(groups['name'] ?? '') }),
  },
  // ✕ refreshes once (5 ms)   ·   ● cache › refreshes once                    jest, mocha, vitest
  {
    pattern: /^\s*(?:✗|✕|✖|×|●|❌)\s+(?<name>\S.{0,300})$/,
    read: (groups) => ({ path: null, name: leaf(groups['name'] ?? '') }),
  },
  // - test/cache.js | cache should refresh once                                lists of tests
  {
    pattern: /^\s{0,8}[-*]\s(?<path>[\w./@\\-]{1,300}\.\w{1,6})\s+[|>›]\s+(?<name>\S.{0,300})$/,
    read: named,
  },
  // --- FAIL: TestRefresh/twice (0.00s)                                       go test
  { pattern: /^\s*--- FAIL: (?<name>[\w]{1,200})/, read: named },
  { pattern: /^\s{0,8}[-*]\s(?<name>Test[A-Z]\w{0,200})(?:\/\S{1,200})?\s*$/, read: named },
  // test cache::tests::refreshes ... FAILED   ·   ---- cache::tests::refreshes stdout ----     cargo
  {
    pattern: /^test (?<name>[\w:]{1,300})(?: - should panic)? \.\.\. FAILED/,
    read: (groups) => ({ path: null, name: dotted(groups['name'] ?? '') }),
  },
  {
    pattern: /^---- (?<name>[\w:]{1,300}) stdout ----/,
    read: (groups) => ({ path: null, name: dotted(groups['name'] ?? '') }),
  },
  // [ERROR] CacheTest.refreshes:42 expected …   ·   CacheTest > refreshes() FAILED             JUnit
  {
    pattern: /^\[ERROR\]\s+(?<name>(?:\w{1,100}\.){0,12}[A-Z]\w{0,200}\.\w{1,200})(?::\d{1,7}|\s*--)/,
    read: (groups) => ({ path: null, name: (groups['name'] ?? '').split('.').slice(-2).join('.') }),
  },
  {
    pattern: /^(?<owner>[\w.$]{1,300}) > (?<name>[\w ]{1,200})(?:\(.{0,200}\))? FAILED/,
    read: (groups) => ({
      path: null,
      name: `${(groups['owner'] ?? '').split(/[.$]/).at(-1) ?? ''}.${groups['name'] ?? ''}`,
    }),
  },
  // rspec ./spec/cache_spec.rb:12 # Cache refreshes once                      RSpec
  {
    pattern: /^\s*rspec (?<path>[\w./-]{1,300}\.rb)(?::\d{1,7}|\[[\d:]{1,40}\])?\s*(?:# (?<name>.{1,300}))?$/,
    read: (groups) => ({ path: groups['path'] ?? null, name: groups['name'] ?? '' }),
  },
  // Failed Acme.Tests.CacheTests.Refreshes [12 ms]   ·   Acme.Tests.CacheTests.Refreshes [FAIL]     xunit, NUnit
  {
    pattern:
      /^\s*(?:\[xUnit[^\]]{1,60}\]\s+|Failed\s+|X\s+)(?<name>[\w.+]{3,300}\.\w{1,200})(?:\(.{0,200}\))? \[/,
    read: (groups) => ({ path: null, name: (groups['name'] ?? '').split(/[.+]/).slice(-2).join('.') }),
  },
  // 1) Acme\Tests\CacheTest::testRefreshes with data set #0                   PHPUnit
  {
    pattern: /^\d{1,5}\) (?<owner>[\w\\]{1,300})::(?<name>\w{1,200})/,
    read: (groups) => ({
      path: null,
      name: `${(groups['owner'] ?? '').split('\\').at(-1) ?? ''}.${groups['name'] ?? ''}`,
    }),
  },
  // [  FAILED  ] CacheTest.Refreshes (0 ms)                                   GoogleTest
  { pattern: /^\[ {2}FAILED {2}\] (?<name>\w{1,200}\.\w{1,200})/, read: named },
];

/** Tests that the lines name, each once, in order of appearance, at most 200. */
export function readTests(lines: readonly string[]): readonly TestMention[] {
  const found = new Map<string, TestMention>();
  for (const line of lines) {
    if (found.size >= MAX_TESTS) break;
    const test = readTestLine(line);
    if (test !== null && (test.name !== '' || test.path !== null)) {
      const key = `${test.path ?? ''}\u0000${test.name}`;
      if (!found.has(key)) found.set(key, test);
    }
  }
  return [...found.values()];
}

/** The test that a line names, if any. */
export function readTestLine(line: string): TestMention | null {
  if (line.length < SHORTEST) return null;
  for (const rule of RULES) {
    const groups = rule.pattern.exec(line)?.groups;
    if (groups !== undefined) return rule.read(groups);
  }
  return null;
}

/** Newer Pythons repeat the method behind the class; older ones do not. */
function unittest(groups: Readonly<Record<string, string | undefined>>): TestMention {
  const method = groups['name'] ?? '';
  const owner = (groups['owner'] ?? '').split('.').filter((part, index, all) => {
    return !(index === all.length - 1 && part === method);
  });
  const holder = owner.pop();
  return {
    path: owner.length === 0 ? null : `${owner.join('/')}.py`,
    name: holder === undefined ? method : `${holder}.${method}`,
  };
}

function leaf(name: string): string {
  const last = name.split(/\s+[>›]\s+/).at(-1) ?? name;
  return last.replace(/\s+\(?\d+\s*m?s\)?$/, '').trim();
}
