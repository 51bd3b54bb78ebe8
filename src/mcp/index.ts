/** The MCP server and its tools, for the command line; the server itself is loaded when it is started. */
import type { ServeOptions } from './serve-mcp.ts';
import type { ListedTool } from './tool-list.ts';

export { AGENTS_BLOCK } from './install/agents-block.ts';
export { HOST_TABLE, HOSTS, type HostName } from './install/hosts.ts';
export { type InstallPlan, type PlannedFile, planInstall } from './install/plan-install.ts';

export async function serveMcp(options: ServeOptions): Promise<void> {
  const { serveMcp: serve } = await import('./serve-mcp.ts');
  await serve(options);
}

export async function toolList(): Promise<readonly ListedTool[]> {
  const { toolList: list } = await import('./tool-list.ts');
  return list();
}
