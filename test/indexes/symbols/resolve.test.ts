import { describe, expect, it } from 'vitest';
import type { Edge, SymbolReader } from '../../../src/core/index.ts';
import { createSymbolReader } from '../../../src/indexes/symbols/index.ts';
import { createMemorySource, parseTree, type TreeTexts } from '../../fake-snapshot.ts';

async function read(texts: TreeTexts): Promise<SymbolReader> {
  const tree = await parseTree(texts);
  return createSymbolReader(createMemorySource(tree), tree.traitsOf);
}

const useOf = ({ site }: Edge): string =>
  site.receiver === null ? site.name : `${site.receiver}.${site.name}`;

const answer = ({ targets, provenance }: Edge): string =>
  targets.length === 0
    ? 'unresolved'
    : `${targets.map((target) => `${target.file.path}#${target.qualifiedName}`).join(' | ')} (${provenance})`;

/** Answers for uses in one file, imports left out: `receiver.name` → targets and provenance. */
function answersIn(reader: SymbolReader, path: string, names: readonly string[]): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const name of names)
    for (const edge of reader.uses(name).edges)
      if (edge.site.file.path === path && edge.site.kind !== 'import') answers[useOf(edge)] = answer(edge);
  return answers;
}

describe('TypeScript and JavaScript', () => {
  const texts: TreeTexts = {
    'packages/core/package.json': '{ "name": "@acme/core" }',
    'packages/core/src/index.ts': [
      "export * from './cache.js';",
      "export { Store as Shop } from './store';",
      "export * as tools from './tools';",
      "export * from './loop';",
    ].join('\n'),
    'packages/core/src/loop.ts': "export * from './index';",
    'packages/core/src/cache.ts': [
      'export class Base { clear() { return this.size(); } size() { return 0; } }',
      'export class Cache extends Base {',
      '  get(key: string) { return this.clear(); }',
      '  static open() { return new Cache(); }',
      '}',
      'export const cache = new Cache();',
      'export function openCache() { return Cache.open(); }',
    ].join('\n'),
    'packages/core/src/store.ts': 'export class Store { put() {} }\n',
    'packages/core/src/tools/index.ts': 'export function trim() {}\n',
    'packages/core/src/default-thing.ts':
      'export default function makeThing() {}\nexport function other() {}\n',
    'app/tsconfig.json':
      '{ /* paths */ "compilerOptions": { "baseUrl": ".", "paths": { "#lib/*": ["lib/*"], }, } }',
    'app/lib/dates.ts': 'export function today() {}\n',
    'app/main.ts': [
      "import { cache, openCache as open, Shop, tools, Cache } from '@acme/core';",
      "import thing from '../packages/core/src/default-thing';",
      "import * as core from '@acme/core';",
      "import { today } from '#lib/dates';",
      "import { render } from 'external';",
      'export function main(unknown: any) {',
      "  cache.get('a');",
      '  open();',
      '  new Shop().put();',
      '  tools.trim();',
      '  thing();',
      '  core.openCache();',
      '  today();',
      '  render();',
      "  unknown.get('b');",
      '  Cache.open();',
      '}',
    ].join('\n'),
    'app/render.ts': 'export function render() {}\n',
  };

  it('follows named, default, aliased, namespace, workspace and path-mapped imports through barrels', async () => {
    const reader = await read(texts);
    const names = ['get', 'open', 'Shop', 'trim', 'thing', 'openCache', 'today', 'render'];
    expect(answersIn(reader, 'app/main.ts', names)).toEqual({
      'cache.get': 'packages/core/src/cache.ts#Cache.get (import-resolved)',
      open: 'packages/core/src/cache.ts#openCache (import-resolved)',
      'Cache.open': 'packages/core/src/cache.ts#Cache.open (import-resolved)',
      Shop: 'packages/core/src/store.ts#Store (import-resolved)',
      'tools.trim': 'packages/core/src/tools/index.ts#trim (import-resolved)',
      thing: 'packages/core/src/default-thing.ts#makeThing (import-resolved)',
      'core.openCache': 'packages/core/src/cache.ts#openCache (import-resolved)',
      today: 'app/lib/dates.ts#today (import-resolved)',
      render: 'unresolved',
      'unknown.get': 'unresolved',
    });
  });

  it('names what lines use, placed or not, each once', async () => {
    const reader = await read(texts);
    const main = reader.find('main')[0];
    if (main === undefined) throw new Error('no main');
    expect(reader.namesOn(main.file.id, { startLine: 13, endLine: 16 })).toEqual([
      'today',
      'render',
      'get',
      'open',
    ]);
    expect(reader.namesOn(main.file.id, { startLine: 17, endLine: 17 })).toEqual([]);
  });

  it('finds members through this and base classes', async () => {
    const reader = await read(texts);
    expect(answersIn(reader, 'packages/core/src/cache.ts', ['clear', 'size', 'open'])).toEqual({
      'this.clear': 'packages/core/src/cache.ts#Base.clear (same-file)',
      'this.size': 'packages/core/src/cache.ts#Base.size (same-file)',
      'Cache.open': 'packages/core/src/cache.ts#Cache.open (same-file)',
    });
  });

  it('finds callers by every local name, and says how many uses stay open', async () => {
    const reader = await read(texts);
    const callersOf = (name: string) => {
      const symbol = reader.find(name)[0];
      if (symbol === undefined) throw new Error(`no ${name}`);
      const page = reader.incoming(symbol, { kinds: ['call'] });
      return [...page.edges.map((e) => `${e.site.file.path}:${e.site.line}`), page.total, page.unresolved];
    };
    expect(callersOf('openCache')).toEqual(['app/main.ts:8', 'app/main.ts:12', 2, 0]);
    expect(callersOf('makeThing')).toEqual(['app/main.ts:11', 1, 0]);
    expect(callersOf('Cache.get')).toEqual(['app/main.ts:7', 1, 1]);
  });

  it('knows imported files and importers', async () => {
    const reader = await read(texts);
    const tree = await parseTree(texts);
    const idOf = (path: string) => tree.files.findIndex((file) => file.path === path);
    const pathsOf = (ids: readonly number[]) => ids.map((id) => tree.files[id]?.path);
    expect(pathsOf(reader.importedFiles(idOf('app/main.ts')))).toEqual([
      'app/lib/dates.ts',
      'packages/core/src/default-thing.ts',
      'packages/core/src/index.ts',
    ]);
    expect(pathsOf(reader.importers(idOf('packages/core/src/default-thing.ts'), 10))).toEqual([
      'app/main.ts',
    ]);
    expect(pathsOf(reader.importers(idOf('packages/core/src/cache.ts'), 10))).toEqual([
      'packages/core/src/index.ts',
    ]);
  });
});

