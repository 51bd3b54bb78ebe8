import type { ZodError } from 'zod';
import { type CallError, callError } from './call-errors.ts';
import type { Tool } from './tool.ts';

const LARGEST = 1_000_000;
const SHOWN_FAULTS = 5;

/**
 * The arguments as the tool takes them now, whatever version they were written for; else what is wrong with them.
 * `json` is their text.
 */
export function validateArguments(
  { contract, input, earlier = [] }: Tool,
  version: number,
  args: unknown,
  json: string,
): { readonly args: object } | CallError {
  if (json.length > LARGEST)
    return callError('INVALID_ARGUMENTS', 'The arguments are too long.', {
      expected: `at most ${LARGEST} characters of JSON`,
      actual: json.length,
    });
  const older = earlier.find((schema) => schema.version === version);
  if (older === undefined && version !== contract.schemaVersion)
    return callError('INVALID_ARGUMENTS', `${contract.name} has no version ${version} of its arguments.`, {
      expected: [...earlier.map((schema) => schema.version), contract.schemaVersion],
      actual: version,
    });
  const wanted = older?.input ?? input;
  const read = wanted.safeParse(args ?? {});
  if (!read.success) return faulty(read.error, args, Object.keys(wanted.shape));
  if (older === undefined) return { args: read.data };
  const now = input.safeParse(older.upgrade(read.data as never));
  return now.success ? { args: now.data } : faulty(now.error, args, Object.keys(input.shape));
}

/** `known` are the names of all arguments, for whoever gave another one. */
function faulty(error: ZodError, args: unknown, known: readonly string[]): CallError {
  const faults = error.issues.slice(0, SHOWN_FAULTS).map(({ path, message, code }) => {
    const where = path.map(String).join('.');
    const names = where === '' && code === 'unrecognized_keys' ? `; there are ${known.join(', ')}` : '';
    return {
      argument: where === '' ? '(all)' : where.slice(0, 100),
      problem: `${message.slice(0, 300)}${names}`,
    };
  });
  const message = faults.map(({ argument, problem }) => `${argument}: ${problem}`).join('; ');
  const [first] = error.issues;
  return callError('INVALID_ARGUMENTS', message.slice(0, 1_000), {
    expected: faults,
    actual: first === undefined ? null : clip(at(args, first.path)),
  });
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}

function clip(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}⋯` : (value ?? null);
}
