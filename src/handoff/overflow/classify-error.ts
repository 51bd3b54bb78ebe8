import { isRecord, parseJson, textAt } from '../json-record.ts';

export const OVERFLOW_PROVIDERS = [
  'openai',
  'anthropic',
  'google',
  'bedrock',
  'mistral',
  'deepseek',
  'moonshot',
  'vllm',
  'ollama',
  'unknown',
] as const;
export type OverflowProvider = (typeof OVERFLOW_PROVIDERS)[number];

export interface OverflowError {
  readonly provider: OverflowProvider;
  /** Tokens that the model takes, and that the request had, where the text says so. */
  readonly limit: number | null;
  readonly requested: number | null;
  /** The input alone is fine: fewer output tokens would do. */
  readonly outputOnly: boolean;
}

interface OverflowText {
  readonly provider: OverflowProvider;
  readonly pattern: RegExp;
}

/** Most particular first. Groups: `limit`, `requested`, or `input` and `output`. */
const TEXTS: readonly OverflowText[] = [
  {
    provider: 'anthropic',
    pattern: /prompt is too long(?:: (?<requested>[\d,]+) tokens > (?<limit>[\d,]+) maximum)?/i,
  },
  {
    provider: 'anthropic',
    pattern:
      /input length and `?max_tokens`? exceed context limit:? (?:\(i\.e\.? )?(?<input>[\d,]+) \+ (?<output>[\d,]+) > (?<limit>[\d,]+)/i,
  },
  {
    provider: 'google',
    pattern:
      /input token count(?: \((?<requested>[\d,]+)\))? exceeds the maximum number of tokens allowed(?: \(?(?<limit>[\d,]+)\)?)?/i,
  },
  {
    provider: 'bedrock',
    pattern:
      /input is too long for requested model|too many input tokens\. max input tokens: (?<limit>[\d,]+), request input token count: (?<requested>[\d,]+)/i,
  },
  {
    provider: 'mistral',
    pattern:
      /prompt contains (?<requested>[\d,]+) tokens.{0,80}too large for model with (?<limit>[\d,]+) maximum context length/is,
  },
  {
    provider: 'moonshot',
    pattern: /exceeded model token limit(?:: (?<limit>[\d,]+))?(?: \(requested: (?<requested>[\d,]+)\))?/i,
  },
  {
    provider: 'vllm',
    pattern:
      /prompt \(length (?<requested>[\d,]+)\) is longer than the maximum model length of (?<limit>[\d,]+)/i,
  },
  {
    provider: 'vllm',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens and your request has (?<input>[\d,]+) input tokens \((?<output>[\d,]+) >/i,
  },
  {
    provider: 'vllm',
    pattern:
      /(?:'|`)?max_(?:completion_)?tokens(?:'|`)? .{0,30}too large: (?<output>[\d,]+)\. .{0,40}maximum context length is (?<limit>[\d,]+) tokens and your request has (?<input>[\d,]+) input tokens/i,
  },
  {
    provider: 'deepseek',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens\. however, you requested (?<requested>[\d,]+) tokens \((?<input>[\d,]+) in the messages, (?<output>[\d,]+) in the completion\)\. please reduce the length of the messages or completion/i,
  },
  {
    provider: 'openai',
    pattern:
      /maximum context length is (?<limit>[\d,]+) tokens\. however, (?:your messages resulted in|you requested) (?<requested>[\d,]+) tokens(?: \((?<input>[\d,]+) in the messages.{0,60}?(?<output>[\d,]+) in the completion\))?/i,
  },
  {
    provider: 'openai',
    pattern:
      /your input exceeds the context window of this model|context_length_exceeded|string_above_max_length/i,
  },
  {
    provider: 'ollama',
    pattern:
      /(?:prompt|input)(?: length)?(?: too long;)? (?:exceeds?|exceeded)(?: the)?(?: max(?:imum)?)? context length(?: of (?<limit>[\d,]+))?(?: by (?<over>[\d,]+) tokens)?|input length exceeds (?:the |maximum )?context length/i,
  },
  {
    provider: 'unknown',
    pattern:
      /(?:maximum|max|model['’]?s)? ?(?:context (?:length|window|size|limit)|prompt length|model token limit)\b.{0,60}\b(?:exceed|too (?:long|large|small|many)|is (?<limit>[\d,]+))|(?:exceeds?|exceeded|longer than|greater than|larger than)\b.{0,40}\bcontext (?:length|window|size|limit)|model_context_window_exceeded|request_too_large|reduce the length of (?:the|your) (?:messages|prompt|input)/i,
  },
];

/** Limits on rates and quotas speak of tokens too. */
const NOT_OVERFLOW =
  /rate[ _-]?limit|tokens per (?:min|day|hour)|\bTPM\b|\bquota\b|too many requests|insufficient|billing/i;

/**
 * What a provider's error says about the size of the request; null when it is no overflow. Takes an error object, a
 * response body or a text.
 */
export function classifyOverflow(error: unknown): OverflowError | null {
  const text = errorText(error);
  for (const { provider, pattern } of TEXTS) {
    const match = pattern.exec(text);
    if (match === null || (provider === 'unknown' && NOT_OVERFLOW.test(text))) continue;
    return overflowOf(namedProvider(error, text) ?? provider, match.groups ?? {});
  }
  return null;
}

function overflowOf(
  provider: OverflowProvider,
  groups: Readonly<Record<string, string | undefined>>,
): OverflowError {
  const number = (name: string): number | null => {
    const digits = groups[name];
    return digits === undefined ? null : Number(digits.replaceAll(',', ''));
  };
  const limit = number('limit');
  const input = number('input');
  const output = number('output');
  const sum = input !== null && output !== null ? input + output : null;
  return {
    provider,
    limit,
    requested: number('requested') ?? sum,
    outputOnly:
      limit !== null &&
      input !== null &&
      output !== null &&
      input < limit &&
      output > 0 &&
      input <= limit * 0.95,
  };
}

/** Bodies say who speaks where the text does not. */
function namedProvider(error: unknown, text: string): OverflowProvider | null {
  const name = isRecord(error) ? textAt(error, 'provider') : null;
  const known = OVERFLOW_PROVIDERS.find((provider) => provider === name?.toLowerCase());
  if (known !== undefined) return known;
  return /ValidationException|bedrock-runtime/i.test(text) ? 'bedrock' : null;
}

const LONGEST = 20_000;

/** All that an error says, however deep it lies, as one text. */
function errorText(error: unknown): string {
  const seen = new Set<unknown>();
  const collect = (value: unknown, depth: number): string => {
    if (typeof value === 'string') {
      const inner = /^\s*\{/.test(value) ? parseJson(value) : undefined;
      return inner === undefined ? value : `${value}\n${collect(inner, depth + 1)}`;
    }
    if (typeof value !== 'object' || value === null || depth > 5 || seen.has(value)) return '';
    seen.add(value);
    // Message and cause of an error are not enumerable.
    const hidden = value instanceof Error ? [value.name, value.message, value.cause] : [];
    return [...hidden, ...Object.values(value)].map((each) => collect(each, depth + 1)).join('\n');
  };
  return collect(error, 0).slice(0, LONGEST);
}
