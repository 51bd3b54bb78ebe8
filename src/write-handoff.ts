import { isAbsolute, relative, sep } from 'node:path';
import type {
  Artifact,
  Compaction,
  Handoff,
  RepoPath,
  Session,
  SessionEvent,
  SessionFormat,
  TokenCounter,
  TokenizerName,
} from './core/index.ts';
import {
  type AddedProse,
  addProse,
  type CompactedMessages,
  type CompactMessagesInput,
  type CompactOptions,
  type Complete,
  compact,
  compactMessages as compactChat,
  isHandoffMarkdown,
  mapTexts,
  parseHandoffMarkdown,
  readHandoff,
  readSession,
  renderHandoff,
  textsIn,
} from './handoff/index.ts';
import { createRedactor, createTokenCounter } from './pack/index.ts';

export interface WriteHandoffOptions {
  /** Found from the session where it is not given. */
  readonly format?: SessionFormat;
  readonly previous?: Handoff | null;
  /**
   * The repository that the session worked in: paths are made relative to it. Where the session's own folder lies
   * elsewhere, or none is given, they are relative to that folder.
   */
  readonly root?: string;
  /** Commit of the work tree. */
  readonly revision?: string | null;
  readonly tokenizer?: TokenizerName;
  /** A language model that may add prose beside the typed fields; it sees the redacted handoff. */
  readonly complete?: Complete;
}

export interface WrittenHandoff extends Compaction {
  readonly markdown: string;
  readonly session: Pick<Session, 'id' | 'format' | 'opaque' | 'cwd'> & { readonly events: number };
  /** Secrets replaced in the handoff and its artifacts. */
  readonly redactions: number;
  /** Sentences of the model that were left out, and why it said nothing at all. */
  readonly prose: Omit<AddedProse, 'handoff'> | null;
}

/**
 * Session → handoff: reads the text of a session in any known format, folds it into the previous handoff, redacts
 * secrets. Fails with USAGE when the session is in no known format.
 */
export async function writeHandoff(
  sessionText: string,
  options: WriteHandoffOptions = {},
): Promise<WrittenHandoff> {
  const session = readSession(sessionText, options.format);
  const counter = await createTokenCounter(options.tokenizer ?? 'o200k_base');
  const compaction = compact(options.previous ?? null, session.events, {
    counter,
    ...placeOfSession(session.cwd, options.root ?? null),
    revision: options.revision ?? null,
    startedAt: session.revision,
  });
  const clean = await withoutSecrets(compaction.handoff, compaction.artifacts);
  const prose = options.complete === undefined ? null : await addProse(clean.handoff, options.complete);
  const handoff = prose?.handoff ?? clean.handoff;
  const markdown = renderHandoff(handoff);
  const { id, format, opaque, cwd, events } = session;
  return {
    ...compaction,
    ...clean,
    handoff,
    markdown,
    tokensAfter: counter.count(markdown),
    prose: prose && { dropped: prose.dropped, failure: prose.failure },
    session: { id, format, opaque, cwd, events: events.length },
  };
}

/** A session in a folder of the repository names its files from there. */
export function placeOfSession(
  cwd: string | null,
  root: string | null,
): { readonly root: string | null; readonly folder: RepoPath } {
  if (root === null || cwd === null) return { root: root ?? cwd, folder: '' };
  const folder = relative(root, cwd).split(sep).join('/');
  return folder.startsWith('..') || isAbsolute(folder) ? { root: cwd, folder: '' } : { root, folder };
}

/**
 * Folds new events of a session into the previous handoff (null for the first time), as `writeHandoff` does with a
 * whole one. Secrets stay as they are.
 */
export async function compactEvents(
  previous: Handoff | null,
  events: readonly SessionEvent[],
  options: Partial<CompactOptions> & { readonly tokenizer?: TokenizerName } = {},
): Promise<Compaction> {
  const counter = options.counter ?? (await createTokenCounter(options.tokenizer ?? 'o200k_base'));
  return compact(previous, events, { ...options, counter });
}

/**
 * Messages of a conversation that fit into the window: see `CompactedMessages`. Secrets stay as they are: the model
 * has seen them.
 */
export async function compactMessages(
  input: Omit<CompactMessagesInput, 'counter'> & {
    readonly counter?: TokenCounter;
    readonly tokenizer?: TokenizerName;
  },
): Promise<CompactedMessages> {
  const counter = input.counter ?? (await createTokenCounter(input.tokenizer ?? 'o200k_base'));
  return compactChat({ ...input, counter });
}

/** A handoff from the text of a file, Markdown or JSON. Fails with USAGE, saying what is wrong. */
export function parseHandoff(text: string): Handoff {
  if (isHandoffMarkdown(text) || !/^\s*\{/.test(text)) return parseHandoffMarkdown(text);
  return readHandoff(parseObject(text));
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function withoutSecrets(
  handoff: Handoff,
  artifacts: readonly Artifact[],
): Promise<{
  readonly handoff: Handoff;
  readonly artifacts: readonly Artifact[];
  readonly redactions: number;
}> {
  const redactor = createRedactor();
  await redactor.scan('handoff', [...textsIn(handoff)].join('\n'));
  for (const { ref, text } of artifacts) await redactor.scan(ref.hash, text);
  if (redactor.found() === 0) return { handoff, artifacts, redactions: 0 };
  const clean = (name: string, text: string): string =>
    redactor.redact(name, text.split('\n')).lines.join('\n');
  return {
    handoff: mapTexts(handoff, (text) => clean('text', text)),
    artifacts: artifacts.map(({ ref, text }) => ({ ref, text: clean(ref.hash, text) })),
    redactions: redactor.found(),
  };
}
