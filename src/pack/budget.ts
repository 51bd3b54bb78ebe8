import { CtxError } from '../core/index.ts';

/** What is kept free of a context window where nobody says otherwise. */
const DEFAULT_MARGIN = 0.02;

/** A context window that a budget is to be derived from. All in tokens. */
export interface WindowBudget {
  readonly window: number;
  /** Kept for the model's answer. */
  readonly reserveOutput?: number;
  /** Of the system prompt. */
  readonly system?: number;
  /** Of the tool schemas. */
  readonly tools?: number;
  /** Kept free for what cannot be counted beforehand; 2 % of the window where absent. */
  readonly margin?: number;
}

/**
 * Tokens that a pack may have: the budget as given, or window − reserved output − system − tools − margin.
 * Fails with USAGE on a number that is not a whole number of tokens, or when nothing is left.
 */
export function resolveBudget(given: number | WindowBudget): number {
  if (typeof given === 'number') return whole('budget', given);
  const window = whole('window', given.window);
  const taken = {
    reserveOutput: whole('reserveOutput', given.reserveOutput ?? 0),
    system: whole('system', given.system ?? 0),
    tools: whole('tools', given.tools ?? 0),
    margin: whole('margin', given.margin ?? Math.ceil(window * DEFAULT_MARGIN)),
  };
  const left = window - taken.reserveOutput - taken.system - taken.tools - taken.margin;
  if (left > 0) return left;
  throw new CtxError(
    'USAGE',
    `A context window of ${window} tokens leaves nothing for the pack after output, system, tools and margin. Reserve less or name a larger window.`,
    { window, ...taken },
  );
}

function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new CtxError('USAGE', `${name} must be a whole number of tokens, not ${value}.`, { [name]: value });
}
