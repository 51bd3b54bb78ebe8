import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { positive } from '../options.ts';
import type { OpenSession, Session } from '../session.ts';
import { printableLines } from '../untrusted-text.ts';

interface Options {
  readonly summaries?: string;
  readonly variants: number;
  readonly injections: number;
  readonly judge?: string;
  readonly out?: string;
}

const VARIANTS = 20;
const INJECTIONS = 20;

export function defineCompression(command: Command, open: OpenSession): void {
  command
    .command('compression')
    .description('what a handoff keeps of sessions with known facts, beside simpler ways to cut them')
    .argument('<fixtures>', 'folder of NAME.facts.json files beside their sessions')
    .option('--summaries <dir>', 'folder of NAME.md: what a free-text summary made of each session')
    .option('--variants <count>', 'seeded variants of each fixture', positive, VARIANTS)
    .option('--injections <count>', 'rejected plans put into each fixture', positive, INJECTIONS)
    .option('--judge <endpoint>', 'also ask a model, http://HOST/v1#MODEL; its key in CTX_JUDGE_KEY')
    .option('--out <dir>', 'also write compression.md and compression.json there')
    .action((fixtures: string, options: Options) => open((session) => evaluate(session, fixtures, options)));
}

async function evaluate(session: Session, fixtures: string, options: Options): Promise<void> {
  const { compressionNumbers, compressionText, createJudge, runCompression } = await import(
    '../../eval/index.ts'
  );
  const { say, streams, answer } = session;
  const { summaries, variants, injections, judge, out } = options;
  const summary = await runCompression({
    fixtures,
    summaries: summaries ?? null,
    variants,
    injections,
    judge: judge === undefined ? null : createJudge(judge, streams.env['CTX_JUDGE_KEY']),
    say,
  });
  const text = compressionText(summary);
  const numbers = compressionNumbers(summary);
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    const command = `ctx eval compression ${fixtures} --variants ${variants} --injections ${injections}`;
    writeFileSync(join(out, 'compression.md'), `# What compaction keeps\n\n\`${command}\`\n\n${text}\n`);
    writeFileSync(join(out, 'compression.json'), `${JSON.stringify({ command, ...numbers }, null, 1)}\n`);
  }
  answer(numbers, () => printableLines(text));
}
