import { relative, resolve, sep } from 'node:path';
import type { Context, IndexProgress, IndexState, ReadOptions } from '../index.ts';
import { parseEmbedder } from './embedder-option.ts';
import { interrupted } from './failure.ts';
import { createInput, type Input } from './input.ts';
import { type CommonOptions, type FreshOptions, freshnessOf } from './options.ts';
import { createPaint, type Paint } from './paint.ts';
import { createProgress } from './progress.ts';
import type { Streams } from './streams.ts';
import { jsonLine, printable } from './untrusted-text.ts';

/** One run of a command on an open repository. */
export interface Session {
  readonly context: Context;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly input: Input;
  readonly streams: Streams;
  readonly paint: Paint;
  readonly json: boolean;
  /** What a call that reads is told: how fresh to be, when to stop, whom to tell of work that takes long. */
  readonly reading: (options: FreshOptions) => ReadOptions;
  /** Tells of indexing; null with `--quiet`. */
  readonly onProgress: ((progress: IndexProgress) => void) | null;
  /** Data. */
  readonly print: (text: string) => void;
  /** With `--json` the object, else the text that `render` makes. */
  readonly answer: (data: object, render: () => string) => void;
  /** Talk: nothing with `--quiet`. */
  readonly say: (text: string) => void;
  /** Talk for `--verbose`. */
  readonly detail: (text: string) => void;
  /** Talk about an index that is not complete; with `--strict` it also decides the exit code. */
  readonly checkState: (state: IndexState) => void;
  /** A text of the command line as it may be shown. */
  readonly redact: (text: string) => Promise<string>;
  /** Sets the exit code of a run that does not fail. */
  readonly finish: (code: number) => void;
}

/** Opens the repository, runs, closes. */
export type OpenSession = (run: (session: Session) => Promise<void>) => Promise<void>;

export interface SessionHost {
  readonly streams: Streams;
  readonly options: CommonOptions & Partial<FreshOptions>;
  readonly finish: (code: number) => void;
}

const STALE = 4;

/** A first Ctrl-C asks the run to stop, a second one kills. */
export async function withSession(
  { streams, options, finish }: SessionHost,
  run: (session: Session) => Promise<void>,
): Promise<void> {
  const { openContext, redactTexts: redact } = await import('../index.ts');
  const abort = new AbortController();
  const onInterrupt = (): void => {
    streams.off('SIGINT', onInterrupt);
    abort.abort();
  };
  streams.on('SIGINT', onInterrupt);
  try {
    const context = await openContext(options.root, openOptions(options, streams));
    try {
      await run(createSession(context, abort.signal, { streams, options, finish, redact }));
    } finally {
      await context.close();
    }
  } catch (error) {
    throw abort.signal.aborted ? interrupted(error) : error;
  } finally {
    streams.off('SIGINT', onInterrupt);
  }
}

function openOptions({ force = false, embedder }: CommonOptions, { env }: Streams) {
  return {
    force,
    env,
    ...(embedder !== undefined && { config: { embedder: parseEmbedder(embedder, env['CTX_EMBEDDER_KEY']) } }),
  };
}

function createSession(
  context: Context,
  signal: AbortSignal,
  host: SessionHost & Pick<Session, 'redact'>,
): Session {
  const { streams, options, finish, redact } = host;
  const { stdout, stderr, env } = streams;
  const quiet = options.quiet ?? false;
  const json = options.json ?? false;
  const progress = createProgress(stderr);
  const onProgress = quiet ? null : progress.update;
  const say = (text: string): void => {
    progress.end();
    if (!quiet) stderr.write(`${printable(text)}\n`);
  };
  const print = (text: string): void => {
    progress.end();
    stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  };
  return {
    context,
    signal,
    input: createInput(streams, say, signal),
    streams,
    paint: createPaint(options.color && Boolean(stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb'),
    json,
    reading: (fresh) => ({ freshness: freshnessOf(fresh), signal, ...(onProgress && { onProgress }) }),
    onProgress,
    print,
    answer: (data, render) => print(json ? jsonLine({ schemaVersion: 1, ...data }) : render()),
    say,
    detail: (text) => {
      if (options.verbose) say(text);
    },
    checkState: (state) => {
      if (state.completeness === 'complete') return;
      say(stateText(state));
      if (options.strict) finish(STALE);
    },
    redact,
    finish,
  };
}

/** `index: stale (3 files): a.ts, b.ts, …` */
export function stateText({ completeness, stale }: IndexState): string {
  if (completeness !== 'stale') return `index: ${completeness}`;
  const named = stale.slice(0, 3).join(', ');
  const more = stale.length > 3 ? ', …' : '';
  const count = `${stale.length}${stale.length === 100 ? ' or more' : ''} file${stale.length === 1 ? '' : 's'}`;
  return `index: stale (${count}): ${named}${more}`;
}

/** A path as the index names it: below the root, `/`-separated. */
export function repoPath({ root }: Context, path: string): string {
  return relative(root, resolve(root, path)).split(sep).join('/');
}
