import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  DETAILS,
  isCtxError,
  PACK_FORMATS,
  type Pack,
  type PackFormat,
  type PackItem,
  PHASES,
  type PhasePlan,
  ROLES,
  TOKENIZERS,
  type TokenCounter,
  type TokenizerName,
} from '../../src/core/index.ts';
import { createTokenCounter, type PackInput, PHASE_PLANS, packItems } from '../../src/pack/index.ts';
import { file, filesOf, INDEX, lines, sample, text } from './sample.ts';

const counters = new Map<TokenizerName, TokenCounter>();
let counter: TokenCounter;
beforeAll(async () => {
  for (const name of TOKENIZERS) counters.set(name, await createTokenCounter(name));
  counter = await createTokenCounter('o200k_base');
});

function input(over: Partial<PackInput> = {}): PackInput {
  return {
    ...sample(),
    plan: PHASE_PLANS.explore,
    budget: 4000,
    counter,
    format: 'markdown',
    traceId: 't-0123456789abc',
    index: INDEX,
    matched: true,
    ...over,
  };
}

describe('rendering', () => {
  test.each(PACK_FORMATS)('%s is as agreed', async (format) => {
    const { pack } = await packItems(input({ format }));
    await expect(pack.text).toMatchFileSnapshot(`golden/explore.${format === 'markdown' ? 'md' : format}`);
  });

  test('a small budget condenses and says what was left out', async () => {
    const { pack } = await packItems(input({ budget: 560 }));
    expect(pack.omitted.length).toBeGreaterThan(0);
    await expect(pack.text).toMatchFileSnapshot('golden/explore-small.md');
  });

  test('no match, stale files and a partial index are said', async () => {
    const stale = { ...INDEX, completeness: 'partial' as const, stale: ['src/client.py'] };
    const { pack, outcomes } = await packItems(input({ matched: false, index: stale }));
    await expect(pack.text).toMatchFileSnapshot('golden/explore-unmatched.md');
    expect(outcomes.get('chunk:1')).toEqual({ kind: 'dropped', because: 'below-cut' });
    expect(outcomes.get('chunk:5')?.kind).toBe('packed');
  });

  test('overlapping and adjacent lines of a file become one snippet', async () => {
    const { pack, outcomes } = await packItems(
      input({
        items: [
          text('goal', 'goal', 'x'),
          lines('chunk:1', 'definitions', 'src/auth/cache.py', [15, 19]),
          lines('chunk:2', 'dataflow', 'src/auth/cache.py', [18, 22], { score: 0.5 }),
          lines('chunk:3', 'definitions', 'src/auth/cache.py', [16, 18], { score: 0.1 }),
        ],
      }),
    );
    expect(pack.snippets.filter(({ path }) => path !== null).map(({ title, role }) => [title, role])).toEqual(
      [['src/auth/cache.py:15-22', 'definitions']],
    );
    expect(outcomes.get('chunk:2')?.kind).toBe('packed');
    expect(outcomes.get('chunk:3')).toEqual({ kind: 'dropped', because: 'overlap' });
    expect(pack.text.match(/^18\t/gm)).toHaveLength(1);
  });

  test('JSON parses, and its rows are the file', async () => {
    const { pack } = await packItems(input({ format: 'json' }));
    const parsed = JSON.parse(pack.text);
    expect(parsed.snippets.map((snippet: { role: string }) => snippet.role)).toEqual(
      pack.snippets.map(({ role }) => role),
    );
    expect(parsed.trace).toBe('t-0123456789abc');
  });
});

