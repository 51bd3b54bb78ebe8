import { penaltyOn } from './asked-for.ts';

const FOLDER =
  /(?:^|\/)(?:bench|benches|benchmarks?|examples?|samples?|demos?|tutorials?|playgrounds?|sandbox(?:es)?)\//i;
/** A site of the project; deeper in a tree such a folder may well be the product. */
const SITE = /^(?:sites?|website|www)\//i;
const ASKED =
  /\b(?:bench(?:es|marks?)?|examples?|samples?|demos?|tutorials?|playgrounds?|sandbox(?:es)?|(?:web)?sites?)\b/i;

/** Penalty: code that shows how the rest is used, or measures it. */
export const SAMPLE = penaltyOn(
  ({ kind, path }) => kind === 'code' && (FOLDER.test(path) || SITE.test(path)),
  ASKED,
);