describe('Python', () => {
  const texts: TreeTexts = {
    'src/shop/__init__.py': 'from .models import Order\n',
    'src/shop/models.py': [
      'class Base:',
      '    def save(self):',
      '        return self.clean()',
      '    def clean(self):',
      '        pass',
      'class Order(Base):',
      '    def pay(self):',
      '        super().save()',
      '        return Order.total(self)',
      '    def total(self):',
      '        return 1',
    ].join('\n'),
    'src/shop/views.py': [
      'import shop.models',
      'from . import models as m',
      'from shop import Order',
      'from .signals import *',
      'def view(request):',
      '    order = Order()',
      '    order.pay()',
      '    order.save()',
      '    m.Order()',
      '    shop.models.Order()',
      '    notify()',
      '    request.save()',
      '    print(len([]))',
      '    class Order2(m.Order): pass',
    ].join('\n'),
    'src/shop/signals.py': 'def notify():\n    pass\n\ndef print():\n    pass\n',
    'other/len.py': 'def len():\n    pass\n',
  };

  it('resolves packages, relative imports, modules as receivers, wildcards and super', async () => {
    const reader = await read(texts);
    const names = ['Order', 'pay', 'save', 'notify', 'len'];
    expect(answersIn(reader, 'src/shop/views.py', names)).toEqual({
      Order: 'src/shop/models.py#Order (import-resolved)',
      'm.Order': 'src/shop/models.py#Order (import-resolved)',
      'shop.models.Order': 'src/shop/models.py#Order (import-resolved)',
      'order.pay': 'src/shop/models.py#Order.pay (import-resolved)',
      'order.save': 'src/shop/models.py#Base.save (import-resolved)',
      'request.save': 'unresolved',
      notify: 'src/shop/signals.py#notify (import-resolved)',
      len: 'unresolved',
    });
    expect(answersIn(reader, 'src/shop/models.py', ['save', 'clean', 'total', 'Base'])).toEqual({
      'super().save': 'src/shop/models.py#Base.save (same-file)',
      'self.clean': 'src/shop/models.py#Base.clean (same-file)',
      'Order.total': 'src/shop/models.py#Order.total (same-file)',
      Base: 'src/shop/models.py#Base (same-file)',
    });
  });

  it('takes a unique name as a guess and keeps several as a list', async () => {
    const reader = await read({
      'a.py': 'def only_here():\n    pass\ndef twice():\n    pass\n',
      'b.py': 'def twice():\n    pass\n',
      'c.py': 'def f():\n    only_here()\n    twice()\n    x.only_here()\n',
      'tests/test_c.py': 'def only_in_test():\n    pass\n',
      'd.py': 'def g():\n    only_in_test()\n',
    });
    expect(answersIn(reader, 'c.py', ['only_here', 'twice'])).toEqual({
      only_here: 'a.py#only_here (unique-name)',
      twice: 'a.py#twice | b.py#twice (ambiguous)',
      'x.only_here': 'unresolved',
    });
    expect(answersIn(reader, 'd.py', ['only_in_test'])).toEqual({ only_in_test: 'unresolved' });
  });
});

