export { resolveBudget, type WindowBudget } from './budget.ts';
export { type PackInput, type PackResult, packItems } from './pack-items.ts';
export { PHASE_PLANS } from './phases/phase-plans.ts';
export { createRedactor, type Redactor } from './redact.ts';
export { partName, redactLines } from './redact-lines.ts';
export { redactEdges, redactSymbols } from './redact-symbols.ts';
export { commitItem, diffItems, failureItem, goalItem, mapItem } from './text-items.ts';
export { createTokenCounter } from './tokens/token-counter.ts';
