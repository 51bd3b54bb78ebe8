import type { Decision, Task } from '../index.ts';
import { usageError } from './failure.ts';

/**
 * What a pack takes from a handoff file: goal, constraints, acceptance, decisions, files to read again. Fields it does
 * not know are left alone. Fails with USAGE where the file is not such an object.
 */
export function readHandoff(text: string): Partial<Task> {
  const handoff = parse(text);
  const acceptance = strings(handoff, 'acceptance');
  const constraints = strings(handoff, 'active_constraints');
  const openFiles = strings(handoff, 'must_reread');
  const { goal } = handoff;
  return {
    ...(typeof goal === 'string' && { goal }),
    ...(acceptance.length > 0 && { acceptance }),
    ...(constraints.length > 0 && { constraints }),
    ...(openFiles.length > 0 && { openFiles }),
    decisions: list(handoff, 'decisions').map(decisionOf),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError('The handoff file is not JSON.', error);
  }
  if (!isFields(value)) throw usageError('The handoff file is not a JSON object.');
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(handoff: Fields, field: string): readonly unknown[] {
  const value = handoff[field] ?? [];
  if (!Array.isArray(value)) throw usageError(`In the handoff file, ${field} is not a list.`);
  return value;
}

function strings(handoff: Fields, field: string): readonly string[] {
  return list(handoff, field).map((value) => {
    if (typeof value !== 'string') throw usageError(`In the handoff file, ${field} holds more than strings.`);
    return value;
  });
}

const STATUSES: readonly Decision['status'][] = ['accepted', 'rejected', 'tentative'];

function decisionOf(value: unknown, position: number): Decision {
  const fields = isFields(value) ? value : {};
  const { claim, status } = fields;
  const known = STATUSES.find((each) => each === status);
  if (typeof claim !== 'string' || known === undefined) {
    throw usageError(
      `In the handoff file, decision ${position + 1} needs a claim and a status (${STATUSES.join(', ')}).`,
    );
  }
  const text = (field: string): string => (typeof fields[field] === 'string' ? String(fields[field]) : '');
  return { id: text('id') || String(position + 1), claim, status: known, reason: text('reason') };
}
