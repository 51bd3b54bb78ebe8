import { afterAll, describe, expect, it } from 'vitest';
import { makeRepository } from '../engine/make-repository.ts';
import { type Connection, connect, dataOf } from './connect.ts';

const open: Connection[] = [];
afterAll(async () => {
  for (const { client } of open) await client.close();
});

async function serve(...args: Parameters<typeof connect>): Promise<Connection> {
  const connection = await connect(...args);
  open.push(connection);
  return connection;
}

const FILES = {
  'src/cache.ts': 'export function refreshToken(id: string): string {\n  return lookUp(id);\n}\n',
  'src/look-up.ts': 'export function lookUp(id: string): string {\n  return id;\n}\n',
};

describe('a real client', () => {
  it('is told how to use the server, lists its tools and searches', async () => {
    const { client, call } = await serve(makeRepository(FILES));
    expect(client.getInstructions()?.split(/\s+/).length).toBeLessThan(150);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_code');
    const found = await call('search_code', { query: 'refreshToken' });
    expect(found.isError).toBe(false);
    expect(JSON.stringify(dataOf(found))).toContain('src/cache.ts');
  });

  it('reads a file by lines', async () => {
    const { call } = await serve(makeRepository(FILES));
    const read = await call('read_file', { path: 'src/cache.ts', range: { start: 2, end: 2 } });
    expect(dataOf(read)['content']).toBe('2\t  return lookUp(id);');
    expect(read.envelope.status).toBe('ok');
  });
});
