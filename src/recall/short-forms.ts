/** Words that code writes short, with the usual short forms. */
const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  `administrator admin; address addr; allocate alloc; allocation alloc; application app; argument arg; array arr;
  asynchronous async; attribute attr; authentication auth; authorization auth; binary bin; buffer buf; button btn;
  callback cb; certificate cert; character char; column col; command cmd; compare cmp; configuration config conf;
  configure config; connection conn; constant const; context ctx; database db; declaration decl; definition def;
  delete del; dependency dep deps; dependencies deps; destination dest dst; development dev; directory dir;
  documentation docs; element elem el; environment env; error err; evaluate eval; event evt; execute exec;
  expression expr; function func fn; generate gen; identifier id ident; image img; implementation impl; index idx;
  information info; initialization init; initialize init; integer int; internationalization i18n; iterator iter;
  length len; library lib; localization l10n; manager mgr; maximum max; memory mem; message msg; minimum min;
  number num; object obj; option opt; package pkg; parameter param; pointer ptr; position pos; previous prev;
  process proc; property prop; reference ref; repository repo; request req; response resp; service svc; source src;
  specification spec; statement stmt; statistics stats; string str; synchronize sync; temporary tmp temp;
  template tmpl; transaction tx txn; utility util; variable var; vector vec`
    .split(';')
    .map((row) => row.trim().split(/\s+/))
    .map(([long = '', ...short]) => [long, short]),
);

/** What the long words of a question may be called in code. None that the question has itself. */
export function shortForms(question: string): readonly string[] {
  const words = question.toLowerCase().match(/[a-z][a-z0-9]*/g) ?? [];
  const own = new Set(words);
  const short = words.flatMap(
    (word) => SHORT_FORMS.get(word) ?? SHORT_FORMS.get(word.replace(/s$/, '')) ?? [],
  );
  return [...new Set(short)].filter((word) => !own.has(word));
}
