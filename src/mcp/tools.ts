import { registerTools } from './register-tools.ts';
import type { Tool, ToolName } from './tool.ts';
import { readFile } from './tools/read-file.ts';
import { searchCode } from './tools/search-code.ts';

/** Every tool: one row here, one file in `tools/`. */
export const TOOLS: Readonly<Partial<Record<ToolName, Tool>>> = registerTools({
  search_code: searchCode,
  read_file: readFile,
});
