import type { EventId, Statement } from '../../core/index.ts';
import { isFree } from './free-sentence.ts';
import { sentencesOf } from './sentences.ts';

/** Longest statement kept whole, in characters; half of it from each end of a longer one. */
const CAP = 1_600;

/** The user's words verbatim up to a cap; what was cut from the middle is marked and counted. */
export function statementOf(text: string, source: EventId | null, cap: number = CAP): Statement {
  const trimmed = text.trim();
  if (trimmed.length <= cap) return { text: trimmed, source, elided: 0 };
  const head = trimmed.slice(0, Math.ceil(cap / 2)).replace(/[\uD800-\uDBFF]$/, '');
  const tail = trimmed.slice(trimmed.length - Math.floor(cap / 2)).replace(/^[\uDC00-\uDFFF]/, '');
  const elided = trimmed.length - head.length - tail.length;
  return { text: `${head}\n[… ${elided} characters left out …]\n${tail}`, source, elided };
}

/** Families of words that bind; one that fits is enough: a rule too many costs a line, a lost one costs the work. */
const BINDING: readonly RegExp[] = [
  /\b(?:do not|don['’]?t|must(?: not|n['’]?t)?|never|should(?: not|n['’]?t)|shall(?: not|n['’]?t)?|may (?:not|only)|can(?:not| ?not|['’]t) (?!see\b|find\b|tell\b|reproduce\b|open\b|get\b)\w+|avoid|forbidden|prohibited|not allowed|off[- ]limits|refrain from|hands off|under no circumstances|by no means|not (?:acceptable|okay|ok|an option|negotiable)|non-negotiable|unacceptable)\b/i,
  /\bwithout (?:a |an |any |the )?\w+/i,
  /\b(?:no|zero) (?:new|external|extra|additional|breaking|more|global|other|runtime|third[- ]party)\b|^no \w+/i,
  /\b(?:always|everywhere|important (?:that|to)|insist|belongs? (?:in|to)|separate|make sure|be sure|ensure|guarantee|required?|mandatory|at (?:most|least|maximum)|no (?:longer|more|later|less|fewer|bigger|larger) than|maximum|minimum|(?:has|have|had|needs?|ought) to|is to (?:be|stay|remain)|are to (?:be|stay|remain)|only)\b/i,
  /\b(?:keep|leave|preserve|retain|maintain|stay|stick|limit|restrict|respect|follow|obey|honou?r|adhere|comply|conform|prefer|favou?r|treat|freeze|frozen|read[- ]only|immutable|untouched|unchanged|intact|byte for byte|backwards?[- ]compat\w*|compatib\w+)\b/i,
  /\b(?:instead of|rather than|i['’]d rather|would rather|i (?:want|expect|insist|need) (?:you |it |this |that |the |all |every )|unless|except)\b|, not [\w`'-]+[^,]*$/i,
  /\b(?:ask|check with|tell|warn|wait|confirm|consult|ping)\b.{0,40}\b(?:me|us|my|our|approval|before|first|ok)\b|\bbefore (?:you |it |we )?(?:merg|commit|push|delet|chang|deploy|remov|releas|run|start|touch)\w*/i,
  /\b(?:all|every|each|any|nothing|nobody|none|no one)\b.{0,80}\b(?:need|needs|must|should|may|can|has|have|is|are|gets?|goes|go)\b/i,
  /^(?:(?:and|also|but|please|so|then|again),? )*(?:use|write|name|put|log|store|return|format|document|target|assume|remember|mind|note|pin)\b(?!.*\?$)/i,
  /\b(?:exceed|go over|more than|fewer than|less than|within|below|under|above)\b.{0,30}\d/i,
];

const ACCEPTANCE =
  /\b(?:(?:it|this|that|task|work) is (?:done|finished|complete|fixed) (?:when|once|if)|done when|definition of done|acceptance|accept(?:ed)? (?:when|if)|should (?:pass|return|print|give|show|produce|output|be able|succeed|end|result)|(?:tests?|suite|build|ci|lint|typecheck|type check) (?:must|should|has to|have to|needs? to|to) (?:pass|be green|succeed|stay green)|so that (?:the )?(?:tests?|suite|build)\b.{0,60}\bpass(?:es)?|expected (?:result|behaviou?r|output)|success (?:means|criteri)|verify that|until .{1,80}\bpass(?:es)?)/i;

/** Chatter that has the words but no rule in it. */
const NO_RULE =
  /\?["')\]]*$|^(?:(?:well|hm+|ok(?:ay)?|sorry|no|yes),? )?(?:i (?:don['’]?t|do not|can['’]?t|cannot|didn['’]t|haven['’]t) (?:know|think|understand|see|remember|mind|care|get|believe|have|recall|reproduce)\b|don['’]?t (?:worry|know|bother|hesitate)\b|no (?:problem|worries|idea|rush|need|hurry)\b|never ?mind\b|you (?:don['’]?t|do not) (?:have|need) to\b|(?:it|that) (?:doesn['’]?t|does not) matter\b)/i;

/** Sentences of a user that bind the work, word for word. */
export function constraintsIn(text: string, source: EventId): readonly Statement[] {
  return pick(
    text,
    source,
    (sentence) =>
      (BINDING.some((words) => words.test(sentence)) || !isFree(sentence)) &&
      !NO_RULE.test(sentence) &&
      !ACCEPTANCE.test(sentence),
  );
}

/** Sentences of a user that say when the work is done. */
export function acceptanceIn(text: string, source: EventId): readonly Statement[] {
  return pick(text, source, (sentence) => ACCEPTANCE.test(sentence) && !NO_RULE.test(sentence));
}

function pick(text: string, source: EventId, wanted: (sentence: string) => boolean): readonly Statement[] {
  return sentencesOf(text)
    .filter(wanted)
    .map((sentence) => ({ text: sentence, source, elided: 0 }));
}

/** Questions at the end of an agent's message. */
export function questionsIn(text: string, source: EventId): readonly Statement[] {
  return sentencesOf(text)
    .filter((sentence) => /\?["')\]]?$/.test(sentence) && sentence.length <= 300)
    .slice(-3)
    .map((sentence) => ({ text: sentence, source, elided: 0 }));
}

/** The same statement in other spacing, case or punctuation. */
export function statementKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
