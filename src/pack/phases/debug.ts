import type { PhasePlan } from '../../core/index.ts';

/** Something fails: the failure, the code on its path, the tests and fixtures around it. */
export const debug: PhasePlan = {
  phase: 'debug',
  shares: {
    goal: 0.07,
    rules: 0.04,
    map: 0,
    definitions: 0.27,
    dataflow: 0.17,
    tests: 0.28,
    history: 0.07,
    reserve: 0.1,
  },
  rollover: ['definitions', 'tests', 'dataflow', 'history', 'rules'],
  follow: {
    enclosing: 0.9,
    caller: 0.7,
    callee: 0.7,
    type: 0.5,
    config: 0.5,
    test: 0.8,
    tested: 0.9,
    rule: 0.5,
  },
};
