import { type Spread, spreadOf } from '../speed/spread.ts';
import type { AskResult, ServerResult } from './measure-servers.ts';
import { ASKS, type Ask } from './peers.ts';

export interface TreeServers {
  /** Repository and revision. */
  readonly tree: string;
  readonly results: readonly ServerResult[];
}

const TITLES: Readonly<Record<Ask, string>> = {
  'find-symbol': 'Where is NAME defined?',
  references: 'Who uses NAME?',
  search: 'Where is what this line is about?',
  context: 'What does one need for the task in this line?',
};

/** Side by side for each question; a server without a row there has no tool for it. */
export function serversText({ tree, results }: TreeServers): string {
  const tables = ASKS.flatMap((ask) => {
    const rows = results.flatMap(({ name, asks }) => (asks[ask] ? [rowOf(name, asks[ask])] : []));
    const head =
      '| server | tool | p50 ms | p95 ms | tokens p50 | tokens p95 | failed | names the defining file |';
    return [`\n### ${TITLES[ask]}\n`, head, '|---|---|--:|--:|--:|--:|--:|--:|', ...rows];
  });
  const notes = results.map(
    ({ name, version, note }) => `- **${name}**${version && ` ${version}`}: ${note}.`,
  );
  return [`## ${tree}\n`, ...notes, ...tables, ''].join('\n');
}

function rowOf(name: string, { tool, times, tokens, failed, right }: AskResult): string {
  const calls = times.length + failed;
  const figures =
    times.length === 0 ? ['', '', '', ''] : [...pair(spreadOf(times), 1), ...pair(spreadOf(tokens), 0)];
  const cells = [
    name,
    tool,
    ...figures,
    `${failed} of ${calls}`,
    right === null ? '' : `${right} of ${calls}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function pair({ p50, p95 }: Spread, digits: number): readonly string[] {
  return [p50.toFixed(digits), p95.toFixed(digits)];
}
