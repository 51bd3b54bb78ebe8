/** The one way to call a tool: validate → run with a deadline → shape → record → answer. */
import { createHash } from 'node:crypto';
import { CtxError, createTokenCounter, type ReadOptions, type TreeReport } from '../index.ts';
import { callError, describeFailure } from './call-errors.ts';
import { createCallLimiter } from './call-limiter.ts';
import { type CallResult, callResult, failed, type Outcome } from './call-result.ts';
import { createResultCache } from './result-cache.ts';
import { shapeAnswer } from './shape-answer.ts';
import type { ClientMemory, Readiness, Tool, ToolAnswer } from './tool.ts';
import { validateArguments } from './validate-arguments.ts';
import type { Workspace, Workspaces } from './workspaces.ts';

export interface DispatchLimits {
  /** Calls that run side by side, and calls that may wait. */
  readonly parallel: number;
  readonly waiting: number;
  readonly deadlineMs: number;
  /** Answers kept. */
  readonly cached: number;
  /** Characters above which an answer is condensed. */
  readonly condenseAbove: number;
}

const LIMITS: DispatchLimits = {
  parallel: 8,
  waiting: 2_000,
  deadlineMs: 60_000,
  cached: 200,
  condenseAbove: 10_000,
};

export interface DispatchOptions {
  readonly tools: Readonly<Partial<Record<string, Tool>>>;
  readonly workspaces: Workspaces;
  readonly limits?: Partial<DispatchLimits>;
  /** In milliseconds, for durations. */
  readonly clock?: () => number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly memory?: ClientMemory;
  /** Version of the arguments; default the current one. */
  readonly schemaVersion?: number | undefined;
}

export interface Dispatch {
  /** Never fails: an error is a result too. */
  readonly call: (name: string, args: unknown, options?: CallOptions) => Promise<CallResult>;
}

export function createClientMemory(): ClientMemory {
  return { sent: new Set(), task: '' };
}

interface Call {
  readonly tool: Tool;
  readonly args: object;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly memory: ClientMemory;
}

interface Reading extends ReadOptions {
  readonly signal: AbortSignal;
}

const NEVER = new AbortController().signal;

