import { APPROVAL_RISKS, IDEMPOTENCIES, RECOVERIES, TOOL_EFFECTS } from '../index.ts';
import type { Tool } from './tool.ts';

/** Bytes that no answer may exceed, whatever a contract says. */
const MOST_INLINE_BYTES = 400_000;

/** The tools, each with a whole contract: fails where one has none, or one that contradicts itself. */
export function registerTools<T extends Readonly<Partial<Record<string, Tool>>>>(tools: T): T {
  for (const [name, tool] of Object.entries(tools)) {
    const faults = tool === undefined ? ['it is not there'] : contractFaults(name, tool);
    if (faults.length > 0) throw new Error(`The tool ${name} cannot be registered: ${faults.join('; ')}.`);
  }
  return tools;
}

/** What is wrong with the contract of a tool, in sentences. */
export function contractFaults(name: string, tool: Tool): readonly string[] {
  const { contract, description, title, earlier = [], command } = tool;
  const { effect, idempotency, approvalRisk, recovery, result, schemaVersion, conflictKey } = contract;
  const isRead = effect === 'READ';
  const versions = [...earlier.map(({ version }) => version), schemaVersion];
  const checks: readonly (readonly [boolean, string])[] = [
    [contract.name === name, `its contract is for ${contract.name}`],
    [/^[a-z]+(_[a-z]+)*$/.test(name), 'its name is not in snake_case'],
    [title !== '' && description !== '' && command !== '', 'it has no title, description or command'],
    [Object.hasOwn(TOOL_EFFECTS, effect), `${effect} is no effect`],
    [Object.hasOwn(IDEMPOTENCIES, idempotency), `${idempotency} is no idempotency`],
    [Object.hasOwn(APPROVAL_RISKS, approvalRisk), `${approvalRisk} is no approval risk`],
    [Object.hasOwn(RECOVERIES, recovery), `${recovery} is no recovery`],
    [isRead === (idempotency === 'pure'), 'only what reads is pure'],
    [isRead === (approvalRisk === 'none'), 'only what reads has no approval risk'],
    [isRead === (conflictKey === null), 'what writes needs a conflict key, what reads has none'],
    [
      idempotency !== 'additive' || recovery === 'look-first',
      'a second call would add once more: look first',
    ],
    [result.fullOutput === 'artifact', 'its full output is kept nowhere'],
    [
      result.maxInlineBytes > 0 && result.maxInlineBytes <= MOST_INLINE_BYTES,
      'its limit of bytes is out of range',
    ],
    [versions.every((version, at) => version === at + 1), 'versions of its arguments are missing'],
    [isRead || !tool.cached, 'what writes is not cached'],
  ];
  return checks.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
