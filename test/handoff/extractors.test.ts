import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTPUT_TOOLS, type OutputTool } from '../../src/core/index.ts';
import { digestOutput, errorSignature } from '../../src/handoff/index.ts';
import { fixture } from './sample-session.ts';

interface Expected {
  /** passed, failed, skipped */
  readonly counts: readonly (number | null)[];
  /** case, message, expected, actual, frames */
  readonly failures: readonly (readonly [string, string, string | null, string | null, readonly string[]])[];
}

const EXPECTED: Readonly<Record<OutputTool, Expected>> = {
  vitest: {
    counts: [16, 1, null],
    failures: [
      [
        'test/cart.test.ts > cart > totals > adds the shipping once',
        'AssertionError: expected 1190 to be 1090 // Object.is equality',
        '1090',
        '1190',
        ['test/cart.test.ts:41', 'src/cart.ts:12'],
      ],
    ],
  },
  jest: {
    counts: [14, 2, 1],
    failures: [
      [
        'cart › totals › adds the shipping once',
        'expect(received).toBe(expected) // Object.is equality',
        '1090',
        '1190',
        ['src/cart.test.js:41', 'src/cart.js:12'],
      ],
      [
        'cart › clears',
        "TypeError: Cannot read properties of undefined (reading 'clear')",
        null,
        null,
        ['src/cart.js:30'],
      ],
    ],
  },
  pytest: {
    counts: [2, 1, null],
    failures: [
      [
        'tests/auth/test_cache.py::test_concurrent_refresh_sends_one_request',
        'assert 8 == 1',
        '1',
        '8',
        ['tests/auth/test_cache.py:63'],
      ],
    ],
  },
  unittest: {
    counts: [2, 2, 0],
    failures: [
      [
        'tests.test_store.StoreTest.test_reads',
        "KeyError: 'a'",
        null,
        null,
        ['/home/dev/shop/src/store.py:44', '/home/dev/shop/tests/test_store.py:19'],
      ],
      [
        'tests.test_store.StoreTest.test_counts',
        'AssertionError: 8 != 1',
        '1',
        '8',
        ['/home/dev/shop/tests/test_store.py:12'],
      ],
    ],
  },
  'go-test': {
    counts: [2, 2, null],
    failures: [
      ['TestRefresh/concurrent', 'requests: got 8, want 1', '1', '8', ['cache_test.go:63']],
      [
        'TestEvict',
        'panic: runtime error: index out of range [3] with length 3',
        null,
        null,
        ['/home/dev/shop/auth/cache.go:88', '/home/dev/shop/auth/cache_test.go:90'],
      ],
    ],
  },
  'cargo-test': {
    counts: [1, 1, 1],
    failures: [
      [
        'cache::tests::refreshes_once',
        'assertion `left == right` failed: one request',
        '1',
        '8',
        ['src/cache.rs:63'],
      ],
    ],
  },
  'junit-xml': {
    counts: [1, 1, 1],
    failures: [
      ['com.acme.CacheTest.refreshesOnce', 'expected: <1> but was: <8>', '1', '8', ['CacheTest.java:63']],
    ],
  },
  maven: {
    counts: [1, 1, 1],
    failures: [
      [
        'com.acme.CacheTest.refreshesOnce',
        'org.opentest4j.AssertionFailedError: expected: <1> but was: <8>',
        '1',
        '8',
        ['CacheTest.java:63'],
      ],
    ],
  },
  gradle: {
    counts: [1, 1, 1],
    failures: [
      [
        'CacheTest > refreshesOnce()',
        'org.opentest4j.AssertionFailedError: expected: <1> but was: <8>',
        '1',
        '8',
        ['CacheTest.java:63'],
      ],
    ],
  },
  tsc: {
    counts: [null, 2, null],
    failures: [
      [
        'TS2322 src/cart.ts',
        "Type 'string' is not assignable to type 'number'.",
        null,
        null,
        ['src/cart.ts:12'],
      ],
      [
        'TS2305 src/price.ts',
        `Module '"./money.ts"' has no exported member 'round'.`,
        null,
        null,
        ['src/price.ts:4'],
      ],
    ],
  },
  eslint: {
    counts: [null, 2, null],
    failures: [
      [
        '@typescript-eslint/no-unused-vars /home/dev/shop/src/cart.ts',
        "'total' is assigned a value but never used",
        null,
        null,
        ['/home/dev/shop/src/cart.ts:12'],
      ],
      [
        'error /home/dev/shop/src/price.ts',
        "Parsing error: ';' expected",
        null,
        null,
        ['/home/dev/shop/src/price.ts:4'],
      ],
    ],
  },
  gcc: {
    counts: [null, 3, null],
    failures: [
      ['src/cache.c', "'struct cache' has no member named 'lock'", null, null, ['src/cache.c:63']],
      ['linker', "undefined reference to `cache_open'", null, null, []],
      [
        'AddressSanitizer',
        'AddressSanitizer: heap-use-after-free',
        null,
        null,
        ['src/cache.c:88', 'src/main.c:14'],
      ],
    ],
  },
  tap: {
    counts: [1, 1, 0],
    failures: [
      [
        'refreshes once',
        'Expected values to be strictly equal:',
        '1',
        '8',
        ['/home/dev/shop/test/cache.test.js:60', '/home/dev/shop/test/cache.test.js:63'],
      ],
    ],
  },
  'dotnet-test': {
    counts: [2, 1, 0],
    failures: [
      [
        'Shop.Tests.CacheTests.RefreshesOnce',
        'Assert.Equal() Failure: Values differ',
        '1',
        '8',
        ['/home/dev/shop/tests/CacheTests.cs:63'],
      ],
    ],
  },
};

