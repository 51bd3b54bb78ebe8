import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { HOST_TABLE, HOSTS } from '../../src/mcp/install/hosts.ts';
import { planInstall } from '../../src/mcp/install/plan-install.ts';
import { authCache, ctxHere, removeFolders } from '../cli/run-ctx.ts';

afterAll(removeFolders);

const ENTRY = { command: 'ctx', args: ['mcp'] };

function merged(target: (typeof HOSTS)[number], text: string | null): string {
  const plan = planInstall(target, () => text, { agents: false });
  return plan.files[0]?.after ?? '';
}

describe.each(HOSTS)('the configuration for %s', (target) => {
  const { format, section } = HOST_TABLE[target];

  it('stands in a new file, and adding it again changes nothing', () => {
    const text = merged(target, null);
    expect(text).toContain(section);
    expect(text).toContain('"ctx"');
    expect(merged(target, text)).toBe(text);
    if (format !== 'toml') expect(JSON.parse(text)[section].ctx).toMatchObject({ command: 'ctx' });
  });
});

describe('a JSON file', () => {
  it('keeps every character that was in it: other servers, order, comments, commas at the end', () => {
    const text = `{
  // mine
  "inputs": [ ],
  "servers": {
    /* "ctx": {} */
    "other": { "type": "stdio", "command": "x{", "args": ["//", "a,}"], },
  },
  "last": "servers",
}
`;
    const changed = merged('vscode', text);
    const added = changed.split('\n').filter((line) => !text.split('\n').includes(line));
    expect(added).toEqual([
      '    "ctx": {',
      '      "type": "stdio",',
      '      "command": "ctx",',
      '      "args": [',
      '        "mcp",',
      '        "--root",',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor puts the folder in its place
      '        "${workspaceFolder}"',
      '      ]',
      '    },',
    ]);
    expect(
      changed
        .split('\n')
        .filter((line) => !added.includes(line))
        .join('\n'),
    ).toBe(text);
    expect(merged('vscode', changed)).toBe(changed);
  });

  it('gets the section where it has none, and an entry in an empty one', () => {
    expect(JSON.parse(merged('claude-code', '{"a": 1}'))).toEqual({
      a: 1,
      mcpServers: { ctx: { type: 'stdio', ...ENTRY } },
    });
    for (const text of ['{}', '{ }', '{\n}\n', '{"mcpServers": {}}', '{\n\t"mcpServers": {\n\t}\n}\n'])
      expect(JSON.parse(merged('gemini', text))).toEqual({ mcpServers: { ctx: ENTRY } });
    expect(merged('gemini', '{\n\t"theme": "x"\n}\n')).toContain('\n\t"mcpServers": {\n\t\t"ctx"');
  });

  it('is left alone where it cannot be read, is no object, or has another server of that name', () => {
    for (const text of [
      '{',
      '[]',
      '{"mcpServers": []}',
      '{"a": 1} x',
      '{"mcpServers": {"ctx": {"command": "other"}}}',
      '{"a": "\\x"}',
      "{'a': 1}",
    ])
      expect(() => merged('gemini', text)).toThrow(/left as it is/);
    expect(() => merged('claude-code', '{"a": 1, }')).toThrow(/left as it is/);
    expect(() => merged('claude-code', '// c\n{}')).toThrow(/left as it is/);
  });
});

