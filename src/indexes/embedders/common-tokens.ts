/**
 * Sub-words that say little about what code is for: English function words, keywords of the common languages
 * and names that stand in nearly every file. A fixed list, so that a vector depends on its own text alone.
 */
export const COMMON_TOKENS: ReadonlySet<string> = new Set(
  `
  a about after all also an and any are as at be because been before being but by can could did do does
  done each either every for from had has have he her here his how i if in into is it its just like may
  me might more most must my need needs no nor not now of on once one only or other our out over own
  please same shall she should since so some such than that the their them then there these they this
  those to too two under up us use used uses using very via want was we were what when where whether
  which while who whose why will with within without would yes yet you your
  abstract actual alias arg args argument arguments arr array assert async auto await base begin bool
  boolean break buf byte bytes callback case catch cb char class code const constexpr constructor
  continue ctx cur current data debug declare def default defer delete description dict double elif else
  elsif end endif enum err error errors even except exception expected export extends extern false fi
  field fields file final finally fix float fn foreach friend func function functions get getter global
  go goto got id impl implements import include index info init inline input inst instance int integer
  interface internal issue item items key keys kwargs lambda len length let line list local long loop main
  make map match max message method min mod module msg mut mutable name namespace new next nil none
  nonlocal null num number obj object op operator option optional options out output override package
  param params parameter parameters pass path pos prev print private procedure prop property protected
  protocol pub public raise raises readonly ref register require res result results ret return returns
  run self select set setter short should signed size sizeof some src start state static std step str
  string strings struct sub super switch template temp test tests text throw throws tmp trait true try
  tuple type typedef typename typeof types undefined union unit unless unsigned unsafe until val value
  values var variable vec vector virtual void volatile when where with word xor yield
  `
    .trim()
    .split(/\s+/),
);
