#!/usr/bin/env node
// Runs a TypeScript program of this folder: node bench/run.mjs bench/baselines/bm25-chunks.ts TASKS …
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node bench/run.mjs PROGRAM.ts [arguments]');
  process.exit(2);
}
const { module } = await runnerImport(resolve(file), {
  configFile: false,
  logLevel: 'error',
  oxc: { target: 'node20' },
});
process.exitCode = (await module.main(args)) ?? 0;
