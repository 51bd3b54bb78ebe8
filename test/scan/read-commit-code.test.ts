import { describe, expect, it } from 'vitest';
import { readCommitCode } from '../../src/scan/index.ts';
import { commitAll, git, tempRepository, write } from './temp-repository.ts';

describe('readCommitCode', () => {
  it('gives the changed places of code files, removed and added lines alike', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `const v${i} = ${i};`);
    const root = tempRepository({ 'src/a.ts': `${lines.join('\n')}\n`, 'README.md': 'one\n' });
    const first = git(root, 'rev-parse', 'HEAD');
    write(root, {
      'src/a.ts': `${lines.join('\n').replace('const v10 = 10;', "const text = '+++ b/no';")}\n`,
      'README.md': 'two\n',
    });
    const second = commitAll(root, 'change');
    const found = await readCommitCode(root, [second, first]);
    expect(found.map(({ sha, path }) => [sha, path])).toEqual([
      [second, 'src/a.ts'],
      [first, 'src/a.ts'],
    ]);
    expect(found[0]?.text.split('\n')).toEqual([
      ...lines.slice(7, 10),
      'const v10 = 10;',
      "const text = '+++ b/no';",
      ...lines.slice(11, 14),
    ]);
    expect(found[1]?.text).toBe(lines.join('\n'));
    expect(await readCommitCode(root, [])).toEqual([]);
  });
});
