import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CtxError, readSession, type SessionEvent } from '../../index.ts';

/** What a person wrote down of a session: what has to survive it. Texts are pieces of what the session holds. */
export interface Facts {
  readonly name: string;
  /** File of the session beside this one, and of the work tree at its end; `.gz` is unpacked. */
  readonly session: string;
  readonly tree?: string;
  /** Folder that the session worked in. */
  readonly root: string;
  readonly goal: readonly string[];
  /** Prohibitions and conditions in the user's words, whole sentences. */
  readonly constraints: readonly string[];
  readonly acceptance: readonly string[];
  /** Files that the work is about. */
  readonly paths: readonly string[];
  /** Failing tests and errors; `open` where they still stand at the end. */
  readonly errors: readonly { readonly text: string; readonly open: boolean }[];
  readonly decisions: readonly string[];
  readonly rejected: readonly { readonly claim: string; readonly because: string }[];
  /** Proposals that repeat what was rejected. */
  readonly revivals: readonly string[];
  /** Commands that must not be run again. */
  readonly forbidden: readonly string[];
  readonly open_calls: readonly string[];
  readonly next: NextAction;
  readonly recovery: {
    /** Files whose text is needed to go on. */
    readonly reads: readonly string[];
    /** The command that shows how things stand. */
    readonly runs: string;
    /** Ways to go on, in the order in which they come to mind; the right one by its position. */
    readonly plans: readonly string[];
    readonly right: number;
  };
}

export interface NextAction {
  readonly kind: 'rerun' | 'fix' | 'step' | 'verify' | 'finish';
  /** Command, test or step; a piece of it in the facts. */
  readonly what: string;
}

export interface Fixture {
  readonly facts: Facts;
  readonly events: readonly SessionEvent[];
  /** Text of files at the end, null where there is none; null where the fixture says nothing of the tree. */
  readonly tree: Readonly<Record<string, string | null>> | null;
}

const FACTS = /\.facts\.json$/;

/** The fixtures of a folder, by name. Fails with USAGE where there is none. */
export function readFixtures(folder: string): readonly Fixture[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => FACTS.test(file));
  if (files.length === 0)
    throw new CtxError('USAGE', `${folder} holds no fixture: a file NAME.facts.json beside its session.`);
  return files
    .map((file) => readFixture(join(folder, file)))
    .sort((a, b) => (a.facts.name < b.facts.name ? -1 : 1));
}

function readFixture(file: string): Fixture {
  const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
  const textOf = (name: string): string => readText(join(dirname(file), name));
  return {
    facts,
    events: readSession(textOf(facts.session)).events,
    tree: facts.tree === undefined ? null : (JSON.parse(textOf(facts.tree)) as Fixture['tree']),
  };
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