export function createDispatch(options: DispatchOptions): Dispatch {
  const { tools, workspaces, clock = () => performance.now() } = options;
  const limits = { ...LIMITS, ...options.limits };
  const limiter = createCallLimiter(limits);
  const cache = createResultCache<ToolAnswer>(limits.cached);
  const ownMemory = createClientMemory();
  let unrecorded = 0;

  return {
    call: async (name, args, { signal = NEVER, memory = ownMemory, schemaVersion } = {}) => {
      const startedAt = clock();
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      const version = schemaVersion ?? tool?.contract.schemaVersion ?? 1;
      const json = jsonOf(args);
      const counter = await createTokenCounter('o200k_base');
      const workspace = await workspaces.get(rootIn(args)).catch((error: unknown) => describeFailure(error));
      if ('kind' in workspace)
        return callResult(`unrecorded-${++unrecorded}`, failed(workspace), clock() - startedAt, counter);
      const { calls } = workspace.context;
      // Where a call cannot be written down, its caller has an answer all the same.
      const id = await calls
        .begin({ tool: name.slice(0, 100), schemaVersion: version, args: json })
        .catch(() => `unrecorded-${++unrecorded}`);
      const prepared = async (): Promise<Outcome> => {
        if (tool === undefined) {
          const expected = Object.keys(tools);
          return failed(callError('UNKNOWN_TOOL', `There is no tool ${name.slice(0, 100)}.`, { expected }));
        }
        const valid = validateArguments(tool, version, args, json);
        if ('kind' in valid) return failed(valid);
        return run({ tool, args: valid.args, workspace, signal, memory });
      };
      const outcome = await prepared().catch((error: unknown) => failed(describeFailure(error)));
      const result = callResult(id, outcome, clock() - startedAt, counter);
      const { envelope } = result;
      await calls
        .end(id, {
          status: envelope.status,
          error: 'error' in envelope ? envelope.error.kind : null,
          milliseconds: envelope.metrics.duration_ms,
          outputBytes: envelope.metrics.output_bytes,
          outputTokens: envelope.metrics.output_tokens,
          cached: 'answer' in outcome && outcome.cached,
          traceId: envelope.trace_id ?? null,
        })
        .catch(() => false);
      return result;
    },
  };

  async function run(call: Call): Promise<Outcome> {
    const { tool, signal } = call;
    const deadline = AbortSignal.timeout(limits.deadlineMs);
    const stop = AbortSignal.any([signal, deadline]);
    try {
      const release = await limiter.enter(tool.contract.conflictKey, stop);
      if (release === null)
        return failed(callError('OVERLOADED', `More than ${limits.waiting} calls are waiting.`));
      return await untilAborted(answer(call, stop).finally(release), stop);
    } catch (error) {
      if (signal.aborted) return failed(callError('CANCELLED', 'The caller cancelled it.'));
      if (deadline.aborted)
        return failed(callError('TIMEOUT', `No answer within ${limits.deadlineMs} milliseconds.`));
      return failed(describeFailure(error));
    }
  }

  async function answer(call: Call, signal: AbortSignal): Promise<Outcome> {
    const { tool, workspace } = call;
    const state = tool.index === 'unused' ? null : await workspace.freshen();
    if (state !== null) return answerFrom(call, state, signal);
    const readiness = workspace.readiness();
    if (tool.index === 'needed') throw noIndex(readiness);
    const freshness = readiness.state === 'ready' ? 'sync' : 'stored';
    return { answer: await ask(call, readiness, { freshness, signal }), cached: false };
  }

  /** Over an index that was just brought up to date. */
  async function answerFrom(call: Call, state: TreeReport, signal: AbortSignal): Promise<Outcome> {
    const key = call.tool.cached ? await keyOf(call, state) : null;
    const known = key === null ? undefined : cache.get(key);
    if (known !== undefined) return { answer: known, cached: true };
    const given = await ask(call, { state: 'ready' }, { freshness: 'stored', signal });
    const whole = { ...given, stale: [...new Set([...(given.stale ?? []), ...state.stale])] };
    if (key !== null && whole.stale.length === 0) cache.put(key, whole);
    return { answer: whole, cached: false };
  }

  async function ask(call: Call, readiness: Readiness, reading: Reading): Promise<ToolAnswer> {
    const { tool, args, workspace, memory } = call;
    const { context } = workspace;
    const { signal } = reading;
    const given = await tool.run(args as never, { context, signal, reading, readiness, memory });
    const shaped = await shapeAnswer(tool, given, {
      context,
      task: memory.task,
      condenseAbove: limits.condenseAbove,
    });
    const root = rootIn(args);
    // The call that shows more is to be made in the same work tree.
    return root === undefined || shaped.next === undefined
      ? shaped
      : { ...shaped, next: `${shaped.next}; root ${JSON.stringify(root)}` };
  }
}

function noIndex(readiness: Readiness): CtxError {
  const progress = readiness.state === 'building' ? readiness.progress : null;
  const done = progress === null ? '' : ` (${progress.step}: ${progress.done} of ${progress.total})`;
  return new CtxError('NO_INDEX', `The first index is being made${done}.`);
}

/** The work tree that a call names. */
function rootIn(args: unknown): string | undefined {
  const root = typeof args === 'object' && args !== null && 'root' in args ? args.root : undefined;
  return typeof root === 'string' ? root : undefined;
}

function jsonOf(args: unknown): string {
  try {
    return JSON.stringify(args ?? {}) ?? '{}';
  } catch {
    return '"arguments that are no JSON"';
  }
}

/** All that an answer depends on: the generation of the index stands for the content of its files. */
async function keyOf({ tool, args, workspace, memory }: Call, state: TreeReport): Promise<string> {
  const { context } = workspace;
  const decisions = await context.decisions.list({ superseded: true });
  const { generation, head, stale, tiers } = state;
  const own = tool.dependsOn?.(args as never, memory) ?? null;
  const all = [tool.contract.name, args, context.root, generation, head, stale, tiers, decisions, own];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** Work that does not look at the signal is left to end by itself, unheard. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
