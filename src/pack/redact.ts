import { type ContentHash, createRecentMap } from '../core/index.ts';
import { findKnownSecrets, type SecretRange } from './secret-kinds.ts';

/** Lines after redaction; `secrets` names the secrets that stood on each one-based line. */
export interface RedactedLines {
  readonly lines: readonly string[];
  readonly secrets: ReadonlyMap<number, readonly number[]>;
}

/** Finds secrets and replaces their values. One redactor remembers the values found in all it has scanned. */
export interface Redactor {
  /** Looks for secrets in a text; `name` is its path (the extension matters) or any other name. */
  readonly scan: (name: string, text: string) => Promise<void>;
  /** The same for the lines of a content: what was found under its hash is not looked for again. */
  readonly scanLines: (name: string, lines: readonly string[], hash: ContentHash) => Promise<void>;
  /** The lines of a scanned text with each secret's value as `[redacted:<kind>]`; the number of lines is kept. */
  readonly redact: (name: string, lines: readonly string[]) => RedactedLines;
  /** Grows with every value found. */
  readonly found: () => number;
}

/** Shorter values are words too: they are replaced where they were found only. */
const SHORTEST_GLOBAL = 8;

/**
 * Every kind has one of these: a credential in a URL, a word for what it is, a key block, or a long run of letters
 * and digits. Most short texts have none, and loading the rules costs more than a query.
 */
const MAY_HOLD_SECRET = /:\/\/|-----BEGIN|pass|pwd|secret|token|key|auth|cred|bearer|[A-Za-z0-9]{16}/i;

/**
 * What stands in every text that the preset finds something in; of most of its patterns the beginning. Most texts
 * have nothing of it, and the preset takes longer to say so than all else. A test holds it against the preset.
 */
