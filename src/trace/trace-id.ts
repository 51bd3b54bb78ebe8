const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 4;

/** `t-` and 13 digits: see `createTimedId`. */
export function createTraceId(now: number, random: () => number): string {
  return createTimedId('t', now, random);
}

/**
 * The prefix, `-` and 13 base-32 digits (Crockford's): milliseconds since the epoch, then chance. Later ids sort
 * after earlier ones. `random` gives numbers in [0, 1).
 */
export function createTimedId(prefix: string, now: number, random: () => number): string {
  let digits = '';
  let rest = Math.max(0, Math.floor(now));
  for (let at = 0; at < TIME_DIGITS; at++) {
    digits = (DIGITS[rest % 32] ?? '0') + digits;
    rest = Math.floor(rest / 32);
  }
  for (let at = 0; at < RANDOM_DIGITS; at++) digits += DIGITS[Math.floor(random() * 32)] ?? '0';
  return `${prefix}-${digits}`;
}