describe('Go', () => {
  it('resolves packages by go.mod, files of one directory, methods and embedded types', async () => {
    const reader = await read({
      'go.mod': 'module example.com/acme/v2\n\ngo 1.22\n',
      'cache/cache.go': [
        'package cache',
        'type Cache struct { size int }',
        'func New() *Cache { return &Cache{} }',
        'func (c *Cache) Get(k string) string { return c.find(k) }',
      ].join('\n'),
      'cache/find.go':
        'package cache\n\nfunc (c *Cache) find(k string) string { return norm(k) }\n\nfunc norm(k string) string { return k }\n',
      'cmd/main.go': [
        'package main',
        'import (',
        '  "net/http"',
        '  store "example.com/acme/v2/cache"',
        ')',
        'func main() {',
        '  c := store.New()',
        '  var d *store.Cache',
        '  d.Get("x")',
        '  http.Get("y")',
        '  _ = c',
        '}',
      ].join('\n'),
      'net/http/get.go': 'package http\n\nfunc Get(u string) {}\n',
    });
    expect(answersIn(reader, 'cmd/main.go', ['New', 'Get'])).toEqual({
      'store.New': 'cache/cache.go#New (import-resolved)',
      'd.Get': 'cache/cache.go#Cache.Get (import-resolved)',
      'http.Get': 'unresolved',
    });
    expect(answersIn(reader, 'cache/cache.go', ['find'])).toEqual({
      'c.find': 'cache/find.go#Cache.find (same-package)',
    });
    expect(answersIn(reader, 'cache/find.go', ['norm'])).toEqual({ norm: 'cache/find.go#norm (same-file)' });
  });
});

