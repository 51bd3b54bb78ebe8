import type { PhasePlan } from '../../core/index.ts';

/** Judging a change: the diff, what was asked for, the tests that speak about it. */
export const verify: PhasePlan = {
  phase: 'verify',
  shares: {
    goal: 0.12,
    rules: 0.05,
    map: 0,
    definitions: 0.13,
    dataflow: 0.1,
    tests: 0.22,
    history: 0.28,
    reserve: 0.1,
  },
  rollover: ['history', 'tests', 'definitions', 'dataflow', 'rules'],
  follow: {
    enclosing: 0.7,
    caller: 0.7,
    callee: 0.4,
    type: 0.4,
    config: 0.4,
    test: 0.9,
    tested: 0.7,
    rule: 0.8,
  },
};
