import type { RepositoryCommand } from '../core/index.ts';

/** What one manifest tells. */
export interface ManifestFacts {
  readonly manager: string | null;
  readonly name: string | null;
  readonly commands: readonly Pick<RepositoryCommand, 'purpose' | 'command'>[];
  /** Files it names as entry points, relative to its folder, with the key that names them. */
  readonly entries: readonly { readonly path: string; readonly reason: string }[];
}

/** Tells whether a name stands beside the manifest. */
type Beside = (name: string) => boolean;
type ReadManifest = (text: string, beside: Beside) => ManifestFacts;
type Command = ManifestFacts['commands'][number];

function facts(manager: string | null, rest: Partial<ManifestFacts> = {}): ManifestFacts {
  return { manager, name: null, commands: [], entries: [], ...rest };
}

function buildAndTest(build: string, test: string): Command[] {
  return [
    { purpose: 'build', command: build },
    { purpose: 'test', command: test },
  ];
}

/** Names of scripts, targets and recipes that say their purpose. Other names never reach the output. */
const PURPOSES: Readonly<Record<string, RepositoryCommand['purpose']>> = {
  build: 'build',
  compile: 'build',
  all: 'build',
  test: 'test',
  tests: 'test',
  check: 'test',
  'test:unit': 'test',
  'test-unit': 'test',
  unit: 'test',
  e2e: 'test',
  'test:e2e': 'test',
  lint: 'lint',
  format: 'lint',
  fmt: 'lint',
  typecheck: 'lint',
  'type-check': 'lint',
  start: 'run',
  dev: 'run',
  run: 'run',
  serve: 'run',
};

function namedCommands(names: readonly string[], toCommand: (name: string) => string): Command[] {
  return [...new Set(names)].flatMap((name) => {
    const purpose = Object.hasOwn(PURPOSES, name) ? PURPOSES[name] : undefined;
    return purpose === undefined ? [] : [{ purpose, command: toCommand(name) }];
  });
}

// ─── JSON ───────────────────────────────────────────────────────────────────────────────────────────────

type JsonObject = Readonly<Record<string, unknown>>;

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Broken JSON tells nothing. */
function parseJson(text: string): JsonObject {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Every string below a value, depth first; conditions of `exports` and tables of `bin`. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  return depth > 4 ? [] : Object.values(asObject(value)).flatMap((inner) => textsIn(inner, depth + 1));
}

const NODE_LOCKS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
] as const;

function nodeManager(json: JsonObject, beside: Beside): string {
  const said = /^(npm|pnpm|yarn|bun)@/.exec(asText(json['packageManager']) ?? '')?.[1];
  return said ?? NODE_LOCKS.find(([lock]) => beside(lock))?.[1] ?? 'npm';
}

const packageJson: ReadManifest = (text, beside) => {
  const json = parseJson(text);
  const manager = nodeManager(json, beside);
  const scripts = Object.keys(asObject(json['scripts']));
  const entries = ['bin', 'main', 'module', 'exports'].flatMap((key) =>
    textsIn(json[key]).map((path) => ({ path, reason: `${key} of package.json` })),
  );
  return facts(manager, {
    name: asText(json['name']),
    commands: namedCommands(scripts, (name) =>
      name === 'test' ? `${manager} test` : `${manager} run ${name}`,
    ),
    entries,
  });
};

const composerJson: ReadManifest = (text) => {
  const json = parseJson(text);
  const bins = Array.isArray(json['bin']) ? json['bin'] : [json['bin']];
  return facts('composer', {
    name: asText(json['name']),
    commands: namedCommands(Object.keys(asObject(json['scripts'])), (name) => `composer ${name}`),
    entries: bins.flatMap((path) =>
      typeof path === 'string' ? [{ path, reason: 'bin of composer.json' }] : [],
    ),
  });
};

