import { type SmallCommit, type SmallFile, smallSnapshot } from './small-snapshot.ts';

const CACHE = `import threading
lock = threading.Lock()
def refresh_token(key):
    """Refresh the cached token of a key."""
    if key in entries:
        return entries[key]
    return load_token(key)
def load_token(key):
    return request(key)
def evict(key):
    entries.pop(key)
`;

export const AUTH_FILES: readonly SmallFile[] = [
  { path: 'src/auth/cache.py', text: CACHE },
  {
    path: 'src/client.py',
    text: 'import auth.cache\ndef fetch(url):\n    try:\n        token = refresh_token(url)\n    except ValueError:\n        raise\ndef close():\n    pass\n',
    imports: ['src/auth/cache.py'],
  },
  { path: 'src/render.py', text: 'def draw(page):\n    return page\ndef resize(page):\n    return page\n' },
  {
    path: 'tests/auth/test_cache.py',
    kind: 'test',
    text: 'import cache\ndef test_concurrent_refresh():\n    """concurrent refresh of the cache sends one request"""\n    refresh_token("a")\ndef test_evict():\n    evict("a")\n',
    imports: ['src/auth/cache.py'],
  },
  {
    path: 'docs/auth.md',
    kind: 'docs',
    text: '# Auth cache\nThe auth cache avoids duplicate requests: concurrent refresh of the cache sends one request.\n',
  },
  {
    path: 'legacy/auth/cache.py',
    text: 'def refresh_cache(key):\n    # auth cache concurrent refresh sends duplicate requests cache refresh\n    return key\n',
  },
  {
    path: 'vendor/oauth/cache.py',
    kind: 'vendor',
    text: CACHE.replace('def evict', 'def drop'),
  },
];

export const AUTH_COMMITS: readonly SmallCommit[] = [
  {
    sha: 'a'.repeat(40),
    time: 1_700_000_000,
    subject: 'auth: hold the lock while a token is refreshed',
    paths: ['src/auth/cache.py'],
  },
  {
    sha: 'b'.repeat(40),
    time: 1_690_000_000,
    subject: 'render: resize pages',
    paths: ['src/render.py'],
  },
];

export const authSnapshot = () => smallSnapshot(AUTH_FILES, AUTH_COMMITS);
export const LEXICAL = {
  limit: 600,
  fieldWeights: { path: 8, symbol: 4, signature: 2, doc: 0.7, body: 1, history: 0.3 },
  k1: 1.8,
  b: 0.5,
} as const;
