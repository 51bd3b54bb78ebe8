import { describe, expect, it } from 'vitest';
import { readFrames } from '../../src/recall/frames/read-frames.ts';
import { FRAME_FAMILY_NAMES, type FrameFamilyName } from '../../src/recall/frames/registry.ts';

type Expected = readonly [path: string, line: number | null, symbol: string | null, depth: number];
interface Case {
  readonly name: string;
  readonly text: string;
  readonly frames: readonly Expected[];
}

const CASES: Readonly<Record<FrameFamilyName, readonly Case[]>> = {
  python: [
    {
      name: 'traceback, outermost first, with source lines and carets',
      text: `Traceback (most recent call last):
  File "/srv/app/src/client.py", line 40, in fetch
    return self.cache.refresh_token(key)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/srv/app/src/auth/cache.py", line 12, in refresh_token
    raise ValueError(key)
  File "<string>", line 1, in <module>
ValueError: key`,
      frames: [
        ['/srv/app/src/auth/cache.py', 12, 'refresh_token', 0],
        ['/srv/app/src/client.py', 40, 'fetch', 1],
      ],
    },
    {
      name: 'pytest short style',
      text: `tests/auth/test_cache.py:31: in test_refresh
    cache.refresh_token("a")
src/auth/cache.py:12: ValueError`,
      frames: [
        ['src/auth/cache.py', 12, null, 0],
        ['tests/auth/test_cache.py', 31, 'test_refresh', 1],
      ],
    },
    {
      name: 'IPython and Windows paths',
      text: `File ~\\app\\cache.py:12, in Cache.refresh(self)
  File "C:\\app\\cache.py", line 3, in <module>`,
      frames: [
        ['/app/cache.py', 3, null, 0],
        ['~/app/cache.py', 12, 'Cache.refresh', 1],
      ],
    },
  ],
  javascript: [
    {
      name: 'V8',
      text: `TypeError: x is not a function
    at Cache.refresh (/srv/app/src/cache.ts:12:9)
    at async new Client (file:///srv/app/src/client.mjs:3:1)
    at /srv/app/src/main.js:1:1
    at node:internal/process/task_queues:95:5`,
      frames: [
        ['/srv/app/src/cache.ts', 12, 'Cache.refresh', 0],
        ['/srv/app/src/client.mjs', 3, 'Client', 1],
        ['/srv/app/src/main.js', 1, null, 2],
      ],
    },
    {
      name: 'Firefox',
      text: `refresh@http://localhost:3000/src/cache.js?v=3:12:9
@http://localhost:3000/src/main.js:1:1`,
      frames: [
        ['/src/cache.js', 12, 'refresh', 0],
        ['/src/main.js', 1, null, 1],
      ],
    },
    {
      name: 'vitest and tsc',
      text: ` ❯ Cache.refresh src/cache.ts:12:9
 ❯ test/cache.test.ts:7:3
src/cache.ts(3,4): error TS2345: no
src/cache.ts:5:4 - error TS2345: no`,
      frames: [
        ['src/cache.ts', 12, 'Cache.refresh', 0],
        ['test/cache.test.ts', 7, null, 1],
        ['src/cache.ts', 3, null, 2],
        ['src/cache.ts', 5, null, 3],
      ],
    },
    {
      name: 'bundler URLs',
      text: '    at refresh (webpack-internal:///./src/cache.tsx:12:9)\n    at f (webpack://app/./src/b.js?1a2b:3:4)',
      frames: [
        ['src/cache.tsx', 12, 'refresh', 0],
        ['src/b.js', 3, 'f', 1],
      ],
    },
  ],
  jvm: [
    {
      name: 'Java, Kotlin and Scala',
      text: `java.lang.IllegalStateException: x
\tat com.acme.auth.Cache$Entry.refresh(Cache.java:12)
\tat app//com.acme.ClientKt.main(Client.kt:3)
\tat com.acme.Cache.lambda$load$0(Cache.java:44)
\tat com.acme.Cache.<init>(Cache.scala:4)
\tat java.base/java.lang.Thread.run(Thread.java:829)
\tat com.acme.Gen.run(Unknown Source)`,
      frames: [
        ['com/acme/auth/Cache.java', 12, 'Cache.Entry.refresh', 0],
        ['com/acme/Client.kt', 3, 'ClientKt.main', 1],
        ['com/acme/Cache.java', 44, 'Cache.load', 2],
        ['com/acme/Cache.scala', 4, 'Cache', 3],
        ['java/lang/Thread.java', 829, 'Thread.run', 4],
      ],
    },
    {
      name: 'compilers',
      text: `[ERROR] /src/main/java/A.java:[12,3] cannot find symbol
e: file:///src/A.kt:7:3 Unresolved reference
src/A.java:9: error: ';' expected`,
      frames: [
        ['/src/main/java/A.java', 12, null, 0],
        ['/src/A.kt', 7, null, 1],
        ['src/A.java', 9, null, 2],
      ],
    },
  ],
  go: [
    {
      name: 'panic',
      text: `panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
github.com/acme/app/auth.(*Cache).Refresh(0xc0000b2000, {0x1, 0x2})
\t/home/me/app/auth/cache.go:12 +0x1d
main.main.func1()
\t/home/me/app/main.go:3 +0x20
created by main.main in goroutine 1
\t/home/me/app/main.go:9 +0x3a`,
      frames: [
        ['/home/me/app/auth/cache.go', 12, 'Cache.Refresh', 0],
        ['/home/me/app/main.go', 3, 'main', 1],
        ['/home/me/app/main.go', 9, 'main', 2],
      ],
    },
    {
      name: 'go test and go build',
      text: `    cache_test.go:23: want 1, got 2
./cache.go:3:2: undefined: x
        Error Trace:\t/home/me/app/cache_test.go:9`,
      frames: [
        ['cache_test.go', 23, null, 0],
        ['./cache.go', 3, null, 1],
        ['/home/me/app/cache_test.go', 9, null, 2],
      ],
    },
  ],
  rust: [
    {
      name: 'backtrace',
      text: `thread 'main' panicked at src/cache.rs:12:5:
index out of bounds
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:645:5
   1: acme::cache::Store<T>::refresh::h0123456789abcdef
             at ./src/cache.rs:12:5
   2: <acme::cache::Store as acme::Refresh>::again
             at ./src/cache.rs:40:9
   3: acme::main::{{closure}}
             at ./src/main.rs:3:5`,
      frames: [
        ['src/cache.rs', 12, null, 0],
        ['/rustc/abc/library/std/src/panicking.rs', 645, 'rust_begin_unwind', 1],
        ['./src/cache.rs', 12, 'acme::cache::Store::refresh', 2],
        ['./src/cache.rs', 40, 'acme::cache::Store::again', 3],
        ['./src/main.rs', 3, 'acme::main', 4],
      ],
    },
    {
      name: 'older panics and rustc',
      text: `thread 'main' panicked at 'bad key: a', src/cache.rs:12:5
error[E0277]: no
  --> src/main.rs:3:5`,
      frames: [
        ['src/cache.rs', 12, null, 0],
        ['src/main.rs', 3, null, 1],
      ],
    },
  ],
  dotnet: [
    {
      name: 'exception and compiler',
      text: `System.InvalidOperationException: x
   at Acme.Auth.Cache.Refresh(String key, Int32 n) in C:\\src\\Auth\\Cache.cs:line 12
   at Acme.Client.<FetchAsync>d__3.MoveNext() in /src/Client.cs:line 40
src/Cache.cs(12,34): error CS1002: ; expected`,
      frames: [
        ['/src/Auth/Cache.cs', 12, 'Acme.Auth.Cache.Refresh', 0],
        ['/src/Client.cs', 40, 'Acme.Client.FetchAsync', 1],
        ['src/Cache.cs', 12, null, 2],
      ],
    },
  ],
  ruby: [
    {
      name: 'exception, old and new quoting',
      text: `lib/auth/cache.rb:12:in 'Auth::Cache#refresh': bad key (ArgumentError)
\tfrom lib/client.rb:3:in \`block in fetch'
     # ./spec/cache_spec.rb:7:in \`block (2 levels) in <top (required)>'`,
      frames: [
        ['lib/auth/cache.rb', 12, 'Auth::Cache#refresh', 0],
        ['lib/client.rb', 3, 'fetch', 1],
        ['./spec/cache_spec.rb', 7, null, 2],
      ],
    },
  ],
  php: [
    {
      name: 'uncaught exception and PHPUnit',
      text: `PHP Fatal error:  Uncaught InvalidArgumentException: bad in /srv/app/src/Cache.php:12
Stack trace:
#0 /srv/app/src/Client.php(3): Acme\\Cache->refresh('a')
#1 {main}
/srv/app/tests/CacheTest.php:9`,
      frames: [
        ['/srv/app/src/Cache.php', 12, null, 0],
        ['/srv/app/src/Client.php', 3, 'Acme\\Cache->refresh', 1],
        ['/srv/app/tests/CacheTest.php', 9, null, 2],
      ],
    },
  ],
  native: [
    {
      name: 'sanitizer, gdb and valgrind',
      text: `==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602
    #0 0x4f1a2b in cache_refresh /src/app/cache.c:12:3
    #1 0x4f1a2c in acme::Client::fetch(int) const /src/app/client.cpp:40:9
#2  0x0000555 in main (argc=1, argv=0x7f) at ../src/main.c:3
==7==    by 0x4005: load (cache.c:44)`,
      frames: [
        ['/src/app/cache.c', 12, 'cache_refresh', 0],
        ['/src/app/client.cpp', 40, 'acme::Client::fetch', 1],
        ['../src/main.c', 3, 'main', 2],
        ['cache.c', 44, 'load', 3],
      ],
    },
    {
      name: 'assert, compiler and GoogleTest',
      text: `app: src/cache.c:12: cache_refresh: Assertion \`key != NULL' failed.
src/cache.c:3:9: error: expected ';'
test/cache_test.cc:7: Failure`,
      frames: [
        ['src/cache.c', 12, 'cache_refresh', 0],
        ['src/cache.c', 3, null, 1],
        ['test/cache_test.cc', 7, null, 2],
      ],
    },
  ],
};

