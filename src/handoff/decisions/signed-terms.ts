/** A word of a proposal or claim: wanted (`+lock`) or turned down (`-lock`). */
export type SignedTerm = string;

const STOP = new Set(
  `a an the this that these those it its they them their our we i you he she my your is are was were be been being am do does did done
  has have had having will would can could should shall may might must of in on at to for from by as with into onto over under up down out
  about around and or but if then else when while where which who what how why so than too very just also only some any all each every
  both more most other such own same again once here there use using used make making made put get let try trying tried want need like
  go going approach plan option idea way thing things stuff work works please could maybe perhaps think how simply simple everything
  solution fix change changes code add adding added introduce introducing implement implementing create creating new propose proposal
  switch switching move moving well good better best first second later now still case cases see time between within through per one
  because since given whole bring back go keep keeping stay sticking stick before ahead after prior front directly`.split(
    /\s+/,
  ),
);

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bregular expressions?\b/gi, 'regex'],
  [/\bfile ?systems?\b/gi, 'filesystem'],
  [/\b(?:process|app|system|module)[- ](?:wide|level)\b/gi, 'global'],
  [/\bcommand[- ]line\b/gi, 'cli'],
  [/\bback[- ]?end\b/gi, 'backend'],
  [/\bfront[- ]?end\b/gi, 'frontend'],
  [/\bpull requests?\b|\bPRs?\b/g, 'pullrequest'],
  [/\bfloating[- ]point(?: numbers?)?\b/gi, 'float'],
  [/\btime ?stamps?\b/gi, 'timestamp'],
  [/\bstart up\b/gi, 'startup'],
];

/** Words of programming that people use for one another. */
const SAME: readonly (readonly string[])[] = [
  ['lock', 'mutex', 'semaphore', 'locking', 'synchronize', 'synchronise', 'rwlock'],
  [
    'global',
    'process-wide',
    'processwide',
    'shared',
    'single',
    'app-wide',
    'singleton',
    'module-level',
    'big',
  ],
  ['cache', 'memoize', 'memoise', 'memo', 'caching', 'cached'],
  ['dependency', 'package', 'library', 'lib', 'module', 'crate', 'gem', 'dependencies'],
  ['remove', 'delete', 'drop', 'erase', 'strip'],
  ['database', 'db', 'postgres', 'postgresql', 'sqlite', 'mysql'],
  ['retry', 'retries', 'reattempt', 'backoff'],
  ['sleep', 'delay', 'wait', 'pause'],
  ['test', 'spec', 'tests', 'suite'],
  ['skip', 'disable', 'ignore', 'mute', 'xfail'],
  ['rewrite', 'rewritten', 'reimplement', 'redo', 'port'],
  ['regex', 'regexp', 'pattern'],
  ['parse', 'parser', 'parsing'],
  ['async', 'asynchronous', 'await', 'asyncio'],
  ['thread', 'threads', 'threading', 'worker'],
  ['config', 'configuration', 'settings', 'setting'],
  ['env', 'environment'],
  ['function', 'method', 'func'],
  ['signature', 'interface', 'api'],
  ['error', 'exception', 'failure'],
  ['swallow', 'suppress', 'catch', 'hide', 'silence'],
  ['poll', 'polling', 'loop'],
  ['file', 'disk'],
  ['rename', 'renaming'],
  ['store', 'storage', 'persist', 'save'],
  ['mock', 'stub', 'fake', 'mocked'],
  ['float', 'floating', 'double'],
  ['concatenate', 'concat', 'concatenation', 'assemble'],
  ['upgrade', 'bump', 'update'],
  ['startup', 'start-up', 'boot', 'launch'],
  ['load', 'preload', 'fetch'],
  ['expose', 'publish', 'offer'],
  ['call', 'invoke', 'execute'],
  ['ship', 'bundle', 'embed'],
  ['hash', 'digest', 'hashing'],
  ['log', 'print', 'logging'],
  ['copy', 'duplicate', 'clone'],
  ['queue', 'backlog'],
];
const CANONICAL = new Map(
  SAME.flatMap((group) => group.map((word) => [stem(word), stem(group[0] ?? word)] as const)),
);

const NEGATOR =
  /^(?:not|never|no|without|avoid|avoiding|stop|stopping|instead|rather|don['’]?t|doesn['’]?t|won['’]?t|can['’]?t|cannot|mustn['’]?t|shouldn['’]?t|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drop(?:s|ped|ping)?|rid|replace|replacing|against|reject|rejected|rejecting|forbid|ban|undo|revert|reverting)$/;
/** Words that end what a negator reaches; `keep` and `with` name what stands in its place. */
const END = /^(?:but|with|by|use|using|keep|keeping|and|then|because|since|so|,|;|:|\.|!|\?|—|–|\()$/;
const TOKEN = /[\p{L}\p{N}_'’][\p{L}\p{N}_'’-]*|[,;:.!?()—–]/gu;

/**
 * Content words of a text, stemmed, one for all of a group of synonyms, identifiers split, each with a sign. What
 * follows `not`, `instead of`, `remove` and the like, up to the end of the clause, is turned down; twice turned down
 * is wanted.
 */
export function signedTerms(text: string): ReadonlySet<SignedTerm> {
  const terms = new Set<SignedTerm>();
  let negative = false;
  let reached = false;
  for (const [raw] of PHRASES.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text).matchAll(
    TOKEN,
  )) {
    const token = raw.toLowerCase();
    // In `do not use X` the end word stands before what is turned down.
    if (END.test(token) && reached) negative = false;
    else if (NEGATOR.test(token)) [negative, reached] = [!negative, false];
    for (const word of wordsOf(raw)) {
      terms.add(`${negative ? '-' : '+'}${word}`);
      reached = true;
    }
  }
  return terms;
}

function wordsOf(token: string): readonly string[] {
  if (NEGATOR.test(token.toLowerCase())) return [];
  const whole = CANONICAL.get(stem(token.toLowerCase()));
  if (whole !== undefined) return [whole];
  return token
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_\-'’]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 1 && !STOP.has(word))
    .map((word) => CANONICAL.get(stem(word)) ?? stem(word));
}

/** Light English stemming: enough that `refreshes`, `refreshing` and `refresh` are one word. */
function stem(word: string): string {
  return word
    .replace(/(?:ational|ization|isation)$/, 'ate')
    .replace(/(?<=\w{3})(?:ings?|ed|ers?)$/, '')
    .replace(/(?<=\w(?:[sxz]|ch|sh))es$/, '')
    .replace(/(?<=\w{2})ies$/, 'y')
    .replace(/(?<=\w{2}[^s])s$/, '')
    .replace(/(?<=\w{2})(.)\1$/, '$1')
    .replace(/(?<=\w{3})e$/, '');
}

/** The same terms with the other sign. */
export function flipped(terms: ReadonlySet<SignedTerm>): ReadonlySet<SignedTerm> {
  return new Set([...terms].map((term) => (term.startsWith('+') ? '-' : '+') + term.slice(1)));
}