const denoJson: ReadManifest = (text) => {
  const json = parseJson(text);
  const tasks = Object.keys(asObject(json['tasks']));
  return facts('deno', {
    name: asText(json['name']),
    commands: namedCommands(tasks, (name) => `deno task ${name}`),
    entries: textsIn(json['exports']).map((path) => ({ path, reason: 'exports of deno.json' })),
  });
};

// ─── TOML and INI ───────────────────────────────────────────────────────────────────────────────────────

/** Characters of a line that are looked at: a manifest is no more trusted than other files. */
const MAX_LINE = 500;

interface Section {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Sections with their one-line values; enough for the keys asked for here. */
function readSections(text: string): Section[] {
  const sections: { name: string; values: Map<string, string> }[] = [{ name: '', values: new Map() }];
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.slice(0, MAX_LINE);
    const head = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1];
    if (head !== undefined) sections.push({ name: head, values: new Map() });
    const pair = head === undefined ? /^([\w.-]+)\s*=\s*(.*)$/.exec(line) : null;
    if (pair !== null) sections.at(-1)?.values.set(pair[1] ?? '', unquoted(pair[2] ?? ''));
  }
  return sections;
}

function unquoted(value: string): string {
  return /^(["'])(.*?)\1/.exec(value)?.[2] ?? value.replace(/\s+[#;].*$/, '').trim();
}

function valueIn(sections: readonly Section[], names: readonly string[], key: string): string | null {
  const holder = sections.find((section) => names.includes(section.name) && section.values.has(key));
  return holder?.values.get(key) ?? null;
}

const PYTHON_BACKENDS = [
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['pdm.lock', 'pdm'],
  ['Pipfile.lock', 'pipenv'],
] as const;

/** Table of `pyproject.toml` whose presence names the tool. */
const PYTHON_TABLES = [
  ['tool.poetry', 'poetry'],
  ['tool.pdm', 'pdm'],
  ['tool.uv', 'uv'],
  ['tool.hatch', 'hatch'],
] as const;

const PYTHON_CHECKS = [
  ['tool.pytest', 'test', 'pytest'],
  ['tool.tox', 'test', 'tox'],
  ['tool.ruff', 'lint', 'ruff check .'],
  ['tool.mypy', 'lint', 'mypy .'],
  ['tool.black', 'lint', 'black --check .'],
] as const;

const pyproject: ReadManifest = (text, beside) => {
  const sections = readSections(text);
  const has = (table: string): boolean =>
    sections.some(({ name }) => name === table || name.startsWith(`${table}.`));
  const manager =
    PYTHON_BACKENDS.find(([lock]) => beside(lock))?.[1] ??
    PYTHON_TABLES.find(([table]) => has(table))?.[1] ??
    'pip';
  const scripts = sections
    .filter(({ name }) => name === 'project.scripts' || name === 'tool.poetry.scripts')
    .flatMap(({ values }) => [...values.values()].map(moduleFile));
  return facts(manager, {
    name: valueIn(sections, ['project', 'tool.poetry'], 'name'),
    commands: PYTHON_CHECKS.flatMap(([table, purpose, command]) =>
      has(table) ? [{ purpose, command }] : [],
    ),
    entries: scripts.flatMap((module) =>
      [`${module}.py`, `${module}/__init__.py`, `src/${module}.py`, `src/${module}/__init__.py`].map(
        (path) => ({
          path,
          reason: 'script of pyproject.toml',
        }),
      ),
    ),
  });
};

/** `package.module:function` as a path without extension. */
function moduleFile(target: string): string {
  return (target.split(':')[0] ?? '').trim().replaceAll('.', '/');
}

const setupCfg: ReadManifest = (text) => {
  const sections = readSections(text);
  const tests = sections.some(({ name }) => name === 'tool:pytest' || name === 'pytest');
  return facts('pip', {
    name: valueIn(sections, ['metadata'], 'name'),
    commands: [
      ...(tests ? [{ purpose: 'test', command: 'pytest' } as const] : []),
      ...(sections.some(({ name }) => name === 'flake8')
        ? [{ purpose: 'lint', command: 'flake8' } as const]
        : []),
    ],
  });
};

const setupPy: ReadManifest = (text) =>
  facts('pip', { name: /\bname\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1] ?? null });

const cargoToml: ReadManifest = (text) => {
  const sections = readSections(text);
  const scope = sections.some(({ name }) => name === 'workspace') ? ' --workspace' : '';
  const targets = sections.filter(({ name }) => name === 'bin' || name === 'lib');
  return facts('cargo', {
    name: valueIn(sections, ['package'], 'name'),
    commands: buildAndTest(`cargo build${scope}`, `cargo test${scope}`),
    entries: targets.flatMap(({ name, values }) => {
      const path = values.get('path');
      return path === undefined ? [] : [{ path, reason: `${name} of Cargo.toml` }];
    }),
  });
};

// ─── build scripts ──────────────────────────────────────────────────────────────────────────────────────

/** What stands before the colon of each line that may head a rule; assignments are none. */
function ruleHeads(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    const isRule = colon > 0 && /^\w/.test(line) && !line.startsWith('=', colon + 1);
    return isRule ? [line.slice(0, Math.min(colon, MAX_LINE))] : [];
  });
}

