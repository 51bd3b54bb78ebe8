import { registerTools } from './register-tools.ts';
import type { Tool, ToolName } from './tool.ts';
import { checkProposal } from './tools/check-proposal.ts';
import { explainTrace } from './tools/explain-trace.ts';
import { findReferences } from './tools/find-references.ts';
import { findSymbol } from './tools/find-symbol.ts';
import { handoff } from './tools/handoff.ts';
import { indexStatus } from './tools/index-status.ts';
import { packContext } from './tools/pack-context.ts';
import { readFile } from './tools/read-file.ts';
import { recordDecision } from './tools/record-decision.ts';
import { repoMap } from './tools/repo-map.ts';
import { searchCode } from './tools/search-code.ts';

/** Every tool: one row here, one file in `tools/`. */
export const TOOLS: Readonly<Record<ToolName, Tool>> = registerTools({
  pack_context: packContext,
  search_code: searchCode,
  find_symbol: findSymbol,
  find_references: findReferences,
  read_file: readFile,
  repo_map: repoMap,
  explain_trace: explainTrace,
  handoff,
  record_decision: recordDecision,
  check_proposal: checkProposal,
  index_status: indexStatus,
});
