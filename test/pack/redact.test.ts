import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, findPresetSecrets, mayHoldPresetSecret } from '../../src/pack/redact.ts';
import { entropyOf, KNOWN_SECRETS } from '../../src/pack/secret-kinds.ts';
import { letters, of, PLANTED, pem } from '../planted-secrets.ts';

describe.each(PLANTED)('%s', (_, line, secret) => {
  test('is replaced by its kind, the line stays', async () => {
    const redactor = createRedactor();
    const lines = ['// é 🦀', line, 'const kept = 1;'];
    await redactor.scan('src/push.ts', lines.join('\n'));
    const { lines: redacted, secrets } = redactor.redact('src/push.ts', lines);
    expect(redacted).toHaveLength(3);
    expect(redacted.join('\n')).not.toContain(secret);
    expect(redacted[1]).toMatch(/\[redacted:[a-z0-9-]+\]/);
    expect([redacted[0], redacted[2]]).toEqual([lines[0], lines[2]]);
    expect([...secrets.keys()]).toEqual([2]);
  });
});

/** Texts with planted secrets, whole and cut, among words of code. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PLANTED.map(([, text]) => text)),
      fc
        .tuple(fc.constantFrom(...PLANTED.map(([, text]) => text)), fc.nat(60), fc.nat(60))
        .map(([text, from, to]) => text.slice(from % text.length, text.length - (to % text.length))),
      fc.constantFrom(
        'const key = 1;',
        'account_id: 1234-5678-9012',
        'mysql://a:b@c/d',
        pem('RSA PRIVATE KEY'),
      ),
      fc.lorem({ maxCount: 5 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom('\n', ' ', '', '"').map((joint) => parts.join(joint)));

describe('what spares the scanners', () => {
  test('a text in which the preset finds something has a hint of it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const found = await findPresetSecrets('src/push.ts', text);
        if (found.length > 0) expect(mayHoldPresetSecret(text)).toBe(true);
      }),
      { numRuns: 1500, seed: 20_261_130 },
    );
  });

  test('the preset finds ten of the planted kinds and more: the hints are put to the test', async () => {
    const found = await Promise.all(PLANTED.map(([, text]) => findPresetSecrets('src/push.ts', text)));
    expect(found.filter((ranges) => ranges.length > 0).length).toBeGreaterThanOrEqual(10);
  });

  test('the sign of a kind stands in whatever its pattern finds', () => {
    const texts = [
      ...PLANTED.map(([, text]) => text),
      pem('RSA PRIVATE KEY'),
      of('GOC', 'SPX-', letters(28)),
      of('//registry/:_auth', 'Token=', letters(20)),
    ];
    const missed = KNOWN_SECRETS.filter(({ sign, pattern }) =>
      texts.some((text) => text.search(pattern) >= 0 && !sign.test(text)),
    );
    expect(missed).toEqual([]);
    const unseen = KNOWN_SECRETS.filter(({ pattern }) => texts.every((text) => text.search(pattern) < 0));
    expect(unseen.map(({ kind }) => kind)).toEqual([]);
  });

  test('a content is not looked at again under the same name, and is under another', async () => {
    const text = `API_SECRET=${letters(24)}`;
    for (const name of ['hashed/.env', 'hashed/.env', 'hashed/notes.md']) {
      const redactor = createRedactor();
      await redactor.scanLines(name, [text], 'a-hash');
      expect(redactor.found()).toBe(name === 'hashed/.env' ? 1 : 0);
    }
    const redactor = createRedactor();
    await redactor.scanLines('hashed/.env', ['token'.padEnd(text.length, ' x')], 'a-hash');
    expect(redactor.found()).toBe(1);
  });

  test('a comment does not switch the preset off', async () => {
    const secret = of('gh', 'p_', letters(36));
    const lines = ['// secretlint-disable', `const a = '${secret}';`, '/* secretlint-disable-line */'];
    const redactor = createRedactor();
    await redactor.scan('src/a.ts', lines.join('\n'));
    expect(redactor.redact('src/a.ts', lines).lines.join('\n')).not.toContain(secret);
  });
});

