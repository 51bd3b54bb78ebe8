#!/usr/bin/env node
import { runCli } from './run-cli.ts';

// A reader that stops early (`ctx map | head`) is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), process);
