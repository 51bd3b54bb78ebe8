import {
  CtxError,
  type FileLines,
  type IndexState,
  type OmittedItem,
  type Outcome,
  type Pack,
  type PackFormat,
  type PackItem,
  type PhasePlan,
  type RepoPath,
  type Snippet,
  type TokenCounter,
} from '../core/index.ts';
import { sentKeysOf } from './already-sent.ts';
import { detailsOf, ELISION, type LinesContent, viewOf } from './condense.ts';
import {
  type Choice,
  compareItems,
  type Filled,
  fillRoles,
  type Measures,
  type PackFiles,
  viewCost,
} from './fill.ts';
import { createRedactor, type RedactedLines, type Redactor } from './redact.ts';
import { type PackDocument, RENDER_ORDER, ROLE_TITLES } from './render/pack-document.ts';
import { RENDERERS } from './render/renderers.ts';
import { shinglesOf } from './similarity.ts';
import { draftSnippets, numberedRow, titleOf } from './snippets.ts';

export interface PackInput {
  /** In any order; keys are unique. */
  readonly items: readonly PackItem[];
  /** Lines of the files that items name, as they are in the work tree now. Asked for what comes near to a place. */
  readonly files: PackFiles;
  readonly plan: PhasePlan;
  /** Tokens. */
  readonly budget: number;
  readonly counter: TokenCounter;
  readonly format: PackFormat;
  /** What the session was sent before: keys of `sentKeysOf`. */
  readonly seen?: ReadonlySet<string>;
  readonly traceId: string;
  readonly index: IndexState;
  /** False when nothing matched the task well: then nothing that was merely retrieved is shown. */
  readonly matched: boolean;
  /** What ranking left out and the pack should name too, best first. */
  readonly leftOut?: readonly OmittedItem[];
}

export interface PackResult {
  readonly pack: Pack;
  /** What became of each item, by key. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** What was left out is named up to this many. */
const NAMED_OMISSIONS = 12;
/** And where room is short, up to this many. */
const FEW_OMISSIONS = 3;
/** Share of the budget kept for naming it, and its cap in tokens. */
const OMISSION_SHARE = 0.03;
const OMISSION_TOKENS = 300;

/** Sums of rows differ a little from the count of the whole. */
const COUNT_SLACK = 0.005;

/**
 * Fills a pack within its budget and renders it. The text never has more tokens than the budget by the counter;
 * the plan's reserve stays free unless the goal itself needs it. Secrets are replaced in all that is shown; only
 * texts that come near to being shown are scanned for them. Fails with BUDGET_TOO_SMALL, details
 * `{ minimum, budget }`, when the goal and the frame alone do not fit.
 */
export async function packItems(
  given: PackInput,
  redactor: Redactor = createRedactor(),
): Promise<PackResult> {
  // Every step wants them in this order.
  const input = { ...given, items: [...given.items].sort(compareItems) };
  const measures = createMeasures(input);
  const scanned = new Set<RepoPath>();
  for (const item of given.items)
    if (item.content.kind === 'text') await redactor.scan(item.key, item.content.text);
  for (;;) {
    const found = redactor.found();
    const clean = redactInput(input, scanned, redactor);
    const result = assemble(clean.input, measures);
    const fresh = result.pack.snippets.flatMap(({ path }) =>
      path === null || scanned.has(path) ? [] : [path],
    );
    const files = [...new Set(fresh)].flatMap((path) => input.files.get(path) ?? []);
    for (const { path, lines, hash } of files) {
      scanned.add(path);
      await redactor.scanLines(path, lines, hash);
    }
    // What is found in one text is a secret in all of them.
    const stays = ({ path, lines }: FileLines): boolean => redactor.redact(path, lines).lines === lines;
    if (redactor.found() === found && files.every(stays))
      return { ...result, pack: { ...result.pack, redactions: clean.shownIn(result.pack.snippets) } };
  }
}

/** The same input with the secrets of its texts and of the scanned files replaced. */
function redactInput(
  input: PackInput,
  scanned: ReadonlySet<RepoPath>,
  redactor: Redactor,
): { readonly input: PackInput; readonly shownIn: (snippets: readonly Snippet[]) => number } {
  if (redactor.found() === 0) return { input, shownIn: () => 0 };
  const byName = new Map<string, RedactedLines>();
  const changed = new Map<RepoPath, FileLines>();
  for (const path of scanned) {
    const file = input.files.get(path);
    if (file === undefined) continue;
    const redacted = redactor.redact(path, file.lines);
    byName.set(path, redacted);
    if (redacted.lines !== file.lines) changed.set(path, { ...file, lines: redacted.lines });
  }
  const items = input.items.map((item): PackItem => {
    const { content } = item;
    if (content.kind === 'lines')
      return { ...item, content: withOutline(content, (rows) => redactor.redact('', rows).lines) };
    const redacted = redactor.redact(item.key, content.text.split('\n'));
    byName.set(item.key, redacted);
    return redacted.secrets.size === 0
      ? item
      : { ...item, content: { ...content, text: redacted.lines.join('\n') } };
  });
  const shownIn = (snippets: readonly Snippet[]): number => {
    const shown = new Set<number>();
    for (const { path, key, spans } of snippets)
      for (const [line, ids] of byName.get(path ?? key)?.secrets ?? [])
        if (path === null || spans.some(({ startLine, endLine }) => line >= startLine && line <= endLine))
          for (const id of ids) shown.add(id);
    return shown.size;
  };
  const files: PackFiles = { get: (path) => changed.get(path) ?? input.files.get(path) };
  return { input: { ...input, files, items }, shownIn };
}

/** The same content with other rows in its outline; parts that are read when asked for still are. */
function withOutline(
  content: LinesContent,
  change: (rows: readonly string[]) => readonly string[],
): LinesContent {
  const { kind, chunk, path, span, header, focus, maxDetail } = content;
  return {
    kind,
    chunk,
    path,
    span,
    header,
    focus,
    maxDetail,
    get heads() {
      return content.heads;
    },
    get outline() {
      return change(content.outline);
    },
  };
}

/** Counts by the format's own spelling, each heading, line and text once. */
function createMeasures(input: PackInput): Measures {
  const { counter, format } = input;
  const renderer = RENDERERS[format];
  const headings = new Map<string, number>();
  const countsOf = lineCounts(input);
  const shingles = new WeakMap<object, Map<string, ReadonlySet<number>>>();
  const row = (text: string): number => counter.count(renderer.escape(`${text}\n`));
  const elision = row(ELISION);
  return {
    row,
    heading: (item) =>
      remember(headings, item.key, () => counter.count(renderer.snippet(headingOnly(item))) + 2 * elision),
    line: ({ lines }, line) => {
      const counts = countsOf(lines);
      // No row has 0 tokens: it has a number.
      counts[line] ||= row(numberedRow(line, lines[line - 1] ?? ''));
      return counts[line] ?? 0;
    },
    shingles: ({ content }, file) => {
      const [owner, name] =
        content.kind === 'text'
          ? [content, '']
          : [file?.lines ?? content, `${content.span.startLine}-${content.span.endLine}`];
      const known = remember(shingles, owner, () => new Map<string, ReadonlySet<number>>());
      return remember(known, name, () =>
        shinglesOf(
          content.kind === 'text'
            ? content.text
            : (file?.lines.slice(content.span.startLine - 1, content.span.endLine) ?? []).join('\n'),
        ),
      );
    },
  };
}

/** Of rows of lines, by the list that they stand in: as long as somebody keeps it. */
type LineCounts = WeakMap<readonly string[], Uint32Array>;
const counted = new WeakMap<TokenCounter, Map<PackFormat, LineCounts>>();

/** Tokens by one-based line, 0 where they were not counted yet. */
function lineCounts({ counter, format }: PackInput): (lines: readonly string[]) => Uint32Array {
  const byFormat = remember(counted, counter, () => new Map<PackFormat, LineCounts>());
  const counts = remember(byFormat, format, (): LineCounts => new WeakMap());
  return (lines) => remember(counts, lines, () => new Uint32Array(lines.length + 1));
}

interface Memory<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => unknown;
}

