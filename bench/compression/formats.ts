import type { Recorded, Scenario, ToolCall } from './scenario.ts';

/** Where the sessions say that they took place. */
export const HOME = '/home/dev/ctx';
const START = Date.parse('2026-11-20T09:00:00.000Z');

type Encode = (events: readonly Recorded[], scenario: Scenario) => string;
type Tool = Extract<Recorded, { readonly kind: 'tool' }>;

const at = (index: number): string => new Date(START + index * 40_000).toISOString();
const lines = (records: readonly object[]): string =>
  `${records.map((each) => JSON.stringify(each)).join('\n')}\n`;
const absolute = (path: string): string => `${HOME}/${path}`;
const REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected.";

/** One writer a format, in the shapes that the agents themselves write. */
export const FORMATS: Readonly<Record<Scenario['format'], Encode>> = {
  'claude-code': claudeCode,
  anthropic: (events) => `${JSON.stringify({ messages: events.flatMap(anthropicMessages) })}\n`,
  codex,
  'openai-responses': (events) => `${JSON.stringify({ input: events.flatMap(responseItems) })}\n`,
  'openai-chat': (events) => `${JSON.stringify({ messages: events.flatMap(chatMessages) })}\n`,
  gemini,
};

// ─── Anthropic ──────────────────────────────────────────────────────────────────────────────────────────

function claudeInput(call: ToolCall): { readonly name: string; readonly input: object } {
  switch (call.tool) {
    case 'run':
      return { name: 'Bash', input: { command: call.command } };
    case 'read': {
      const [from, to] = call.lines ?? [null, null];
      const range = from === null ? {} : { offset: from, limit: to - from + 1 };
      return { name: 'Read', input: { file_path: absolute(call.path), ...range } };
    }
    case 'edit':
      return {
        name: 'Edit',
        input: { file_path: absolute(call.path), old_string: call.old, new_string: call.fresh },
      };
    case 'write':
      return { name: 'Write', input: { file_path: absolute(call.path), content: call.text } };
    case 'plan':
      return {
        name: 'TodoWrite',
        input: { todos: call.items.map(([content, status]) => ({ content, status })) },
      };
  }
}

function claudeResult({ call, result }: Tool): string {
  if (result === null) return '';
  if (result.refused) return REFUSED;
  if (call.tool !== 'read')
    return result.exitCode === null || result.exitCode === 0
      ? result.text
      : `Exit code ${result.exitCode}\n${result.text}`;
  const from = call.lines?.[0] ?? 1;
  return result.text
    .split('\n')
    .map((line, index) => `${String(from + index).padStart(6)}→${line}`)
    .join('\n');
}

interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly object[];
}

function anthropicMessages(event: Recorded): readonly AnthropicMessage[] {
  if (event.kind === 'user') return [{ role: 'user', content: event.text }];
  if (event.kind !== 'tool') return [{ role: 'assistant', content: [{ type: 'text', text: event.text }] }];
  const { name, input } = claudeInput(event.call);
  const use: AnthropicMessage = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: event.id, name, input }],
  };
  if (event.result === null) return [use];
  const { exitCode, refused } = event.result;
  const is_error = refused || (exitCode !== null && exitCode !== 0);
  return [
    use,
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: event.id,
          content: claudeResult(event),
          ...(is_error && { is_error }),
        },
      ],
    },
  ];
}

function claudeCode(events: readonly Recorded[], { name }: Scenario): string {
  const messages = events.flatMap(anthropicMessages);
  return lines(
    messages.map((message, index) => ({
      parentUuid: index === 0 ? null : `${name}-${index}`,
      isSidechain: false,
      userType: 'external',
      cwd: HOME,
      sessionId: name,
      version: '2.1.0',
      gitBranch: 'main',
      type: message.role,
      message,
      uuid: `${name}-${index + 1}`,
      timestamp: at(index),
    })),
  );
}

// ─── OpenAI ─────────────────────────────────────────────────────────────────────────────────────────────

/** Codex works by shell commands and patches. */
function codexCall(call: ToolCall): { readonly name: string; readonly input: object | string } {
  switch (call.tool) {
    case 'run':
      return { name: 'exec_command', input: { cmd: call.command, workdir: HOME } };
    case 'read': {
      const cmd =
        call.lines === null ? `cat ${call.path}` : `sed -n '${call.lines[0]},${call.lines[1]}p' ${call.path}`;
      return { name: 'exec_command', input: { cmd, workdir: HOME } };
    }
    case 'edit':
      return {
        name: 'apply_patch',
        input: patch(`*** Update File: ${call.path}\n@@\n${hunk(call.old, call.fresh)}`),
      };
    case 'write':
      return { name: 'apply_patch', input: patch(`*** Add File: ${call.path}\n${signed('+', call.text)}`) };
    case 'plan':
      return { name: 'update_plan', input: { plan: call.items.map(([step, status]) => ({ step, status })) } };
  }
}

