/** Where each host of agents looks for servers, in a project's own folder. */
export const HOSTS = ['claude-code', 'codex', 'cursor', 'gemini', 'vscode'] as const;
export type HostName = (typeof HOSTS)[number];

export interface Host {
  readonly label: string;
  /** Below the root of the project. */
  readonly file: string;
  /** `jsonc` allows comments and commas at the end. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** Key or table that holds the servers by name. */
  readonly section: string;
  readonly entry: Readonly<Record<string, string | readonly string[]>>;
  /** What else is to be done there. */
  readonly note: string;
}

export const SERVER_NAME = 'ctx';
const COMMAND = 'ctx';
const ARGS = ['mcp'];
/** Editors start servers in a folder of their own. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the editor puts the folder in its place
const EDITOR_ARGS = ['mcp', '--root', '${workspaceFolder}'];

export const HOST_TABLE: Readonly<Record<HostName, Host>> = {
  'claude-code': {
    label: 'Claude Code',
    file: '.mcp.json',
    format: 'json',
    section: 'mcpServers',
    entry: { type: 'stdio', command: COMMAND, args: ARGS },
    note: 'Claude Code asks once whether to trust the servers of a project.',
  },
  codex: {
    label: 'Codex',
    file: '.codex/config.toml',
    format: 'toml',
    section: 'mcp_servers',
    entry: { command: COMMAND, args: ARGS },
    note: 'Codex reads it in projects that it trusts; for every project put the same into ~/.codex/config.toml.',
  },
  cursor: {
    label: 'Cursor',
    file: '.cursor/mcp.json',
    format: 'jsonc',
    section: 'mcpServers',
    entry: { type: 'stdio', command: COMMAND, args: EDITOR_ARGS },
    note: 'Cursor lists it in its settings, to be switched on there.',
  },
  gemini: {
    label: 'Gemini CLI',
    file: '.gemini/settings.json',
    format: 'jsonc',
    section: 'mcpServers',
    entry: { command: COMMAND, args: ARGS },
    note: 'Gemini CLI shows it with /mcp.',
  },
  vscode: {
    label: 'VS Code',
    file: '.vscode/mcp.json',
    format: 'jsonc',
    section: 'servers',
    entry: { type: 'stdio', command: COMMAND, args: EDITOR_ARGS },
    note: 'VS Code asks whether to trust it when it is first started.',
  },
};
