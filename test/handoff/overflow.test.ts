import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChatMessage,
  checkMessages,
  classifyOverflow,
  messageTokens,
  OVERFLOW_PROVIDERS,
  planRequest,
  planRetry,
  readChat,
  repairMessages,
  writeChat,
} from '../../src/handoff/index.ts';
import { countWords } from './sample-session.ts';

const say = (role: ChatMessage['role'], text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  role,
  text,
  calls: [],
  answers: null,
  ...more,
});
const calls = (...ids: readonly string[]) => ({ calls: ids.map((id) => ({ id, name: 'run', input: '{}' })) });

// ─── errors of providers ────────────────────────────────────────────────────────────────────────────────

const ERRORS: readonly (readonly [string, unknown, object])[] = [
  [
    'openai',
    {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130512 tokens. Please reduce the length of the messages.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
    { limit: 128000, requested: 130512, outputOnly: false },
  ],
  [
    'openai',
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    { limit: null, requested: null },
  ],
  [
    'openai',
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion).",
    { limit: 8192, requested: 9000, outputOnly: true },
  ],
  [
    'anthropic',
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
    { limit: 200000, requested: 210000 },
  ],
  [
    'anthropic',
    'input length and `max_tokens` exceed context limit: 150000 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    { limit: 200000, requested: 214000, outputOnly: true },
  ],
  [
    'google',
    new Error(
      '{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).","status":"INVALID_ARGUMENT"}}',
    ),
    { limit: 1048575, requested: 1200000 },
  ],
  [
    'bedrock',
    { name: 'ValidationException', message: 'Input is too long for requested model.' },
    { limit: null },
  ],
  [
    'bedrock',
    'ValidationException: prompt is too long: 205000 tokens > 200000 maximum',
    { limit: 200000, requested: 205000 },
  ],
  [
    'mistral',
    {
      object: 'error',
      message:
        'Prompt contains 41235 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_prompt_error',
      code: '3051',
    },
    { limit: 32768, requested: 41235 },
  ],
  [
    'deepseek',
    {
      error: {
        message:
          "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (132000 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.",
        type: 'invalid_request_error',
      },
    },
    { limit: 131072, requested: 140000, outputOnly: false },
  ],
  [
    'moonshot',
    {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)',
      },
    },
    { limit: 262144, requested: 291351 },
  ],
  [
    'vllm',
    'The decoder prompt (length 40960) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller than the number of text tokens.',
    { limit: 32768, requested: 40960 },
  ],
  [
    'vllm',
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 32768 tokens and your request has 26000 input tokens (8192 > 32768 - 26000).",
    { limit: 32768, requested: 34192, outputOnly: true },
  ],
  ['ollama', { error: 'the input length exceeds the context length' }, { limit: null }],
  ['ollama', 'prompt too long; exceeded max context length by 512 tokens', { limit: null }],
  ['unknown', 'the request exceeds the available context size. try increasing the context size', {}],
  ['unknown', { status: 413, error: { type: 'request_too_large' } }, {}],
];

describe('overflow errors', () => {
  it.each(ERRORS)('of %s: %j', (provider, error, facts) => {
    expect(classifyOverflow(error)).toMatchObject({ provider, ...facts });
  });

  it('are known of every provider', () => {
    expect([...new Set(ERRORS.map(([provider]) => provider))].sort()).toEqual([...OVERFLOW_PROVIDERS].sort());
  });

  it.each([
    'Rate limit reached for gpt-x: Limit 30000 tokens per min (TPM), Requested 40000.',
    'You exceeded your current quota, please check your plan and billing details.',
    'messages: roles must alternate between "user" and "assistant"',
    'Internal server error',
    '',
  ])('are not: %s', (text) => {
    expect(classifyOverflow(new Error(text))).toBeNull();
  });

  it('are looked for without harm in anything', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    for (const value of [null, undefined, 3, loop, [], Symbol.iterator])
      expect(classifyOverflow(value)).toBeNull();
    fc.assert(
      fc.property(fc.anything(), (value) => void classifyOverflow(value)),
      { numRuns: 200 },
    );
  });
});

