import type { Snippet } from '../../core/index.ts';
import {
  dropText,
  notices,
  type PackRenderer,
  PREFACE,
  placeOf,
  sectionsOf,
  shortHash,
} from './pack-document.ts';

function renderSnippet({ role, title, reason, detail, hash, stale, body }: Snippet): string {
  return JSON.stringify({
    role,
    at: title,
    reason,
    detail,
    ...(hash === null ? {} : { hash: shortHash(hash) }),
    ...(stale ? { stale } : {}),
    body,
  });
}

function list(name: string, rows: readonly string[]): string {
  return rows.length === 0 ? `"${name}":[]` : `"${name}":[\n${rows.join(',\n')}\n]`;
}

/** One JSON object, a snippet a line. */
export const json: PackRenderer = {
  escape: (text) => JSON.stringify(text).slice(1, -1),
  snippet: (snippet) => `${renderSnippet(snippet)},\n`,
  document: (document) => {
    const snippets = sectionsOf(document.snippets).flatMap((section) => section.snippets);
    const omitted = document.omitted.map((item) =>
      JSON.stringify({ at: placeOf(item), because: dropText(item) }),
    );
    const fields = [
      `"schemaVersion":1`,
      `"phase":${JSON.stringify(document.phase)}`,
      `"preface":${JSON.stringify(PREFACE)}`,
      list('snippets', snippets.map(renderSnippet)),
      `"matched":${document.matched}`,
      list(
        'notes',
        notices(document).map((sentence) => JSON.stringify(sentence)),
      ),
      list('leftOut', omitted),
      `"leftOutMore":${document.omittedMore}`,
      `"trace":${JSON.stringify(document.traceId)}`,
    ];
    return `{${fields.join(',\n')}}\n`;
  },
};
