/** The MCP server and its tools: what the command line starts. */
export { serveMcp } from './serve-mcp.ts';
