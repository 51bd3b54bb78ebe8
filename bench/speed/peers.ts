/** Programs of the same trade, by their public command lines. */
export interface Peer {
  readonly name: string;
  readonly install: Install;
  /** Null where it keeps no index. */
  readonly index: ((at: PeerPlace) => PeerCommand) | null;
  /** Brings an index up to date; null where that is a new one. */
  readonly update: ((at: PeerPlace) => PeerCommand) | null;
  /** Answers one line of text; null where it cannot. */
  readonly ask: ((at: PeerPlace, question: string) => PeerCommand) | null;
  /** What a reader of its row must know. */
  readonly note: string;
}

export type Install =
  | { readonly npm: string }
  /** An npm package whose dependencies cannot be had, with binaries packed in one of its folders. */
  | { readonly npm: string; readonly archives: string }
  | { readonly debian: string; readonly command: string };

export interface PeerPlace {
  readonly root: string;
  /** A folder for what it writes, where it can be told. */
  readonly out: string;
  /** Its command by name, installed. */
  readonly bin: (name: string) => string;
}

export interface PeerCommand {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const GITNEXUS = { GITNEXUS_LBUG_EXTENSION_INSTALL: 'load-only' };

export const PEERS: readonly Peer[] = [
  {
    name: 'codegraph',
    install: { npm: '@colbymchenry/codegraph' },
    index: ({ bin, root }) => ({ command: [bin('codegraph'), 'init', '-y', root] }),
    update: ({ bin, root }) => ({ command: [bin('codegraph'), 'sync', root] }),
    ask: ({ bin, root }, question) => ({
      command: [bin('codegraph'), 'explore', '-p', root, '--', question],
    }),
    note: 'graph and full text, no vectors',
  },
  {
    name: 'optave',
    install: { npm: '@optave/codegraph' },
    index: ({ bin }) => ({ command: [bin('codegraph'), 'build', '.'] }),
    update: null,
    ask: ({ bin }, question) => ({
      command: [bin('codegraph'), 'search', question, '--mode', 'keyword', '-j'],
    }),
    note: 'graph only: text search needs a model download',
  },
  {
    name: 'gitnexus',
    install: { npm: 'gitnexus' },
    index: ({ bin, root }) => ({
      command: [bin('gitnexus'), 'analyze', '--skip-agents-md', root],
      env: GITNEXUS,
    }),
    update: null,
    ask: ({ bin, root }, question) => ({
      command: [bin('gitnexus'), 'query', question, '-r', root],
      env: GITNEXUS,
    }),
    note: 'its text search needs a download',
  },
  {
    name: 'probe',
    install: { npm: '@probelabs/probe', archives: 'bin/binaries' },
    index: null,
    update: null,
    ask: ({ bin, root }, question) => ({
      command: [bin('probe'), 'search', question, root, '-o', 'json', '--max-tokens', '8000'],
    }),
    note: 'keeps no index: searches the files each time',
  },
  {
    name: 'repomix',
    install: { npm: 'repomix' },
    index: ({ bin, out }) => ({
      command: [bin('repomix'), '--quiet', '--compress', '--style', 'json', '-o', `${out}/repomix.json`],
    }),
    update: null,
    ask: null,
    note: 'packs the whole tree, answers no question',
  },
  {
    name: 'ctags',
    install: { debian: 'universal-ctags', command: 'ctags' },
    index: ({ out }) => ({
      command: ['sh', '-c', 'git ls-files | ctags -L - --links=no --fields=+neK -f "$0/tags"', out],
    }),
    update: null,
    ask: null,
    note: 'definitions only',
  },
  {
    name: 'codesearch',
    install: { debian: 'codesearch', command: 'cindex' },
    index: ({ root, out }) => ({ command: ['cindex', root], env: { CSEARCHINDEX: `${out}/csearch` } }),
    update: null,
    ask: ({ out }, question) => ({
      command: ['csearch', '-n', '-i', question.match(/\w{3,}/g)?.join('|') ?? question],
      env: { CSEARCHINDEX: `${out}/csearch` },
    }),
    note: 'trigrams; the question as one alternation, unranked',
  },
];
