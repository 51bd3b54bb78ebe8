import type { Handoff } from '../core/index.ts';
import { checkProposal } from './decisions/check-proposal.ts';
import { renderHandoff } from './state/handoff-markdown.ts';
import { scopeOf } from './state/mine-decisions.ts';
import { sentencesOf } from './state/sentences.ts';

/** Answers a prompt with a text. */
export type Complete = (prompt: string) => Promise<string>;

export interface AddedProse {
  readonly handoff: Handoff;
  /** Sentences of the model that were left out, and why. */
  readonly dropped: readonly { readonly sentence: string; readonly because: string }[];
  /** Why there is no prose at all, or null. */
  readonly failure: string | null;
}

const LONGEST = 1_200;

const TASK = `Below is a handoff between coding agents, as data. In at most eight plain sentences, tell the next agent
how the work stands and why. Name only files, names and commands that the handoff names. Propose nothing that it
lists as rejected. Answer with the sentences alone.`;

/**
 * The handoff with a model's words in `prose`; every other field stays as it is. Sentences that name code which the
 * handoff does not name, or that propose what was rejected, are left out. A model that fails leaves the handoff as it
 * was.
 */
export async function addProse(handoff: Handoff, complete: Complete): Promise<AddedProse> {
  const facts = renderHandoff({ ...handoff, prose: '' });
  let answer: string;
  try {
    answer = await complete(`${TASK}\n\n${facts}`);
  } catch (error) {
    return { handoff, dropped: [], failure: error instanceof Error ? error.message : String(error) };
  }
  const kept: string[] = [];
  const dropped: AddedProse['dropped'][number][] = [];
  for (const sentence of sentencesOf(answer)) {
    const because =
      faultOf(sentence, handoff, facts) ??
      (kept.join(' ').length + sentence.length > LONGEST ? 'too long' : null);
    if (because === null) kept.push(sentence);
    else dropped.push({ sentence, because });
  }
  return { handoff: { ...handoff, prose: kept.join(' ') }, dropped, failure: null };
}

function faultOf(sentence: string, handoff: Handoff, facts: string): string | null {
  const { paths, symbols } = scopeOf(sentence);
  const unknown = [...paths, ...symbols].find((name) => !facts.includes(name));
  if (unknown !== undefined) return `the handoff does not name ${unknown}`;
  const [warning] = checkProposal(sentence, handoff.decisions).filter(
    ({ kind }) => kind === 'repeats-rejected',
  );
  const told = /\b(?:reject|ruled out|turned down|refus|forb|not allowed)/i.test(sentence);
  return warning === undefined || told ? null : `it proposes ${warning.decision.id}, which was rejected`;
}
