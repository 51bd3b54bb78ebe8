import { describe, expect, it } from 'vitest';
import {
  classifyPath,
  type FactFile,
  findRoot,
  readGitFacts,
  repositoryFacts,
} from '../../src/scan/index.ts';
import { commitAll, tempFolder, tempRepository, write } from './temp-repository.ts';

const LANGUAGES: Readonly<Record<string, string>> = { ts: 'typescript', py: 'python', go: 'go', rs: 'rust' };

function factFiles(files: Readonly<Record<string, string>>): FactFile[] {
  return Object.entries(files).map(([path, text]) => ({
    path,
    kind: classifyPath(path),
    language: LANGUAGES[path.split('.').at(-1) ?? ''] ?? null,
    size: text.length,
    lineCount: text.split('\n').length - 1,
  }));
}

/** Facts of files that are on the disk only where `locks` says so. */
function factsOf(files: Readonly<Record<string, string>>, locks: readonly string[] = []) {
  const root = tempFolder();
  write(root, Object.fromEntries(locks.map((lock) => [lock, ''])));
  return repositoryFacts(root, factFiles(files), null, (path) => files[path] ?? null);
}

function commandsOf(files: Readonly<Record<string, string>>, locks: readonly string[] = []): string[] {
  return factsOf(files, locks).commands.map(({ purpose, command }) => `${purpose}: ${command}`);
}

describe('commands and package managers', () => {
  it.each([
    [
      'package.json',
      '{"scripts":{"test":"x","build":"x","postinstall":"evil","lint":"x"}}',
      ['test: npm test', 'build: npm run build', 'lint: npm run lint'],
    ],
    ['composer.json', '{"scripts":{"test":"x"}}', ['test: composer test']],
    [
      'pyproject.toml',
      '[project]\nname = "x"\n[tool.pytest.ini_options]\n[tool.ruff]\n',
      ['test: pytest', 'lint: ruff check .'],
    ],
    ['setup.cfg', '[metadata]\nname = x\n[tool:pytest]\n[flake8]\n', ['test: pytest', 'lint: flake8']],
    ['tox.ini', '[tox]\n', ['test: tox']],
    [
      'Cargo.toml',
      '[workspace]\nmembers = []\n',
      ['build: cargo build --workspace', 'test: cargo test --workspace'],
    ],
    ['go.mod', 'module x\n', ['build: go build ./...', 'test: go test ./...']],
    [
      'Makefile',
      'CC := gcc\nall: x\ntest check: all\n\techo lint: x\n.PHONY: run\nVAR=a:b\n',
      ['build: make', 'test: make test', 'test: make check'],
    ],
    ['justfile', 'test filter="":\n  cargo test\nbuild:\n', ['test: just test', 'build: just build']],
    ['pom.xml', '<project/>', ['build: mvn package', 'test: mvn test']],
    ['build.gradle.kts', '', ['build: gradle build', 'test: gradle test']],
    [
      'CMakeLists.txt',
      'project(x C)\nenable_testing()\n',
      ['build: cmake -B build && cmake --build build', 'test: ctest --test-dir build'],
    ],
    ['Gemfile', '', []],
    [
      'App.csproj',
      '<PackageReference Include="Microsoft.NET.Test.Sdk" />',
      ['build: dotnet build', 'test: dotnet test'],
    ],
    ['mix.exs', 'app: :x', ['build: mix compile', 'test: mix test']],
    ['build.sbt', '', ['build: sbt compile', 'test: sbt test']],
    ['Package.swift', '', ['build: swift build', 'test: swift test']],
  ])('%s', (name, text, expected) => {
    expect(commandsOf({ [name]: text })).toEqual(expected);
  });

  it('looks at lock files and wrappers beside the manifest', () => {
    const manager = (locks: readonly string[]) => factsOf({ 'package.json': '{}' }, locks).packageManagers;
    expect(manager(['pnpm-lock.yaml'])).toEqual([{ name: 'pnpm', manifest: 'package.json' }]);
    expect(manager(['yarn.lock'])).toEqual([{ name: 'yarn', manifest: 'package.json' }]);
    expect(
      factsOf({ 'package.json': '{"packageManager":"bun@1.1.0"}' }, ['yarn.lock']).packageManagers[0]?.name,
    ).toBe('bun');
    expect(factsOf({ 'pyproject.toml': '[tool.poetry]\n' }).packageManagers[0]?.name).toBe('poetry');
    expect(factsOf({ 'pyproject.toml': '[tool.poetry]\n' }, ['uv.lock']).packageManagers[0]?.name).toBe('uv');
    expect(commandsOf({ 'build.gradle': '' }, ['gradlew'])[0]).toBe('build: ./gradlew build');
    expect(commandsOf({ Gemfile: '' }, ['.rspec'])).toEqual(['test: bundle exec rspec']);
  });

  it('lets the manifest nearest the root speak for those below it', () => {
    const facts = factsOf({
      'package.json': '{"name":"top","scripts":{"test":"x"}}',
      'packages/a/package.json': '{"name":"a","scripts":{"test":"x","dev":"x"}}',
      'vendor/b/package.json': '{"scripts":{"build":"x"}}',
      'test/fixtures/c/package.json': '{"scripts":{"build":"x"}}',
    });
    expect(facts.name).toBe('top');
    expect(facts.packageManagers).toEqual([{ name: 'npm', manifest: 'package.json' }]);
    expect(facts.commands).toEqual([
      { purpose: 'test', command: 'npm test', source: 'package.json' },
      { purpose: 'run', command: 'npm run dev', source: 'packages/a/package.json' },
    ]);
  });

  it('survives broken and hostile manifests', () => {
    const nasty = [
      '{',
      '[]',
      'null',
      '{"scripts":[],"bin":{"a":1},"name":5}',
      ' '.repeat(400_000),
      '='.repeat(400_000),
    ];
    const names = [
      'package.json',
      'pyproject.toml',
      'Makefile',
      'pom.xml',
      'CMakeLists.txt',
      'setup.py',
      'Cargo.toml',
    ];
    for (const text of nasty)
      expect(factsOf(Object.fromEntries(names.map((name) => [name, text]))).files).toBe(7);
    expect(commandsOf({ 'package.json': '{"scripts":{"constructor":"x","__proto__":"x"}}' })).toEqual([]);
  });
});

