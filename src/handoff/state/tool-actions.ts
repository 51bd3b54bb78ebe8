import type { PlanItem, RepoPath, WorkspaceChange } from '../../core/index.ts';
import { contentHash } from '../content-hash.ts';
import { isRecord, type JsonRecord, listAt, textAt } from '../json-record.ts';

/** A file that an action touches; `hash` where the action itself says the whole content. */
export interface TouchedFile {
  readonly path: RepoPath;
  readonly action: WorkspaceChange['action'] | 'read';
  readonly hash: string | null;
}

/** What a tool call does, in words of its own tool or of the shell. */
export interface ToolAction {
  readonly kind: 'read' | 'write' | 'command' | 'plan' | 'other';
  readonly files: readonly TouchedFile[];
  readonly command: string | null;
  readonly plan: readonly Omit<PlanItem, 'source'>[] | null;
}

/** Where the paths of a session lie. */
export interface PathPlace {
  /** Folder that absolute paths are made relative to. */
  readonly root: string | null;
  /** Folder of the session below the root, '' for the root itself: its relative paths begin there. */
  readonly folder: string;
}

const NOTHING: ToolAction = { kind: 'other', files: [], command: null, plan: null };

type ActionKind = 'read' | 'write' | 'edit' | 'delete' | 'patch' | 'editor' | 'command' | 'plan';

const TOOLS: Readonly<Record<ActionKind, readonly string[]>> = {
  read: 'read read_file readfile view view_file open_file cat_file get_file_contents read_many_files readmanyfiles'.split(
    ' ',
  ),
  write: 'write write_file writefile create_file write_to_file save_file'.split(' '),
  edit: 'edit multiedit multi_edit edit_file str_replace replace replace_in_file apply_diff search_replace notebookedit insert_edit_into_file'.split(
    ' ',
  ),
  delete: ['delete_file', 'remove_file'],
  patch: ['apply_patch'],
  editor: ['str_replace_based_edit_tool', 'str_replace_editor', 'text_editor'],
  command:
    'bash shell exec exec_command shell_command local_shell run_shell_command run_command execute_command run_terminal_cmd run_in_terminal terminal execute_bash'.split(
      ' ',
    ),
  plan: 'todowrite todo_write update_plan write_todos todo'.split(' '),
};

const KIND_OF = new Map(
  Object.entries(TOOLS).flatMap(([kind, names]) => names.map((name) => [name, kind as ActionKind] as const)),
);

/** What a tool call does; `place` says where its paths lie. */
export function actionOf(tool: string, input: JsonRecord, place: PathPlace | null): ToolAction {
  const kind = KIND_OF.get(toolName(tool));
  const path = pathIn(input, place);
  switch (kind) {
    case 'command':
      return commandAction(commandIn(input), place);
    case 'plan':
      return { ...NOTHING, kind: 'plan', plan: planIn(input) };
    case 'patch':
      return writes(patchedFiles(textAt(input, 'input', 'patch', 'raw') ?? '', place));
    case 'editor':
      return editorAction(input, path);
    case 'read':
      return { ...NOTHING, kind: 'read', files: readFiles(input, path, place) };
    default:
      return kind === undefined || path === null ? NOTHING : writes([writtenFile(kind, path, input)]);
  }
}

/** `mcp__server__read_file` and `functions.shell` by their own names. */
function toolName(tool: string): string {
  return (tool.split(/__|[./:]/).at(-1) ?? tool).toLowerCase().replaceAll('-', '_');
}

function writes(files: readonly TouchedFile[]): ToolAction {
  return { ...NOTHING, kind: 'write', files };
}

function writtenFile(kind: ActionKind, path: RepoPath, input: JsonRecord): TouchedFile {
  if (kind === 'delete') return { path, action: 'deleted', hash: null };
  const content = textAt(input, 'content', 'file_text', 'contents');
  const whole = kind === 'write' && content !== null;
  return { path, action: kind === 'write' ? 'created' : 'edited', hash: whole ? hashOf(content) : null };
}

function editorAction(input: JsonRecord, path: RepoPath | null): ToolAction {
  if (path === null) return NOTHING;
  const command = textAt(input, 'command');
  if (command === 'view') return { ...NOTHING, kind: 'read', files: [{ path, action: 'read', hash: null }] };
  return writes([writtenFile(command === 'create' ? 'write' : 'edit', path, input)]);
}