describe('retrying', () => {
  const error = { provider: 'openai', limit: 100_000, requested: 120_000, outputOnly: false } as const;
  const retry = (attempt: number) => planRetry({ error, attempt, reserveOutput: 8_000, estimated: 110_000 });

  it('gets stronger with each attempt, and ends', () => {
    const steps = [1, 2, 3, 4, 5].map(retry);
    expect(steps.map((step) => (step.action === 'retry' ? step.strength : step.action))).toEqual([
      'trim',
      'compact',
      'compact-hard',
      'handoff-only',
      'give-up',
    ]);
    const targets = steps.flatMap((step) => (step.action === 'retry' ? [step.inputTarget ?? 0] : []));
    expect(targets).toEqual([...targets].sort((a, b) => b - a));
    expect(targets[0]).toBeLessThan(92_000);
  });

  it('reserves less for the answer where that is enough', () => {
    const step = planRetry({
      error: { ...error, outputOnly: true },
      attempt: 1,
      reserveOutput: 8_000,
      estimated: 1,
    });
    expect(step).toMatchObject({ action: 'retry', reserveOutput: 4_000 });
  });

  it('works without knowing the limit', () => {
    const unknown = { provider: 'ollama', limit: null, requested: null, outputOnly: false } as const;
    expect(planRetry({ error: unknown, attempt: 2, reserveOutput: 0, estimated: 10_000 })).toMatchObject({
      inputTarget: 7_000,
    });
  });
});

// ─── planning ───────────────────────────────────────────────────────────────────────────────────────────

describe('planning a request', () => {
  const turns = (count: number): readonly ChatMessage[] =>
    Array.from({ length: count }, (_, i) => [
      say('user', `question ${i} ${'word '.repeat(50)}`),
      say('assistant', '', calls(`c${i}`)),
      say('tool', 'output '.repeat(50), { answers: `c${i}` }),
      say('assistant', 'answer'),
    ]).flat();
  const plan = (window: number, messages: readonly ChatMessage[]) =>
    planRequest({
      window,
      reserveOutput: 500,
      system: 'You are.',
      tools: [{ name: 'run' }],
      messages,
      counter: countWords,
    });

  it('says what fits', () => {
    expect(plan(100_000, turns(3))).toMatchObject({ verdict: 'fits', compactBefore: 0 });
    const whole = plan(100_000, turns(40)).estimate;
    expect(whole.total).toBe(whole.system + whole.tools + whole.messages);
  });

  it('asks for compaction at the soft threshold and keeps the newest whole', () => {
    const messages = turns(40);
    const { total } = plan(100_000, messages).estimate;
    const soon = plan(Math.ceil(total / 0.8) + 500, messages);
    expect(soon.verdict).toBe('compact-soon');
    expect(soon.compactBefore).toBeGreaterThan(0);
    expect(soon.keptTokens).toBeLessThanOrEqual(soon.room * 0.35);
    expect(messages[soon.compactBefore]?.role).not.toBe('tool');
    expect(plan(total, messages).verdict).toBe('too-big');
  });

  it('keeps at least the last message', () => {
    const { compactBefore, verdict } = plan(600, [say('user', 'a'), say('user', 'word '.repeat(900))]);
    expect([compactBefore, verdict]).toEqual([1, 'too-big']);
  });
});

// ─── sequences ──────────────────────────────────────────────────────────────────────────────────────────

