import { describe, expect, it } from 'vitest';
import { importTree } from '../../src/parse/imports.ts';

const words = (text: string, style: Parameters<typeof importTree>[1]) =>
  importTree(text, style).map(({ source, names }) => [
    source,
    ...names.map(({ name, local }) => (name === local ? name : `${name} as ${local}`)),
  ]);

describe('importTree', () => {
  it('reads nested Rust paths: the last segment is a name of the rest', () => {
    expect(words('crate::a::{b, c as d, self, e::*, f::{g, h}}', 'crate-path')).toEqual([
      ['crate::a', 'b', 'c as d'],
      ['crate::a::e', '*'],
      ['crate::a::f', 'g', 'h'],
    ]);
    expect(words('serde', 'crate-path')).toEqual([['serde']]);
    expect(words('super::clock', 'crate-path')).toEqual([['super', 'clock']]);
  });

  it('keeps whole paths as sources in the styles that name types by path', () => {
    expect(words('a.b.{C, D => E, _}', 'dotted-package')).toEqual([
      ['a.b.C'],
      ['a.b.D', '* as E'],
      ['a.b', '*'],
    ]);
    expect(words('A\\{B, C as D}', 'dotted-package')).toEqual([['A\\B'], ['A\\C', '* as D']]);
  });

  it('survives unbalanced braces and deep nests', () => {
    expect(words('a::{b, c', 'crate-path')).toEqual([['a', 'b', 'c']]);
    expect(words('}}a::b', 'crate-path')).toEqual([['a', 'b']]);
    expect(importTree(`${'a::{'.repeat(2_000)}b`, 'crate-path')).toHaveLength(1);
  });
});
