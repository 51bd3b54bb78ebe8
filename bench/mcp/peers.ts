/** MCP servers of the same trade: how each is started, and which of its tools is nearest to what is asked. */
import { PEERS, type Peer, type PeerCommand, type PeerPlace } from '../speed/peers.ts';

/** What an agent wants; each is asked with a name of the tree or with a line of its history. */
export const ASKS = ['find-symbol', 'references', 'search', 'context'] as const;
export type Ask = (typeof ASKS)[number];

export interface ToolCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface PeerServer {
  readonly peer: Pick<Peer, 'name' | 'install' | 'index'>;
  readonly serve: (at: PeerPlace) => PeerCommand;
  /** Null where it has nothing near. */
  readonly calls: Readonly<Record<Ask, ((text: string, at: PeerPlace) => ToolCall) | null>>;
  /** What a reader of its rows must know. */
  readonly note: string;
}

const GITNEXUS = { GITNEXUS_LBUG_EXTENSION_INSTALL: 'load-only' };

export const PEER_SERVERS: readonly PeerServer[] = [
  {
    peer: peerNamed('codegraph'),
    serve: ({ bin, root }) => ({ command: [bin('codegraph'), 'serve', '--mcp', '--path', root] }),
    calls: {
      'find-symbol': (query) => ({ tool: 'codegraph_search', args: { query } }),
      references: (symbol) => ({ tool: 'codegraph_callers', args: { symbol } }),
      search: (query) => ({ tool: 'codegraph_search', args: { query } }),
      context: (query) => ({ tool: 'codegraph_explore', args: { query } }),
    },
    note: 'lists codegraph_explore only; the others answer all the same',
  },
  {
    peer: peerNamed('gitnexus'),
    serve: ({ bin }) => ({ command: [bin('gitnexus'), 'mcp'], env: GITNEXUS }),
    calls: {
      'find-symbol': (name) => ({ tool: 'context', args: { name } }),
      references: (target) => ({ tool: 'impact', args: { target, direction: 'upstream', maxDepth: 1 } }),
      search: (query) => ({ tool: 'query', args: { query } }),
      context: (query) => ({ tool: 'query', args: { query, include_content: true } }),
    },
    note: 'its text search needs a download: without it, query finds nothing',
  },
  {
    peer: peerNamed('optave'),
    serve: ({ bin }) => ({ command: [bin('codegraph'), 'mcp'] }),
    calls: {
      'find-symbol': (target) => ({ tool: 'where', args: { target } }),
      references: (name) => ({ tool: 'query', args: { name } }),
      search: (query) => ({ tool: 'semantic_search', args: { query, mode: 'keyword' } }),
      context: null,
    },
    note: 'its text search needs a model download; its context is of a name, not of a task',
  },
  {
    peer: {
      name: 'vibgrate',
      install: { npm: '@vibgrate/cli' },
      index: ({ bin }) => ({ command: [bin('vg'), 'build', '.', '--local', '--no-warm', '--quiet'] }),
    },
    serve: ({ bin }) => ({ command: [bin('vg'), 'serve', '--local', '--quiet'] }),
    calls: {
      'find-symbol': (query) => ({ tool: 'search_symbols', args: { query } }),
      references: (name) => ({ tool: 'get_node', args: { name } }),
      search: (question) => ({ tool: 'query_graph', args: { question } }),
      context: (question) => ({ tool: 'orient', args: { question, response_format: 'detailed' } }),
    },
    note: 'without its model: words only',
  },
  {
    peer: { name: 'probe', install: { npm: '@probelabs/probe' }, index: null },
    serve: ({ bin }) => ({ command: [bin('probe'), 'mcp'] }),
    calls: {
      'find-symbol': null,
      references: null,
      search: (query, { root }) => ({ tool: 'search_code', args: { query, path: root } }),
      context: null,
    },
    note: 'keeps no index: searches the files each time',
  },
];

function peerNamed(name: string): Peer {
  const peer = PEERS.find((each) => each.name === name);
  if (peer === undefined) throw new Error(`There is no peer ${name}.`);
  return peer;
}
