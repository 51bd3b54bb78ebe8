import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Context, openContext } from '../../src/index.ts';
import { makeRepository } from '../engine/make-repository.ts';

const VALUE = 'Xk29dkQ01zRt';
const CHANGED = 'Zp48mmT77wLq';
const KEY_LINE = 'MIIEowIBAAKCAQEAn1x2y3z4'.padEnd(64, 'Qw9');
const WIDE = 'AKIAQ7Z3M5N1P8R2T4V6';

/** Secrets that a line alone does not tell: by the kind of its file, by the lines around, by what a cut leaves. */
const FILES = {
  'conf/app.yaml': `db_password: ${VALUE}\nport: 80\n`,
  '.env.production': `DB_PASSWORD=${VALUE}\n`,
  'deploy.txt': `the deploy key\n-----BEGIN RSA PRIVATE KEY-----\n${`${KEY_LINE}\n`.repeat(20)}-----END RSA PRIVATE KEY-----\n`,
  'src/wide.py': `rotate_wide = "${'-'.repeat(130)}${WIDE}"\n`,
};

let root = '';
let context: Context;
beforeAll(async () => {
  root = makeRepository(FILES);
  context = await openContext(root);
  await context.index();
});
afterAll(() => context.close());

async function answers(): Promise<readonly unknown[]> {
  const words = ['database password', 'deploy key', 'rotate wide'];
  const patterns = ['(?i)password', 'MIIE', 'rotate_wide', '.'];
  return [
    ...(await Promise.all(words.map((text) => context.query(text)))),
    ...(await Promise.all(patterns.map((text) => context.query(text, { mode: 'regex', limit: 100 })))),
    ...(await Promise.all(patterns.map((text) => context.searchLive(text, { mode: 'regex', limit: 100 })))),
    ...(await Promise.all(words.map((text) => context.searchLive(text)))),
    await context.symbols.find('db_password'),
  ];
}

it('shows no secret where one line of a file is shown, nor a part of one', async () => {
  const text = JSON.stringify(await answers());
  expect(text).toContain('db_password: [redacted:');
  expect(text).toContain('DB_PASSWORD=[redacted:');
  expect(text).toContain('rotate_wide = ');
  for (const secret of [VALUE, KEY_LINE.slice(0, 24), WIDE.slice(0, 8)]) expect(text).not.toContain(secret);
});

it('shows none in the diff of a configuration file, neither the old nor the new', async () => {
  writeFileSync(join(root, '.env.production'), `DB_PASSWORD=${CHANGED}\n`);
  writeFileSync(join(root, 'conf/app.yaml'), `db_password: ${CHANGED}\nport: 81\n`);
  const { text } = await context.pack({ goal: 'what has changed', diff: 'auto' }, 'verify');
  expect(text).toContain('+DB_PASSWORD=[redacted:');
  expect(text).toContain('-db_password: [redacted:');
  for (const secret of [VALUE, CHANGED]) expect(text).not.toContain(secret);
});