describe.each(OUTPUT_TOOLS)('output of %s', (tool) => {
  const text = fixture(`handoff/outputs/${tool}.txt`);

  it('is told from that of every other tool', () => {
    expect(digestOutput(text).map((digest) => digest.tool)).toEqual([tool]);
  });

  it('gives counts, cases, messages, values and frames', () => {
    const [digest] = digestOutput(text);
    expect([digest?.passed, digest?.failed, digest?.skipped]).toEqual(EXPECTED[tool].counts);
    expect(digest?.failures.map((f) => [f.case, f.message, f.expected, f.actual, f.frames])).toEqual(
      EXPECTED[tool].failures,
    );
  });

  it('has the same signatures in another run at another place', () => {
    const other = text
      .replaceAll('/home/dev/shop', '/tmp/build-7f3/shop')
      .replaceAll('81234', '9917')
      .replaceAll('0x602000000010', '0x60400000dd10')
      .replace(/:63\b/g, ':64')
      .replace(/line 63\b/g, 'line 64');
    const signatures = (output: string) =>
      digestOutput(output).flatMap((d) => d.failures.map((f) => f.signature));
    expect(signatures(other)).toEqual(signatures(text));
    expect(new Set(signatures(text)).size).toBe(EXPECTED[tool].failures.length);
  });
});

