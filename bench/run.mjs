#!/usr/bin/env node
// Runs a TypeScript program of this folder: node bench/run.mjs bench/baselines/bm25-chunks.ts TASKS …
import { resolve } from 'node:path';
import { createServer, createServerModuleRunner } from 'vite';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node bench/run.mjs PROGRAM.ts [arguments]');
  process.exit(2);
}
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  oxc: { target: 'node20' },
});
// It lives as long as the program: grammars are imported when they are first used.
const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
try {
  const { main } = await runner.import(resolve(file));
  process.exitCode = (await main(args)) ?? 0;
} finally {
  await runner.close();
  await server.close();
}
