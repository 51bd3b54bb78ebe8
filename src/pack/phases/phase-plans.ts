import type { Phase, PhasePlan } from '../../core/index.ts';
import { debug } from './debug.ts';
import { edit } from './edit.ts';
import { explore } from './explore.ts';
import { verify } from './verify.ts';

/** Every phase's plan. A phase is added as one file and one line here. */
export const PHASE_PLANS: Readonly<Record<Phase, PhasePlan>> = { explore, edit, debug, verify };
