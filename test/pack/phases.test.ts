import { describe, expect, test } from 'vitest';
import { isCtxError, PHASES, RELATIONS, ROLES } from '../../src/core/index.ts';
import { PHASE_PLANS, resolveBudget } from '../../src/pack/index.ts';

describe.each(PHASES)('phase %s', (phase) => {
  const plan = PHASE_PLANS[phase];

  test('shares are the whole budget', () => {
    expect(plan.phase).toBe(phase);
    expect(Object.keys(plan.shares).sort()).toEqual([...ROLES].sort());
    expect(ROLES.reduce((sum, role) => sum + plan.shares[role], 0)).toBeCloseTo(1, 10);
    expect(plan.shares.reserve).toBe(0.1);
  });

  test('what is left over goes to every role that has a share, once', () => {
    const wanted = ROLES.filter((role) => role !== 'goal' && role !== 'reserve' && plan.shares[role] > 0);
    expect([...plan.rollover].sort()).toEqual([...wanted].sort());
  });

  test('confidence decays along every relation', () => {
    for (const [relation, decay] of Object.entries(plan.follow)) {
      expect(RELATIONS).toContain(relation);
      expect(decay).toBeGreaterThan(0);
      expect(decay).toBeLessThanOrEqual(1);
    }
  });
});

describe('budget', () => {
  test('as given, or what a window leaves', () => {
    expect(resolveBudget(1234)).toBe(1234);
    expect(resolveBudget(0)).toBe(0);
    expect(resolveBudget({ window: 100_000, reserveOutput: 8000, system: 1500, tools: 4000 })).toBe(84_500);
    expect(resolveBudget({ window: 1000, margin: 0 })).toBe(1000);
  });

  test.each([-1, 0.5, Number.NaN, { window: 0.5 }, { window: 1000, reserveOutput: 2000 }])(
    '%j is refused',
    (request) => {
      let failure: unknown;
      try {
        resolveBudget(request);
      } catch (error) {
        failure = error;
      }
      expect(isCtxError(failure, 'USAGE')).toBe(true);
    },
  );
});
