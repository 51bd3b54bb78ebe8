import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Access } from './access.ts';
import type { DoctorCheck } from './context.ts';
import type { LanguageId } from './core/index.ts';
import { createParserPool, LANGUAGES } from './parse/index.ts';

type Finding = Omit<DoctorCheck, 'name'>;

/** What works here and what is degraded, each with its fix. Writes nothing. */
export async function repositoryHealth(access: Access): Promise<readonly DoctorCheck[]> {
  const reinstall = 'Reinstall ctx-engine.';
  /** With what to do where one cannot even be made. */
  const checks: readonly (readonly [string, () => Promise<Finding>, string])[] = [
    ['node', checkNode, reinstall],
    ['git', () => checkGit(access), 'Run `git status` here: it says what is wrong.'],
    ['ripgrep', checkRipgrep, reinstall],
    ['grammars', () => checkGrammars(access), reinstall],
    ['store', () => checkStore(access), 'Make the folder writable, or set CTX_DIR to one that is.'],
    ['index', () => checkIndex(access), 'Run `ctx index`; where that fails too, `ctx clean` before it.'],
    ['embedder', () => checkEmbedder(access), 'Start its server or correct its settings.'],
    ['vectors', checkVectors, reinstall],
  ];
  const found: DoctorCheck[] = [];
  for (const [name, check, fix] of checks)
    found.push({ name, ...(await check().catch((error: unknown) => failed(error, fix))) });
  return found;
}

function ok(detail: string): Finding {
  return { state: 'ok', detail, fix: '' };
}

function degraded(detail: string, fix: string): Finding {
  return { state: 'degraded', detail, fix };
}

function failed(error: unknown, fix: string): Finding {
  return { state: 'failed', detail: error instanceof Error ? error.message : String(error), fix };
}

async function checkNode(): Promise<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  return enough
    ? ok(`Node ${process.versions.node}`)
    : degraded(`Node ${process.versions.node}`, 'Use Node 20.19 or newer.');
}

async function checkGit(access: Access): Promise<Finding> {
  const version = await promisify(execFile)('git', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  if (version === null)
    return degraded('git is not installed', 'Install git: history, diffs and ignore rules come from it.');
  const git = await access.git();
  if (git === null)
    return degraded(
      `${version}; this folder is not a git work tree`,
      'Run `git init` for history and diffs.',
    );
  return git.shallow
    ? degraded(`${version}; the clone is shallow`, 'Run `git fetch --unshallow` for the whole history.')
    : ok(version);
}

async function checkRipgrep(): Promise<Finding> {
  const { rgPath } = await import('@vscode/ripgrep');
  const { stdout } = await promisify(execFile)(rgPath, ['--version']);
  return ok(stdout.split('\n')[0] ?? '');
}

/** Loads what the indexed files need: all grammars together take seconds. */
async function checkGrammars(access: Access): Promise<Finding> {
  const wanted = await indexedLanguages(access);
  const parsers = createParserPool();
  const missing: string[] = [];
  try {
    for (const language of wanted) {
      await parsers.ready(language);
      const { read } = LANGUAGES.find(({ id }) => id === language) ?? {};
      if (read?.how === 'grammar' && typeof parsers.reader(language) === 'string') missing.push(language);
    }
  } finally {
    parsers.close();
  }
  if (missing.length > 0)
    return degraded(
      `grammars that do not load: ${missing.join(', ')}`,
      'Reinstall ctx-engine; these languages are chunked by lines.',
    );
  return ok(`${LANGUAGES.length} languages known; loaded ${wanted.join(', ')}`);
}

async function indexedLanguages(access: Access): Promise<readonly LanguageId[]> {
  const git = await access.git();
  if (!existsSync(join(access.place(git).folder, 'index.db'))) return ['typescript'];
  return access.read(git, async ({ snapshot }) => {
    const found = new Set(snapshot.files.flatMap(({ language }) => language ?? []));
    return [...found].sort();
  });
}

async function checkStore(access: Access): Promise<Finding> {
  const { folder, note } = access.place(await access.git());
  accessSync(existsSync(folder) ? folder : existingParent(folder), constants.W_OK);
  return note === null ? ok(folder) : degraded(note, '');
}

function existingParent(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingParent(dirname(folder));
}

async function checkIndex(access: Access): Promise<Finding> {
  const git = await access.git();
  if (!existsSync(join(access.place(git).folder, 'index.db')))
    return degraded('not indexed yet', 'Run `ctx index`.');
  return access.read(git, async ({ snapshot }) => {
    const facts = `${snapshot.files.length} files, tiers ${snapshot.tiers.join(', ')}`;
    return snapshot.complete
      ? ok(facts)
      : degraded(`${facts}; the last run did not finish`, 'Run `ctx index`.');
  });
}

async function checkEmbedder(access: Access): Promise<Finding> {
  const embedder = await access.embedder();
  const [vector] = await embedder.embed(['function'], 'query');
  return vector?.length === embedder.dimensions
    ? ok(embedder.label)
    : degraded(`${embedder.label} gives no vectors`, 'Check its settings.');
}

async function checkVectors(): Promise<Finding> {
  const { default: Database } = await import('better-sqlite3');
  const sqliteVec = await import('sqlite-vec');
  const db = new Database(':memory:');
  try {
    sqliteVec.load(db);
    return ok(`sqlite-vec ${String(db.prepare('SELECT vec_version()').pluck().get())}`);
  } finally {
    db.close();
  }
}
