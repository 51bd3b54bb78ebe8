import type { FileLines, IndexState, PackItem, RepoPath, Role } from '../../src/core/index.ts';

export const INDEX: IndexState = {
  completeness: 'complete',
  stale: [],
  tiers: ['lexical', 'graph'],
  generation: 7,
};

export function file(path: RepoPath, text: string, hash = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'): FileLines {
  return { path, hash, lines: text.split('\n'), stale: false };
}

export function filesOf(...files: readonly FileLines[]): ReadonlyMap<RepoPath, FileLines> {
  return new Map(files.map((each) => [each.path, each]));
}

type LinesContent = Extract<PackItem['content'], { kind: 'lines' }>;

export function lines(
  key: string,
  role: Role,
  path: RepoPath,
  [startLine, endLine]: readonly [number, number],
  more: Partial<LinesContent> & { readonly score?: number; readonly reason?: string } = {},
): PackItem {
  const { score = 1, reason = 'defines what the task names', ...content } = more;
  return {
    key,
    role,
    score,
    reason,
    relation: null,
    content: {
      kind: 'lines',
      chunk: null,
      path,
      span: { startLine, endLine },
      header: null,
      heads: [],
      focus: [],
      outline: [],
      maxDetail: 'full',
      ...content,
    },
  };
}

export function text(key: string, role: Role, body: string, score = 1): PackItem {
  return {
    key,
    role,
    score,
    reason: 'given',
    relation: null,
    content: { kind: 'text', title: key, text: body },
  };
}

const CACHE = `"""Cache of access tokens."""
import threading
import time


class TokenCache:
    """Keeps one token a client and refreshes it before it expires."""

    def __init__(self, fetch, clock=time.time):
        self._fetch = fetch
        self._clock = clock
        self._lock = threading.Lock()
        self._tokens = {}

    def get(self, client_id):
        token = self._tokens.get(client_id)
        if token is None or token.expires_at <= self._clock():
            return self.refresh_token(client_id)
        return token

    def refresh_token(self, client_id):
        """Fetches a token; callers that come at the same time wait for the first."""
        with self._lock:
            token = self._fetch(client_id)
            self._tokens[client_id] = token
            return token

    def forget(self, client_id):
        self._tokens.pop(client_id, None)`;

const CLIENT = `from auth.cache import TokenCache


class Client:
    def __init__(self, cache):
        self.cache = cache

    def call(self, request):
        try:
            return self._send(request, self.cache.get(self.id))
        except Unauthorized:
            token = self.cache.refresh_token(self.id)
            return self._send(request, token)`;

const TEST = `def test_one_request_for_concurrent_refreshes(cache, fetches):
    run_together(10, lambda: cache.refresh_token("a"))
    assert len(fetches) == 1`;

/** A repository of three files and what a task about one of them wants of it. */
export function sample(): {
  readonly files: ReadonlyMap<RepoPath, FileLines>;
  readonly items: readonly PackItem[];
} {
  const head = { startLine: 6, endLine: 7 };
  return {
    files: filesOf(
      file('src/auth/cache.py', CACHE, 'c0ffee00112233445566778899aabbcc'),
      file('src/client.py', CLIENT, 'deadbeef112233445566778899aabbcc'),
      file('tests/auth/test_cache.py', TEST, 'facade00112233445566778899aabbcc'),
      file('AGENTS.md', '# Rules\n\nRun `pytest` before a commit.\nNever log tokens.', 'b0a710ad'),
    ),
    items: [
      text('goal', 'goal', 'Concurrent refresh of the auth cache sends duplicate requests.'),
      text('map', 'map', 'auth: 4 files, 58 lines\nLanguages: python 54'),
      lines('chunk:1', 'definitions', 'src/auth/cache.py', [21, 26], { header: head, score: 0.9 }),
      lines('chunk:2', 'definitions', 'src/auth/cache.py', [15, 19], {
        header: head,
        score: 0.5,
        reason: 'calls refresh_token',
      }),
      lines('chunk:3', 'dataflow', 'src/client.py', [8, 13], {
        heads: [{ startLine: 8, endLine: 8 }],
        focus: [{ startLine: 12, endLine: 12 }],
        header: { startLine: 4, endLine: 4 },
        maxDetail: 'signature',
        reason: 'calls TokenCache.refresh_token',
        score: 0.4,
      }),
      lines('chunk:4', 'tests', 'tests/auth/test_cache.py', [1, 3], {
        reason: 'tests refresh_token',
        score: 0.4,
      }),
      lines('chunk:5', 'rules', 'AGENTS.md', [1, 4], { reason: 'repository rules', score: 1 }),
      text(
        'commit:1',
        'history',
        '1a2b3c4d5e 2026-03-01 auth: hold the lock while fetching\n  src/auth/cache.py',
      ),
    ],
  };
}
