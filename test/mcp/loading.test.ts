import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../../src');
const COMMANDS = readdirSync(join(SRC, 'cli/commands')).filter((name) => name.endsWith('.ts'));

/** Packages that loading a file loads too: through imports that are neither types nor put off. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const statements = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';/gm);
  for (const [statement, specifier = ''] of statements) {
    if (/^(?:import|export) \{(?:\s*type [^,}]+,?)+\s*\}/.test(statement)) continue;
    if (!specifier.startsWith('.')) packages.add(specifier);
    else for (const name of loadedWith(resolve(dirname(file), specifier), seen)) packages.add(name);
  }
  return packages;
}

describe('the command line', () => {
  it.each(COMMANDS)('loads nothing of MCP, and no schemas, with %s', (name) => {
    const packages = [...loadedWith(join(SRC, 'cli/commands', name))];
    expect(packages).not.toContain('zod');
    expect(packages.filter((each) => each.startsWith('@modelcontextprotocol'))).toEqual([]);
  });

  it('loads the server where it is started only', () => {
    const server = [...loadedWith(join(SRC, 'mcp/serve-mcp.ts'))];
    expect(server).toContain('zod');
    expect(server).toContain('@modelcontextprotocol/server');
    const entry = [...loadedWith(join(SRC, 'mcp/index.ts'))];
    expect(entry).not.toContain('zod');
    expect(entry.filter((each) => each.startsWith('@modelcontextprotocol'))).toEqual([]);
  });

  it('is looked at as a whole', () => {
    expect(COMMANDS.length).toBeGreaterThan(20);
  });
});
