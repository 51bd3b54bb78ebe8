/** Made-up secrets in the formats of real ones. */
const MIXED = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const HEX = '0123456789abcdef';
const DIGITS = '0123456789';
const BASE64 = `${MIXED}+/`;

/** Letters that look random and never change. */
export function letters(length: number, alphabet = MIXED, seed = length * 31 + alphabet.length): string {
  let state = seed;
  let text = '';
  for (let at = 0; at < length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)] ?? '';
  }
  return text;
}

/** Joined here, so that no scanner takes a fixture for a leak. */
export const of = (...parts: readonly string[]): string => parts.join('');

export function pem(label: string, rows = 6): string {
  const body = Array.from({ length: rows }, (_, at) => letters(64, BASE64, at + 5)).join('\n');
  return of('-----BEGIN ', label, '-----\n', body, '\n-----END ', label, '-----');
}

type Planted = readonly (readonly [name: string, text: string, secret: string])[];

const QUOTED: Planted = (
  [
    ['AWS access key id', of('AK', 'IA', letters(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'))],
    ['GitHub token', of('gh', 'p_', letters(36))],
    ['GitHub OAuth token', of('gh', 'o_', letters(36))],
    ['GitHub server token', of('gh', 's_', letters(36))],
    ['GitHub fine-grained token', of('github', '_pat_', letters(22), '_', letters(59))],
    ['GitLab token', of('gl', 'pat-', letters(20))],
    ['Slack bot token', of('xo', 'xb-', letters(12, DIGITS), '-', letters(12, DIGITS), '-', letters(24))],
    ['Google API key', of('AI', 'za', letters(35))],
    ['Stripe key', of('sk', '_live_', letters(24))],
    ['Stripe restricted key', of('rk', '_live_', letters(24))],
    ['SendGrid key', of('S', 'G.', letters(22), '.', letters(43))],
    ['npm token', of('np', 'm_', letters(36))],
    ['OpenAI key', of('sk', '-proj-', letters(74), 'T3BlbkFJ', letters(74))],
    ['Anthropic key', of('sk', '-ant-api03-', letters(93), 'AA')],
    ['Hugging Face token', of('hf', '_', letters(34, MIXED.slice(0, 52)))],
    ['Linear key', of('lin', '_api_', letters(40))],
    ['Notion token', of('ntn', '_', letters(11, DIGITS), letters(35))],
    ['Shopify token', of('shp', 'at_', letters(32, HEX))],
    ['DigitalOcean token', of('dop', '_v1_', letters(64, HEX))],
    ['Databricks token', of('da', 'pi', letters(32, HEX))],
    ['Twilio key', of('S', 'K', letters(32, HEX))],
    ['Telegram bot token', of(letters(10, DIGITS), ':AA', letters(33))],
    ['Mailgun key', of('key', '-', letters(32, HEX))],
    ['PyPI token', of('pypi', '-AgEIcHlwaS5vcmc', letters(60))],
    ['Docker token', of('dckr', '_pat_', letters(27))],
    ['Vault token', of('hv', 's.', letters(90))],
    ['Grafana token', of('gl', 'sa_', letters(32), '_', letters(8, HEX))],
    ['Square token', of('sq0', 'csp-', letters(43))],
    ['Heroku key', of('HRKU', '-AA', letters(58))],
    ['JSON web token', of('ey', 'J', letters(30), '.ey', 'J', letters(60), '.', letters(43))],
    ['Figma token', of('figd', '_', letters(40))],
    ['age key', of('AGE-SECRET', '-KEY-1', letters(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'))],
    ['Groq key', of('gsk', '_', letters(52))],
    ['Replicate token', of('r8', '_', letters(37))],
    ['Supabase token', of('sbp', '_', letters(40, HEX))],
    ['PlanetScale token', of('pscale', '_tkn_', letters(43))],
    ['Tailscale key', of('tskey', '-auth-', letters(12), '-', letters(32))],
    ['Sentry token', of('sntrys', '_', letters(60))],
    ['Postman key', of('PM', 'AK-', letters(24, HEX), '-', letters(34, HEX))],
    ['New Relic key', of('NR', 'AK-', letters(27, CAPITALS))],
    ['Atlassian token', of('ATATT', '3xFfGF0', letters(180))],
    ['Dropbox token', of('sl', '.B', letters(130))],
    ['Azure client secret', of(letters(3), '8Q', '~', letters(34))],
  ] as const
).map(([name, secret]) => [name, `call("${secret}")`, secret]);

const AROUND: Planted = [
  [
    'Slack webhook',
    'https://hooks.slack.com/services/',
    of('T', letters(8, CAPITALS), '/B', letters(8, CAPITALS, 3), '/', letters(24)),
  ],
  ['Discord webhook', 'https://discord.com/api/webhooks/123456789012345678/', letters(68)],
  ['Azure storage', 'AccountName=x;AccountKey=', `${letters(86, BASE64)}==`],
  ['PostgreSQL URL', 'postgres://admin:', letters(14)],
  ['MySQL URL', 'mysql://root:', letters(12)],
  ['basic auth URL', 'https://user:', letters(12)],
  ['AWS secret key', 'AWS_SECRET_ACCESS_KEY = ', letters(40, BASE64)],
  ['bearer header', 'Authorization: Bearer ', letters(40)],
].map(([name = '', before = '', secret = '']) => [name, `x = "${before}${secret}@host.example/y"`, secret]);

/** Name, a line of code with the secret, and the secret: what must not be shown. */
export const PLANTED: Planted = [
  ...QUOTED,
  ...AROUND.map(([name, text, secret]): Planted[number] => [
    name,
    name.includes('URL') ? text : text.replace('@host.example/y', ''),
    secret,
  ]),
];
