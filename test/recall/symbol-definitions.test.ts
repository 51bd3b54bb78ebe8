import { expect, it } from 'vitest';
import { recall, understandTask } from '../../src/recall/index.ts';
import { LEXICAL } from './auth-repository.ts';
import { type SmallFile, smallSnapshot } from './small-snapshot.ts';

/** Scores of the symbol retriever by path, best of each. */
function scores(task: string, files: readonly SmallFile[]): Readonly<Record<string, number>> {
  const snapshot = smallSnapshot(files);
  const { hits } = recall({
    query: understandTask(task),
    snapshot,
    vector: null,
    diff: [],
    openFiles: [],
    lexical: LEXICAL,
  });
  const found: Record<string, number> = {};
  for (const { file, retriever, score } of hits) {
    const path = snapshot.files[file]?.path ?? '';
    if (retriever === 'symbol') found[path] = Math.max(found[path] ?? 0, score);
  }
  return found;
}

const classes = (name: string, count: number): string => `class ${name}\n    pass\n`.repeat(count);

it('a class that several files open again is found where the file is named for it', () => {
  const opened = ['variable_force/branch.rb', 'variable_force/scope.rb', 'variable_force.rb'];
  const found = scores(
    'VariableForce',
    opened.map((path) => ({ path, text: classes('VariableForce', 1) })),
  );
  expect(found['variable_force.rb']).toBeGreaterThan(2 * (found['variable_force/branch.rb'] ?? 1));
  expect(found['variable_force/branch.rb']).toBe(found['variable_force/scope.rb']);
  const without = scores(
    'VariableForce',
    opened.slice(0, 2).map((path) => ({ path, text: classes('VariableForce', 1) })),
  );
  expect(without['variable_force/branch.rb']).toBeGreaterThan(found['variable_force/branch.rb'] ?? 1);
});

it('what a name is comes before what adds to it', () => {
  const files = [
    { path: 'routing/mod.rs', text: 'class Router\n' },
    { path: 'routing/resource.rs', text: 'impl Router\n' },
  ];
  const found = scores('Router', files);
  expect(found['routing/resource.rs']).toBeCloseTo(0.3 * (found['routing/mod.rs'] ?? 0), 10);
  expect(scores('Router', files.slice(1))['routing/resource.rs']).toBe(found['routing/mod.rs']);
});

it('a test of the same name does not make a name mean less', () => {
  const code: SmallFile = { path: 'src/method.kt', text: 'def permitsBody()\n' };
  const test: SmallFile = { path: 'test/api_test.kt', kind: 'test', text: 'def permitsBody()\n' };
  const both = scores('permitsBody', [code, test]);
  expect(both['src/method.kt']).toBe(scores('permitsBody', [code])['src/method.kt']);
  expect(both['test/api_test.kt']).toBeCloseTo(0.3 * (both['src/method.kt'] ?? 0), 10);
  expect(scores('permitsBody', [test])['test/api_test.kt']).toBe(both['src/method.kt']);
});

it('many specialisations in one file are one thing, a name that many files define is none', () => {
  const once = scores('StringMaker', [{ path: 'tostring.hpp', text: classes('StringMaker', 1) }]);
  const many = scores('StringMaker', [{ path: 'tostring.hpp', text: classes('StringMaker', 60) }]);
  expect(many).toEqual(once);
  expect(many['tostring.hpp']).toBeGreaterThan(0);
  const everywhere = Array.from({ length: 60 }, (_, index) => ({
    path: `handlers/h${index}.py`,
    text: classes('StringMaker', 1),
  }));
  expect(scores('StringMaker', everywhere)).toEqual({});
  const withHome = [...everywhere, { path: 'src/string_maker.py', text: classes('StringMaker', 1) }];
  expect(scores('StringMaker', withHome)).toEqual({ 'src/string_maker.py': once['tostring.hpp'] });
  expect(scores('The StringMaker is slow.\nIt has to be repaired', withHome)).toEqual({});
});
