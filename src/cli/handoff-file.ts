import type { Handoff } from '../index.ts';
import { usageError } from './failure.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A handoff from a file's text: what ctx wrote, or a short one by hand: JSON in which every field may be absent and
 * lists hold strings. Secrets in it are replaced. Fails with USAGE, naming what is wrong.
 */
export async function readHandoff(text: string): Promise<Handoff> {
  const { parseHandoff, redactTexts } = await import('../index.ts');
  if (/^<!-- ctx-handoff /m.test(text)) return redactTexts(parseHandoff(text));
  const fields = parse(text);
  for (const name of ['acceptance', 'active_constraints', 'must_reread', 'decisions'])
    checkList(fields, name);
  return redactTexts(parseHandoff(JSON.stringify({ goal: '', ...fields })));
}

function parse(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError('The handoff file is not JSON, nor Markdown that ctx wrote.', error);
  }
  if (!isFields(value)) throw usageError('The handoff file is not a JSON object.');
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says it plainly for the fields that people write by hand; the rest is up to the schema. */
function checkList(fields: Fields, name: string): void {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw usageError(`In the handoff file, ${name} is not a list.`);
  for (const [index, entry] of value.entries()) {
    if (name === 'decisions') checkDecision(entry, index);
    else if (typeof entry !== 'string' && !isFields(entry))
      throw usageError(`In the handoff file, ${name} holds more than strings.`);
  }
}

const STATUSES: readonly unknown[] = ['accepted', 'rejected', 'tentative'];

function checkDecision(entry: unknown, index: number): void {
  const { claim, status } = isFields(entry) ? entry : {};
  if (typeof claim === 'string' && STATUSES.includes(status)) return;
  throw usageError(
    `In the handoff file, decision ${index + 1} needs a claim and a status (${STATUSES.join(', ')}).`,
  );
}
