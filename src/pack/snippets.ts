import type { LineSpan, PackItem, RepoPath, Snippet } from '../core/index.ts';
import { ELISION, linesOf, spansOf } from './condense.ts';
import { type Choice, compareItems, compareText, type PackFiles } from './fill.ts';
import { RENDER_ORDER } from './render/pack-document.ts';

/** A snippet before its tokens are counted, with the keys of the items merged into it. */
export interface DraftSnippet extends Omit<Snippet, 'tokens'> {
  readonly members: readonly string[];
}

type LinesItem = PackItem & { readonly content: Extract<PackItem['content'], { kind: 'lines' }> };

interface Block {
  readonly choices: readonly Choice[];
  readonly bounds: LineSpan;
}

/**
 * Snippets as they stand in the pack: choices of one file whose spans overlap or touch become one, in the role
 * and for the reason of the best of them. In the order of rendering: inside a role by path and line, texts that
 * are in no file after files, so that a small change of a score changes no bytes.
 */
export function draftSnippets(choices: readonly Choice[], files: PackFiles): readonly DraftSnippet[] {
  const mergeable = choices.filter(({ view }) => view.kind === 'lines');
  const single = choices.filter(({ view }) => view.kind === 'rows');
  const blocks = blocksOf(mergeable).map((block) => draftBlock(block, files));
  return [...blocks, ...single.map((choice) => draftRows(choice, files))].sort(compareDrafts);
}

function compareDrafts(a: DraftSnippet, b: DraftSnippet): number {
  const role = RENDER_ORDER.indexOf(a.role) - RENDER_ORDER.indexOf(b.role);
  if (role !== 0) return role;
  if ((a.path === null) !== (b.path === null)) return a.path === null ? 1 : -1;
  const line = (draft: DraftSnippet): number => draft.spans[0]?.startLine ?? 0;
  return compareText(a.path ?? '', b.path ?? '') || line(a) - line(b) || compareText(a.key, b.key);
}

function isLines(item: PackItem): item is LinesItem {
  return item.content.kind === 'lines';
}

function blocksOf(choices: readonly Choice[]): readonly Block[] {
  const placed = choices
    .flatMap((choice) => (isLines(choice.item) ? [{ choice, content: choice.item.content }] : []))
    .sort(
      (a, b) =>
        compareText(a.content.path, b.content.path) ||
        a.content.span.startLine - b.content.span.startLine ||
        a.content.span.endLine - b.content.span.endLine ||
        compareText(a.choice.item.key, b.choice.item.key),
    );
  const blocks: { path: RepoPath; choices: Choice[]; bounds: LineSpan }[] = [];
  for (const { choice, content } of placed) {
    const last = blocks.at(-1);
    // One line between two snippets costs less than a heading.
    if (last?.path === content.path && content.span.startLine <= last.bounds.endLine + 2) {
      last.choices.push(choice);
      last.bounds = { ...last.bounds, endLine: Math.max(last.bounds.endLine, content.span.endLine) };
    } else blocks.push({ path: content.path, choices: [choice], bounds: content.span });
  }
  return blocks;
}

function draftBlock({ choices, bounds }: Block, files: PackFiles): DraftSnippet {
  const [lead, ...others] = [...choices].sort((a, b) => compareItems(a.item, b.item));
  if (lead === undefined || !isLines(lead.item)) throw new RangeError('a block has at least one choice');
  const { path } = lead.item.content;
  const file = files.get(path);
  const lines = file?.lines ?? [];
  const single = choices.flatMap(({ view }) => (view.kind === 'lines' ? view.lines : []));
  const shown = linesOf(
    single.map((line) => ({ startLine: line, endLine: line })),
    lines.length,
  );
  const endLine = Math.min(bounds.endLine, lines.length);
  return {
    key: lead.item.key,
    members: [lead, ...others].map(({ item }) => item.key),
    role: lead.item.role,
    detail: lead.detail,
    reason: lead.item.reason,
    path,
    title: `${path}:${bounds.startLine}-${endLine}`,
    spans: spansOf(shown),
    hash: file?.hash ?? null,
    stale: file?.stale ?? false,
    body: numberedRows(lines, shown, { startLine: bounds.startLine, endLine }).join('\n'),
  };
}

/** Rows `<line>TAB<text>`, with one row for each run inside the bounds that is not shown. */
function numberedRows(
  lines: readonly string[],
  shown: readonly number[],
  bounds: LineSpan,
): readonly string[] {
  const rows: string[] = [];
  let last = Math.min(bounds.startLine, shown[0] ?? bounds.startLine) - 1;
  for (const line of shown) {
    if (line > last + 1) rows.push(ELISION);
    rows.push(numberedRow(line, lines[line - 1] ?? ''));
    last = line;
  }
  if (last < bounds.endLine) rows.push(ELISION);
  return rows;
}

/** One line of a file as a pack shows it. */
export function numberedRow(line: number, text: string): string {
  return `${line}\t${text}`;
}

/** Heading of an item on its own. */
export function titleOf({ content }: PackItem): string {
  if (content.kind === 'text') return content.title;
  return `${content.path}:${content.span.startLine}-${content.span.endLine}`;
}

/** A text that is in no file, or the outline of some lines. */
function draftRows({ item, detail, view }: Choice, files: PackFiles): DraftSnippet {
  const path = isLines(item) ? item.content.path : null;
  const file = path === null ? undefined : files.get(path);
  return {
    key: item.key,
    members: [item.key],
    role: item.role,
    detail,
    reason: item.reason,
    path,
    title: titleOf(item),
    spans: [],
    hash: file?.hash ?? null,
    stale: file?.stale ?? false,
    body: view.kind === 'rows' ? view.rows.join('\n') : '',
  };
}