describe('choosing', () => {
  test('copies of one text stand once', async () => {
    const body = Array.from({ length: 8 }, (_, at) => `const value${at} = compute(${at}, input);`).join('\n');
    const { outcomes } = await packItems(
      input({
        items: [
          text('goal', 'goal', 'x'),
          lines('chunk:1', 'definitions', 'a.ts', [1, 8], { score: 0.9 }),
          lines('chunk:2', 'dataflow', 'b.ts', [1, 8], { score: 0.8 }),
        ],
        files: filesOf(file('a.ts', body, 'aa'), file('b.ts', `${body.replaceAll(' ', '  ')}`, 'bb')),
      }),
    );
    expect(outcomes.get('chunk:1')?.kind).toBe('packed');
    expect(outcomes.get('chunk:2')).toEqual({ kind: 'dropped', because: 'duplicate' });
  });

  test('what a session was sent is not sent again, unless the file changed', async () => {
    const first = await packItems(input());
    const seen = new Set(first.pack.sent);
    const second = await packItems(input({ seen }));
    expect(second.outcomes.get('chunk:1')).toEqual({ kind: 'dropped', because: 'already-sent' });
    expect(second.outcomes.get('map')).toEqual({ kind: 'dropped', because: 'already-sent' });
    expect(second.outcomes.get('goal')?.kind).toBe('packed');
    const { files } = input();
    const changed = (path: string) => {
      const file = files.get(path);
      return path === 'src/auth/cache.py' && file !== undefined ? { ...file, hash: '99' } : file;
    };
    const third = await packItems(input({ seen, files: { get: changed } }));
    expect(third.outcomes.get('chunk:1')?.kind).toBe('packed');
  });

  test('a caller never shows more than its signature', async () => {
    const { outcomes, pack } = await packItems(input({ budget: 100_000 }));
    expect(outcomes.get('chunk:3')).toMatchObject({ kind: 'packed', detail: 'signature' });
    expect(pack.text).toContain('12\t');
    expect(pack.text).not.toContain('return self._send(request, self.cache.get');
  });

  test('roles without a share are not wanted, missing files unreadable', async () => {
    const { outcomes } = await packItems(
      input({
        plan: PHASE_PLANS.verify,
        items: [
          text('goal', 'goal', 'x'),
          text('map', 'map', 'facts'),
          lines('chunk:1', 'definitions', 'gone.ts', [1, 2]),
          lines('chunk:2', 'definitions', 'src/client.py', [900, 910]),
        ],
      }),
    );
    expect(outcomes.get('map')).toEqual({ kind: 'dropped', because: 'not-wanted' });
    expect(outcomes.get('chunk:1')).toEqual({ kind: 'dropped', because: 'unreadable' });
    expect(outcomes.get('chunk:2')).toEqual({ kind: 'dropped', because: 'unreadable' });
  });

  test('the goal is never squeezed: too small a budget names the least that works', async () => {
    const goal = text('goal', 'goal', 'word '.repeat(400));
    const failure = await packItems(input({ items: [goal], budget: 100 })).then(
      () => null,
      (error: unknown) => error,
    );
    if (!isCtxError(failure, 'BUDGET_TOO_SMALL')) throw new Error('expected BUDGET_TOO_SMALL');
    const minimum = Number(failure.details['minimum']);
    expect(failure.details['budget']).toBe(100);
    const { pack } = await packItems(input({ items: [goal], budget: minimum }));
    expect(pack.tokens).toBeLessThanOrEqual(minimum);
    expect(pack.text).toContain('word '.repeat(400).trim());
    await expect(packItems(input({ items: [goal], budget: minimum - 1 }))).rejects.toThrow('Give at least');
  });

  test('secrets are replaced, the snippet stays', async () => {
    const secret = `gh${'p_'}${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`;
    const { pack } = await packItems(
      input({
        items: [
          text('goal', 'goal', `use ${secret} to push`),
          lines('chunk:1', 'definitions', 'push.ts', [2, 2]),
          lines('chunk:2', 'dataflow', 'other.ts', [1, 1]),
        ],
        files: filesOf(
          file('push.ts', `// push\nconst token = '${secret}';\nexport {};`, '11'),
          file('other.ts', `push('https://x:${secret}@github.com/a/b')`, '22'),
        ),
      }),
    );
    expect(pack.text).not.toContain(secret);
    expect(pack.text).toContain("2\tconst token = '[redacted:github-token]';");
    expect(pack.redactions).toBe(1);
  });
});

