import { mapTexts, textsIn } from './handoff/index.ts';
import { createRedactor } from './pack/index.ts';

/** The value with the secrets in all its texts replaced, its shape as it is; the value itself where there are none. */
export async function redactTexts<T>(value: T): Promise<T> {
  const texts = [...new Set(textsIn(value))];
  const redactor = createRedactor();
  await redactor.scan('texts', texts.join('\n'));
  if (redactor.found() === 0) return value;
  // A short value is replaced where it was found only: so each text is searched by itself.
  for (const [at, text] of texts.entries()) await redactor.scan(`text ${at}`, text);
  const clean = new Map(
    texts.map((text, at) => [text, redactor.redact(`text ${at}`, text.split('\n')).lines.join('\n')]),
  );
  return mapTexts(value, (text) => clean.get(text) ?? text);
}