describe('private keys', () => {
  test.each([
    'RSA PRIVATE KEY',
    'PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'EC PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('%s goes as a whole, line by line', async (label) => {
    const lines = ['before', ...pem(label).split('\n'), 'after'];
    const redactor = createRedactor();
    await redactor.scan('key.txt', lines.join('\n'));
    const { lines: redacted } = redactor.redact('key.txt', lines);
    expect(redacted).toHaveLength(lines.length);
    expect(redacted.slice(1, -1)).toEqual(lines.slice(1, -1).map(() => '[redacted:private-key]'));
    expect([redacted[0], redacted.at(-1)]).toEqual(['before', 'after']);
  });

  test('on one line with escaped newlines', async () => {
    const key = pem('PRIVATE KEY').replaceAll('\n', '\\n');
    const redactor = createRedactor();
    await redactor.scan('service.json', `{"private_key": "${key}"}`);
    expect(redactor.redact('service.json', [`{"private_key": "${key}"}`]).lines).toEqual([
      '{"private_key": "[redacted:private-key]"}',
    ]);
  });

  test('code that only speaks of keys is left alone', async () => {
    const line = of('if (text.startsWith("-----BEGIN ', 'PRIVATE KEY-----")) return parse(text);');
    const redactor = createRedactor();
    await redactor.scan('pem.ts', line);
    expect(redactor.redact('pem.ts', [line]).lines).toEqual([line]);
  });
});

describe('assignments', () => {
  test.each([
    ['.env', `DB_PASSWORD=${letters(16)}`],
    ['deploy/.env.production', `export STRIPE_SECRET="${letters(24)}"`],
    ['config.yml', `  client_secret: ${letters(20)}`],
    ['app.properties', `spring.datasource.password=${letters(12)}`],
    ['settings.json', `  "apiKey": "${letters(22)}",`],
    ['config.json', `{"user": "me", "password": "${letters(12)}"}`],
    ['src/settings.py', `SECRET_KEY = '${letters(50)}'`],
  ])('in %s a value of high entropy is replaced', async (name, line) => {
    const redactor = createRedactor();
    await redactor.scan(name, line);
    const [redacted = ''] = redactor.redact(name, [line]).lines;
    expect(redacted).toContain('[redacted:assigned-secret]');
    expect(line.startsWith(redacted.slice(0, redacted.indexOf('[')))).toBe(true);
  });

  test.each([
    ['.env', 'DB_PASSWORD=changeme'],
    ['.env', ['API_TOKEN=$', '{TOKEN}'].join('')],
    ['config.yml', 'password: "<your-password-here>"'],
    ['config.yml', 'token_lifetime: 3600'],
    ['config.yml', 'secret_name: database-credentials'],
    ['src/a.ts', 'const token = await refreshToken(clientId);'],
    ['src/a.ts', "const passwordFieldLabel = 'Please enter your password';"],
  ])('in %s `%s` stays', async (name, line) => {
    const redactor = createRedactor();
    await redactor.scan(name, line);
    expect(redactor.redact(name, [line]).lines).toEqual([line]);
  });
});

test('a value found in one text is replaced in every other', async () => {
  const secret = letters(24);
  const redactor = createRedactor();
  await redactor.scan('.env', `API_SECRET=${secret}`);
  await redactor.scan('notes.md', `the key is ${secret}, twice: ${secret}`);
  expect(redactor.redact('notes.md', [`the key is ${secret}, twice: ${secret}`]).lines).toEqual([
    'the key is [redacted:assigned-secret], twice: [redacted:assigned-secret]',
  ]);
  expect(redactor.found()).toBe(1);
});

test('text without secrets comes back as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.lorem({ maxCount: 8 }), { maxLength: 10 }), async (lines) => {
      const redactor = createRedactor();
      await redactor.scan('a.md', lines.join('\n'));
      expect(redactor.redact('a.md', lines).lines).toBe(lines);
    }),
    { numRuns: 30, seed: 11 },
  );
});

test('entropy is that of the letters', () => {
  expect(entropyOf('')).toBe(0);
  expect(entropyOf('aaaa')).toBe(0);
  expect(entropyOf('abab')).toBe(1);
  expect(entropyOf('abcd')).toBe(2);
});

test('texts made to be slow are not', async () => {
  const hostile = [
    'eyJ-'.repeat(50_000),
    of('-----BEGIN ', 'PRIVATE KEY-----\n') + 'A: '.repeat(50_000),
    'https://a:'.repeat(20_000),
    'password'.repeat(25_000),
    `${' '.repeat(200_000)}password`,
    'token = "'.repeat(20_000),
  ];
  const start = process.cpuUsage();
  for (const [at, text] of hostile.entries()) await createRedactor().scan(`h${at}.env`, text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(6);
});
