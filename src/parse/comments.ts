/** The words of a comment or docstring: markers, quotes and decoration taken off, line by line. */
export function commentText(raw: string): string {
  return raw
    .trim()
    .replace(/^@\w*doc\s+(?:~[a-zA-Z])?/, '')
    .replace(/^(?:[rRuUbBfF]{0,2})("""|'''|")([\s\S]*?)\1$/, '$2')
    .replace(/<\/?(?:summary|remarks|para)\s*\/?>/g, '')
    .split('\n')
    .map((line) =>
      withoutCloser(
        line
          .trim()
          .replace(
            /^\s*(?:\/\*+!?|\*+\/|\*(?!\*)|\/\/+!?|<#|#>|#+!?|--+\[*|;+|%+|<!--|\{-+\|?|\(\*+|\\\*)\s?/,
            '',
          ),
      ),
    )
    .join('\n')
    .trim();
}

const CLOSERS = ['*/', '-->', '-}', '*)', '#>'] as const;

/** Without the mark that ends a comment and the stars before it; no regular expression, for lines of any length. */
function withoutCloser(line: string): string {
  const closer = CLOSERS.find((mark) => line.endsWith(mark));
  if (closer === undefined) return line.trim();
  let end = line.length - closer.length;
  while (line.charAt(end - 1) === '*') end--;
  return line.slice(0, end).trim();
}

/** First paragraph of a comment's words on one line, at most `limit` characters; tags such as `@param` end it. */
export function firstParagraph(words: string, limit: number): string {
  const lines = words
    .slice(0, 4_000)
    .replace(/^(?:@\w+\s*\n)+/, '')
    .split('\n');
  const end = lines.findIndex((line, at) => at > 0 && (line === '' || /^[@\\:](?:\w+)/.test(line)));
  const paragraph = lines
    .slice(0, end < 0 ? lines.length : end)
    .join(' ')
    .replace(/^[@\\.](?:brief|notice|title|summary|SYNOPSIS|DESCRIPTION)\s+/, '');
  return oneLine(/^[@\\](?:param|return|throws|type|internal$)/.test(paragraph) ? '' : paragraph, limit);
}

/** White space collapsed, cut at `limit` characters. */
export function oneLine(text: string, limit: number): string {
  return text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit);
}