const WORDS = [
  'return',
  'x',
  '=',
  '```',
  '~~~~',
  '````````',
  ']]>',
  '</snippet>',
  '"',
  '\\',
  '漢字',
  '🦀',
  '\t',
  '<|endoftext|>',
];
const line = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));
const fileText = fc.array(line, { minLength: 1, maxLength: 60 });

const items = fc
  .record({
    files: fc.array(fileText, { minLength: 1, maxLength: 4 }),
    goal: line,
    picks: fc.array(
      fc.record({
        file: fc.nat(3),
        start: fc.nat(59),
        length: fc.nat(30),
        role: fc.constantFrom(...ROLES),
        score: fc.double({ min: -1, max: 2, noNaN: true }),
        maxDetail: fc.constantFrom(...DETAILS),
        outline: fc.array(line, { maxLength: 3 }),
        isText: fc.boolean(),
      }),
      { maxLength: 25 },
    ),
  })
  .map(({ files, goal, picks }) => ({
    files: filesOf(...files.map((rows, at) => file(`src/f${at}.ts`, rows.join('\n'), `hash${at}`))),
    items: [
      text('goal', 'goal', goal),
      ...picks.map(
        ({ file: at, start, length, role, score, maxDetail, outline, isText }, index): PackItem => {
          const kept = role === 'goal' ? 'tests' : role;
          const rows = files[at % files.length] ?? [];
          if (isText) return text(`text:${index}`, kept, rows.join('\n'), score);
          const span = [start + 1, start + 1 + length] as const;
          return lines(`chunk:${index}`, kept, `src/f${at}.ts`, span, { score, maxDetail, outline });
        },
      ),
    ],
  }));

const calls = fc.record({
  given: items,
  phase: fc.constantFrom(...PHASES),
  format: fc.constantFrom<PackFormat>(...PACK_FORMATS),
  tokenizer: fc.constantFrom<TokenizerName>(...TOKENIZERS),
  budget: fc.oneof(fc.integer({ min: 200, max: 3000 }), fc.integer({ min: 3000, max: 200_000 })),
});

type Call = typeof calls extends fc.Arbitrary<infer T> ? T : never;

function inputOf({ given, phase, format, tokenizer, budget }: Call): PackInput {
  const counted = counters.get(tokenizer) ?? counter;
  return input({ ...given, plan: PHASE_PLANS[phase], format, counter: counted, budget });
}

async function packCall(call: Call) {
  const given = inputOf(call);
  return { counted: given.counter, result: await packItems(given).catch((error: unknown) => error) };
}

/** Only what rolls over goes beyond its share, and only by what others left. */
function expectShares({ roles, budget }: Pack, { rollover }: PhasePlan): void {
  const others = roles.filter(({ role }) => role !== 'goal');
  for (const { role, share, allowed, used } of others) {
    expect(used).toBeLessThanOrEqual(rollover.includes(role) ? allowed : share);
    if (role === 'reserve') expect(used).toBe(0);
  }
  expect(others.reduce((sum, { used }) => sum + used, 0)).toBeLessThanOrEqual(budget);
}