describe('other forms of the same tools', () => {
  const first = (text: string) => digestOutput(text)[0];

  it('pytest without tracebacks', () => {
    const digest = first('FAILED tests/test_a.py::test_x[1] - ValueError: no\n1 failed, 3 passed in 0.10s\n');
    expect(digest?.failures).toMatchObject([
      { case: 'tests/test_a.py::test_x[1]', message: 'ValueError: no' },
    ]);
  });

  it('pytest that cannot collect', () => {
    const digest = first(
      "==== ERRORS ====\n____ ERROR collecting tests/test_a.py ____\ntests/test_a.py:1: in <module>\n    import x\nE   ModuleNotFoundError: No module named 'x'\n==== short test summary info ====\nERROR tests/test_a.py\n==== 1 error in 0.05s ====\n",
    );
    expect(digest).toMatchObject({
      failed: 1,
      failures: [{ message: "ModuleNotFoundError: No module named 'x'" }],
    });
  });

  it('go that does not build', () => {
    const digest = first(
      '# example.com/shop/auth [example.com/shop/auth.test]\n./cache.go:12:3: undefined: lock\nFAIL\texample.com/shop/auth [build failed]\nFAIL\n',
    );
    expect(digest).toMatchObject({
      failed: 1,
      failures: [{ case: './cache.go', message: 'undefined: lock' }],
    });
  });

  it('rust that does not compile', () => {
    const digest = first(
      'error[E0308]: mismatched types\n  --> src/cache.rs:12:9\n   |\nerror: could not compile `shop` (lib) due to 1 previous error\n',
    );
    expect(digest?.failures).toMatchObject([
      { case: 'E0308', message: 'mismatched types', frames: ['src/cache.rs:12'] },
    ]);
  });

  it('java and C# that do not compile', () => {
    expect(
      first(
        '[ERROR] COMPILATION ERROR : \n[ERROR] /w/Cache.java:[12,8] cannot find symbol\n[INFO] BUILD FAILURE\n',
      ),
    ).toMatchObject({
      failed: 1,
      failures: [{ message: 'cannot find symbol', frames: ['/w/Cache.java:12'] }],
    });
    expect(
      first("Cache.cs(3,5): error CS0103: The name 'x' does not exist [/w/Shop.csproj]\n"),
    ).toMatchObject({
      failures: [{ case: 'CS0103 Cache.cs', message: "The name 'x' does not exist" }],
    });
  });

  it('success', () => {
    expect(first(' Test Files  2 passed (2)\n      Tests  17 passed (17)\n')).toMatchObject({
      passed: 17,
      failed: 0,
    });
    expect(first('Ran 4 tests in 0.012s\n\nOK\n')).toMatchObject({ passed: 4, failed: 0, failures: [] });
    expect(first('..... [100%]\n5 passed in 0.03s\n')).toMatchObject({ passed: 5, failed: 0, failures: [] });
    expect(
      first('[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n'),
    ).toMatchObject({
      passed: 3,
      failed: 0,
    });
  });

  it('nothing in other texts', () => {
    expect(digestOutput('total 8\ndrwxr-xr-x 2 dev dev 4096 src\n')).toEqual([]);
    expect(digestOutput('')).toEqual([]);
  });
});

describe('clang', () => {
  it('is read as gcc is, with the linker of LLVM', () => {
    const text = [
      "src/cache.c:63:19: error: no member named 'lock' in 'struct cache'",
      '   63 |     pthread_mutex_lock(&c->lock);',
      '      |                         ~  ^',
      "src/main.c:14:5: warning: unused variable 'rc' [-Wunused-variable]",
      '1 warning and 1 error generated.',
      'ld.lld: error: undefined symbol: cache_open',
      '>>> referenced by main.c:12 (src/main.c:12)',
      '>>>               /tmp/main-5a1c2e.o:(main)',
      'clang: error: linker command failed with exit code 1 (use -v to see invocation)',
    ].join('\n');
    const [digest] = digestOutput(text);
    expect(digest).toMatchObject({ tool: 'gcc', failed: 2 });
    expect(digest?.failures.map((failure) => [failure.case, failure.message, failure.frames])).toEqual([
      ['src/cache.c', "no member named 'lock' in 'struct cache'", ['src/cache.c:63']],
      ['linker', 'undefined symbol: cache_open', []],
    ]);
  });
});

describe('signatures', () => {
  it('forget times, addresses, temporary folders, durations and lines', () => {
    const run = (n: number) =>
      `at 2026-11-0${n}T10:00:0${n}Z: timeout after ${n}5ms in /tmp/x${n}/a.py:${n}2 (object at 0x7fc${n}), pid ${n}31`;
    expect(errorSignature('t', run(1))).toBe(errorSignature('t', run(2)));
  });

  it('keep what tells failures apart', () => {
    expect(errorSignature('t', 'expected 8 to be 1')).not.toBe(errorSignature('t', 'expected 8 to be 2'));
    expect(errorSignature('a', 'boom')).not.toBe(errorSignature('b', 'boom'));
  });

  it('never fail, and are short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        expect(errorSignature(text, text).length).toBeLessThanOrEqual(200);
        expect(Array.isArray(digestOutput(text))).toBe(true);
      }),
    );
  });
});
