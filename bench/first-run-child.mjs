// Indexes one work tree from nothing, packs one task, prints what it took as JSON: node bench/first-run-child.mjs ROOT
import { readFileSync } from 'node:fs';
import { openContext } from '../dist/lib/index.js';

const [root] = process.argv.slice(2);
const task = readFileSync(0, 'utf8');
const context = await openContext(root);
const started = process.cpuUsage();
const report = await context.index();
const { user, system } = process.cpuUsage(started);
const peakKilobytes = process.resourceUsage().maxRSS;
const status = await context.status();
const before = performance.now();
const pack = await context.pack(task, 'explore', { budget: 8_000, freshness: 'stored' });
const packMs = performance.now() - before;
await context.close();
process.stdout.write(
  JSON.stringify({
    files: report.files,
    lines: status.languages.reduce((sum, { lines }) => sum + lines, 0),
    bytes: report.bytes,
    seconds: report.milliseconds / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMb: peakKilobytes / 1000,
    indexBytes: status.store.bytes,
    packMs,
    packTokens: pack.tokens,
    packed: [...new Set(pack.snippets.flatMap(({ path }) => path ?? []))],
  }),
);
