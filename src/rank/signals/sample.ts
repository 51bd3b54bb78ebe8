import { askedFor } from './asked-for.ts';
import { onceAFile } from './scores.ts';
import type { SignalRule } from './signal-rule.ts';

const FOLDER =
  /(?:^|\/)(?:bench|benches|benchmarks?|examples?|samples?|demos?|tutorials?|playgrounds?|sandbox(?:es)?)\//i;
/** A site of the project; deeper in a tree such a folder may well be the product. */
const SITE = /^(?:sites?|website|www)\//i;
const ASKED =
  /\b(?:bench(?:es|marks?)?|examples?|samples?|demos?|tutorials?|playgrounds?|sandbox(?:es)?|(?:web)?sites?)\b/i;

/** Penalty: code that shows how the rest is used, or measures it. */
export const SAMPLE: SignalRule = {
  level: 'file',
  stage: 'evidence',
  prepare: ({ evidence, query }) => {
    const factor = askedFor(evidence, query, ASKED);
    return onceAFile(({ id, kind, path }) =>
      kind === 'code' && (FOLDER.test(path) || SITE.test(path)) ? factor(id) : 0,
    );
  },
};
