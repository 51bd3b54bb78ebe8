import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TextPair } from '../../src/indexes/embedders/train/symbol-pairs.ts';
import { trainTable } from '../../src/indexes/embedders/train/train-table.ts';
import { fetchPackages } from './fetch-packages.ts';
import { readSourcePackages } from './source-packages.ts';

const OPTIONS = {
  cache: { type: 'string' },
  out: { type: 'string' },
  seed: { type: 'string', default: '1' },
  epochs: { type: 'string', default: '3' },
  rate: { type: 'string', default: '0.03' },
  rows: { type: 'string', default: '20000' },
} as const;

/**
 * Trains the table of the default embedder on the packages of `sources.json`: fetch, pairs, train. Packages and
 * pairs stay in the cache for the next run. `--cache DIR --out FILE [--seed N] [--epochs N] [--rate N] [--rows N]`.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { cache, out } = values;
  if (cache === undefined || out === undefined) {
    console.error('usage: node bench/run.mjs bench/train-embedder/main.ts --cache DIR --out FILE');
    return 2;
  }
  const groups = readPairs(cache);
  const startedAt = process.cpuUsage();
  const table = await trainTable(groups, {
    seed: Number(values.seed),
    epochs: Number(values.epochs),
    rate: Number(values.rate),
    rows: Number(values.rows),
    onProgress: ({ epoch, batch, batches, loss }) => {
      if (batch % 50 === 0 || batch === batches)
        console.error(`epoch ${epoch}, batch ${batch}/${batches}: mean loss ${loss.toFixed(4)}`);
    },
  });
  const { user, system } = process.cpuUsage(startedAt);
  writeFileSync(out, table);
  console.error(`${out}: ${table.length} bytes, ${((user + system) / 1e6).toFixed(0)} CPU seconds`);
  return 0;
}

const COLLECT = join(import.meta.dirname, 'collect-pairs.mjs');

/** A group a package: the negatives of a batch come from few packages, as those of a search from one repository. */
function readPairs(cache: string): readonly (readonly TextPair[])[] {
  const sources = readSourcePackages();
  const folders = fetchPackages(sources, cache);
  const files = folders.map((folder) => join(cache, 'pairs', `${basename(folder)}.json`));
  mkdirSync(join(cache, 'pairs'), { recursive: true });
  const missing = files.flatMap((file, i) => (existsSync(file) ? [] : [folders[i] ?? '', file]));
  if (missing.length > 0) execFileSync(process.execPath, [COLLECT, ...missing], { stdio: 'inherit' });
  return files.map((file, i) => {
    const pairs = JSON.parse(readFileSync(file, 'utf8')) as readonly TextPair[];
    console.error(`${sources[i]?.name}: ${pairs.length} pairs`);
    return pairs;
  });
}
