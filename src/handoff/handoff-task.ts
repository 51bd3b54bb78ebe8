import type { Handoff, Task } from '../core/index.ts';
import { digestText } from './layers/extract.ts';

/**
 * What a handoff gives to the next task: goal, conditions, prohibitions, decisions, the plan, failures that stand, and
 * the files to read again as open files, so that a pack shows their current text.
 */
export function handoffTask(handoff: Handoff): Task {
  const { goal, acceptance, active_constraints, decisions, next_actions, must_reread, test_results } =
    handoff;
  const standing = test_results.filter(({ failed }) => failed !== 0);
  const plan = next_actions.map(
    ({ text, status }) => `- ${text}${status === 'in_progress' ? ' (begun)' : ''}`,
  );
  return {
    goal,
    ...(acceptance.length > 0 && { acceptance: acceptance.map(({ text }) => text) }),
    ...(active_constraints.length > 0 && { constraints: active_constraints.map(({ text }) => text) }),
    ...(plan.length > 0 && { plan: plan.join('\n') }),
    ...(standing.length > 0 && { failures: digestText(standing) }),
    ...(must_reread.length > 0 && { openFiles: must_reread.map(({ path }) => path) }),
    decisions,
  };
}
