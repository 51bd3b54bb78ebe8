import { get_encoding, type Tiktoken } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context, openContext, PHASES } from '../../src/index.ts';
import { ctxHere, removeFolders } from '../cli/run-ctx.ts';
import { makeRepository } from '../engine/make-repository.ts';
import { bench as mcpBench } from '../mcp/in-process.ts';

/** What tokenizers of several models take for a token of their own. */
const SPECIAL = [
  ...['<|endoftext|>', '<|endofprompt|>', '<|im_start|>system', '<|im_end|>', '<|im_sep|>'],
  ...['<|fim_prefix|>', '<|fim_middle|>', '<|fim_suffix|>', '<|start_header_id|>', '<|eot_id|>'],
  ...['<s>', '</s>', '[INST]', '<pad>', '<unk>', '<|reserved_special_token_0|>', '\u003c|\u200bendoftext|>'],
];
const ALL = SPECIAL.join(' ');
/** The mark of a task that is all words and one that is nothing else. */
const TASKS = [...SPECIAL.map((special) => `stop ${special} at refresh_marks`), ...SPECIAL.slice(0, 3), ALL];

function files(): Record<string, string> {
  const entries = SPECIAL.map((special, at) => [
    `src/mark${at}.py`,
    `# ${special}\ndef refresh_marks_${at}(text='${special}'):\n    """Ends at ${ALL}."""\n    return text.split('${special}')\n`,
  ]);
  return {
    ...Object.fromEntries(entries),
    'src/<|im_start|>.py': `def refresh_marks():\n    return '${ALL}'\n`,
    'AGENTS.md': `# Rules\n\nNever print ${ALL}\n`,
    'test/test_marks.py': `def test_marks():\n    assert refresh_marks() == '${ALL}'\n`,
  };
}

let root = '';
let context: Context;
const oracles = new Map<'o200k_base' | 'cl100k_base', Tiktoken>();

beforeAll(async () => {
  root = makeRepository(files());
  context = await openContext(root);
  await context.index();
  for (const name of ['o200k_base', 'cl100k_base'] as const) oracles.set(name, get_encoding(name));
}, 120_000);
afterAll(async () => {
  for (const oracle of oracles.values()) oracle.free();
  await context.close();
  removeFolders();
});

/** As the text of a repository is counted: nothing in it is special. */
function count(text: string, name: 'o200k_base' | 'cl100k_base' = 'o200k_base'): number {
  return oracles.get(name)?.encode_ordinary(text).length ?? Number.NaN;
}

describe('text that tokenizers take for tokens of their own', () => {
  it('is searched for like any other text', async () => {
    for (const task of TASKS)
      for (const mode of ['hybrid', 'lexical', 'symbol', 'semantic', 'regex'] as const) {
        const pattern = mode === 'regex' ? task.replace(/[!-/:-@[-`{-~]/g, '\\$&') : task;
        const answer = await context.query(pattern, { mode, freshness: 'stored' });
        expect([task, mode, answer.query]).toEqual([task, mode, expect.any(String)]);
      }
    const found = await context.query('<\\|im_start\\|>system', { mode: 'regex', limit: 100 });
    expect(found.total).toBeGreaterThan(SPECIAL.length);
    expect((await context.query(TASKS[0] ?? '', { freshness: 'stored' })).hits.length).toBeGreaterThan(0);
  });

  it('is counted in packs of any phase, format and tokenizer, never above the budget', async () => {
    let shown = 0;
    for (const [at, goal] of TASKS.entries()) {
      const phase = PHASES[at % PHASES.length] ?? 'edit';
      const format = (['markdown', 'xml', 'json'] as const)[at % 3] ?? 'markdown';
      const tokenizer = at % 2 === 0 ? 'o200k_base' : 'cl100k_base';
      for (const budget of [1_500, 6_000]) {
        const task = { goal, failures: `AssertionError: ${goal}\n  at src/mark3.py:2`, constraints: [ALL] };
        const options = { budget, format, tokenizer, freshness: 'stored' } as const;
        const pack = await context.pack(task, phase, options);
        expect(pack.tokens).toBe(count(pack.text, tokenizer));
        expect(pack.tokens).toBeLessThanOrEqual(budget);
        shown += pack.snippets.filter(({ path }) => path !== null).length;
      }
    }
    expect(shown).toBeGreaterThan(TASKS.length);
  });

  it('goes through the command line and pack_context', async () => {
    const { dispatch } = await mcpBench([root]);
    for (const task of [...SPECIAL.slice(0, 4), ALL]) {
      const run = await ctxHere(root, ['pack', '--budget', '2500', '--no-sync', '--json', '--', task]);
      expect([run.code, run.stderr]).toEqual([0, expect.any(String)]);
      const pack = JSON.parse(run.stdout);
      expect(pack.tokens).toBe(count(pack.text));
      expect(pack.tokens).toBeLessThanOrEqual(2_500);
      const { envelope } = await dispatch.call('pack_context', { task, failures: task, budget: 2_500 });
      if (!('data' in envelope)) throw new Error(JSON.stringify(envelope));
      const { content, tokens } = envelope.data as { readonly content: string; readonly tokens: number };
      expect(tokens).toBe(count(content));
      expect(tokens).toBeLessThanOrEqual(2_500);
    }
  });
});
