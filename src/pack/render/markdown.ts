import type { Snippet } from '../../core/index.ts';
import {
  dropText,
  notices,
  oneLine,
  type PackDocument,
  type PackRenderer,
  PREFACE,
  placeOf,
  ROLE_TITLES,
  sectionsOf,
  shortHash,
} from './pack-document.ts';

/** A fence longer than any run of back-ticks in the text cannot be closed by it. */
function fenceFor(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return '`'.repeat(longest + 1);
}

function headingOf({ title, reason, detail, hash, stale }: Snippet): string {
  const notes = [
    reason,
    ...(detail === 'full' ? [] : [detail]),
    ...(hash === null ? [] : [shortHash(hash)]),
    ...(stale ? ['changed since it was indexed'] : []),
  ];
  return `### ${oneLine(title)}\n${notes.map(oneLine).filter(Boolean).join(' · ')}\n`;
}

function renderSnippet(snippet: Snippet): string {
  const fence = fenceFor(snippet.body);
  return `${headingOf(snippet)}${fence}\n${snippet.body}\n${fence}\n\n`;
}

function renderFooter({ omitted, omittedMore, traceId }: PackDocument): string {
  const more = omittedMore > 0 ? [`- ${omittedMore} more`] : [];
  const rows = [...omitted.map((item) => `- ${placeOf(item)} (${dropText(item)})`), ...more];
  const list =
    rows.length > 0 ? `## Left out\nRead by path and lines if needed.\n${rows.join('\n')}\n\n` : '';
  return `${list}Trace ${traceId}: \`ctx explain ${traceId}\`\n`;
}

export const markdown: PackRenderer = {
  escape: (text) => text,
  snippet: renderSnippet,
  document: (document) => {
    const sections = sectionsOf(document.snippets).map(
      ({ role, snippets }) => `## ${ROLE_TITLES[role]}\n\n${snippets.map(renderSnippet).join('')}`,
    );
    const notes = notices(document).map((sentence) => `${sentence}\n`);
    return [
      `# Context for: ${document.phase}\n\n${PREFACE}\n\n`,
      ...sections,
      ...(notes.length > 0 ? [`## Note\n${notes.join('')}\n`] : []),
      renderFooter(document),
    ].join('');
  },
};
