import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILE_KINDS, type FileKind } from '../../src/core/index.ts';
import { classifyPath } from '../../src/scan/index.ts';

const EXPECTED: Readonly<Record<FileKind, readonly string[]>> = {
  code: [
    'src/index.ts',
    'django/test/client.py',
    'src/contest.py',
    'django/db/models/fields/generated.py',
    'django/core/management/commands/test.py',
    'Latest.java',
    'src/main/java/com/acme/vendor/VendorService.java',
    'src/main/java/com/acme/TestClock.java',
    'app/models/vendor/offer.rb',
    'lib/testing/runner.go',
    'src/attest.rs',
    'scripts/build',
    'schema.sql',
    'LICENSES.ts',
  ],
  test: [
    'tests/auth/test_cache.py',
    'test/x.ts',
    'test/test_os.py',
    'django/tests.py',
    'pkg/conftest.py',
    'src/a.test.ts',
    'src/a.spec.tsx',
    'src/__tests__/a.js',
    'pkg/cache_test.go',
    'pkg/testdata/golden.json',
    'crates/x/tests/it.rs',
    'src/test/java/com/acme/CacheIT.java',
    'gson/src/test/java/X.java',
    'app/CacheTest.kt',
    'src/CacheSpec.scala',
    'Acme.Web.Tests/Helpers.cs',
    'Tests/AppTests/Fixture.swift',
    'spec/models/user_spec.rb',
    'spec/factories/users.rb',
    'tests/Unit/CacheTest.php',
    't/basic.t',
    'test/cache_test.exs',
    'tests/data/config.json',
    'app/src/androidTest/X.kt',
    'base/string_unittest.cc',
    'run.bats',
  ],
  config: [
    'package.json',
    'config.json',
    'settings.json',
    'tsconfig.json',
    'Makefile',
    'CMakeLists.txt',
    'requirements.txt',
    'dev-requirements.txt',
    'Dockerfile',
    'go.mod',
    'pom.xml',
    'build.gradle.kts',
    '.eslintrc.js',
    'vite.config.ts',
    '.github/workflows/ci.yml',
    '.gitignore',
    'setup.py',
    'src/App.csproj',
    'locale/de/django.po',
  ],
  docs: [
    'README.md',
    'README',
    'LICENSE',
    'tests/README.md',
    'docs/conf.py',
    'doc/api/index.txt',
    'CHANGES.rst',
    'AGENTS.md',
    '.cursorrules',
    'logo.png',
    'pkg/doc/guide',
  ],
  generated: [
    'api/x.pb.go',
    'api/x_pb2.py',
    'api/x_pb2_grpc.py',
    'lib/model.g.dart',
    'Form1.Designer.cs',
    'src/__generated__/types.ts',
    'src/schema.generated.ts',
    'app.js.map',
    'dist/index.js',
    'zz_generated.deepcopy.go',
  ],
  vendor: [
    'vendor/oauth/cache.py',
    'node_modules/x/index.js',
    'third_party/zlib/inflate.c',
    '3rdparty/x.c',
    'deps/hiredis/net.c',
    'static/admin/js/vendor/jquery/jquery.js',
    'Pods/AFNetworking/x.m',
    'src/pip/_vendor/rich/a.py',
    'gradlew',
    'vendor/x/cache_test.go',
  ],
  lock: [
    'package-lock.json',
    'web/yarn.lock',
    'Cargo.lock',
    'go.sum',
    'vendor/x/poetry.lock',
    'Gemfile.lock',
  ],
};

describe('classifyPath', () => {
  for (const kind of FILE_KINDS)
    it(`knows ${kind}`, () => {
      const found = Object.fromEntries(EXPECTED[kind].map((path) => [path, classifyPath(path)]));
      expect(found).toEqual(Object.fromEntries(EXPECTED[kind].map((path) => [path, kind])));
    });

  it('gives every path a kind, quickly', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 300 }), { minLength: 1 }), (segments) => {
        expect(FILE_KINDS).toContain(classifyPath(segments.join('/')));
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});
