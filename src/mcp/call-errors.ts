import { type CallErrorKind, isCtxError } from '../index.ts';

/** A call that gave no result, as its caller is told. */
export interface CallError {
  readonly kind: CallErrorKind;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  readonly message: string;
  readonly suggested_action: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** What was near to what was asked for. */
  readonly candidates?: unknown;
}

interface Advice {
  readonly retryable: boolean;
  readonly action: string;
}

const ADVICE: Readonly<Record<CallErrorKind, Advice>> = {
  RUNTIME: { retryable: true, action: 'Call once more; if it fails again, use another tool and report it.' },
  PARSER_FAILED: { retryable: false, action: 'Read the file by lines with read_file.' },
  EMBEDDER_UNAVAILABLE: { retryable: false, action: 'Search with mode "lexical".' },
  EMBEDDER_FAILED: { retryable: true, action: 'Search with mode "lexical".' },
  INDEX_CORRUPT: { retryable: true, action: 'Call again: the index is made anew.' },
  STORE_UNWRITABLE: {
    retryable: false,
    action: 'Ask the user to set CTX_DIR to a folder that can be written.',
  },
  DISK_FULL: { retryable: false, action: 'Ask the user to free disk space.' },
  GIT_FAILED: { retryable: true, action: 'Call again; check that git works in this folder.' },
  ABORTED: { retryable: true, action: 'Call again if the answer is still wanted.' },
  USAGE: { retryable: false, action: 'Change the arguments as the message says.' },
  CONFIG_INVALID: { retryable: false, action: 'Ask the user to correct ctx.config.json.' },
  BAD_REGEX: {
    retryable: false,
    action: 'Correct the expression (Rust regex syntax), or use mode "hybrid".',
  },
  OUTSIDE_ROOT: { retryable: false, action: 'Name a path below the root of the repository.' },
  ROOT_REFUSED: { retryable: false, action: 'Ask the user to open a project folder.' },
  NOT_FOUND: { retryable: false, action: 'Take one of the candidates where they are named, or search_code.' },
  AMBIGUOUS: {
    retryable: false,
    action: 'Take one of the candidates: its qualified name, its lines as range, or its path.',
  },
  EXPIRED: { retryable: false, action: 'Call again with the same arguments and no cursor.' },
  NO_PROJECT: { retryable: false, action: 'Ask the user to open a folder with a project in it.' },
  NO_INDEX: {
    retryable: true,
    action:
      'Call again in some seconds. Until then search_code and read_file answer from the files themselves.',
  },
  STALE: { retryable: true, action: 'Call again.' },
  LOCKED: { retryable: true, action: 'Call again in some seconds: another process writes the index.' },
  BUDGET_TOO_SMALL: { retryable: false, action: 'Call again with the budget that is expected at least.' },
  INVALID_ARGUMENTS: { retryable: false, action: 'Correct the arguments that the message names.' },
  UNKNOWN_TOOL: { retryable: false, action: 'Call one of the tools that are expected.' },
  TIMEOUT: { retryable: true, action: 'Ask for less: a path, a smaller limit or budget.' },
  CANCELLED: { retryable: true, action: 'Call again if the answer is still wanted.' },
  OVERLOADED: { retryable: true, action: 'Wait for the calls that run, then call again.' },
};

export function callError(kind: CallErrorKind, message: string, more: Partial<CallError> = {}): CallError {
  const { retryable, action } = ADVICE[kind];
  return { kind, retryable, message, suggested_action: action, ...more };
}

/** What any failure says to the caller; the facts of those that are foreseen come along. */
export function describeFailure(error: unknown): CallError {
  if (!isCtxError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return callError('RUNTIME', `The call failed: ${message.slice(0, 500)}`);
  }
  const { code, message, details } = error;
  const { minimum, budget, candidates } = details;
  return callError(code, message, {
    ...(minimum !== undefined && { expected: { budget: minimum }, actual: { budget } }),
    ...(Array.isArray(candidates) && candidates.length > 0 && { candidates }),
  });
}
