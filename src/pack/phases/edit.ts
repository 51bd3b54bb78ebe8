import type { PhasePlan } from '../../core/index.ts';

/** Changing code: the definitions whole, everybody who depends on them, their tests. */
export const edit: PhasePlan = {
  phase: 'edit',
  shares: {
    goal: 0.08,
    rules: 0.06,
    map: 0.04,
    definitions: 0.38,
    dataflow: 0.18,
    tests: 0.1,
    history: 0.06,
    reserve: 0.1,
  },
  rollover: ['definitions', 'dataflow', 'tests', 'history', 'rules', 'map'],
  follow: { enclosing: 0.9, caller: 0.7, callee: 0.6, type: 0.7, config: 0.5, test: 0.7, rule: 1 },
};
