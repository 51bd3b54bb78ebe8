// Indexes and answers in a process of its own; says what came of it and the most memory that it held, threads included.
import { readFileSync } from 'node:fs';
import { openContext } from '../../dist/index.js';

const [root] = process.argv.slice(2);
const context = await openContext(root);
const report = await context.index();
const answers = [
  await context.query('marker function'),
  await context.query('marker', { mode: 'regex' }),
  await context.symbols.find('marker'),
  await context.pack('change the marker function', 'edit', { budget: 4_000 }),
  await context.map(),
];
const status = await context.status();
await context.close();
const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
const states = answers.map(({ index }) => index.completeness);
const paths = answers[0].hits.map(({ path }) => path);
process.stdout.write(
  JSON.stringify({
    report,
    status,
    states,
    paths,
    pack: answers[3].text,
    peakMegabytes: Number(kilobytes) / 1024,
  }),
);