const makefile: ReadManifest = (text) => {
  const targets = ruleHeads(text).flatMap((head) => head.split(/\s+/));
  const toCommand = (name: string): string => (name === 'all' ? 'make' : `make ${name}`);
  return facts('make', { commands: namedCommands(targets, toCommand) });
};

/** A recipe's parameters follow its name. */
const justfile: ReadManifest = (text) => {
  const recipes = ruleHeads(text).map((head) => head.split(/\s/)[0] ?? '');
  return facts('just', { commands: namedCommands(recipes, (name) => `just ${name}`) });
};

const goMod: ReadManifest = (text) =>
  facts('go', {
    name: /^module\s+(\S+)/m.exec(text)?.[1] ?? null,
    commands: buildAndTest('go build ./...', 'go test ./...'),
  });

const pomXml: ReadManifest = (text, beside) => {
  const maven = beside('mvnw') ? './mvnw' : 'mvn';
  const parent = text.indexOf('</parent>');
  const own = parent < 0 ? text : text.slice(parent);
  return facts('maven', {
    name: /<artifactId>\s*([^<\s]+)/.exec(own)?.[1] ?? null,
    commands: buildAndTest(`${maven} package`, `${maven} test`),
  });
};

const gradle: ReadManifest = (_, beside) => {
  const program = beside('gradlew') ? './gradlew' : 'gradle';
  return facts('gradle', { commands: buildAndTest(`${program} build`, `${program} test`) });
};