describe('Rust', () => {
  it('resolves crate, self, super, nested uses, impls and workspace crates', async () => {
    const reader = await read({
      'crates/my-core/src/lib.rs':
        'pub mod cache;\npub use cache::Cache;\npub fn start() { crate::cache::fill(); }\n',
      'crates/my-core/src/cache/mod.rs': [
        'pub mod entry;',
        'use self::entry::Entry;',
        'pub struct Cache { n: u32 }',
        'impl Cache {',
        '    pub fn new() -> Self { Cache { n: 0 } }',
        '    pub fn get(&self) -> u32 { self.load() }',
        '    fn load(&self) -> u32 { Entry::make(); entry::touch(); 1 }',
        '}',
        'pub fn fill() {}',
      ].join('\n'),
      'crates/my-core/src/cache/entry.rs':
        'pub struct Entry;\nimpl Entry { pub fn make() { super::fill(); touch(); } }\npub fn touch() {}\n',
      'crates/app/src/main.rs': [
        'use my_core::{cache::fill as refill, Cache};',
        'fn main() {',
        '    let c = Cache::new();',
        '    c.get();',
        '    refill();',
        '    my_core::start();',
        '    other::start();',
        '}',
      ].join('\n'),
    });
    expect(answersIn(reader, 'crates/app/src/main.rs', ['new', 'get', 'refill', 'start'])).toMatchObject({
      'Cache.new': 'crates/my-core/src/cache/mod.rs#Cache.new (import-resolved)',
      'c.get': 'crates/my-core/src/cache/mod.rs#Cache.get (import-resolved)',
      refill: 'crates/my-core/src/cache/mod.rs#fill (import-resolved)',
      'my_core.start': 'crates/my-core/src/lib.rs#start (import-resolved)',
      'other.start': 'unresolved',
    });
    expect(answersIn(reader, 'crates/my-core/src/cache/mod.rs', ['load', 'make', 'touch'])).toEqual({
      'self.load': 'crates/my-core/src/cache/mod.rs#Cache.load (same-file)',
      'Entry.make': 'crates/my-core/src/cache/entry.rs#Entry.make (import-resolved)',
      'entry.touch': 'crates/my-core/src/cache/entry.rs#touch (import-resolved)',
    });
    expect(answersIn(reader, 'crates/my-core/src/cache/entry.rs', ['fill', 'touch'])).toEqual({
      'super.fill': 'crates/my-core/src/cache/mod.rs#fill (import-resolved)',
      touch: 'crates/my-core/src/cache/entry.rs#touch (same-file)',
    });
  });
});

describe('Java', () => {
  it('resolves imports, the package across source sets, static imports and inherited members', async () => {
    const reader = await read({
      'src/main/java/com/acme/base/Base.java':
        'package com.acme.base;\npublic class Base { protected void log(String s) {} }\n',
      'src/main/java/com/acme/Cache.java': [
        'package com.acme;',
        'import com.acme.base.Base;',
        'import static com.acme.base.Tools.trim;',
        'import java.util.List;',
        'public class Cache extends Base {',
        '  private Entry entry = new Entry();',
        '  public void put(String k) { log(k); trim(k); helper(); entry.touch(); List.of(); }',
        '  private void helper() {}',
        '}',
      ].join('\n'),
      'src/main/java/com/acme/Entry.java': 'package com.acme;\nclass Entry { void touch() {} }\n',
      'src/main/java/com/acme/base/Tools.java':
        'package com.acme.base;\npublic class Tools { public static String trim(String s) { return s; } }\n',
      'src/main/java/com/other/util/List.java':
        'package com.other.util;\npublic class List { public static void of() {} }\n',
      'src/test/java/com/acme/CacheTest.java':
        'package com.acme;\npublic class CacheTest { void puts() { Cache c = new Cache(); c.put("a"); } }\n',
    });
    expect(
      answersIn(reader, 'src/main/java/com/acme/Cache.java', ['log', 'trim', 'helper', 'touch', 'of']),
    ).toEqual({
      log: 'src/main/java/com/acme/base/Base.java#Base.log (import-resolved)',
      trim: 'src/main/java/com/acme/base/Tools.java#Tools.trim (import-resolved)',
      helper: 'src/main/java/com/acme/Cache.java#Cache.helper (same-file)',
      'entry.touch': 'src/main/java/com/acme/Entry.java#Entry.touch (same-package)',
      'List.of': 'unresolved',
    });
    expect(answersIn(reader, 'src/test/java/com/acme/CacheTest.java', ['put'])).toEqual({
      'c.put': 'src/main/java/com/acme/Cache.java#Cache.put (same-package)',
    });
  });
});