describe('the checker', () => {
  const ok = [say('system', 's'), say('user', 'u'), say('assistant', '', calls('a', 'b'))];
  const result = (id: string) => say('tool', 'r', { answers: id });

  it('passes what is legal', () => {
    expect(checkMessages([])).toEqual([]);
    expect(checkMessages(ok)).toEqual([]);
    expect(checkMessages([...ok, result('b'), result('a'), say('user', 'u'), say('assistant', 'x')])).toEqual(
      [],
    );
    expect(checkMessages([...ok, result('b'), result('a'), say('assistant', 'x')])).toEqual([]);
  });

  it.each([
    ['does not begin with a user message', [say('assistant', 'x')]],
    ['system message after the start', [say('user', 'u'), say('system', 's')]],
    ['two messages of one role in a row', [say('user', 'u'), say('user', 'v')]],
    ['result without a call', [say('user', 'u'), result('z')]],
    ['call without a result', [...ok, result('a'), say('user', 'u')]],
    ['call without a result', [...ok, result('a')]],
    ['result not right after its call', [...ok, result('a'), result('b'), result('a')]],
    ['id used twice', [...ok, result('a'), result('b'), say('assistant', '', calls('a')), result('a')]],
    ['empty message', [say('user', ' ')]],
    ['calls or answers of a wrong role', [say('user', 'u', calls('a'))]],
  ] as const)('finds: %s', (fault, messages) => {
    expect(checkMessages(messages).map((each) => each.fault)).toContain(fault);
  });
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const messages = fc.array(
  fc.record({
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const),
    text: fc.constantFrom('', ' ', 'words', 'more words'),
    calls: fc.array(fc.record({ id, name: fc.constant('run'), input: fc.constant('{}') }), { maxLength: 3 }),
    answers: fc.option(id),
  }),
  { maxLength: 24 },
);

describe('repair', () => {
  it('makes every sequence legal, in 3 000 random sessions', () => {
    let illegal = 0;
    fc.assert(
      fc.property(messages, (sequence) => {
        if (checkMessages(sequence).length > 0) illegal++;
        expect(checkMessages(repairMessages(sequence))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
    expect(illegal).toBeGreaterThan(1_000);
  });

  it('leaves a legal sequence as it is', () => {
    fc.assert(
      fc.property(messages, (sequence) => {
        const legal = repairMessages(sequence);
        expect(repairMessages(legal)).toEqual(legal);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what users say', () => {
    fc.assert(
      fc.property(messages, (sequence) => {
        const said = sequence.filter(({ role, text }) => role === 'user' && text.trim() !== '').length;
        const kept = repairMessages(sequence)
          .filter(({ role }) => role === 'user')
          .flatMap(({ text }) => text.split('\n\n'));
        expect(kept.length).toBeGreaterThanOrEqual(said);
      }),
      { numRuns: 300 },
    );
  });

  it('stays legal in the formats of providers', () => {
    fc.assert(
      fc.property(messages, (sequence) => {
        const legal = repairMessages(sequence);
        for (const format of ['openai-chat', 'anthropic'] as const) {
          const again = readChat(writeChat(legal, format), format);
          expect(checkMessages(again)).toEqual([]);
          expect(again.length).toBe(legal.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps pictures, whatever the format, and counts them', () => {
    const picture = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    const chat = repairMessages([
      say('user', 'Look.', { images: [picture] }),
      say('user', '', { images: [{ url: 'https://example.com/a.png' }] }),
      say('assistant', '', calls('a')),
      say('tool', 'A shot.', { answers: 'a', images: [picture] }),
    ]);
    expect(chat.map(({ images }) => images?.length ?? 0)).toEqual([2, 0, 1]);
    for (const format of ['openai-chat', 'anthropic'] as const)
      expect(readChat(writeChat(chat, format), format)).toEqual(chat);
    expect(writeChat(chat, 'anthropic')[0]).toMatchObject({
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      ],
    });
    expect(writeChat(chat, 'openai-chat')[0]).toMatchObject({
      content: [
        { type: 'text' },
        { image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        { image_url: { url: 'https://example.com/a.png' } },
      ],
    });
    const [first] = chat;
    expect(first && messageTokens(first, countWords)).toBeGreaterThan(3_000);
  });

  it('answers calls that were cut short', () => {
    const repaired = repairMessages([
      say('user', 'u'),
      say('assistant', '', calls('a')),
      say('user', 'go on'),
    ]);
    expect(repaired.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(repaired[2]?.text).toContain('no result');
  });
});
