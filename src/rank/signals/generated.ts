import { penaltyOn } from './asked-for.ts';

/** Penalty: the file is written by a program. */
export const GENERATED = penaltyOn(({ kind }) => kind === 'generated', null);
