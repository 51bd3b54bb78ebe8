import { penaltyOn } from './asked-for.ts';

/** Penalty: the file is a copy of someone else's. */
export const VENDOR = penaltyOn(({ kind }) => kind === 'vendor', null);
