import { CtxError } from '../core/index.ts';

/** Tokens of a pack where nobody says otherwise. */
export const DEFAULT_BUDGET = 8000;

/** What is kept free of a context window where nobody says otherwise. */
const DEFAULT_MARGIN = 0.02;

/** A budget in tokens, or the context window that it is to be derived from. */
export type BudgetRequest =
  | { readonly budget?: number }
  | {
      readonly window: number;
      /** Tokens kept for the model's answer. */
      readonly reserveOutput?: number;
      /** Tokens of the system prompt. */
      readonly system?: number;
      /** Tokens of the tool schemas. */
      readonly tools?: number;
      /** Tokens kept free for what cannot be counted beforehand; 2 % of the window where absent. */
      readonly margin?: number;
    };

/**
 * Tokens that a pack may have: the budget as given, or window − reserved output − system − tools − margin.
 * Fails with USAGE on a number that is not a whole number of tokens, or when nothing is left.
 */
export function resolveBudget(request: BudgetRequest): number {
  if (!('window' in request)) return whole('budget', request.budget ?? DEFAULT_BUDGET);
  const window = whole('window', request.window);
  const taken = {
    reserveOutput: whole('reserveOutput', request.reserveOutput ?? 0),
    system: whole('system', request.system ?? 0),
    tools: whole('tools', request.tools ?? 0),
    margin: whole('margin', request.margin ?? Math.ceil(window * DEFAULT_MARGIN)),
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