describe('places', () => {
  it('finds entry points in manifests and by convention', () => {
    const { entryPoints } = factsOf({
      'package.json':
        '{"bin":{"x":"./src/cli.ts"},"main":"dist/index.js","exports":{".":{"import":"./src/index.ts"}}}',
      'src/cli.ts': '',
      'src/index.ts': '',
      'cmd/tool/main.go': '',
      'manage.py': '',
      'pkg/__main__.py': '',
      'tests/main.py': '',
      'pyproject.toml': '[project.scripts]\nrun = "pkg.app:main"\n',
      'src/pkg/app.py': '',
    });
    expect(entryPoints).toEqual([
      { path: 'src/cli.ts', reason: 'bin of package.json' },
      { path: 'src/index.ts', reason: 'exports of package.json' },
      { path: 'src/pkg/app.py', reason: 'script of pyproject.toml' },
      { path: 'manage.py', reason: 'application' },
      { path: 'cmd/tool/main.go', reason: 'command' },
      { path: 'pkg/__main__.py', reason: 'python -m' },
    ]);
  });

  it('lists languages, tests, configuration and instructions in a fixed order', () => {
    const facts = factsOf({
      'a.py': '1\n2\n',
      'b.ts': '1\n2\n3\n',
      'c.ts': '1\n',
      'tests/unit/x.py': '1\n',
      'tests/y.py': '1\n',
      'pkg/z_test.go': '1\n',
      'README.md': '',
      'CLAUDE.md': '',
      'AGENTS.md': '',
      'sub/GEMINI.md': '',
      '.cursor/rules/a.mdc': '',
      '.cursorrules': '',
      'CONTRIBUTING.rst': '',
      'tests/README.md': '',
      'tsconfig.json': '',
      '.github/workflows/ci.yml': '',
      'deep/er/config.json': '',
    });
    expect(facts.languages).toEqual([
      { language: 'python', files: 3, lines: 4 },
      { language: 'typescript', files: 2, lines: 4 },
      { language: 'go', files: 1, lines: 1 },
    ]);
    expect(facts).toMatchObject({ files: 17, lines: 9, git: null });
    expect(facts.testFolders).toEqual([
      { path: 'tests', files: 2 },
      { path: 'pkg', files: 1 },
    ]);
    expect(facts.configuration).toEqual(['tsconfig.json', '.github/workflows/ci.yml']);
    expect(facts.instructions).toEqual([
      'AGENTS.md',
      'CLAUDE.md',
      '.cursorrules',
      'CONTRIBUTING.rst',
      'README.md',
      'sub/GEMINI.md',
      'tests/README.md',
      '.cursor/rules/a.mdc',
    ]);
  });

  it('divides the tree into folders, and names those of little interest', () => {
    const big = Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`data/f${i}.py`, '']));
    const facts = factsOf({
      ...big,
      'src/a/x.ts': '1\n2\n3\n',
      'src/b/y.ts': '1\n2\n',
      'src/z.ts': '1\n',
      'docs/x.md': '1\n',
      'a.ts': '1\n',
      'vendor/lib/x.py': '1\n',
      'gen/x.pb.go': '',
    });
    expect(facts.layout).toEqual([
      { path: 'src/a', files: 1, lines: 3 },
      { path: 'src/b', files: 1, lines: 2 },
      { path: '', files: 1, lines: 1 },
      { path: 'docs', files: 1, lines: 1 },
      { path: 'src', files: 1, lines: 1 },
      { path: 'vendor', files: 1, lines: 1 },
      { path: 'data', files: 301, lines: 0 },
      { path: 'gen', files: 1, lines: 0 },
    ]);
    expect(facts.layout.reduce((sum, { lines }) => sum + lines, 0)).toBe(facts.lines);
    expect(facts.bulk).toEqual([
      { path: 'data', why: 'big', files: 301 },
      { path: 'gen', why: 'generated', files: 1 },
      { path: 'vendor', why: 'vendor', files: 1 },
    ]);
  });

  it('adds what git knows', async () => {
    const root = tempRepository({ 'a.ts': '1\n' });
    const head = commitAll(root, 'second\n\nbody');
    write(root, { 'a.ts': '2\n', 'b.ts': '' });
    const { git: state } = await findRoot(root);
    if (state === null) throw new Error('no repository');
    const facts = repositoryFacts(root, [], await readGitFacts(root, state), () => null);
    expect(facts.git).toMatchObject({ branch: 'main', head, shallow: false, dirty: ['a.ts', 'b.ts'] });
    expect(facts.git?.recentCommits.map(({ subject }) => subject)).toEqual(['second', 'first']);
    expect(repositoryFacts(root, [], state, () => null).git).toMatchObject({ dirty: [], recentCommits: [] });
  });
});
