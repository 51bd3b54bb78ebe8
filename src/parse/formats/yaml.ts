import type { LineIndex } from '../line-index.ts';
import { closeAtNext, type FormatContent, sectionContent } from './sections.ts';

/** YAML by the keys that stand at the left margin; several documents follow one another. */
export function readYaml(lines: LineIndex): FormatContent {
  const starts: { name: string; line: number }[] = [];
  for (let line = 1; line <= lines.lineCount; line++) {
    const key = /^(?:"([^"]+)"|'([^']+)'|([^\s#:&*!|>%@`{}[\],"'-][^:#]*|-[^\s:#][^:#]*)):(?:\s|$)/.exec(
      lines.lineText(line).slice(0, 1_000),
    );
    const name = (key?.[1] ?? key?.[2] ?? key?.[3])?.trim();
    if (name !== undefined && name !== '') starts.push({ name: name.slice(0, 200), line });
  }
  return sectionContent(lines, 'key', closeAtNext(lines, starts));
}