describe('a TOML file', () => {
  const text = `# mine
model = "o4" # [mcp_servers.ctx]
big = """
[mcp_servers.ctx]
"""
list = [
  "a]", # ]
  'b',
]
inline = { x = 1, "y z" = [1, 2] }
when = 2026-11-30 10:00:00Z

[mcp_servers.other]
command = "npx"
args = ["-y", "x"]
[[things]]
n = 1_000.5e3
`;

  it('gets a table at its end and keeps all that was in it', () => {
    const changed = merged('codex', text);
    expect(changed).toBe(`${text}\n[mcp_servers.ctx]\ncommand = "ctx"\nargs = ["mcp"]\n`);
    expect(merged('codex', changed)).toBe(changed);
    expect(merged('codex', 'a = 1')).toBe('a = 1\n\n[mcp_servers.ctx]\ncommand = "ctx"\nargs = ["mcp"]\n');
    expect(merged('codex', '[mcp_servers]\n')).toContain('[mcp_servers.ctx]');
  });

  it('is left alone where it cannot be read, or the name is taken', () => {
    for (const bad of [
      'a = ',
      'a = "x',
      '[a',
      'a = [1, 2',
      'what is this',
      'a = """\nx',
      '[mcp_servers.ctx]\ncommand = "other"\n',
      '[mcp_servers."ctx"]\ncommand = "other"\n',
      'mcp_servers = { other = { command = "x" } }',
      '[mcp_servers]\nctx = { command = "x" }',
      'mcp_servers.ctx.command = "x"',
      'a = 1 b = 2',
    ])
      expect(() => merged('codex', bad), bad).toThrow(/left as it is/);
  });
});

describe('ctx install', () => {
  it('writes nothing without --write, then next to what is there, and the block in AGENTS.md once', async () => {
    const root = authCache();
    const file = join(root, '.mcp.json');
    writeFileSync(file, '{"mcpServers": {"other": {"command": "x"}}}');
    const agents = readFileSync(join(root, 'AGENTS.md'), 'utf8');
    const shown = await ctxHere(root, ['install', '--target', 'claude-code', '--agents']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('"ctx": {');
    expect(shown.stdout).toContain('pack_context');
    expect(readFileSync(file, 'utf8')).toBe('{"mcpServers": {"other": {"command": "x"}}}');
    await ctxHere(root, ['install', '--target', 'claude-code', '--agents', '--write']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: { ctx: { type: 'stdio', ...ENTRY }, other: { command: 'x' } },
    });
    const written = readFileSync(join(root, 'AGENTS.md'), 'utf8');
    expect(written.startsWith(agents)).toBe(true);
    const again = await ctxHere(root, [
      'install',
      '--target',
      'claude-code',
      '--agents',
      '--write',
      '--json',
    ]);
    expect(JSON.parse(again.stdout)).toMatchObject({ written: [] });
    expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toBe(written);
  });

  it('shows for each host of the README the file and the entry that stand there', async () => {
    const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
    const rows = [...readme.matchAll(/^\| (.+) \| `(ctx install --target (\S+) --write)` \(`(.+)`\) \|$/gm)];
    expect(rows.map(([, , , target]) => target)).toEqual([...HOSTS]);
    const root = authCache();
    for (const [, label, command = '', target, file = ''] of rows) {
      expect(label).toBe(HOST_TABLE[target as (typeof HOSTS)[number]].label);
      const shown = await ctxHere(root, ['install', '--target', target ?? '', '--print']);
      expect(shown.stdout.split('\n')[0]).toBe(`# ${file}`);
      expect(shown.stderr).toContain('Nothing was written');
      expect(existsSync(join(root, file))).toBe(false);
      expect((await ctxHere(root, command.split(' ').slice(1))).code).toBe(0);
      expect(`# ${file}\n${readFileSync(join(root, file), 'utf8')}`).toBe(shown.stdout);
    }
  });

  it('does not write through a link, nor into a file it cannot read', async () => {
    const root = authCache();
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync('elsewhere', join(root, '.vscode'));
    const linked = await ctxHere(root, ['install', '--target', 'vscode', '--write']);
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('symbolic link')]);
    writeFileSync(join(root, '.mcp.json'), '{ broken');
    const broken = await ctxHere(root, ['install', '--target', 'claude-code', '--write']);
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('left as it is')]);
    expect(readFileSync(join(root, '.mcp.json'), 'utf8')).toBe('{ broken');
  });
});