function readFiles(
  input: JsonRecord,
  path: RepoPath | null,
  place: PathPlace | null,
): readonly TouchedFile[] {
  const listed = listAt(input, 'paths').flatMap((each) => (typeof each === 'string' ? [each] : []));
  const paths = path === null ? listed.map((each) => relativePath(each, place)) : [path];
  return paths.map((each) => ({ path: each, action: 'read', hash: null }));
}

// ─── paths ──────────────────────────────────────────────────────────────────────────────────────────────

function pathIn(input: JsonRecord, place: PathPlace | null): RepoPath | null {
  const path = textAt(
    input,
    'file_path',
    'path',
    'absolute_path',
    'filePath',
    'filename',
    'target_file',
    'notebook_path',
  );
  return path === null || path.trim() === '' ? null : relativePath(path, place);
}

/** Relative to the root where it lies below it, `/`-separated, without `./` and `../`. */
export function relativePath(path: string, place: PathPlace | null): RepoPath {
  const clean = path.trim().replaceAll('\\', '/');
  if (isAbsolute(clean)) return below(clean, place?.root ?? null);
  const folder = place?.folder ?? '';
  const joined = folder === '' ? clean : `${folder}/${clean}`;
  return normalised(joined.replace(/^(?:\.\/)+/, ''));
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:\/)/.test(path);
}

function below(path: string, root: string | null): string {
  const base = root === null ? null : `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return normalised(base !== null && path.startsWith(base) ? path.slice(base.length) : path);
}

function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.replace(/\/{2,}/g, '/').split('/')) {
    const up = part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '';
    if (up) parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const PATCHED = /^\*\*\* (Add|Update|Delete) File: (.+)$/gm;
const MOVED = /^\*\*\* Move to: (.+)$/gm;

function patchedFiles(patch: string, place: PathPlace | null): readonly TouchedFile[] {
  const named = [...patch.matchAll(PATCHED)].map(([, verb, path = '']): TouchedFile => {
    const action = verb === 'Add' ? 'created' : verb === 'Delete' ? 'deleted' : 'edited';
    return { path: relativePath(path, place), action, hash: null };
  });
  const moved = [...patch.matchAll(MOVED)].map(
    ([, path = '']): TouchedFile => ({ path: relativePath(path, place), action: 'created', hash: null }),
  );
  return [...named, ...moved];
}

// ─── the shell ──────────────────────────────────────────────────────────────────────────────────────────

function commandIn(input: JsonRecord): string {
  const value = input['command'] ?? input['cmd'] ?? input['script'] ?? input['raw'] ?? '';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const words = value.map(String);
  const shell = /^(?:\/\S*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '');
  return shell ? (words[2] ?? '') : words.join(' ');
}

/** What follows in a longer command is data. */
const COMMAND_LENGTH = 20_000;

function commandAction(command: string, place: PathPlace | null): ToolAction {
  const text = command.trim().slice(0, COMMAND_LENGTH);
  if (text === '') return NOTHING;
  const files = /\bapply_patch\b/.test(text) ? patchedFiles(text, place) : shellFiles(text, place);
  return { ...NOTHING, kind: 'command', command: withoutHereDocuments(text), files };
}

const PATH = String.raw`(?:"([^"$\n]+)"|'([^'\n]+)'|([\w./@+-]*[\w]))`;
const SHELL_WRITES: readonly (readonly [RegExp, TouchedFile['action']])[] = [
  [new RegExp(String.raw`(?:^|[;&|]\s*|\s)>\s*${PATH}`, 'gm'), 'created'],
  [new RegExp(String.raw`(?:^|[;&|]\s*|\s)>>\s*${PATH}`, 'gm'), 'edited'],
  [new RegExp(String.raw`\btee (?:-a )?${PATH}`, 'gm'), 'edited'],
  [new RegExp(String.raw`^[ \t]*(?:git )?rm (?:-[rfq]+ )*(?:--cached )?${PATH}\s*$`, 'gm'), 'deleted'],
  [
    new RegExp(String.raw`\bsed (?:-[nE]+ )?-i(?:\.\w+)? (?:-e )?(?:'[^'\n]*'|"[^"\n]*") ${PATH}`, 'gm'),
    'edited',
  ],
];
const SHELL_READ = new RegExp(
  String.raw`^[ \t]*(?:cat|nl|head|tail|less|bat)(?: -[\w]+(?: \d+)?)* ${PATH}\s*$|^[ \t]*sed -n '?[\d,p$]+'? ${PATH}\s*$`,
);

