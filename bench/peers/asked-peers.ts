import { relative } from 'node:path';
import type { RankedSpan } from '../../src/eval/index.ts';
import { PEERS, type Peer, type PeerCommand, type PeerPlace } from '../speed/peers.ts';

/** A peer that answers a text by ranked places: how to ask for them, and how to read what it prints. */
export interface AskedPeer {
  readonly peer: Peer;
  readonly ask: (at: PeerPlace, text: string) => PeerCommand;
  /** Best first. Fails where the output is not what it should be. */
  readonly spansOf: (stdout: string, root: string) => readonly RankedSpan[];
}

/** Asked for what is best in each; a name alone is looked up where there is a command for that. */
export const ASKED_PEERS: readonly AskedPeer[] = [
  {
    peer: known('codegraph'),
    ask: ({ bin, root }, text) => {
      const words = isName(text) ? ['query', '-j', '-l', '20'] : ['explore'];
      return { command: [bin('codegraph'), ...words, '-p', root, '--', text] };
    },
    spansOf: (stdout) => (stdout.trimStart().startsWith('[') ? nodesOf(stdout) : headedCode(stdout)),
  },
  {
    peer: known('probe'),
    ask: ({ bin, root }, text) => ({
      command: [bin('probe'), 'search', '-o', 'json', '--max-tokens', '16000', '--', text, root],
    }),
    spansOf: (stdout, root) => {
      const { results } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as ProbeAnswer;
      return [...results]
        .sort((a, b) => b.score - a.score)
        .map(({ file, lines: [start, end] }) => ({ path: relative(root, file), start, end }));
    },
  },
  {
    peer: {
      name: 'vibgrate',
      install: { npm: '@vibgrate/cli' },
      index: ({ bin }) => ({ command: [bin('vg'), 'build', '.', '--local', '--no-warm', '--quiet'] }),
      update: null,
      ask: null,
      note: 'without its embedding model, which is a download',
    },
    ask: ({ bin }, text) => ({
      command: [bin('vg'), 'ask', '--local', '--json', '-b', '16000', '--', text],
    }),
    spansOf: (stdout) =>
      (JSON.parse(stdout.slice(stdout.indexOf('{'))) as VibgrateAnswer).matches.map(({ file, line }) => ({
        path: file,
        start: line,
        end: line,
      })),
  },
];

interface ProbeAnswer {
  readonly results: readonly {
    readonly file: string;
    readonly lines: readonly [number, number];
    readonly score: number;
  }[];
}

interface VibgrateAnswer {
  readonly matches: readonly { readonly file: string; readonly line: number }[];
}

interface CodegraphNode {
  readonly node: { readonly filePath: string; readonly startLine: number; readonly endLine: number };
}

function known(name: string): Peer {
  const peer = PEERS.find((candidate) => candidate.name === name);
  if (peer === undefined) throw new Error(`bench/speed/peers.ts has no ${name}`);
  return peer;
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text.trim());
}

function nodesOf(stdout: string): readonly RankedSpan[] {
  return (JSON.parse(stdout) as readonly CodegraphNode[]).map(({ node }) => ({
    path: node.filePath,
    start: node.startLine,
    end: node.endLine,
  }));
}

/** Runs of numbered lines under headings **`path`**. */
function headedCode(stdout: string): readonly RankedSpan[] {
  const spans: { path: string; start: number; end: number }[] = [];
  let path: string | null = null;
  for (const row of stdout.split('\n')) {
    path = /^\*\*`([^`]+)`\*\*/.exec(row)?.[1] ?? path;
    const line = Number(/^(\d+)\t/.exec(row)?.[1]);
    if (path === null || !Number.isInteger(line)) continue;
    const last = spans.at(-1);
    if (last?.path === path && last.end === line - 1) last.end = line;
    else spans.push({ path, start: line, end: line });
  }
  return spans;
}
