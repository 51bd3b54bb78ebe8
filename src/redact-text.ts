import { createRedactor } from './pack/index.ts';

/** Looks for secrets in a text; gives what replaces their values in any text. */
export async function redactText(text: string): Promise<(text: string) => string> {
  const redactor = createRedactor();
  await redactor.scan('text', text);
  // Under another name, values are looked for, not places.
  return (part) => redactor.redact('part', part.split('\n')).lines.join('\n');
}
