import type { IndexedChunk } from '../../core/index.ts';
import { askedFor } from './asked-for.ts';
import type { SignalContext, SignalRule } from './signal-rule.ts';

/** Folders that say so, and folders that only may. */
const SURE = /(?:^|[/_.-])(?:legacy|deprecated|obsolete|attic|graveyard)(?=[/_.-])/i;
const UNSURE = /(?:^|\/)(?:old|backup|backups|bak|archive|archived|unused|v0)(?=\/)|\.(?:bak|orig|old)$/i;
/** A name that says it is a copy kept beside the real one. */
const COPY = /[_.-](?:old|bak|backup|copy|orig)(?=\.[^/]*$)/i;
const COPIED = 0.6;
/** What is left where live code imports it. */
const LIVE = 0.4;

/** Penalty: the path says legacy and no live file imports it (less where one does). None where the task says legacy. */
export const LEGACY: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: (context) => {
    const factor = askedFor(context.evidence, context.query, null);
    const known = new Map<number, number>();
    return (chunk) => {
      const id = chunk.file.id;
      const value = known.get(id) ?? legacyOf(context, chunk) * factor(id);
      known.set(id, value);
      return value;
    };
  },
};

function legacyOf({ facts, query }: SignalContext, { file }: IndexedChunk): number {
  const word = SURE.exec(file.path) ?? UNSURE.exec(file.path) ?? COPY.exec(file.path);
  if (word === null || saysIt(query.text, word[0])) return 0;
  const live = facts.importers(file.id).some((path) => !SURE.test(path) && !UNSURE.test(path));
  if (SURE.test(file.path)) return live ? LIVE : 1;
  if (COPY.test(file.path)) return live ? 0 : COPIED;
  return live ? 0 : LIVE;
}

function saysIt(text: string, segment: string): boolean {
  return text.toLowerCase().includes(segment.replace(/[/_.-]/g, '').toLowerCase());
}
