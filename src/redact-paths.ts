import { mapTexts, textsIn } from './handoff/index.ts';
import { createRedactor } from './pack/index.ts';

/** Every kind of secret that can stand in a name has such a run; a content hash, which is none, is one too. */
const LONG_RUN = /[A-Za-z0-9]{16}/;
const CONTENT_HASH = /^[0-9a-f]+$/;
const SHORTEST_NAME = 16;
const LONGEST_PATH = 4_096;

function mayBeSecretName(text: string): boolean {
  const { length } = text;
  if (length < SHORTEST_NAME || length > LONGEST_PATH) return false;
  return LONG_RUN.test(text) && !/\s/.test(text) && !CONTENT_HASH.test(text);
}

/**
 * The value with the secrets that stand in its file names replaced, in all its texts; the value itself where there are
 * none. What is left of a path still says where the file is; it is read under its real name only.
 *
 * @param named what of the value can hold names, where the rest is dear to read
 */
export async function redactPaths<T>(value: T, named: unknown = value): Promise<T> {
  const names = [...new Set(textsIn(named).filter(mayBeSecretName))].join('\n');
  if (names === '') return value;
  const redactor = createRedactor();
  await redactor.scan('names', names);
  if (redactor.found() === 0) return value;
  // Under another name, values are looked for, not places.
  return mapTexts(value, (text) => redactor.redact('text', text.split('\n')).lines.join('\n'));
}
