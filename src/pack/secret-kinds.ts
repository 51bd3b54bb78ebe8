/** A secret's place in a text, UTF-16 offsets. */
export interface SecretRange {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

interface SecretKind {
  readonly kind: string;
  /**
   * Stands in every text that has such a secret. Most of the patterns begin with a class of characters or a look
   * behind, and take ten times as long to find nothing.
   */
  readonly sign: RegExp;
  /** Global and nothing else. Where it has a group called `value`, that group alone is the secret. */
  readonly pattern: RegExp;
}

/** Kinds that secretlint's recommended preset does not find, or marks together with what stands around them. */
export const KNOWN_SECRETS: readonly SecretKind[] = [
  {
    kind: 'private-key',
    sign: /-----BEGIN /,
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|["'`+,>|#*]|[A-Za-z0-9-]{1,40}: [^\r\n]{0,200}\r?\n)*[A-Za-z0-9+/=]{16,}(?:[A-Za-z0-9+/=\s"'`,>|#*]|\\[nr]){0,20000}(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  {
    kind: 'aws-access-key-id',
    sign: /A(?:KIA|SIA|BIA|CCA)/,
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  },
  {
    kind: 'aws-secret-access-key',
    sign: /[Aa][Ww][Ss]/,
    pattern:
      /[Aa][Ww][Ss]_?(?:[Ss][Ee][Cc][Rr][Ee][Tt])?_?(?:[Aa][Cc][Cc][Ee][Ss][Ss])?_?[Kk][Ee][Yy]["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?(?<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/g,
  },
  {
    kind: 'gitlab-token',
    sign: /gl(?:pat|dt|rt|ptt|soat|ft|agent|cbt|imt)-/,
    pattern: /\bgl(?:pat|dt|rt|ptt|soat|ft|agent|cbt|imt)-[\w-]{20,}/g,
  },
  { kind: 'google-api-key', sign: /AIza/, pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google-oauth-token', sign: /ya29\.|GOCSPX-/, pattern: /\b(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{28})/g },
  {
    kind: 'stripe-key',
    sign: /[sr]k_(?:live|test)_|whsec_/,
    pattern: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/]{24,}/g,
  },
  {
    kind: 'npm-auth-token',
    sign: /:_(?:authToken|auth|password)/,
    pattern: /:_(?:authToken|auth|password)\s*=\s*["']?(?<value>[^\s"'$<{]{8,})/g,
  },
  { kind: 'huggingface-token', sign: /hf_/, pattern: /\bhf_[A-Za-z]{30,}\b/g },
  {
    kind: 'notion-token',
    sign: /ntn_|secret_/,
    pattern: /\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})\b/g,
  },
  { kind: 'digitalocean-token', sign: /_v1_/, pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { kind: 'databricks-token', sign: /dapi/, pattern: /\bdapi[a-f0-9]{32}\b/g },
  { kind: 'twilio-key', sign: /SK[a-f0-9]{32}/, pattern: /\bSK[a-f0-9]{32}\b/g },
  { kind: 'telegram-bot-token', sign: /:AA/, pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'mailgun-key', sign: /key-/, pattern: /\bkey-[a-f0-9]{32}\b/g },
  { kind: 'pypi-token', sign: /pypi-AgE/, pattern: /\bpypi-AgE[\w-]{50,}/g },
  { kind: 'docker-token', sign: /dckr_/, pattern: /\bdckr_(?:pat|oat)_[\w-]{24,}/g },
  { kind: 'vault-token', sign: /hv[sbr]\./, pattern: /\bhv[sbr]\.[\w-]{24,}/g },
  { kind: 'grafana-token', sign: /gl(?:sa|c)_/, pattern: /\bgl(?:sa|c)_[A-Za-z0-9_+/=]{32,}/g },
  { kind: 'square-token', sign: /sq0/, pattern: /\bsq0(?:csp|atp|idp)-[\w-]{22,}/g },
  { kind: 'heroku-key', sign: /HRKU-AA/, pattern: /\bHRKU-AA[\w-]{50,}/g },
  {
    kind: 'azure-key',
    sign: /AccountKey=|SharedAccessKey=/,
    pattern: /\b(?:AccountKey|SharedAccessKey)=(?<value>[A-Za-z0-9+/]{40,}={0,2})/g,
  },
  { kind: 'azure-client-secret', sign: /8Q~/, pattern: /\b[\w~.-]{3}8Q~[\w~.-]{31,34}/g },
  { kind: 'json-web-token', sign: /eyJ/, pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{16,}/g },
  {
    kind: 'url-password',
    sign: /:\/\/[^\s:/?#@"'`<>]{0,100}:/,
    pattern:
      /(?<=\b[A-Za-z][A-Za-z0-9+.-]{1,30}):\/\/[^\s:/?#@"'`<>]{0,100}:(?<value>[^\s/?#@"'`<>${}]{3,200})@[\w[]/g,
  },
  {
    kind: 'bearer-token',
    sign: /(?:Bearer|Basic) /,
    pattern: /\b(?:Bearer|Basic) (?<value>(?=[\w+/.~-]*\d)[\w+/.~-]{24,}={0,2})/g,
  },
  { kind: 'figma-token', sign: /figd_/, pattern: /\bfigd_[\w-]{40,}/g },
  {
    kind: 'age-secret-key',
    sign: /AGE-SECRET-KEY-1/,
    pattern: /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}\b/g,
  },
  { kind: 'groq-key', sign: /gsk_/, pattern: /\bgsk_[A-Za-z0-9]{52}\b/g },
  { kind: 'replicate-token', sign: /r8_/, pattern: /\br8_[A-Za-z0-9]{37}\b/g },
  {
    kind: 'supabase-token',
    sign: /sb(?:p|_secret)_/,
    pattern: /\bsb(?:p_[a-f0-9]{40}|_secret_[\w-]{20,})\b/g,
  },
  { kind: 'planetscale-token', sign: /pscale_/, pattern: /\bpscale_(?:tkn|pw|oauth)_[\w.-]{32,}/g },
  { kind: 'tailscale-key', sign: /tskey-/, pattern: /\btskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}/g },
  { kind: 'sentry-token', sign: /sntry[su]_/, pattern: /\bsntry[su]_[A-Za-z0-9_+/=]{40,}/g },
  { kind: 'postman-key', sign: /PMAK-/, pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g },
  { kind: 'newrelic-key', sign: /NRAK-/, pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  { kind: 'atlassian-token', sign: /ATATT3xFfGF0/, pattern: /\bATATT3xFfGF0[\w=-]{60,}/g },
  { kind: 'dropbox-token', sign: /sl\.[\w-]{120}/, pattern: /\bsl\.[\w-]{120,}/g },
  {
    kind: 'discord-webhook',
    sign: /\/api\/webhooks\//,
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/(?<value>[\w-]{60,})/g,
  },
];

/** Few texts have any sign: one pass says so in a third of the time of one for each kind. */
const ANY_SIGN = new RegExp(KNOWN_SECRETS.map(({ sign }) => sign.source).join('|'));

/** By a path, or by a name that ends with one: `diff:.env`. */
const CONFIG_FILE =
  /(?:^|[/:])(?:\.env[^/]*|[^/]*\.env|\.netrc|\.npmrc|\.pypirc|\.pgpass|credentials|[^/]+\.(?:ini|cfg|conf|properties|toml|ya?ml|json5?|tfvars|tf|plist|xml))$/i;

const SECRET_WORD =
  'password|passwd|passphrase|secret|token|api_?-?key|private_?-?key|access_?-?key|encryption_?-?key|credential';

const SECRET_NAME = String.raw`[\w.-]{0,60}(?:${SECRET_WORD})s?[\w.-]{0,30}`;

/** Places with such a word are few: the expensive patterns run around them alone. */
const SECRET_PLACE = new RegExp(SECRET_WORD, 'gi');
const PLACE_BEFORE = 100;
const PLACE_AFTER = 400;

/** `NAME=value`, `name: value`, `"name": "value"` on one line, also on one of a diff. */
const ASSIGNMENT = new RegExp(
  String.raw`(?:^[+-]?|[{,;&?])[ \t]*(?:export[ \t]+|-[ \t]+)?["']?${SECRET_NAME}["']?[ \t]*(?:=>|[:=])[ \t]*(?:"(?<double>[^"\r\n]*)"|'(?<single>[^'\r\n]*)'|(?<bare>[^\s"'#;,&{}]+))`,
  'gim',
);

/** The same in code: only long quoted literals. */
const LITERAL = new RegExp(
  String.raw`\b${SECRET_NAME}["']?\]?[ \t]*(?:=>|:=|[:=])[ \t]*(?:"(?<double>[\w+/=~.!@#$%^&*-]{20,200})"|'(?<single>[\w+/=~.!@#$%^&*-]{20,200})')`,
  'gi',
);

const PLACEHOLDER =
  /^(?:[<[{$%(].*|.*[>\]})%]|.*(?:example|placeholder|change[-_]?me|your[-_]|dummy|sample|redacted|xxxx|\*\*\*|\.\.\.).*|(?:true|false|null|none|undefined)|(?:\/|\.\/|~\/|https?:).*|.*(?:process\.env|os\.environ|secrets\.|vars\.).*)$/i;

const CONFIG_BITS = 2.9;
const CODE_BITS = 3.7;

/** Shannon entropy in bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
}

/** A word or several (`my-secret-name`) has letters of one kind only; a password mixes. */
function mixes(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9_.-]/].filter((kind) => kind.test(value));
  return kinds.length >= 2;
}

function isSecretValue(value: string, bits: number): boolean {
  return value.length >= 8 && !PLACEHOLDER.test(value) && mixes(value) && entropyOf(value) >= bits;
}

function assignedSecrets(text: string, pattern: RegExp, bits: number): readonly SecretRange[] {
  const found: SecretRange[] = [];
  let searched = 0;
  for (const { index } of text.matchAll(SECRET_PLACE)) {
    if (index < searched) continue;
    const from = Math.max(0, index - PLACE_BEFORE);
    const start = from + text.slice(from, index).lastIndexOf('\n') + 1;
    const [line = ''] = text.slice(start, index + PLACE_AFTER).split('\n', 1);
    for (const match of line.matchAll(pattern)) {
      const value = match.groups?.['double'] ?? match.groups?.['single'] ?? match.groups?.['bare'] ?? '';
      if (isSecretValue(value, bits)) found.push(rangeOf('assigned-secret', match, value, start));
    }
    searched = start + line.length;
  }
  return found;
}

function rangeOf(kind: string, match: RegExpExecArray, value: string, offset = 0): SecretRange {
  const start = offset + match.index + match[0].lastIndexOf(value);
  return { kind, start, end: start + value.length };
}

/**
 * Secrets of well-known kinds, and values of high entropy assigned to a name that says password, secret, token
 * or key: in configuration files any such value, elsewhere quoted literals of at least 20 characters.
 */
export function findKnownSecrets(name: string, text: string): readonly SecretRange[] {
  const kinds = ANY_SIGN.test(text) ? KNOWN_SECRETS.filter(({ sign }) => sign.test(text)) : [];
  const known = kinds.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => rangeOf(kind, match, match.groups?.['value'] ?? match[0])),
  );
  const assigned = CONFIG_FILE.test(name)
    ? assignedSecrets(text, ASSIGNMENT, CONFIG_BITS)
    : assignedSecrets(text, LITERAL, CODE_BITS);
  return [...known, ...assigned];
}
