import type { FormatName } from '../languages.ts';
import type { LineIndex } from '../line-index.ts';
import { readComponent } from './component.ts';
import { readJson } from './json.ts';
import { readMarkdown } from './markdown.ts';
import type { FormatContent } from './sections.ts';
import { readToml } from './toml.ts';
import { readYaml } from './yaml.ts';

const READERS: Readonly<Record<FormatName, (lines: LineIndex) => FormatContent>> = {
  markdown: readMarkdown,
  json: readJson,
  yaml: readYaml,
  toml: readToml,
  component: readComponent,
};

/** What a light scanner finds in a text; never throws, also for malformed text. */
export function readFormat(format: FormatName, lines: LineIndex): FormatContent {
  return READERS[format](lines);
}
