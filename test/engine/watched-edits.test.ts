import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Context, openContext } from '../../src/index.ts';

const FILES = 40;
const EDITS = 60;

let root = '';
let context: Context | null = null;

afterEach(async () => {
  await context?.close();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('a context that watches', () => {
  it('finds what was saved the moment before, and no longer what was there, every time', async () => {
    root = mkdtempSync(join(tmpdir(), 'ctx-watched-'));
    execFileSync('git', ['init', '-q', root]);
    for (let i = 0; i < FILES; i++)
      write(`src/part${i % 7}/file${i}.ts`, `export const before${i} = ${i};\n`);
    context = await openContext(root, { env: { ...process.env, CTX_DIR: join(root, '.ctx') } });
    await context.index();
    const watching = await context.watch();
    const missed: string[] = [];
    for (let i = 0; i < EDITS; i++) {
      const n = i % FILES;
      const path = `src/part${n % 7}/file${n}.ts`;
      const name = `savedMarker${i}x`;
      const text = `export const ${name} = 'z';\n`;
      // Saved in place, as a new file over it, or in a folder that is new.
      if (i % 3 === 1) {
        write(`${path}.tmp`, text);
        renameSync(join(root, `${path}.tmp`), join(root, path));
      } else write(i % 3 === 0 ? path : `src/new${i}/made.ts`, text);
      const { found } = await context.symbols.find(name);
      if (found.length !== 1) missed.push(`${i}: ${name} is not found`);
      const gone = await context.symbols.find(`before${n}`);
      if (i % 3 < 2 && gone.found.length !== 0) missed.push(`${i}: what was replaced is still found`);
    }
    await watching.close();
    expect(missed).toEqual([]);
  });
});
