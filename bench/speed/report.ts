import type { Machine } from './machine.ts';
import type { Cost, PeerRow } from './measure-peers.ts';
import type { TreeResult } from './measure-tree.ts';
import type { Stages } from './session.ts';
import type { Timing } from './spread.ts';
import { TARGETS } from './targets.ts';

export interface SpeedResults {
  readonly command: string;
  readonly version: string;
  readonly machine: Machine;
  readonly trees: readonly TreeResult[];
  readonly peers: readonly { readonly tree: string; readonly rows: readonly PeerRow[] }[];
}

type Cell = string | number;

/** GitHub Markdown; the first column to the left, the others to the right. */
export function renderTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? '---|' : '--:|')).join('')}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function renderResults(results: SpeedResults): string {
  const { machine, command, version, trees, peers } = results;
  const { cores, cpu, memoryGb, node, git, load } = machine;
  const parts = [
    `# Speed of ctx ${version}`,
    `\`${command}\` · ${machine.date} UTC · ${cores} cores (${cpu}), ${memoryGb} GB, ${machine.platform} · node ${node} · git ${git} · load before the run ${load}`,
    ...(trees.length > 0 ? sections(trees) : []),
    ...peers.flatMap(({ tree, rows }) => [`## Peers on ${tree}`, PEERS_NOTE, peerTable(rows)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const PEERS_NOTE =
  'CPU seconds (peak MB) of their command lines, each on a work tree of its own. They do different things: see the last column.';

function sections(trees: readonly TreeResult[]): readonly string[] {
  return [
    '## Targets',
    'Those missed are bold.',
    targetTable(trees),
    '## Full index',
    'Cold, by the command line; memory of all processes together; index beside the source that it covers.',
    fullTable(trees),
    '## Nothing changed, one file changed',
    'Medians in ms; in brackets CPU of the process. In process: `sync()` of an open context, in turn with `git status`; an edit: from the saved file to an index that has it, p50 / p95 (CPU) of edits to different files.',
    changeTable(trees),
    '## Warm calls',
    'p50 / p95 (median CPU) in ms over different texts: issue texts of 140 words and questions of one line, from the history and documents of the tree. Checked: the call first compares the work tree with the index. Packs of 8 000 tokens.',
    callTable(trees),
    'Mean ms of the stages, with issue texts:',
    stageTable(trees),
    '## Command line',
    'Medians in ms (CPU), cold processes.',
    commandTable(trees),
    '## Memory of an open context',
    'Resident MB of the process: before it opens, after a first question, after all calls, and at its highest with the edits.',
    memoryTable(trees),
  ];
}

function targetTable(trees: readonly TreeResult[]): string {
  const rows = TARGETS.map(({ what, limit, unit, of }) => [
    what,
    `${limit} ${unit}`,
    ...trees.map((tree) => {
      const value = of(tree);
      if (value === null) return '–';
      return value > limit ? `**${short(value)}**` : short(value);
    }),
  ]);
  return renderTable(['target', 'at most', ...trees.map(({ name }) => name)], rows);
}

function fullTable(trees: readonly TreeResult[]): string {
  return renderTable(
    [
      'tree',
      'languages',
      'files',
      'MB',
      'k lines',
      'chunks',
      'commits',
      'wall s',
      'CPU s',
      'k lines/s',
      'peak MB',
      'index MB',
      '× source',
    ],
    trees.map(({ name, languages, files, lines, chunks, full }) => [
      name,
      languages.join(', '),
      files,
      short(full.sourceBytes / 1e6),
      Math.round(lines / 1000),
      chunks,
      full.commits,
      short(full.wallMs / 1000),
      short(full.cpuMs / 1000),
      short(lines / full.wallMs),
      megabytes(full.peakBytes),
      short(full.indexBytes / 1e6),
      short(full.indexBytes / full.sourceBytes),
    ]),
  );
}

function changeTable(trees: readonly TreeResult[]): string {
  return renderTable(
    [
      'tree',
      'git status',
      'in process',
      '× git',
      '`ctx index`',
      '× git',
      'edit',
      'edits',
      'git status, edited',
    ],
    trees.map(({ name, session: { unchanged, edit }, commands }) => [
      name,
      short(unchanged.gitStatus.p50),
      middle(unchanged.sync),
      short(unchanged.sync.p50 / unchanged.gitStatus.p50),
      short(commands.unchanged.p50),
      short(commands.unchanged.p50 / commands.gitStatus.p50),
      edit ? pair(edit.sync) : '–',
      edit?.sync.n ?? 0,
      edit ? short(edit.gitStatus.p50) : '–',
    ]),
  );
}

function callTable(trees: readonly TreeResult[]): string {
  return renderTable(
    [
      'tree',
      'chunks',
      'texts',
      'query, issue',
      'query, question',
      'query, question, checked',
      'pack, issue',
      'pack, question',
    ],
    trees.map(({ name, chunks, session: { calls } }) => [
      name,
      chunks,
      calls.queryIssue.n,
      pair(calls.queryIssue),
      pair(calls.queryQuestion),
      pair(calls.queryFresh),
      pair(calls.packIssue),
      pair(calls.packQuestion),
    ]),
  );
}

function stageTable(trees: readonly TreeResult[]): string {
  const shown = (stages: Stages): string =>
    Object.entries(stages)
      .map(([stage, ms]) => `${stage} ${short(ms)}`)
      .join(', ');
  return renderTable(
    ['tree', 'query', 'pack'],
    trees.map(({ name, session: { stages } }) => [name, shown(stages.query), shown(stages.pack)]),
  );
}

function commandTable(trees: readonly TreeResult[]): string {
  return renderTable(
    [
      'tree',
      '`node -e 0`',
      '`ctx --version`',
      '`ctx query --no-sync`',
      'above node',
      '`ctx query`',
      'above node',
    ],
    trees.map(({ name, commands: { node, version, query, queryFresh } }) => [
      name,
      middle(node),
      middle(version),
      middle(query),
      short(query.p50 - node.p50),
      middle(queryFresh),
      short(queryFresh.p50 - node.p50),
    ]),
  );
}

function memoryTable(trees: readonly TreeResult[]): string {
  return renderTable(
    ['tree', 'chunks', 'before', 'open', 'after the calls', 'peak'],
    trees.map(({ name, chunks, session: { memory } }) => [
      name,
      chunks,
      ...[memory.start, memory.open, memory.calls, memory.peak].map(megabytes),
    ]),
  );
}

function peerTable(rows: readonly PeerRow[]): string {
  return renderTable(
    ['peer', 'version', 'cold index', 'nothing changed', 'one file changed', 'one question', 'note'],
    rows.map(({ peer, version, index, unchanged, changed, ask, note }) => [
      peer,
      version,
      ...[index, unchanged, changed, ask].map(costText),
      note,
    ]),
  );
}

function costText(cost: Cost | null): string {
  return cost === null ? '–' : `${short(cost.cpuMs / 1000)} (${megabytes(cost.peakBytes)})`;
}

function middle({ p50, cpu }: Timing): string {
  return `${short(p50)} (${short(cpu)})`;
}

function pair({ p50, p95, cpu }: Timing): string {
  return `${short(p50)} / ${short(p95)} (${short(cpu)})`;
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / 1e6));
}

/** Three digits, or whole where there are more. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