const patch = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`;
const signed = (sign: string, text: string): string =>
  text
    .split('\n')
    .map((line) => sign + line)
    .join('\n');
const hunk = (old: string, fresh: string): string => `${signed('-', old)}\n${signed('+', fresh)}`;

function codexOutput({ result, call }: Tool): string {
  if (result === null) return '';
  if (result.refused) return 'exec command rejected by user';
  if (call.tool === 'plan' || call.tool === 'edit' || call.tool === 'write') return result.text;
  return `Chunk ID: 1\nWall time: 1.0 seconds\nProcess exited with code ${result.exitCode ?? 0}\nOutput:\n${result.text}`;
}

function responseItems(event: Recorded): readonly object[] {
  if (event.kind === 'user')
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: event.text }] }];
  if (event.kind !== 'tool')
    return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: event.text }] }];
  const { name, input } = codexCall(event.call);
  const made =
    typeof input === 'string'
      ? { type: 'custom_tool_call', name, input, call_id: event.id }
      : { type: 'function_call', name, arguments: JSON.stringify(input), call_id: event.id };
  const type = typeof input === 'string' ? 'custom_tool_call_output' : 'function_call_output';
  return event.result === null ? [made] : [made, { type, call_id: event.id, output: codexOutput(event) }];
}

function codex(events: readonly Recorded[], { name, base }: Scenario): string {
  const meta = {
    id: name,
    cwd: HOME,
    originator: 'codex_cli_rs',
    git: { commit_hash: base, branch: 'main' },
  };
  const items = events.flatMap(responseItems).map((payload) => ({ type: 'response_item', payload }));
  return lines(
    [{ type: 'session_meta', payload: meta }, ...items].map((line, index) => ({
      timestamp: at(index),
      ...line,
    })),
  );
}

function chatMessages(event: Recorded): readonly object[] {
  if (event.kind === 'user') return [{ role: 'user', content: event.text }];
  if (event.kind !== 'tool') return [{ role: 'assistant', content: event.text }];
  const { name, input } = chatCall(event.call);
  const call = { id: event.id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  const asked = { role: 'assistant', content: null, tool_calls: [call] };
  if (event.result === null) return [asked];
  const { text, exitCode, refused } = event.result;
  const status = event.call.tool === 'run' && exitCode !== null ? `\n[exit code: ${exitCode}]` : '';
  return [
    asked,
    {
      role: 'tool',
      tool_call_id: event.id,
      content: refused ? 'The user rejected the command.' : text + status,
    },
  ];
}

function chatCall(call: ToolCall): { readonly name: string; readonly input: object } {
  switch (call.tool) {
    case 'run':
      return { name: 'run_command', input: { command: call.command } };
    case 'read':
      return {
        name: 'read_file',
        input: { path: call.path, ...(call.lines && { start_line: call.lines[0], end_line: call.lines[1] }) },
      };
    case 'edit':
      return { name: 'str_replace', input: { path: call.path, old_str: call.old, new_str: call.fresh } };
    case 'write':
      return { name: 'write_file', input: { path: call.path, content: call.text } };
    case 'plan':
      return { name: 'update_plan', input: { plan: call.items.map(([step, status]) => ({ step, status })) } };
  }
}

// ─── Gemini ─────────────────────────────────────────────────────────────────────────────────────────────

function gemini(events: readonly Recorded[], { name }: Scenario): string {
  const head = { sessionId: name, projectHash: 'c7', startTime: at(0), directories: [HOME] };
  return lines([head, ...events.map((event, index) => geminiMessage(event, index))]);
}

function geminiMessage(event: Recorded, index: number): object {
  const base = { id: `m${index + 1}`, timestamp: at(index) };
  if (event.kind === 'user') return { ...base, type: 'user', content: [{ text: event.text }] };
  if (event.kind !== 'tool') return { ...base, type: 'gemini', content: event.text, thoughts: [] };
  const { name, args } = geminiCall(event.call);
  const call = { id: event.id, name, args };
  const done = event.result === null ? call : { ...call, ...geminiResult(event.id, name, event.result) };
  return { ...base, type: 'gemini', content: '', thoughts: [], toolCalls: [done] };
}

function geminiResult(id: string, name: string, result: NonNullable<Tool['result']>): object {
  const { text, exitCode, refused } = result;
  const output = refused
    ? 'User denied execution.'
    : exitCode === null
      ? text
      : `Output: ${text}\nExit Code: ${exitCode}`;
  const status = refused ? 'cancelled' : exitCode !== null && exitCode !== 0 ? 'error' : 'success';
  return { status, result: [{ functionResponse: { id, name, response: { output } } }] };
}

function geminiCall(call: ToolCall): { readonly name: string; readonly args: object } {
  switch (call.tool) {
    case 'run':
      return { name: 'run_shell_command', args: { command: call.command } };
    case 'read':
      return {
        name: 'read_file',
        args: {
          absolute_path: absolute(call.path),
          ...(call.lines && { offset: call.lines[0], limit: call.lines[1] }),
        },
      };
    case 'edit':
      return {
        name: 'replace',
        args: { file_path: absolute(call.path), old_string: call.old, new_string: call.fresh },
      };
    case 'write':
      return { name: 'write_file', args: { file_path: absolute(call.path), content: call.text } };
    case 'plan':
      return {
        name: 'write_todos',
        args: { todos: call.items.map(([description, status]) => ({ description, status })) },
      };
  }
}
