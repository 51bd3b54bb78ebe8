import type { Command } from 'commander';
import type { StatusReport } from '../../index.ts';
import { type OpenSession, type Session, stateText } from '../session.ts';
import { printable } from '../untrusted-text.ts';

const NO_INDEX = 3;
const LANGUAGES = 12;

export function define(command: Command, open: OpenSession): void {
  command.option('--strict', 'exit with 4 where the index is partial').action(() =>
    open(async (session) => {
      const report = await session.context.status();
      session.answer(report, () => statusText(report, session));
      if (report.index === null) session.finish(NO_INDEX);
      else session.checkState(report.index);
    }),
  );
}

function statusText(report: StatusReport, { paint }: Session): string {
  const { root, git, store, index, embedder } = report;
  const rows = [
    `${paint.strong('root')}      ${printable(root)}`,
    `${paint.strong('git')}       ${git === null ? 'not a git work tree' : `${printable(git.branch ?? 'detached')} at ${git.head?.slice(0, 10) ?? 'no commit'}`}`,
    `${paint.strong('store')}     ${printable(store.folder)} (${megabytes(store.bytes)})${store.note ? `\n          ${store.note}` : ''}`,
    `${paint.strong('embedder')}  ${embedder.label}`,
  ];
  if (index === null) return [...rows, 'Not indexed yet. Run `ctx index`.'].join('\n');
  return [
    ...rows,
    `${paint.strong('state')}     ${stateText(index)}; tiers ${index.tiers.join(', ')}; generation ${index.generation}`,
    `${paint.strong('files')}     ${countsText(report.files)}; ${report.chunks} chunks`,
    `${paint.strong('skipped')}   ${countsText(report.skipped)}`,
    `${paint.strong('lines')}     ${linesText(report.languages)}`,
  ].join('\n');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `820 python, 31 yaml`, the longest languages */
function linesText(languages: StatusReport['languages']): string {
  const rows = languages.slice(0, LANGUAGES).map(({ language, lines }) => `${lines} ${language}`);
  return rows.length === 0 ? 'none' : rows.join(', ');
}

/** `12 code, 3 test` */
function countsText(counts: Readonly<Record<string, number>>): string {
  const rows = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return rows.length === 0 ? 'none' : rows.join(', ');
}
