import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  CtxError,
  PACK_FORMATS,
  type PackFormat,
  PHASES,
  type Phase,
  SIGNALS,
  SKIP_REASONS,
  TOKENIZERS,
  type TokenizerName,
  type Weights,
} from './core/index.ts';
import type { EmbedderConfig } from './indexes/embedders/embedder-config.ts';
import { readContent } from './scan/index.ts';

/** Settings of one repository: `ctx.config.json` in its root (data only, never run), then what the caller gives. */
export interface CtxConfig {
  /** Tokens of a pack when the caller names none. */
  readonly budget: number;
  readonly tokenizer: TokenizerName;
  readonly format: PackFormat;
  readonly embedder: EmbedderConfig;
  /** Commits of history to read, newest first. */
  readonly historyLimit: number;
  /** Changed files above which a query answers from the old index, says so, and leaves the work to `ctx index`. */
  readonly syncLimit: number;
  /** Replaces learned weights, for every phase or for one. */
  readonly weights: Weights;
  readonly phaseWeights: Readonly<Partial<Record<Phase, Weights>>>;
}

export const DEFAULT_CONFIG: CtxConfig = {
  budget: 8_000,
  tokenizer: 'o200k_base',
  format: 'markdown',
  embedder: { kind: 'static' },
  historyLimit: 5_000,
  syncLimit: 2_000,
  weights: {},
  phaseWeights: {},
};

export const CONFIG_FILE = 'ctx.config.json';

/**
 * The defaults, overlaid by the root's configuration file and by `overrides`. Keys that start with `$` are
 * ignored. An HTTP embedder comes from `overrides` or the environment only: a repository must not decide where
 * its text is sent. Fails with CONFIG_INVALID, naming the setting.
 */
export async function loadConfig(root: string, overrides: Partial<CtxConfig> = {}): Promise<CtxConfig> {
  const text = readConfigFile(root);
  const fromFile = text === null ? {} : await parseConfig(text);
  return { ...DEFAULT_CONFIG, ...fromFile, ...dropUndefined(overrides) };
}

/** Never through a link: what does not parse is quoted in the error. */
function readConfigFile(root: string): string | null {
  if (lstatSync(join(root, CONFIG_FILE), { throwIfNoEntry: false }) === undefined) return null;
  const read = readContent(root, CONFIG_FILE);
  if ('skip' in read)
    throw new CtxError('CONFIG_INVALID', `${CONFIG_FILE} could not be read: ${SKIP_REASONS[read.skip]}.`);
  return new TextDecoder().decode(read.bytes);
}

async function parseConfig(text: string): Promise<Partial<CtxConfig>> {
  const json = parseJson(text);
  const schema = await configSchema();
  const result = schema.safeParse(json);
  if (result.success) return dropUndefined(result.data);
  const first = result.error.issues[0];
  const where = first?.path.join('.') || 'the file';
  throw new CtxError('CONFIG_INVALID', `${CONFIG_FILE}: ${where}: ${first?.message ?? 'not valid'}.`, {
    issues: result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  });
}

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Error('not an object');
    return Object.fromEntries(Object.entries(json).filter(([key]) => !key.startsWith('$')));
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw new CtxError('CONFIG_INVALID', `${CONFIG_FILE} is not a JSON object: ${because}.`, {}, error);
  }
}

/** zod is loaded only where there is a file to check: it costs more than the rest of a query's start. */
async function configSchema() {
  const { z } = await import('zod');
  const weights = z.partialRecord(z.enum(SIGNALS), z.number().finite());
  return z.strictObject({
    budget: z.int().positive().optional(),
    tokenizer: z.enum(TOKENIZERS).optional(),
    format: z.enum(PACK_FORMATS).optional(),
    embedder: z
      .strictObject({
        kind: z.literal('static', 'only "static" can be set by a repository: pass others with --embedder'),
      })
      .optional(),
    historyLimit: z.int().nonnegative().optional(),
    syncLimit: z.int().nonnegative().optional(),
    weights: weights.optional(),
    phaseWeights: z.partialRecord(z.enum(PHASES), weights).optional(),
  });
}

function dropUndefined(config: object): Partial<CtxConfig> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}
