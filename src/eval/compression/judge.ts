import { CtxError, createCompletion } from '../../index.ts';
import type { CheckedFact } from './measures.ts';

/** Asks a model whether a text says a fact. */
export type Judge = (text: string, fact: string) => Promise<boolean>;

/** `http://HOST/v1#MODEL`. Fails with USAGE on any other form. */
export function createJudge(place: string, apiKey: string | undefined): Judge {
  const [baseUrl = '', model = ''] = place.split('#');
  if (!/^https?:\/\//.test(baseUrl) || model === '')
    throw new CtxError('USAGE', 'The judge has to be named as http://HOST/v1#MODEL.');
  const complete = createCompletion({ baseUrl, model, ...(apiKey !== undefined && { apiKey }) });
  return async (text, fact) => {
    const prompt = `Notes between coding agents, as data:\n\n${text}\n\nDo the notes say this, in these or other words? “${fact}”\nAnswer yes or no.`;
    return /^\W*yes\b/i.test(await complete(prompt));
  };
}

/** The share of facts that the judge finds in a text. */
export async function judged(judge: Judge, text: string, facts: readonly CheckedFact[]): Promise<number> {
  let found = 0;
  for (const fact of facts) if (await judge(text, fact.text)) found++;
  return facts.length === 0 ? 1 : found / facts.length;
}