const cmake: ReadManifest = (text) => {
  const build: Command = { purpose: 'build', command: 'cmake -B build && cmake --build build' };
  const test: Command = { purpose: 'test', command: 'ctest --test-dir build' };
  const tested = /\b(?:enable_testing|add_test|include)\s*\(\s*(?:CTest|NAME|\))/i.test(text);
  return facts('cmake', {
    name: /\bproject\s*\(\s*["']?([\w.+-]+)/i.exec(text)?.[1] ?? null,
    commands: tested ? [build, test] : [build],
  });
};

const gemfile: ReadManifest = (_, beside) => {
  const commands: Command[] = [];
  if (beside('.rspec') || beside('spec')) commands.push({ purpose: 'test', command: 'bundle exec rspec' });
  else if (beside('Rakefile')) commands.push({ purpose: 'test', command: 'bundle exec rake test' });
  if (beside('.rubocop.yml')) commands.push({ purpose: 'lint', command: 'bundle exec rubocop' });
  return facts('bundler', { commands });
};

const dotnetProject: ReadManifest = (text) =>
  facts('nuget', {
    commands: [
      { purpose: 'build', command: 'dotnet build' },
      ...(/Microsoft\.NET\.Test\.Sdk/i.test(text)
        ? [{ purpose: 'test', command: 'dotnet test' } as const]
        : []),
    ],
  });

const pubspec: ReadManifest = (text) => {
  const tool = /^\s+sdk:\s*flutter\b/m.test(text) ? 'flutter' : 'dart';
  return facts('pub', {
    name: /^name:\s*(\w+)/m.exec(text)?.[1] ?? null,
    commands: [
      { purpose: 'test', command: `${tool} test` },
      { purpose: 'lint', command: `${tool} analyze` },
    ],
  });
};

function fixed(manager: string, build: string, test: string, name?: RegExp): ReadManifest {
  return (text) =>
    facts(manager, { name: name?.exec(text)?.[1] ?? null, commands: buildAndTest(build, test) });
}

function testOnly(command: string): ReadManifest {
  return () => facts(null, { commands: [{ purpose: 'test', command }] });
}

/** One reader a file name. */
const BY_NAME: Readonly<Record<string, ReadManifest>> = {
  'package.json': packageJson,
  'deno.json': denoJson,
  'composer.json': composerJson,
  'pyproject.toml': pyproject,
  'setup.cfg': setupCfg,
  'setup.py': setupPy,
  'tox.ini': testOnly('tox'),
  'noxfile.py': testOnly('nox'),
  'pytest.ini': testOnly('pytest'),
  Pipfile: () => facts('pipenv'),
  'requirements.txt': () => facts('pip'),
  'environment.yml': () => facts('conda'),
  'Cargo.toml': cargoToml,
  'go.mod': goMod,
  Makefile: makefile,
  makefile,
  GNUmakefile: makefile,
  justfile,
  Justfile: justfile,
  'pom.xml': pomXml,
  'build.gradle': gradle,
  'build.gradle.kts': gradle,
  'CMakeLists.txt': cmake,
  'configure.ac': fixed('autotools', './configure && make', 'make check'),
  'meson.build': fixed(
    'meson',
    'meson setup build && meson compile -C build',
    'meson test -C build',
    /\bproject\s*\(\s*'([^']+)'/,
  ),
  Gemfile: gemfile,
  'mix.exs': fixed('mix', 'mix compile', 'mix test', /\bapp:\s*:(\w+)/),
  'build.sbt': fixed('sbt', 'sbt compile', 'sbt test', /\bname\s*:=\s*"([^"]+)"/),
  'Package.swift': fixed('swiftpm', 'swift build', 'swift test', /\bPackage\s*\(\s*name:\s*"([^"]+)"/),
  'build.zig': fixed('zig', 'zig build', 'zig build test'),
  'pubspec.yaml': pubspec,
  'stack.yaml': fixed('stack', 'stack build', 'stack test'),
  'dune-project': fixed('dune', 'dune build', 'dune test', /\(name\s+([\w-]+)\)/),
  'rebar.config': fixed('rebar3', 'rebar3 compile', 'rebar3 eunit'),
  'MODULE.bazel': fixed('bazel', 'bazel build //...', 'bazel test //...'),
  WORKSPACE: fixed('bazel', 'bazel build //...', 'bazel test //...'),
};

const BY_EXTENSION: readonly (readonly [RegExp, ReadManifest])[] = [
  [/\.(?:cs|fs|vb)proj$/, dotnetProject],
  [/\.slnx?$/, fixed('nuget', 'dotnet build', 'dotnet test')],
  [/\.cabal$/, fixed('cabal', 'cabal build', 'cabal test', /^name:\s*(\S+)/im)],
  [/\.gemspec$/, (text) => facts('bundler', { name: /\.name\s*=\s*["']([\w.-]+)/.exec(text)?.[1] ?? null })],
];

/** The reader for a file name, or null where it is no manifest. */
export function manifestReader(name: string): ReadManifest | null {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? null;
  return BY_EXTENSION.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