describe.each(FRAME_FAMILY_NAMES)('%s frames', (family) => {
  it.each(CASES[family].map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
    const { frames } = readFrames(entry.text.split('\n'));
    expect(frames.map((frame) => [frame.path, frame.line, frame.symbol, frame.depth])).toEqual(entry.frames);
  });
});

describe('frames', () => {
  it('starts again at depth 0 in every trace', () => {
    const trace = 'Traceback:\n  File "a.py", line 1, in f\n  File "b.py", line 2, in g\nKeyError: 1';
    const gap = '\n'.repeat(8);
    const { frames } = readFrames(`${trace}${gap}${trace}`.split('\n'));
    expect(frames.map((frame) => frame.depth)).toEqual([0, 1, 0, 1]);
  });

  it('keeps the place where a deep recursion failed', () => {
    const calls = Array.from({ length: 900 }, (_, at) => `  File "a.py", line ${at + 1}, in f`);
    const { frames, lines } = readFrames(['Traceback:', ...calls, 'RecursionError: too deep']);
    expect(frames).toHaveLength(200);
    expect(frames[0]).toEqual({ path: 'a.py', line: 900, symbol: 'f', depth: 0 });
    expect(lines.size).toBe(900);
  });

  it('finds none in prose, lists and URLs', () => {
    const text = `We look at the cache (see docs) at 12:30:00.
- see https://example.com/a/b.html#L3 and user@example.com
at least 3 of them: one, two
example.rb:3:5: C: Style/Foo: no`;
    expect(readFrames(text.split('\n')).frames).toEqual([]);
  });
});