/** Files that simple commands read or write; here-documents are text, not commands. */
function shellFiles(command: string, place: PathPlace | null): readonly TouchedFile[] {
  const text = withoutHereDocuments(command);
  const found: TouchedFile[] = [];
  for (const [pattern, action] of SHELL_WRITES) {
    for (const match of text.matchAll(pattern)) {
      const path = match.slice(1).find((group) => group !== undefined) ?? '';
      if (!/^\/dev\/|^&|^\d+$/.test(path))
        found.push({ path: relativePath(path, place), action, hash: null });
    }
  }
  const read = SHELL_READ.exec(text.split(/\s*(?:\||&&|;)\s*/).at(-1) ?? '') ?? SHELL_READ.exec(text);
  const path = read?.slice(1).find((group) => group !== undefined);
  if (path !== undefined) found.push({ path: relativePath(path, place), action: 'read', hash: null });
  return found;
}

function withoutHereDocuments(command: string): string {
  if (!command.includes('<<')) return command;
  const kept: string[] = [];
  let end: string | null = null;
  for (const line of command.split('\n')) {
    if (end !== null) {
      if (line.trim() === end) end = null;
      continue;
    }
    kept.push(line);
    end = /<<-?[ \t]*['"]?(\w+)['"]?/.exec(line)?.[1] ?? null;
  }
  return kept.join('\n');
}

/** True for commands that only print files, history or listings: what they print is not test output. */
export function isLookup(command: string): boolean {
  const last = command.replace(/^[ \t]*cd \S+ (?:&&|;)\s*/, '');
  return /^[ \t]*(?:sudo )?(?:rg|grep|egrep|fgrep|ls|find|fd|tree|wc|git (?:log|show|diff|grep|blame|status)|(?:cat|head|tail|sed -n|nl|less|bat)\b(?!.*\.(?:log|txt|xml|out|tap)\b))/.test(
    last,
  );
}

// ─── plans ──────────────────────────────────────────────────────────────────────────────────────────────

const STATUS: Readonly<Record<string, PlanItem['status']>> = {
  completed: 'completed',
  complete: 'completed',
  done: 'completed',
  in_progress: 'in_progress',
  inprogress: 'in_progress',
  active: 'in_progress',
};

function planIn(input: JsonRecord): ToolAction['plan'] {
  const items = [input['todos'], input['plan'], input['items'], input['tasks']].find(Array.isArray);
  if (items === undefined) return null;
  return items.filter(isRecord).flatMap((item) => {
    const text = textAt(item, 'content', 'step', 'description', 'text', 'title');
    const status = STATUS[(textAt(item, 'status') ?? '').toLowerCase().replace('-', '_')] ?? 'pending';
    return text === null || textAt(item, 'status') === 'cancelled' ? [] : [{ text, status }];
  });
}

// ─── calls that are still open ──────────────────────────────────────────────────────────────────────────

const LONG = 400;
const INPUT_LENGTH = 4_000;
const STAND_IN = /^\[(\d+) characters, sha256 ([0-9a-f]{32})\]$/;

/**
 * The input as JSON, at most 4 000 characters: long texts are stood in for by length and hash, patches by the lines
 * that name files, so that `actionOf` finds the same files in it.
 */
export function shortInput(input: JsonRecord): string {
  const whole = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' ? shortText(value) : value,
  );
  if (whole.length <= INPUT_LENGTH) return whole;
  const named = Object.fromEntries(
    Object.entries(input).filter(([, value]) => typeof value === 'string' && value.length <= LONG),
  );
  const short = JSON.stringify(named);
  return short.length <= INPUT_LENGTH ? short : '{}';
}

function shortText(text: string): string {
  if (text.length <= LONG) return text;
  const heads = text.match(PATCHED);
  if (heads !== null) return [...heads, ...(text.match(MOVED) ?? [])].join('\n');
  return `[${text.length} characters, sha256 ${contentHash(text)}]`;
}

function hashOf(content: string): string {
  return STAND_IN.exec(content)?.[2] ?? contentHash(content);
}
