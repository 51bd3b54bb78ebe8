/** The one table of errors: code → exit code of the CLI. A message always says what to do next. */
export const ERROR_CODES = {
  RUNTIME: 1,
  PARSER_FAILED: 1,
  EMBEDDER_UNAVAILABLE: 1,
  EMBEDDER_FAILED: 1,
  INDEX_CORRUPT: 1,
  STORE_UNWRITABLE: 1,
  DISK_FULL: 1,
  GIT_FAILED: 1,
  ABORTED: 1,
  USAGE: 2,
  CONFIG_INVALID: 2,
  BAD_REGEX: 2,
  OUTSIDE_ROOT: 2,
  ROOT_REFUSED: 2,
  NOT_FOUND: 2,
  AMBIGUOUS: 2,
  EXPIRED: 2,
  NO_PROJECT: 3,
  NO_INDEX: 3,
  STALE: 4,
  LOCKED: 5,
  BUDGET_TOO_SMALL: 6,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Every failure that ctx foresees. `message` is one or two sentences for a person: what is wrong and what to
 * do; `details` holds the facts for a program (for BUDGET_TOO_SMALL: `{ minimum, budget }` in tokens).
 */
export class CtxError extends Error {
  override readonly name = 'CtxError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  get exitCode(): number {
    return ERROR_CODES[this.code];
  }
}

export function isCtxError(error: unknown, code?: ErrorCode): error is CtxError {
  return error instanceof CtxError && (code === undefined || error.code === code);
}

/** Throws ABORTED when the caller's signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new CtxError('ABORTED', 'The operation was cancelled by its caller.', {}, signal.reason);
}
