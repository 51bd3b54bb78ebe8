import type { PhasePlan } from '../../core/index.ts';

/** Finding the way: what is here, where does it live, who talks to whom. */
export const explore: PhasePlan = {
  phase: 'explore',
  shares: {
    goal: 0.06,
    rules: 0.04,
    map: 0.08,
    definitions: 0.56,
    dataflow: 0.06,
    tests: 0.06,
    history: 0.04,
    reserve: 0.1,
  },
  rollover: ['definitions', 'dataflow', 'tests', 'history', 'map', 'rules'],
  follow: { enclosing: 0.8, caller: 0.6, callee: 0.6, type: 0.6, config: 0.5, test: 0.5, rule: 1 },
};
