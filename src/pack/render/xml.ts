import type { Snippet } from '../../core/index.ts';
import {
  dropText,
  notices,
  type PackDocument,
  type PackRenderer,
  PREFACE,
  placeOf,
  sectionsOf,
  shortHash,
} from './pack-document.ts';

// XML 1.0 has no way to write these, not even as references. Lone surrogates are among them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

function attribute(name: string, value: string): string {
  const text = value.replace(UNWRITABLE, '\ufffd').replace(/[&<>"\n\r\t]/g, (each) => ENTITIES[each] ?? each);
  return ` ${name}="${text}"`;
}

/** Inside CDATA only its own end needs care. */
function cdata(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replaceAll(']]>', ']]]]><![CDATA[>');
}

function renderSnippet({ role, title, reason, detail, hash, stale, body }: Snippet): string {
  const attributes = [
    attribute('role', role),
    attribute('at', title),
    attribute('reason', reason),
    attribute('detail', detail),
    hash === null ? '' : attribute('hash', shortHash(hash)),
    stale ? attribute('stale', 'true') : '',
  ];
  return `<snippet${attributes.join('')}><![CDATA[\n${cdata(body)}\n]]></snippet>\n`;
}

function renderFooter({ omitted, omittedMore, traceId }: PackDocument): string {
  const rows = omitted.map(
    (item) => `<item${attribute('at', placeOf(item))}${attribute('because', dropText(item))}/>\n`,
  );
  const more = omittedMore > 0 ? attribute('more', String(omittedMore)) : '';
  const list = rows.length > 0 || more !== '' ? `<left-out${more}>\n${rows.join('')}</left-out>\n` : '';
  return `${list}<trace${attribute('id', traceId)}/>\n`;
}

export const xml: PackRenderer = {
  escape: cdata,
  snippet: renderSnippet,
  document: (document) =>
    [
      `<context${attribute('phase', document.phase)}>\n<preface><![CDATA[${PREFACE}]]></preface>\n`,
      ...sectionsOf(document.snippets).flatMap(({ snippets }) => snippets.map(renderSnippet)),
      ...notices(document).map((sentence) => `<note><![CDATA[${cdata(sentence)}]]></note>\n`),
      renderFooter(document),
      '</context>\n',
    ].join(''),
};
