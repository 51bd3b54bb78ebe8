/** The segments of a receiver that is a plain path of names; null for any other expression. */
export function pathOf(receiver: string): readonly string[] | null {
  const plain = receiver
    .trim()
    .replace(/^[&*(\s]*(mut\s+|new\s+|await\s+)?/, '')
    .replace(/^(super|self|this)\(\)/, '$1')
    .replace(/<[^<>]*>/g, '')
    .replace(/[!?]/g, '');
  const parts = plain.split(/::|->|\.|\\/).map((part) => part.replace(/^[$@]+/, ''));
  if (parts[0] === '') parts.shift();
  return parts.length > 0 && parts.every((part) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(part)) ? parts : null;
}

/** Where the last pair of brackets opens, for a text that ends with it; −1 for any other. */
export function callStart(text: string): number {
  if (!text.endsWith(')')) return -1;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const mark = text.charAt(at);
    if (mark === ')') depth++;
    else if (mark === '(' && --depth === 0) return at;
  }
  return -1;
}

const WRAPPERS =
  /^(Optional|Option|Result|Box|Rc|Arc|Ref|RefCell|Mutex|RwLock|Promise|Task|ValueTask|Future|Awaited|Readonly|Final|ClassVar|Annotated|unique_ptr|shared_ptr|std::unique_ptr|std::shared_ptr|Lazy)\s*[<[](.*)[>\]]$/;

/** The path of names that a type says, without pointers, nullability and the wrappers that pass members through. */
export function typePath(type: string): readonly string[] | null {
  const plain = type
    .trim()
    .replace(/^(const|mut|readonly|struct|class|dyn|impl)\s+/, '')
    .replace(/^[&*'"?]+(mut\s+)?/, '')
    .replace(/[\s*&?'"]+$/, '')
    .replace(/\s*\|\s*(null|undefined|None)$/, '');
  const wrapped = WRAPPERS.exec(plain)?.[2];
  if (wrapped !== undefined) return typePath(wrapped.split(',')[0] ?? '');
  return pathOf(plain.replace(/[<[].*[>\]]$/, ''));
}
