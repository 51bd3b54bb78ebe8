import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Estimate, estimate } from '../../src/eval/index.ts';
import { LEARNED_WEIGHTS, type WeightSet } from '../../src/rank/index.ts';
import { type Example, readExamples } from './examples.ts';
import { type LearnOptions, learnWeights, weightsOf } from './learn-weights.ts';
import { type Quality, rankExample } from './rank-example.ts';
import { weightsSource } from './weights-source.ts';

const USAGE =
  'usage: node bench/run.mjs bench/learn/learn.ts TASKS.jsonl … --features FILE … [--folds 5] [--pull .001] [--kind-pull .002] [--write FILE --basis TEXT]';

/** Learns the weights from logged features, says what they bring on repositories that were left out, and writes them. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      features: { type: 'string', multiple: true, default: [] },
      folds: { type: 'string', default: '5' },
      pull: { type: 'string', default: '0.001' },
      'kind-pull': { type: 'string', default: '0.002' },
      'least-tasks': { type: 'string', default: '30' },
      write: { type: 'string' },
      basis: { type: 'string', default: '' },
    },
  });
  if (positionals.length === 0 || values.features.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const examples = readExamples(values.features, positionals);
  const options: LearnOptions = {
    start: LEARNED_WEIGHTS,
    phase: 'explore',
    pull: Number(values.pull),
    kindPull: Number(values['kind-pull']),
    leastTasks: Number(values['least-tasks']),
  };
  const repositories = [...new Set(examples.map(({ repo }) => repo))].sort();
  console.log(`${examples.length} tasks of ${repositories.length} repositories`);
  const left = leaveOut(examples, repositories, Number(values.folds), options);
  const learned = learnWeights(examples, options);
  report(examples, (example) => weightsOf(example, options.start), 'start', null);
  report(examples, (example) => weightsOf(example, learned), 'learned, same tasks', options.start);
  report(
    examples,
    (example) => weightsOf(example, left(example)),
    'learned, repository left out',
    options.start,
  );
  console.log(JSON.stringify({ base: learned.base, kinds: learned.kinds }, null, 1));
  if (values.write !== undefined) writeFileSync(values.write, weightsSource(learned, values.basis));
  return 0;
}

/** For each example the weights that were learned without its repository. */
function leaveOut(
  examples: readonly Example[],
  repositories: readonly string[],
  folds: number,
  options: LearnOptions,
): (example: Example) => WeightSet {
  const sets = Array.from({ length: folds }, (_, fold) =>
    learnWeights(
      examples.filter(({ repo }) => repositories.indexOf(repo) % folds !== fold),
      options,
    ),
  );
  return ({ repo }) => sets[repositories.indexOf(repo) % folds] ?? options.start;
}

function report(
  examples: readonly Example[],
  weightsFor: (example: Example) => ReturnType<typeof weightsOf>,
  name: string,
  against: WeightSet | null,
): void {
  const rows = examples.map((example) => ({ example, quality: rankExample(example, weightsFor(example)) }));
  for (const key of ['acc1', 'acc5', 'ndcg10', 'edits8k'] as const) {
    const values = rows.flatMap(({ example, quality }) => valuePair(example, quality, key, against));
    const own = estimate(values.map(({ value }) => value));
    const gain = against === null ? null : estimate(values.map(({ value, before }) => value - before));
    console.log(
      `${name.padEnd(30)} ${key.padEnd(8)} ${inPercent(own)}${gain === null ? '' : `   gain ${inPercent(gain)}`}`,
    );
  }
}

function valuePair(
  example: Example,
  quality: Quality,
  key: keyof Quality,
  against: WeightSet | null,
): readonly { readonly value: number; readonly before: number }[] {
  const value = quality[key];
  if (value === null) return [];
  const before = against === null ? 0 : (rankExample(example, weightsOf(example, against))[key] ?? 0);
  return [{ value, before }];
}

function inPercent({ mean, interval }: Estimate): string {
  const text = (value: number): string => (100 * value).toFixed(1);
  return interval === null ? text(mean) : `${text(mean)} [${text(interval[0])}, ${text(interval[1])}]`;
}
