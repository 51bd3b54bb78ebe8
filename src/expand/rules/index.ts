import type { Relation, Role } from '../../core/index.ts';
import type { Rule } from '../expansion.ts';
import { callee } from './callee.ts';
import { caller } from './caller.ts';
import { config } from './config.ts';
import { enclosing } from './enclosing.ts';
import { rule } from './rule.ts';
import { test } from './test.ts';
import { tested } from './tested.ts';
import { type } from './type.ts';

export interface RelationRule {
  readonly reach: Rule;
  /** What its neighbours are for in a pack. */
  readonly role: Role;
  /** Neighbours kept for one seed, and for all seeds together. */
  readonly perSeed: number;
  readonly total: number;
}

/** How each relation finds neighbours, and how many of them are kept. */
export const RELATION_RULES: Readonly<Record<Relation, RelationRule>> = {
  enclosing: { reach: enclosing, role: 'definitions', perSeed: 3, total: 12 },
  caller: { reach: caller, role: 'dataflow', perSeed: 6, total: 24 },
  callee: { reach: callee, role: 'dataflow', perSeed: 8, total: 24 },
  type: { reach: type, role: 'dataflow', perSeed: 4, total: 16 },
  config: { reach: config, role: 'dataflow', perSeed: 3, total: 8 },
  test: { reach: test, role: 'tests', perSeed: 5, total: 20 },
  tested: { reach: tested, role: 'definitions', perSeed: 5, total: 16 },
  rule: { reach: rule, role: 'rules', perSeed: 12, total: 16 },
};