function remember<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

function headingOnly(item: PackItem): Snippet {
  return {
    key: item.key,
    role: item.role,
    detail: 'signature',
    reason: item.reason,
    path: null,
    title: titleOf(item),
    spans: [],
    hash: item.content.kind === 'lines' ? '00000000' : null,
    stale: false,
    body: '',
    tokens: 0,
  };
}

function goalChoices({ items, files }: PackInput, measures: Measures): readonly Choice[] {
  return items
    .filter((item) => item.role === 'goal')
    .map((item) => {
      const file = item.content.kind === 'lines' ? files.get(item.content.path) : undefined;
      const view = viewOf(item.content, 'full', file?.lines.length ?? 0);
      return { item, detail: 'full', view, cost: viewCost(item, view, file, measures) };
    });
}

/** Ids differ in their tokens: counted at their most, what is chosen does not depend on them. */
const TRACE_ID_TOKENS = 32;

const NO_ROOM: Outcome = { kind: 'dropped', because: 'budget-full' };

interface Rendered {
  readonly text: string;
  /** At most, whatever the id. */
  readonly tokens: number;
}

function render(
  input: PackInput,
  choices: readonly Choice[],
  omitted: readonly OmittedItem[],
  named: number,
): Rendered {
  const snippets = draftSnippets(choices, input.files).map((draft): Snippet => ({ ...draft, tokens: 0 }));
  const document: PackDocument = {
    phase: input.plan.phase,
    traceId: '',
    matched: input.matched,
    index: input.index,
    snippets,
    omitted: omitted.slice(0, named),
    omittedMore: Math.max(0, omitted.length - named),
  };
  const { document: write } = RENDERERS[input.format];
  return {
    text: write({ ...document, traceId: input.traceId }),
    tokens: input.counter.count(write(document)) + TRACE_ID_TOKENS,
  };
}

