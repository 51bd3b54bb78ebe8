import type { PackFormat } from '../../core/index.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import type { PackRenderer } from './pack-document.ts';
import { xml } from './xml.ts';

/** A renderer a format. A format is added as one file and one line here. */
export const RENDERERS: Readonly<Record<PackFormat, PackRenderer>> = { markdown, xml, json };
