import { describe, expect, it } from 'vitest';
import type { IndexedSymbol } from '../../../src/core/index.ts';
import { returnType } from '../../../src/indexes/symbols/return-type.ts';

const symbol = (
  name: string,
  signature: string,
  kind: IndexedSymbol['kind'] = 'function',
): IndexedSymbol => ({
  file: {
    id: 0,
    path: 'a',
    kind: 'code',
    language: null,
    hash: 'h',
    size: 0,
    lineCount: 1,
    firstChunk: 1,
    chunkCount: 1,
  },
  ordinal: 0,
  name,
  qualifiedName: name,
  kind,
  span: { startLine: 1, endLine: 1 },
  nameLine: 1,
  signature,
  doc: '',
  parent: null,
  exported: true,
});

describe('the declared result of a function', () => {
  it.each([
    ['make', 'def make(a: int = f(1)) -> Store:', 'Store'],
    ['make', 'def make(a):', null],
    ['open', 'async open(key: string): Promise<Cache<V>>', 'Promise<Cache<V>>'],
    ['make', 'export const make = (a: A): Store =>', 'Store'],
    ['New', 'func New[V any](store Store) *Cache[V]', '*Cache[V]'],
    ['Get', 'func (c *Cache) Get(key string) (Value, error)', 'Value'],
    ['run', 'func run(f func(int) error)', null],
    ['new', 'pub fn new(a: A) -> Self where A: B', 'Self'],
    ['get', 'public static <V> Map<String, V> get(String key)', 'Map<String, V>'],
    ['clear', 'public void clear()', null],
    ['find', 'const token_t *token_cache_find(int x)', null],
    ['find', 'Session Session::find(const Key& key)', 'Session'],
    ['open', '[[nodiscard]] Order open(long cents)', 'Order'],
    ['Find', 'public async Task<Token> Find(string user)', 'Task<Token>'],
    ['find', 'public func find(_ user: String) throws -> Token', 'Token'],
    ['find', 'override def find(user: String): Option[Token] =', 'Option[Token]'],
    ['find', 'def find(user)', null],
    ['find', 'public function find(string $user): ?Token', '?Token'],
    ['load', 'fun load(key: String): V', 'V'],
    ['x', 'x', null],
    ['x', 'def x((((', null],
  ])('of %s in `%s` is %s', (name, signature, type) => {
    expect(returnType(symbol(name, signature))).toBe(type);
  });

  it('is none for what is no function', () => {
    expect(returnType(symbol('make', 'make(): Store', 'class'))).toBeNull();
  });
});
