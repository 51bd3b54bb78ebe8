import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCtxError, type SessionEvent, type SessionFormat } from '../../src/core/index.ts';
import { readMessages, readSession } from '../../src/handoff/index.ts';
import { SESSIONS } from './sample-session.ts';

const kinds = (events: readonly SessionEvent[], kind: SessionEvent['kind']) =>
  events.filter((e) => e.kind === kind);

const OPAQUE: Readonly<Record<SessionFormat, readonly string[]>> = {
  'openai-chat': ['not a JSON object', 'no role of the chat format'],
  'openai-responses': ['reasoning', 'an item of type quantum_call'],
  anthropic: ['reasoning', 'a block of type hologram'],
  'claude-code': ['a line of type file-history-snapshot', 'not a JSON object', 'a line of type holo-note'],
  codex: [
    'a line of type session_meta',
    'a line of type event_msg',
    'a line of type turn_context',
    'reasoning',
    'a line of type event_msg',
  ],
  gemini: [
    'metadata of the recording',
    'metadata of the recording',
    'not a JSON object',
    'metadata of the recording',
  ],
};

describe.each(SESSIONS)('a session of $format', ({ format, text }) => {
  const session = readSession(text);

  it('is recognised', () => {
    expect(session.format).toBe(format);
  });

  it('gives the words of the user alone as user events, in order', () => {
    const words = kinds(session.events, 'user').map((e) => (e.kind === 'user' ? e.text : ''));
    expect(words).toHaveLength(2);
    expect(words[0]).toMatch(/^The auth cache sends duplicate/);
    expect(words[0]).toMatch(/new dependencies\.$/);
    expect(words[1]).toMatch(/^No, don't use a global lock/);
  });

  it('joins calls and results, and leaves the last call open', () => {
    const calls = session.events.flatMap((e) => (e.kind === 'call' ? [e.callId] : []));
    const results = session.events.flatMap((e) => (e.kind === 'result' ? [e.callId] : []));
    expect(results.every((id) => calls.includes(id))).toBe(true);
    expect(calls.filter((id) => !results.includes(id))).toEqual([calls.at(-1)]);
  });

  it('knows the exit code of the failing test run', () => {
    const failing = session.events.filter((e) => e.kind === 'result' && e.text.includes('AssertionError'));
    expect(failing.map((e) => e.kind === 'result' && e.exitCode)).toEqual([1]);
  });

  it('keeps what it does not know as opaque events and counts them', () => {
    const opaque = session.events.flatMap((e) => (e.kind === 'opaque' ? [e.reason] : []));
    expect(opaque).toEqual(OPAQUE[format]);
    expect(session.opaque).toBe(opaque.length);
  });

  it('numbers events under the session id', () => {
    expect(session.events.map((e) => e.id)).toEqual(session.events.map((_, i) => `${session.id}.${i + 1}`));
    expect(readSession(text).events).toEqual(session.events);
  });
});

describe('reading', () => {
  it('takes working directory and commit from the transcript', () => {
    const byFormat = new Map(SESSIONS.map(({ format, text }) => [format, readSession(text)]));
    expect(byFormat.get('claude-code')?.cwd).toBe('/home/dev/shop');
    expect(byFormat.get('codex')).toMatchObject({
      cwd: '/home/dev/shop',
      revision: '9f2c1e7a0b3d4c5e6f708192a3b4c5d6e7f80912',
    });
    expect(byFormat.get('gemini')?.cwd).toBe('/home/dev/shop');
  });

  it('takes back what a recording rewound', () => {
    const text = SESSIONS.find(({ format }) => format === 'gemini')?.text ?? '';
    expect(text).toContain('Use threads everywhere');
    expect(JSON.stringify(readSession(text).events)).not.toContain('Use threads everywhere');
  });

  it('keeps an earlier summary apart from the user', () => {
    const line = (record: object) => JSON.stringify({ sessionId: 's', uuid: 'u', ...record });
    const claude = readSession(
      line({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'We did X.' } }),
    );
    expect(claude.events).toMatchObject([{ kind: 'summary', text: 'We did X.' }]);
    const rollout = readSession(
      '{"timestamp":"t","type":"compacted","payload":{"message":"We did Y."}}\n{"timestamp":"t","type":"turn_context","payload":{}}',
    );
    expect(rollout.events[0]).toMatchObject({ kind: 'summary', text: 'We did Y.' });
  });

  it('reads contents of the Gemini API', () => {
    const { events } = readMessages([
      { role: 'user', parts: [{ text: 'hello' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read_file', args: { path: 'a.ts' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'read_file', response: { error: 'no such file' } } }],
      },
    ]);
    expect(events).toMatchObject([
      { kind: 'user', text: 'hello' },
      { kind: 'call', tool: 'read_file' },
      { kind: 'result', callId: 'read_file', failed: true, text: 'no such file' },
    ]);
  });

  it('keeps arguments that are no JSON', () => {
    const call = { id: 'c', type: 'function', function: { name: 'shell', arguments: '{"command": "ls' } };
    const { events } = readMessages([{ role: 'assistant', content: null, tool_calls: [call] }]);
    expect(events).toMatchObject([{ kind: 'call', input: { raw: '{"command": "ls' } }]);
  });

  it('refuses a text of no known format with the list of formats', () => {
    for (const text of ['', 'hello\nworld', '{"a":1}', '[1,2]', '\u0000']) {
      try {
        readSession(text);
        expect.unreachable();
      } catch (error) {
        expect(isCtxError(error, 'USAGE')).toBe(true);
        expect(String(error)).toContain('claude-code');
      }
    }
  });

  it('gives one event at least for every line, whatever the lines hold', () => {
    const value = fc.oneof(fc.json(), fc.string());
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...SESSIONS),
        (lines, { format }) => {
          const kept = lines.map((line) => line.replaceAll('\n', ' ')).filter((line) => line.trim() !== '');
          fc.pre(kept.length > 1);
          const { events, opaque } = readSession(kept.join('\n'), format);
          expect(events.length).toBeGreaterThanOrEqual(kept.length);
          expect(opaque).toBe(events.filter((e) => e.kind === 'opaque').length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
