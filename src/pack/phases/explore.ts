import type { PhasePlan } from '../../core/index.ts';

/** Finding the way: what is here, where does it live, who talks to whom. */
export const explore: PhasePlan = {
  phase: 'explore',
  shares: {
    goal: 0.08,
    rules: 0.08,
    map: 0.17,
    definitions: 0.3,
    dataflow: 0.12,
    tests: 0.05,
    history: 0.1,
    reserve: 0.1,
  },
  rollover: ['definitions', 'dataflow', 'tests', 'history', 'map', 'rules'],
  follow: { enclosing: 0.8, caller: 0.6, callee: 0.6, type: 0.6, config: 0.5, test: 0.5, rule: 1 },
};