/** Fills, renders, and takes away what is too much by the count of the whole text. */
function assemble(input: PackInput, measures: Measures): PackResult {
  const { items, files, plan, budget, counter } = input;
  const goals = goalChoices(input, measures);
  const others = items.filter((item) => item.role !== 'goal');
  const { tokens: minimum } = render(
    input,
    goals,
    omissions(input, ({ role }) => (role === 'goal' ? undefined : NO_ROOM)),
    0,
  );
  if (minimum > budget)
    throw new CtxError(
      'BUDGET_TOO_SMALL',
      `The goal and the frame of the pack alone take up to ${minimum} tokens; the budget is ${budget}. Give at least ${minimum} tokens or shorten the goal.`,
      { minimum, budget },
    );
  const forOmissions = Math.min(OMISSION_TOKENS, Math.floor(budget * OMISSION_SHARE));
  const headings = RENDER_ORDER.reduce((sum, role) => sum + measures.row(`\n## ${ROLE_TITLES[role]}\n`), 0);
  const slack = Math.ceil(budget * COUNT_SLACK);
  const filled = fillRoles({
    items: others,
    files,
    plan,
    budget,
    fixed: minimum + forOmissions + headings + slack,
    matched: input.matched,
    seen: input.seen ?? new Set(),
    measures,
  });
  const limit = Math.max(minimum, budget - Math.floor(plan.shares.reserve * budget));
  const fitted = shrink(input, goals, filled, limit);
  return toResult(input, fitted, filled, counter);
}

interface Fitted extends Rendered {
  readonly choices: readonly Choice[];
  readonly drops: ReadonlyMap<string, Outcome>;
  readonly omitted: readonly OmittedItem[];
}

/** Renders; while it is too long, names less of what was left out, then condenses or drops the last choice. */
function shrink(input: PackInput, goals: readonly Choice[], filled: Filled, limit: number): Fitted {
  const drops = new Map<string, Outcome>();
  for (const [key, because] of filled.drops) drops.set(key, { kind: 'dropped', because });
  let choices = [...filled.choices];
  let named = NAMED_OMISSIONS;
  for (;;) {
    const all = [...goals, ...choices];
    const omitted = omissions(input, ({ key }) => drops.get(key));
    const rendered = render(input, all, omitted, named);
    const last = choices.at(-1);
    // With nothing chosen and nothing named the text is no longer than the limit: it was counted so before.
    if (rendered.tokens <= limit || (last === undefined && named === 0))
      return { ...rendered, choices: all, drops, omitted };
    if (named > FEW_OMISSIONS) named = FEW_OMISSIONS;
    else if (last === undefined) named = 0;
    else {
      const less = condensed(last, input);
      choices = less === null ? choices.slice(0, -1) : [...choices.slice(0, -1), less];
      if (less === null) drops.set(last.item.key, NO_ROOM);
    }
  }
}

function condensed({ item, detail, cost }: Choice, { files }: PackInput): Choice | null {
  const details = [...detailsOf(item.content)];
  const next = details[details.indexOf(detail) + 1];
  if (next === undefined) return null;
  const length = item.content.kind === 'lines' ? (files.get(item.content.path)?.lines.length ?? 0) : 0;
  return { item, detail: next, view: viewOf(item.content, next, length), cost };
}

/** What a reader may want to fetch: not what is shown elsewhere, sent before, or of no use in this phase. */
const WORTH_NAMING: ReadonlySet<OmittedItem['because']> = new Set([
  'role-full',
  'budget-full',
  'unreadable',
  'vendor',
  'legacy',
  'generated',
]);

function omissions(
  { items, leftOut }: PackInput,
  outcomeOf: (item: PackItem) => Outcome | undefined,
): readonly OmittedItem[] {
  const dropped = items.flatMap((item): readonly OmittedItem[] => {
    const outcome = outcomeOf(item);
    if (outcome?.kind !== 'dropped') return [];
    const { content, key, role } = item;
    const [path, span] = content.kind === 'lines' ? [content.path, content.span] : [null, null];
    return [{ key, role, path, span, because: outcome.because }];
  });
  return [...dropped, ...(leftOut ?? [])].filter(({ because }) => WORTH_NAMING.has(because));
}

function toResult(input: PackInput, fitted: Fitted, filled: Filled, counter: TokenCounter): PackResult {
  const renderer = RENDERERS[input.format];
  const drafts = draftSnippets(fitted.choices, input.files);
  const snippets = drafts.map(({ members: _, ...draft }): Snippet => {
    const snippet = { ...draft, tokens: 0 };
    return { ...snippet, tokens: counter.count(renderer.snippet(snippet)) };
  });
  const outcomes = new Map<string, Outcome>(fitted.drops);
  for (const { item, detail, cost } of fitted.choices)
    outcomes.set(item.key, { kind: 'packed', role: item.role, detail, tokens: cost });
  const pack: Pack = {
    schemaVersion: 1,
    traceId: input.traceId,
    phase: input.plan.phase,
    format: input.format,
    tokenizer: counter.name,
    budget: input.budget,
    tokens: counter.count(fitted.text),
    snippets,
    omitted: fitted.omitted,
    roles: filled.roles,
    redactions: 0,
    matched: input.matched,
    index: input.index,
    sent: sentKeysOf(snippets),
    text: fitted.text,
  };
  return { pack, outcomes };
}
