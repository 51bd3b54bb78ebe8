/**
 * Kinds of sentences that bind nothing: courtesies, requests for one step, reports of what was seen or done, guesses.
 * What is none of them is taken for a rule: rules are put into words in too many ways to list (`Tabs, not spaces.`,
 * `Ops refuses to run a second database.`), and one line too many costs less than one rule lost.
 */
const FREE: readonly RegExp[] = [
  /^\W*[\w'’-]*\W*$/,
  // Courtesies and answers.
  /^(?:(?:hi|hello|hey|thanks|thank you|thx|good (?:morning|evening|afternoon|work|job)|great|perfect|nice|cool|awesome|excellent|yes|yep|yeah|no|nope|ok(?:ay)?|right|sure|fine|agreed|exactly|correct|hm+|well|wow|weird|strange|interesting|sorry|understood|done|never ?mind|sounds (?:good|right|fine)|looks (?:good|fine|like|right)|seems|fair enough|i agree|that makes sense|same|still|not yet|any idea)\b)(?![^.!]*\b(?:but|only|except|though)\b)/i,
  /^(?:please )?(?:go (?:on|ahead)|carry on|proceed|continue|keep going|next)\b/i,
  // Requests for one step.
  /^(?:(?:now|then|next|first|also|so|and|ok(?:ay)?|please|can you|could you|let['’]s|let us|just|maybe|help me|try to)[,:]? )*(?:fix|add|implement|create|update|refactor|remove|investigate|look|have a look|check|find|figure|show|tell|let me know|explain|try|run|open|start with the|review|help|summari[sz]e|describe|see|debug|reproduce|read|paste|send|give|make|build|write|move|rename|delete|improve|list|compare|measure|take a look|change|replace|begin|work out|do|let['’]s look)\b(?!.*\b(?:first|before|after|every|each|only|but|alone|instead|until|from now|nothing|behind|within|like|as|via|through|using|optional|opt-in|separate(?:ly)?|carefully|slowly|small|(?<!fix )(?:it|them|this|that|files|tests|code|everything|dates|names) (?:in|with|by|under|on|next|to))\b)/i,
  /^(?:now|then|next) (?:the|look|to|with|for)\b/i,
  /^(?:i|we)(?:['’]d| would)? (?:need|want|like) (?:a|an|to (?:see|know|understand|have|add))\b/i,
  // What a person did, saw, thinks.
  /^(?:(?:as|well|and|but|so|then|also|today|yesterday),? )?(?:i|we)(?:['’](?:m|ve|re|ll))? (?:(?:just|also|already|still|now|then|only) )*(?:am|are|was|were|had|have (?:attached|tried|seen|no|the|a|just|already|two|three)|see|saw|ran|tried|restarted|think|believe|guess|wonder|suspect|assume|pulled|merged|will|noticed|upgraded|moved|found|looked|got|get|went|made|did|changed|pushed|deployed|checked|tested|started|opened|not sure|be|seen|been|getting|seeing|working|running|looking)\b/i,
  /^(?:my|our) (?:guess|impression|hunch|theory|feeling)\b/i,
  /^(?:maybe|perhaps|probably|possibly|apparently)\b/i,
  // What happened, and symptoms.
  /^(?:it|this|that|they|these|those|both|(?:one|two|three|some|most|all|both) of (?:them|these|those))(?:['’]s)? (?:(?:just|also|only|still|now|then|always|sometimes|usually|again) )*(?:was|were|did|had|fail|hang|crash|is (?:slow|gone|back|broken|wrong|red|fine|what|the|a known|caused)|printed|appeared|works?|worked|used to|seems?|looks?|happens?|happened|started|broke|breaks|fixed|explains|helps?|helped|prints|shows?|showed|returns?|reproduces|takes|took|gives|gets|goes|comes|came|went|occurs|appears|depends|means)\b/i,
  /^(?!(?:if|in case|when(?:ever)?|where|unless)\b.*,).*\b(?:fails?|failed|failing|hangs?|hung|crash(?:es|ed)?|broke|broken|throws?|times? out|timed out|leaks?|does nothing|goes blank|is (?:red|down|wrong|slow|gone|empty|off|missing|back|caused by)|are (?:wrong|gone|missing|empty|slow)|takes? (?:\w+ )?(?:seconds?|minutes?|hours?|days?|ages|forever)|nothing happens|duplicates?|came back|another result|different result|complained|says?|returns? (?:a |an )?(?:\d{3}|null|none|nil|nothing)|wrong (?:\w+ )?(?:total|value|result|answer|order|page|number|line|name))\b(?!.*\b(?:must|should|never|build|loudly|fast)\b)/i,
  /^(?:the|a|an|my|our|somebody|someone|nobody|everybody|he|she|[A-Z][a-z]+) (?:[\w'-]+ ){0,5}(?:was|were|took|wrote|deleted|noticed|had|went|added|changed|merged|reported|asked|told me|appeared|printed|mentions|points (?:at|to)|is (?:out|away|on holiday|called|here))\b/,
  /^there (?:is|are|was|were)(?:n['’]t)? (?:about |only |still |now )?(?:a|an|one|two|three|four|five|some|many|several|no|\d+)\b/i,
  /^(?:here(?:['’]s| is| are| comes)|see (?:the )?attached|for example|for instance|by the way|as you can see)\b/i,
  /^(?:yesterday|today|last (?:night|week|month|year)|since (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday|then|the)|this morning|after (?:the|that|a)\b.{0,40}\b(?:was|were|is)|(?:one|two|three|\d+) failures?)\b/i,
  /^(?:when|if|after|whenever|every time|each time) (?:i|we)\b/i,
];

/** Whether a sentence of a user is of a kind that binds nothing. */
export function isFree(sentence: string): boolean {
  return FREE.some((kind) => kind.test(sentence));
}
