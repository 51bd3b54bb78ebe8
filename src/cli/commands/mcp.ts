import process from 'node:process';
import type { Command } from 'commander';
import { parseEmbedder } from '../embedder-option.ts';
import type { CommonOptions } from '../options.ts';

interface Options extends CommonOptions {
  /** False with `--no-watch`. */
  readonly watch: boolean;
}

/** What is left open after the last call must not keep the process. */
const LAST_MS = 3_000;

export function define(command: Command): void {
  command
    .argument('[roots...]', 'work trees to answer for where the host offers none; default: --root')
    .option('--no-watch', 'do not follow changes between calls')
    .action(async (roots: readonly string[]) => {
      const { root, force = false, embedder, quiet = false, watch } = command.optsWithGlobals<Options>();
      const { serveMcp } = await import('../../mcp/index.ts');
      const { env, stdin, stdout, stderr } = process;
      const end = new AbortController();
      const stop = (): void => end.abort();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
      await serveMcp({
        stdin,
        stdout,
        roots: roots.length === 0 ? [root] : roots,
        version: command.parent?.version() ?? '',
        toolNames: env['CTX_MCP_TOOLS'],
        open: {
          force,
          env,
          ...(embedder !== undefined && {
            config: { embedder: parseEmbedder(embedder, env['CTX_EMBEDDER_KEY']) },
          }),
        },
        watch,
        signal: end.signal,
        say: (text) => {
          if (!quiet) stderr.write(`ctx: ${text}\n`);
        },
      });
      setTimeout(() => process.exit(), LAST_MS).unref();
    });
}
