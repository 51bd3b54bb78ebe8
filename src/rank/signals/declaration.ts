import { penaltyOn } from './asked-for.ts';

const DECLARES = /\.(?:d\.[cm]?ts|pyi)$/i;
const ASKED = /\b(?:types?|typings?|declarations?|stubs?|typescript|d\.ts|pyi)\b/i;

/** Penalty: the file declares what other code does, mostly with the words of its documentation. */
export const DECLARATION = penaltyOn(({ kind, path }) => kind === 'code' && DECLARES.test(path), ASKED);