describe('C', () => {
  it('resolves includes to the definition behind the header', async () => {
    const reader = await read({
      'include/acme/cache.h': '#ifndef CACHE_H\n#define CACHE_H\nint cache_get(int key);\n#endif\n',
      'lib/cache.c':
        '#include <acme/cache.h>\nstatic int hash(int k) { return k; }\nint cache_get(int key) { return hash(key); }\n',
      'lib/other.c': 'static int hash(int k) { return k + 1; }\nint other(int k) { return hash(k); }\n',
      'src/main.c': '#include "acme/cache.h"\nint main(void) { return cache_get(1); }\n',
    });
    expect(answersIn(reader, 'src/main.c', ['cache_get'])).toEqual({
      cache_get: expect.stringMatching(/^lib\/cache\.c#cache_get /),
    });
    expect(answersIn(reader, 'lib/other.c', ['hash'])).toEqual({ hash: 'lib/other.c#hash (same-file)' });
    const definition = reader.find('cache_get').find((symbol) => symbol.file.path === 'lib/cache.c');
    expect(definition).toBeDefined();
    if (definition === undefined) return;
    const callers = reader.incoming(definition, { kinds: ['call'] }).edges;
    expect(callers.map((edge) => edge.site.enclosing?.name)).toEqual(['main']);
  });
});

describe('Ruby, PHP, C# and Bash', () => {
  it('resolves load paths, namespaces and sourced files', async () => {
    const reader = await read({
      'lib/shop/cart.rb':
        "require 'shop/item'\nmodule Shop\n  class Cart\n    def add\n      total\n      Item.new\n    end\n    def total; end\n  end\nend\n",
      'lib/shop/item.rb': 'module Shop\n  class Item\n    def price; end\n  end\nend\n',
      'src/Models/User.php':
        '<?php\nnamespace App\\Models;\nclass User { public static function find() {} }\n',
      'src/Http/Login.php':
        '<?php\nnamespace App\\Http;\nuse App\\Models\\User;\nclass Login { public function run() { User::find(); $this->done(); } private function done() {} }\n',
      'Core/Cache.cs':
        'namespace Acme.Core {\n  public class Cache { public void Get() { Load(); } void Load() {} }\n}\n',
      'App/Program.cs': 'using Acme.Core;\nclass Program { void Main() { var c = new Cache(); c.Get(); } }\n',
      'bin/run.sh': '#!/bin/bash\nsource "$(dirname "$0")/lib/log.sh"\nlog_line hello\n',
      'bin/lib/log.sh': 'log_line() {\n  echo "$1"\n}\n',
    });
    expect(answersIn(reader, 'lib/shop/cart.rb', ['total'])).toEqual({
      total: 'lib/shop/cart.rb#Shop.Cart.total (same-file)',
    });
    expect(answersIn(reader, 'src/Http/Login.php', ['find', 'done'])).toMatchObject({
      'User.find': expect.stringMatching(/^src\/Models\/User\.php#\S*User\.find \(import-resolved\)$/),
      '$this.done': expect.stringMatching(/^src\/Http\/Login\.php#\S*Login\.done \(same-file\)$/),
    });
    expect(answersIn(reader, 'App/Program.cs', ['Get'])).toEqual({
      'c.Get': expect.stringMatching(/^Core\/Cache\.cs#\S*Cache\.Get \(import-resolved\)$/),
    });
    expect(answersIn(reader, 'bin/run.sh', ['log_line'])).toEqual({
      log_line: expect.stringMatching(/^bin\/lib\/log\.sh#log_line /),
    });
  });
});

describe('what real repositories showed', () => {
  const callsIn = async (texts: TreeTexts, path: string): Promise<Record<string, string>> => {
    const reader = await read(texts);
    const file = Object.keys(texts).sort().indexOf(path);
    const names = new Set((texts[path]?.match(/\w+/g) ?? []).sort());
    const answers: Record<string, string> = {};
    for (const name of names)
      for (const edge of reader.uses(name, { kinds: ['call'] }).edges)
        if (edge.site.file.id === file) answers[useOf(edge)] = answer(edge);
    return answers;
  };

  it('follows a chain of calls over lines, over a new object and over its arguments', async () => {
    const texts = {
      'a/Gson.java': [
        'class Builder { Builder with(String x) { return this; } Gson create() { return null; } }',
        'class Token<T> { int type() { return 1; } }',
        'class Gson {',
        '  void run() {',
        '    new Builder()',
        `      .with("${'a long text (with brackets) '.repeat(8)}")`,
        '      .create()',
        '      .run();',
        '    new Token<Map<String, Integer>>() {}.type();',
        '  }',
        '}',
      ].join('\n'),
    };
    expect(await callsIn(texts, 'a/Gson.java')).toEqual({
      Builder: 'a/Gson.java#Builder (same-file)',
      'new Builder().with': 'a/Gson.java#Builder.with (same-file)',
      'new Builder().with("…").create': 'a/Gson.java#Builder.create (same-file)',
      'new Builder().with("…").create().run': 'a/Gson.java#Gson.run (same-file)',
      Token: 'a/Gson.java#Token (same-file)',
      'new Token<Map<String, Integer>>() {}.type': 'a/Gson.java#Token.type (same-file)',
    });
  });

  it('takes the result of a method of a variable for what it is', async () => {
    const texts = {
      'go.mod': 'module acme\n',
      'io/io.go':
        'package io\n\ntype Scheme struct{}\nfunc (s *Scheme) Bold() {}\ntype Streams struct{}\nfunc (s *Streams) Scheme() *Scheme { return nil }\n',
      'run/run.go':
        'package run\n\nimport "acme/io"\n\nfunc run(io *io.Streams) {\n\tcs := io.Scheme()\n\tcs.Bold()\n}\n',
    };
    expect(await callsIn(texts, 'run/run.go')).toEqual({
      'io.Scheme': 'io/io.go#Streams.Scheme (import-resolved)',
      'cs.Bold': 'io/io.go#Scheme.Bold (import-resolved)',
    });
  });

  it('waits, unwraps and says nothing of a name that two functions import from different places', async () => {
    const texts = {
      'Cargo.toml': '[package]\nname = "acme"\n',
      'src/lib.rs': [
        'mod a; mod b;',
        'pub struct P;',
        'impl P { pub fn go(&self) {} }',
        'async fn open() -> Option<P> { None }',
        'async fn run() { open().await?.go(); }',
        'fn one() { use crate::a::A as Sep; let f = |s: Sep| s.cut(); }',
        'fn two() { use crate::b::B as Sep; let f = |s: Sep| s.cut(); }',
      ].join('\n'),
      'src/a.rs': 'pub struct A;\nimpl A { pub fn cut(&self) {} }\n',
      'src/b.rs': 'pub struct B;\nimpl B { pub fn cut(&self) {} }\n',
    };
    expect(await callsIn(texts, 'src/lib.rs')).toEqual({
      open: 'src/lib.rs#open (same-file)',
      'open().await?.go': 'src/lib.rs#P.go (same-file)',
      's.cut': 'unresolved',
    });
  });

  it('knows a crate of the workspace by the name in its manifest', async () => {
    const texts = {
      'crates/matcher/Cargo.toml': '[package]\nname = "grep-matcher"\n',
      'crates/matcher/src/lib.rs': 'pub struct Match;\nimpl Match { pub fn new() -> Match { Match } }\n',
      'crates/printer/Cargo.toml': '[package]\nname = "grep-printer"\n',
      'crates/printer/src/lib.rs':
        'use {\n  grep_matcher::Match,\n  regex::Regex,\n};\nfn run() { Match::new(); }\n',
    };
    expect(await callsIn(texts, 'crates/printer/src/lib.rs')).toEqual({
      'Match.new': 'crates/matcher/src/lib.rs#Match.new (import-resolved)',
    });
  });

  it('follows names that a module exports under another name', async () => {
    const texts = {
      'base.ts':
        'class Hono { use() {} }\nfunction first() {}\nfunction base() {}\nexport { Hono as Base, first as default };\n',
      'app.ts':
        "import begin, { Base } from './base';\nclass App extends Base {}\nbegin();\nnew App().use();\n",
    };
    expect(await callsIn(texts, 'app.ts')).toEqual({
      begin: 'base.ts#first (import-resolved)',
      App: 'app.ts#App (same-file)',
      'new App().use': 'base.ts#Hono.use (import-resolved)',
    });
  });

  it('keeps global PHP names, other namespaces and the base class apart from the own', async () => {
    const texts = {
      'src/Failure.php':
        '<?php\nnamespace Acme;\nclass Failure extends \\Failure {\n  function __construct() { parent::__construct(); }\n  function fail() { throw new \\Failure(); }\n  function all() { new Failure(); new Plain(); new Other(); }\n}\n',
      'src/Plain.php': '<?php\nclass Plain {}\n',
      'lib/Other.php': '<?php\nnamespace Else;\nclass Other {}\n',
    };
    expect(await callsIn(texts, 'src/Failure.php')).toEqual({
      'parent.__construct': 'unresolved',
      '\\.Failure': 'unresolved',
      Failure: 'src/Failure.php#Failure (same-file)',
      Plain: 'src/Plain.php#Plain (same-package)',
      Other: 'unresolved',
    });
  });

  it('calls the method where a field has its name, and finds what stands behind broken C', async () => {
    const texts = {
      'Cargo.toml': '[package]\nname = "acme"\n',
      'src/lib.rs':
        'pub struct B { dot: bool }\nimpl B { pub fn dot(&mut self) {} }\nfn run(b: B) { b.dot(); }\n',
    };
    const reader = await read(texts);
    const [call] = reader.uses('dot', { kinds: ['call'] }).edges;
    expect(call?.targets.map(({ kind, qualifiedName }) => `${kind} ${qualifiedName}`)).toEqual([
      'method B.dot',
    ]);
    const broken = {
      'dump.c':
        'static void dump(int x) {\n#ifdef A\n  if (x) {\n#else\n  if (!x) {\n#endif\n    x = 1;\n  }\n}\nchar *shown(int x) { return 0; }\n',
      'dump.h': 'char *shown(int x);\n',
      'main.c': '#include "dump.h"\nint main() { shown(1); }\n',
    };
    expect(await callsIn(broken, 'main.c')).toEqual({ shown: expect.stringContaining('shown (') });
  });

  it('takes the parts of a partial class for one', async () => {
    const texts = {
      'A.cs': 'namespace N { public partial class Args { public void Add() {} } }\n',
      'B.cs': 'namespace N { public partial class Args { public void Put() {} } }\n',
      'C.cs':
        'namespace N { class User { void Run() { var args = new Args(); args.Add(); args.Put(); } } }\n',
    };
    expect(await callsIn(texts, 'C.cs')).toEqual({
      Args: 'A.cs#N.Args (same-package)',
      'args.Add': 'A.cs#N.Args.Add (same-package)',
      'args.Put': 'B.cs#N.Args.Put (same-package)',
    });
  });

  it('does not take the type of an element for that of a value', async () => {
    const texts = {
      'A.kt': [
        'class Item { fun clear() {} }',
        'object Registry { val all = mutableListOf<Item>(); val one: Item = Item() }',
        'fun run() { Registry.all.clear(); Registry.one.clear() }',
      ].join('\n'),
    };
    expect(await callsIn(texts, 'A.kt')).toEqual({
      Item: 'A.kt#Item (same-file)',
      mutableListOf: 'unresolved',
      'Registry.all.clear': 'unresolved',
      'Registry.one.clear': 'A.kt#Item.clear (same-file)',
    });
  });
});
