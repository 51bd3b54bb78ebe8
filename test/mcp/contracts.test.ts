import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from '../../src/cli/commands.ts';
import { envelopeSchema } from '../../src/mcp/call-result.ts';
import { createDispatch } from '../../src/mcp/dispatch.ts';
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts';
import { contractFaults, registerTools } from '../../src/mcp/register-tools.ts';
import { defineTool, readContract, TOOL_NAMES, type Tool } from '../../src/mcp/tool.ts';
import { inputSchema } from '../../src/mcp/tool-list.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { validateArguments } from '../../src/mcp/validate-arguments.ts';
import { makeRepository } from '../engine/make-repository.ts';
import { type Bench, bench, dataIn, errorIn } from './in-process.ts';

const rows = Object.entries(TOOLS);

/** Arguments that a tool accepts, and that the small repository has an answer for. */
const VALID: Readonly<Record<keyof typeof TOOLS, object>> = {
  pack_context: { task: 'refresh the token once', budget: 1_500 },
  search_code: { query: 'refresh token' },
  find_symbol: { name: 'refreshToken' },
  find_references: { symbol: 'lookUp', relation: 'callers' },
  read_file: { path: 'src/cache.ts' },
  repo_map: {},
  explain_trace: { id: 't-0000000000000' },
  handoff: { action: 'list' },
  record_decision: { claim: 'Cache tokens in Redis', status: 'rejected', reason: 'no server to run' },
  check_proposal: { proposal: 'Cache tokens in Redis' },
  index_status: {},
};

let made: Promise<Bench> | null = null;
function small(): Promise<Bench> {
  made ??= bench([
    makeRepository({
      'src/cache.ts':
        "import { lookUp } from './look-up.ts';\nexport function refreshToken(id: string) {\n  return lookUp(id);\n}\n",
      'src/look-up.ts': 'export function lookUp(id: string) {\n  return id;\n}\n',
    }),
  ]);
  return made;
}
afterAll(() => {
  made = null;
});

describe.each(rows)('%s', (name, tool) => {
  it('has a contract without faults, and a command that does the same', () => {
    expect(contractFaults(name, tool)).toEqual([]);
    expect(Object.keys(COMMANDS)).toContain(tool.command);
  });

  it('describes its arguments as JSON Schema, closed to others, each in words a model can read', () => {
    const schema = inputSchema(tool.input);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(schema).length).toBeLessThan(6_000);
  });

  it('answers with a valid envelope, in text that its contract allows', async () => {
    const { dispatch } = await small();
    const { envelope, text } = await dispatch.call(name, VALID[name as keyof typeof TOOLS]);
    expect(envelopeSchema.safeParse(envelope).error).toBeUndefined();
    expect(Buffer.byteLength(text)).toBe(envelope.metrics.output_bytes);
    expect(envelope.metrics.output_bytes).toBeLessThanOrEqual(tool.contract.result.maxInlineBytes + 2_000);
    expect(envelope.call_id).toMatch(/^c-[0-9a-z]{13}$/);
    if (name === 'explain_trace') expect(envelope.status).toBe('failed');
    else expect(envelope.status).toBe('ok');
  });

  it('refuses arguments it does not know, naming them, and says what to do', async () => {
    const { dispatch } = await small();
    const refused = await dispatch.call(name, { ...VALID[name as keyof typeof TOOLS], bogus: 1 });
    expect(errorIn(refused)).toMatchObject({ kind: 'INVALID_ARGUMENTS', retryable: false });
    expect(errorIn(refused).message).toContain(
      `"bogus"; there are ${Object.keys(tool.input.shape).join(', ')}`,
    );
    expect(errorIn(refused).suggested_action).not.toBe('');
  });

  it('writes one record with one end for every call', async () => {
    const { dispatch, workspace } = await small();
    const { envelope } = await dispatch.call(name, VALID[name as keyof typeof TOOLS]);
    const { calls } = workspace.context;
    const record = await calls.get(envelope.call_id);
    expect(record).toMatchObject({
      tool: name,
      status: envelope.status,
      schemaVersion: tool.contract.schemaVersion,
    });
    expect(
      await calls.end(envelope.call_id, {
        status: 'failed',
        error: 'RUNTIME',
        milliseconds: 0,
        outputBytes: 0,
        outputTokens: 0,
        cached: false,
        traceId: null,
      }),
    ).toBe(false);
  });
});

describe('the registry', () => {
  it('lists every tool under its own name, and few', () => {
    expect(Object.keys(TOOLS)).toEqual([...TOOL_NAMES]);
    expect(Object.keys(TOOLS).length).toBeLessThan(15);
  });

  it('takes no tool with a contract that contradicts itself', () => {
    const good = TOOLS.record_decision;
    const bad = (contract: object): Tool => ({ ...good, contract: { ...good.contract, ...contract } });
    const faults = (contract: object) => contractFaults('record_decision', bad(contract));
    expect(faults({})).toEqual([]);
    expect(faults({ effect: 'DELETE' })).toContain('DELETE is no effect');
    expect(faults({ conflictKey: null })).toContain('what writes needs a conflict key, what reads has none');
    expect(faults({ idempotency: 'additive' })).toContain('a second call would add once more: look first');
    expect(faults({ schemaVersion: 2 })).toContain('versions of its arguments are missing');
    expect(faults({ result: { maxInlineBytes: 0, fullOutput: 'artifact' } })).toContain(
      'its limit of bytes is out of range',
    );
    expect(() => registerTools({ record_decision: bad({ name: 'other' }) })).toThrow(/cannot be registered/);
  });

  it('understands arguments of earlier versions, and no others', async () => {
    const { dependsOn: _, ...like } = TOOLS.check_proposal;
    const tool = defineTool({
      ...like,
      contract: { ...readContract('check_proposal'), schemaVersion: 2 },
      input: z.strictObject({ proposal: z.string() }),
      earlier: [
        {
          version: 1,
          input: z.strictObject({ text: z.string() }),
          upgrade: ({ text }: { text: string }) => ({ proposal: text }),
        },
      ],
      run: async ({ proposal }) => ({ data: { proposal }, text: proposal }),
    });
    const { workspace, workspaces } = await small();
    expect(registerTools({ check_proposal: tool })).toBeDefined();
    const dispatch = createDispatch({ tools: { check_proposal: tool }, workspaces });
    const old = await dispatch.call('check_proposal', { text: 'as before' }, { schemaVersion: 1 });
    expect(dataIn(old)).toEqual({ proposal: 'as before' });
    expect((await workspace.context.calls.get(old.envelope.call_id)).schemaVersion).toBe(1);
    expect(validateArguments(tool, 3, {}, '{}')).toMatchObject({
      kind: 'INVALID_ARGUMENTS',
      expected: [1, 2],
    });
  });
});

describe('the instructions', () => {
  it('name every tool they speak of as it is called, in under 150 words', () => {
    expect(INSTRUCTIONS.split(/\s+/).length).toBeLessThan(150);
    const named = INSTRUCTIONS.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((word) => !Object.hasOwn(TOOLS, word))).toEqual([]);
  });
});
