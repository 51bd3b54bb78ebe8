import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseEmbedder } from '../../src/cli/embedder-option.ts';
import { readHandoff } from '../../src/cli/handoff-file.ts';
import { createInput } from '../../src/cli/input.ts';
import { jsonLine, printable, printableLines } from '../../src/cli/untrusted-text.ts';

describe('parseEmbedder', () => {
  it('reads each form', () => {
    expect(parseEmbedder('static', undefined)).toEqual({ kind: 'static' });
    expect(parseEmbedder('transformers:Xenova/mini', undefined)).toEqual({
      kind: 'transformers',
      model: 'Xenova/mini',
    });
    expect(parseEmbedder('transformers:./models#mini', undefined)).toEqual({
      kind: 'transformers',
      model: 'mini',
      localPath: './models',
    });
    expect(parseEmbedder('https://host:1/v1#org/mini', 'k')).toEqual({
      kind: 'http',
      url: 'https://host:1/v1',
      model: 'org/mini',
      apiKey: 'k',
    });
  });

  it.each(['', 'magic', 'http://host', 'http://host#', '#mini', 'transformers:', 'transformers:x#'])(
    'refuses %j',
    (text) => {
      expect(() => parseEmbedder(text, undefined)).toThrow(/There is no embedder/);
    },
  );
});

describe('readHandoff', () => {
  it('takes what a person writes by hand: strings in lists, no ids, few fields', async () => {
    const text = JSON.stringify({
      goal: 'g',
      active_constraints: ['c'],
      must_reread: ['a.py'],
      decisions: [{ claim: 'x', status: 'accepted' }],
      next_actions: [{ text: 'n', source: 's.1' }],
    });
    expect(await readHandoff(text)).toMatchObject({
      goal: 'g',
      active_constraints: [{ text: 'c', source: null }],
      must_reread: [{ path: 'a.py', reason: '' }],
      decisions: [{ claim: 'x', status: 'accepted', reason: '' }],
      next_actions: [{ text: 'n', status: 'pending' }],
      commands: [],
    });
    expect(await readHandoff('{}')).toMatchObject({ goal: '', decisions: [] });
  });

  it.each([
    ['[]', /not a JSON object/],
    ['plain words', /not JSON/],
    ['<!-- ctx-handoff {broken -->', /missing or damaged/],
    ['{"goal": 1}', /goal has to be a string/],
    ['{"acceptance": "one"}', /acceptance is not a list/],
    ['{"must_reread": [1]}', /must_reread holds more than strings/],
    ['{"decisions": [{"claim": "x", "status": "maybe"}]}', /decision 1 needs a claim and a status/],
  ])('refuses %s', async (text, message) => {
    await expect(readHandoff(text)).rejects.toThrow(message);
  });
});

describe('createInput', () => {
  const inputOf = (pieces: readonly Buffer[], said: string[] = []) => {
    const silent = { write: () => true };
    const stdin = Readable.from(pieces, { objectMode: true });
    const streams = { stdin, stdout: silent, stderr: silent, env: {}, on: () => {}, off: () => {} };
    return createInput(streams, (text) => said.push(text), new AbortController().signal);
  };

  it('puts characters together that lie across pieces, without byte order mark', async () => {
    const bytes = Buffer.from('\ufefftoken – 令牌');
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    expect(await inputOf(pieces).words(['-'])).toBe('token – 令牌');
  });

  it('says where it cuts', async () => {
    const said: string[] = [];
    const text = await inputOf([Buffer.alloc(17_000_000, 'x'), Buffer.from('tail')], said).words(['-']);
    expect(text.endsWith('x')).toBe(true);
    expect(said).toEqual(['Standard input is longer than 16 MB: the rest of it is not read.']);
  });
});

describe('untrusted text', () => {
  it('keeps no control characters', () => {
    expect(printable('a\tb\r\n\u001b[2J\u009b\u2028c')).toBe('a b\ufffd\ufffd\ufffd[2J\ufffd\ufffdc');
    expect(printableLines('a\tb\n\u001b[2J\r')).toBe('a\tb\n\ufffd[2J\ufffd');
  });

  it('is the same after JSON', () => {
    const value = { text: 'a\u007f\u0085\u009b\u2028\u001b' };
    expect(jsonLine(value)).toBe('{"text":"a\\u007f\\u0085\\u009b\\u2028\\u001b"}');
    expect(JSON.parse(jsonLine(value))).toEqual(value);
  });
});
