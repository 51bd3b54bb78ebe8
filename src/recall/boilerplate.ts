const TEMPLATE_HEADING =
  /^(?:#{1,6}\s+|\*\*|__)?(?:describe the (?:bug|issue|problem|feature)|bug description|description|summary|steps to reproduce|how to reproduce|to reproduce|reproduction(?: steps)?|reproducible example|minimal (?:complete )?(?:verifiable |reproducible )?example|expected (?:behaviou?r|results?|output)|actual (?:behaviou?r|results?|output)|current behaviou?r|what (?:happened|did you expect(?: to happen)?|is the (?:current|expected) behaviou?r|version of .{1,40})|what's the problem.{0,60}|environment|system info(?:rmation)?|versions?|additional (?:context|information)|relevant (?:log output|code)|anything else.{0,30}|screenshots?|checklist|code of conduct|possible solution|validations?|link to (?:minimal )?reproduction|logs?|output of .{1,60})\s*[?:.]?(?:\*\*|__)?\s*[?:]?$/i;
/** A heading of one word, as templates of changes have: its text follows. */
const PART_HEADING =
  /^(?:#{1,6}\s+)(?:what|why|how|motivation|context|background|overview|changes|details|notes|problem|solution|testing|references?)\s*[?:.]?$/i;
/** Nothing but which issues are meant. A URL is taken whole, or every place in it would be tried as its end. */
const ISSUE_LINKS =
  /^(?:[-*]\s*)?(?:(?:this |pr )?(?:fix(?:e[sd])?|clos(?:e[sd]?|ing)|resolve[sd]?|refs?|replaces?|see(?: also)?|related to|part of|follow[- ]up (?:to|of))\s*:?\s*(?:(?:[\w.-]+\/[\w.-]+)?#\d+|gh-\d+|(?=(https?:\/\/\S+))\1)[\s,.;&]*(?:and\s+)?)+$/i;
const CHECKBOX = /^\s*(?:[-*]\s*)?\[[ xX]\]\s/;
const NO_RESPONSE = /^\s*_?(?:no response|n\/a|none)_?\.?\s*$/i;
const PINNED = /^\s*[\w.[\]-]{1,80}\s*(?:==|@|\|)\s*v?\d+(?:\.\d+)+\S*(?:\s*\|.*)?$/;
const ENVIRONMENT =
  /^\s*(?:[-*+|>]\s*)?(?:\*\*|__)?`?(?:os|operating system|platform|python|node(?:\.?js)?|npm|yarn|pnpm|browser|chrome|firefox|safari|java|jdk|jvm|ruby|rails|go|golang|rust|rustc|cargo|php|kernel|machine|processor|byteorder|byte order|os-release|lc_all|lang|locale|libhdf5|libnetcdf|pip|conda|setuptools|gcc|clang|cmake|docker|version|[\w.-]{1,30} version|python-bits)`?(?:\*\*|__)?\s*[:=|]\s*.{0,120}$/i;
const TABLE_RULE = /^\s*\|?[\s:|-]{3,}\|?\s*$/;

/** True for the lines of issue templates and of version lists, which say nothing about this task. */
export function isBoilerplate(line: string): boolean {
  if (line.length > 200 || line.length < 2) return false;
  const text = line.trim();
  return [
    TEMPLATE_HEADING,
    PART_HEADING,
    ISSUE_LINKS,
    CHECKBOX,
    NO_RESPONSE,
    PINNED,
    ENVIRONMENT,
    TABLE_RULE,
  ].some((pattern) => pattern.test(text));
}

const URL = /\b(?:https?|ftp):\/\/[^\s<>"'`)\]]+/g;
const BLOB = /[A-Za-z0-9+/=_-]{80,}/g;
const HEX = /\b(?:0x)?[0-9a-f]{7,64}\b/g;

/** Takes URLs and encoded data out of a line. */
export function withoutNoise(line: string): { readonly text: string; readonly urls: readonly string[] } {
  const urls = line.match(URL) ?? [];
  const text = line
    .replace(URL, ' ')
    .replace(BLOB, (run) => (isEncoded(run) ? ' ' : run))
    .replace(HEX, (run) => (/\d/.test(run) ? ' ' : run));
  return { text, urls: urls.map((url) => url.replace(HEX, '')) };
}

/** Base64 and hashes mix digits and both cases, or are one long run; paths and long names have separators. */
function isEncoded(run: string): boolean {
  const slashes = run.split('/').length - 1;
  const lows = run.split('_').length - 1;
  return slashes + lows < run.length / 25;
}
