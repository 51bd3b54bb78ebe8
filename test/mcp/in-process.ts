import { afterAll } from 'vitest';
import type { CallResult } from '../../src/mcp/call-result.ts';
import { createDispatch, type Dispatch, type DispatchLimits } from '../../src/mcp/dispatch.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { createWorkspaces, type Workspace, type Workspaces } from '../../src/mcp/workspaces.ts';

const open: Workspaces[] = [];
afterAll(async () => {
  for (const workspaces of open.splice(0)) await workspaces.close();
});

export interface Bench {
  readonly dispatch: Dispatch;
  readonly workspaces: Workspaces;
  readonly workspace: Workspace;
}

export interface BenchOptions {
  readonly tools?: Readonly<Record<string, Tool>>;
  readonly limits?: Partial<DispatchLimits>;
  /** Does not wait for the first index. */
  readonly early?: boolean;
}

/** The tools over a folder, without a process between. */
export async function bench(roots: readonly string[], options: BenchOptions = {}): Promise<Bench> {
  const workspaces = createWorkspaces({ start: roots, watch: false });
  open.push(workspaces);
  const workspace = await workspaces.get();
  while (options.early !== true && workspace.readiness().state !== 'ready')
    await new Promise((done) => setTimeout(done, 20));
  const { tools = TOOLS, limits = {} } = options;
  return { dispatch: createDispatch({ tools, workspaces, limits }), workspaces, workspace };
}

/** Makes something on the first call, for all tests of a file. */
export function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The data of a result that has some. */
export function dataIn({ envelope }: CallResult): Readonly<Record<string, unknown>> {
  if (!('data' in envelope)) throw new Error(`It failed: ${JSON.stringify(envelope.error)}`);
  return envelope.data;
}

export function errorIn({ envelope }: CallResult) {
  if (!('error' in envelope)) throw new Error(`It did not fail: ${JSON.stringify(envelope)}`);
  return envelope.error;
}