describe('for any items, budget and format', () => {
  test('the text is within the budget, shares hold, every item has one outcome', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        const { counted, result } = await packCall(call);
        if (isCtxError(result, 'BUDGET_TOO_SMALL')) {
          expect(Number(result.details['minimum'])).toBeGreaterThan(call.budget);
          return;
        }
        if (result instanceof Error) throw result;
        const { pack, outcomes } = result as Awaited<ReturnType<typeof packItems>>;
        expect(pack.tokens).toBe(counted.count(pack.text));
        expect(pack.tokens).toBeLessThanOrEqual(call.budget);
        expect([...outcomes.keys()].sort()).toEqual(call.given.items.map(({ key }) => key).sort());
        expectShares(pack, PHASE_PLANS[call.phase]);
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  test('every budget from the least on is enough', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.nat(120), async (call, above) => {
        const { result } = await packCall({ ...call, budget: 1 });
        if (!isCtxError(result, 'BUDGET_TOO_SMALL')) throw new Error('one token was enough');
        const budget = Number(result.details['minimum']) + above;
        const { result: second } = await packCall({ ...call, budget });
        if (second instanceof Error) throw second;
        const { pack } = second as Awaited<ReturnType<typeof packItems>>;
        expect(pack.tokens).toBeLessThanOrEqual(budget);
        expect(pack.snippets.some(({ role }) => role === 'goal')).toBe(true);
      }),
      { numRuns: 100, seed: 11 },
    );
  });

  test('the same input gives the same bytes, in whatever order the items come', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        const reversed = { ...call.given, items: [...call.given.items].reverse() };
        const [a, b] = [await packCall(call), await packCall({ ...call, given: reversed })];
        expect(JSON.stringify(b.result)).toBe(JSON.stringify(a.result));
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test('the trace id changes its own place in the text and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.stringMatching(/^t-[0-9a-hj-km-np-tv-z]{13}$/), async (call, traceId) => {
        const { result } = await packCall(call);
        if (result instanceof Error) return;
        const { pack, outcomes } = result as Awaited<ReturnType<typeof packItems>>;
        const again = await packItems({ ...inputOf(call), traceId });
        expect(again.pack.text.replaceAll(traceId, pack.traceId)).toBe(pack.text);
        expect(again.outcomes).toEqual(outcomes);
        expect(again.pack.roles).toEqual(pack.roles);
        expect(again.pack.tokens).toBeLessThanOrEqual(call.budget);
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  test('content never breaks out of its fence', async () => {
    await fc.assert(
      fc.asyncProperty(items, async (given) => {
        const { pack } = await packItems(input({ ...given, budget: 50_000 }));
        expect(fencesOf(pack.text)).toEqual(pack.snippets.map(({ body }) => body));
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  test('XML and JSON give the rows back', async () => {
    await fc.assert(
      fc.asyncProperty(items, async (given) => {
        const asXml = await packItems(input({ ...given, budget: 50_000, format: 'xml' }));
        expect(cdataOf(asXml.pack.text)).toEqual(asXml.pack.snippets.map(({ body }) => `\n${body}\n`));
        const asJson = await packItems(input({ ...given, budget: 50_000, format: 'json' }));
        const bodies = JSON.parse(asJson.pack.text).snippets.map((each: { body: string }) => each.body);
        expect(bodies).toEqual(asJson.pack.snippets.map(({ body }) => body));
      }),
      { numRuns: 40, seed: 11 },
    );
  });
});

/** Bodies of the fenced blocks, as CommonMark reads them. */
function fencesOf(markdown: string): readonly string[] {
  const bodies: string[] = [];
  let fence: string | null = null;
  let rows: string[] = [];
  for (const row of markdown.split('\n')) {
    if (fence === null) {
      const open = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(row)?.[1];
      if (open !== undefined) {
        fence = open;
        rows = [];
      }
    } else if (new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`).test(row)) {
      bodies.push(rows.join('\n'));
      fence = null;
    } else rows.push(row);
  }
  expect(fence).toBeNull();
  return bodies;
}

/** Texts of the snippet elements, CDATA sections joined. */
function cdataOf(xml: string): readonly string[] {
  const body = xml.slice(xml.indexOf('</preface>'));
  return [
    ...body.matchAll(/<snippet(?: \w+="[^"<]*")*>((?:<!\[CDATA\[(?:(?!\]\]>)[\s\S])*\]\]>)+)<\/snippet>/g),
  ].map(([, sections = '']) =>
    [...sections.matchAll(/<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/g)].map(([, part = '']) => part).join(''),
  );
}