const PRESET_HINTS: readonly RegExp[] = [
  /A3T[A-Z0-9]{17}|A(?:KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)[A-Z0-9]{16}|(?:SECRET|[Ss]ecret)_?(?:ACCESS|[Aa]ccess)_?(?:KEY|[Kk]ey)|(?:ACCOUNT|[Aa]ccount)_?(?:ID|[Ii]d)?["']?\s*[:=]|-----BEGIN|x-oauth-basic|_authToken=|npm_[A-Za-z0-9_]{36}|xox[abopr]-|xapp-|T3BlbkFJ|sk-ant-api0|lin_api_|SG\.\w|shp(?:pa|ca|at|ss)_|gh[opusr]_[A-Za-z0-9_]{36}|github_pat_|ops_ey|(?:https?|ftps?):\/\/[\w-]{1,256}:[\w-]{1,256}@/,
  /hooks\.slack\.com|(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\//i,
];

type Scan = (name: string, text: string) => Promise<readonly SecretRange[]>;

async function loadSecretlint(): Promise<Scan> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It keeps every mark of every scan for ever, and searches them all at each.
  secretLintProfiler.mark = () => {};
  const id = '@secretlint/secretlint-rule-preset-recommend';
  const config = { rules: [{ id, rule: creator, options: {} }] };
  return async (name, text) => {
    const dot = name.lastIndexOf('.');
    // Rules take the path for one that they may open or print: only plain characters, and never a real place.
    const filePath = `redacted/${name.replace(/[^\w.-]+/g, '_')}`;
    const { messages } = await lintSource({
      source: {
        content: withoutDirectives(text),
        filePath,
        ext: dot < 0 ? '' : name.slice(dot),
        contentType: 'text',
      },
      options: { noPhysicFilePath: true, config },
    });
    return messages.flatMap((message) =>
      message.type === 'message'
        ? [{ kind: kindOf(message.messageId), start: message.range[0], end: message.range[1] }]
        : [],
    );
  };
}

/** A comment in a repository does not get to say that its secrets are none. Offsets stay as they are. */
function withoutDirectives(text: string): string {
  return text.replaceAll('secretlint-', 'secretlint_');
}

let secretlint: Promise<Scan> | undefined;

/** What the preset finds in a text. */
export async function findPresetSecrets(name: string, text: string): Promise<readonly SecretRange[]> {
  secretlint ??= loadSecretlint().catch((error: unknown) => {
    secretlint = undefined;
    throw error;
  });
  return (await secretlint)(name, text);
}

/** Whether the preset can find anything in a text. */
export function mayHoldPresetSecret(text: string): boolean {
  return PRESET_HINTS.some((hint) => hint.test(text));
}

async function findSecrets(name: string, text: string): Promise<readonly SecretRange[]> {
  if (!MAY_HOLD_SECRET.test(text)) return [];
  const preset = mayHoldPresetSecret(text) ? await findPresetSecrets(name, text) : [];
  const known = findKnownSecrets(name, text).filter((inner) => !preset.some((range) => isSame(range, inner)));
  return [...known, ...preset.filter((range) => !known.some((inner) => contains(range, inner)))];
}

/** What was found in files lately, by name and content: the packs of one task show the same ones. */
const recent = createRecentMap<string, readonly SecretRange[]>(4_096);

async function findSecretsOnce(
  name: string,
  lines: readonly string[],
  hash: ContentHash,
): Promise<readonly SecretRange[]> {
  const key = `${hash}:${name}`;
  const known = recent.get(key);
  if (known !== undefined) return known;
  const found = await findSecrets(name, lines.join('\n'));
  recent.set(key, found);
  return found;
}

function kindOf(messageId: string): string {
  return messageId.toLowerCase().replaceAll('_', '-');
}

/** A redactor over secretlint's recommended preset and the kinds of `secret-kinds.ts`. Loads on the first scan. */
export function createRedactor(): Redactor {
  const ranges = new Map<string, readonly SecretRange[]>();
  const values = new Map<string, { readonly id: number; readonly kind: string }>();

  function remember(kind: string, value: string): void {
    if (!values.has(value)) values.set(value, { id: values.size, kind });
  }

  function keep(name: string, found: readonly SecretRange[], text: () => string): void {
    ranges.set(name, found);
    if (found.length === 0) return;
    const whole = text();
    for (const { kind, start, end } of found) remember(kind, whole.slice(start, end));
  }

  async function scan(name: string, text: string): Promise<void> {
    keep(name, await findSecrets(name, text), () => text);
  }

  async function scanLines(name: string, lines: readonly string[], hash: ContentHash): Promise<void> {
    keep(name, await findSecretsOnce(name, lines, hash), () => lines.join('\n'));
  }

  function redact(name: string, lines: readonly string[]): RedactedLines {
    const own = ranges.get(name) ?? [];
    if (own.length === 0 && values.size === 0) return { lines, secrets: new Map() };
    const text = lines.join('\n');
    const all = disjoint([...own, ...repeatsIn(text)]);
    return all.length === 0
      ? { lines, secrets: new Map() }
      : replaceRanges(lines, all, (range) => values.get(text.slice(range.start, range.end))?.id ?? -1);
  }

  function repeatsIn(text: string): readonly SecretRange[] {
    const found: SecretRange[] = [];
    for (const [value, { kind }] of values) {
      if (value.length < SHORTEST_GLOBAL) continue;
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
        found.push({ kind, start: at, end: at + value.length });
    }
    return found;
  }

  return { scan, scanLines, redact, found: () => values.size };
}

function isSame(a: SecretRange, b: SecretRange): boolean {
  return a.start === b.start && a.end === b.end;
}

/** The preset marks whole connection strings and assignments: a value found inside is narrower. */
function contains(outer: SecretRange, inner: SecretRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Overlapping ranges as one, in order. */
function disjoint(ranges: readonly SecretRange[]): readonly SecretRange[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: SecretRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else if (range.end > last.end) merged[merged.length - 1] = { ...last, end: range.end };
  }
  return merged;
}

function replaceRanges(
  lines: readonly string[],
  ranges: readonly SecretRange[],
  idOf: (range: SecretRange) => number,
): RedactedLines {
  const secrets = new Map<number, number[]>();
  const redacted: string[] = [];
  let lineStart = 0;
  let first = 0;
  for (const [index, line] of lines.entries()) {
    const lineEnd = lineStart + line.length;
    let text = '';
    let at = lineStart;
    while ((ranges[first]?.end ?? Number.POSITIVE_INFINITY) <= lineStart) first++;
    for (let next = first; (ranges[next]?.start ?? Number.POSITIVE_INFINITY) < lineEnd; next++) {
      const range = ranges[next];
      if (range === undefined) break;
      text += `${line.slice(at - lineStart, Math.max(0, range.start - lineStart))}[redacted:${range.kind}]`;
      at = Math.min(range.end, lineEnd);
      secrets.set(index + 1, [...(secrets.get(index + 1) ?? []), idOf(range)]);
    }
    redacted.push(text + line.slice(at - lineStart));
    lineStart = lineEnd + 1;
  }
  return { lines: redacted, secrets };
}
