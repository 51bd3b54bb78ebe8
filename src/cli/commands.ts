import type { Command } from 'commander';
import type { OpenSession } from './session.ts';

export interface CommandModule {
  /** Declares arguments, options and the action. */
  readonly define: (command: Command, open: OpenSession) => void;
}

interface CommandRow {
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export type CommandName =
  | 'index'
  | 'status'
  | 'query'
  | 'pack'
  | 'symbol'
  | 'refs'
  | 'callers'
  | 'callees'
  | 'implementations'
  | 'read'
  | 'map'
  | 'explain'
  | 'handoff'
  | 'decisions'
  | 'memory'
  | 'explain-ignore'
  | 'mcp'
  | 'tools'
  | 'calls'
  | 'stats'
  | 'install'
  | 'doctor'
  | 'train'
  | 'clean'
  | 'demo'
  | 'eval';

/** Every command: one row here, one file in `commands/`, loaded when it is asked for. */
export const COMMANDS: Readonly<Record<CommandName, CommandRow>> = {
  index: { summary: 'bring the index up to date', load: () => import('./commands/index-command.ts') },
  status: { summary: 'what is indexed, and how fresh it is', load: () => import('./commands/status.ts') },
  query: {
    summary: 'ranked places for a question or an issue text',
    load: () => import('./commands/query.ts'),
  },
  pack: {
    summary: 'the context for a task, within a token budget',
    load: () => import('./commands/pack.ts'),
  },
  symbol: { summary: 'definitions by name', load: () => import('./commands/symbol.ts') },
  refs: { summary: 'uses of a symbol', load: () => import('./commands/refs.ts') },
  callers: { summary: 'calls of a symbol', load: () => import('./commands/callers.ts') },
  callees: { summary: 'what a symbol calls', load: () => import('./commands/callees.ts') },
  implementations: {
    summary: 'what implements or extends a symbol',
    load: () => import('./commands/implementations.ts'),
  },
  read: { summary: 'lines of a file, or one definition in it', load: () => import('./commands/read.ts') },
  map: {
    summary: 'languages, commands, layout and state of the repository',
    load: () => import('./commands/map.ts'),
  },
  explain: { summary: 'why an answer holds what it holds', load: () => import('./commands/explain.ts') },
  handoff: {
    summary: "write an agent's state down, show it, check it, compare two",
    load: () => import('./commands/handoff.ts'),
  },
  decisions: {
    summary: 'what was decided and rejected, and why',
    load: () => import('./commands/decisions.ts'),
  },
  memory: {
    summary: 'what to know beyond one session, written through a gate',
    load: () => import('./commands/memory.ts'),
  },
  'explain-ignore': {
    summary: 'which rule leaves a path out',
    load: () => import('./commands/explain-ignore.ts'),
  },
  mcp: {
    summary: 'serve the tools to an agent over standard input and output',
    load: () => import('./commands/mcp.ts'),
  },
  tools: { summary: 'what an agent can call, with its contract', load: () => import('./commands/tools.ts') },
  calls: { summary: 'the last calls of an agent', load: () => import('./commands/calls.ts') },
  stats: { summary: 'how the tools were used', load: () => import('./commands/stats.ts') },
  install: {
    summary: "show or write a host's configuration for the tools",
    load: () => import('./commands/install.ts'),
  },
  doctor: { summary: 'what works here and what is degraded', load: () => import('./commands/doctor.ts') },
  train: {
    summary: 'fit the default embedder to this repository, where that helps',
    load: () => import('./commands/train.ts'),
  },
  clean: { summary: 'delete the index', load: () => import('./commands/clean.ts') },
  demo: {
    summary: 'index a repository, pack one task and explain it',
    load: () => import('./commands/demo.ts'),
  },
  eval: { summary: 'measure it on tasks with known answers', load: () => import('./commands/eval.ts') },
};
