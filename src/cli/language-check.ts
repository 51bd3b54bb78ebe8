import type { Context } from '../index.ts';
import { usageError } from './failure.ts';

/** Fails with USAGE where no indexed file is in one of the languages: the answer would only look empty. */
export async function checkLanguages(context: Context, asked: readonly string[] = []): Promise<void> {
  if (asked.length === 0) return;
  const { languages } = await context.status();
  const known = languages.map(({ language }) => language).filter((language) => language !== 'text');
  const unknown = asked.find((language) => !known.includes(language.toLowerCase()));
  if (unknown === undefined) return;
  throw usageError(`No indexed file is in the language ${unknown}. Languages here: ${known.join(', ')}.`);
}
