/** Without type arguments, nested ones too. */
function withoutTypeArguments(text: string): string {
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/<[^<>]*>/g, '');
  }
  return plain;
}

/** An expression without what does not change what it stands for: brackets around it, `await`, `?`, a body. */
export function bareExpression(text: string): string {
  let bare = text.trim();
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare
      .replace(/(?:\.await|[?!])+$/, '')
      .replace(/^await\s+/, '')
      .replace(/^(new\s[^{}]*\))\s*\{.*\}$/s, '$1');
    if (bare.startsWith('(') && callStart(bare) === 0) bare = bare.slice(1, -1).trim();
  }
  return bare;
}

/** `\Name`: outside of every namespace. */
export function isGlobal(name: string): boolean {
  return /^\\\w+$/.test(name);
}

/** The segments of a receiver that is a plain path of names; null for any other expression. */
export function pathOf(receiver: string): readonly string[] | null {
  const plain = withoutTypeArguments(
    receiver
      .trim()
      .replace(/^[&*(\s]*(mut\s+|new\s+|await\s+)?/, '')
      .replace(/^(super|self|this)\(\)/, '$1'),
  ).replace(/[!?]/g, '');
  if (isGlobal(plain)) return null;
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

const WRAPPER =
  '(?:Optional|Option|Result|Box|Rc|Arc|Ref|RefCell|Mutex|RwLock|Promise|Task|ValueTask|Future|Awaited|Readonly|Final|ClassVar|Annotated|(?:std::)?unique_ptr|(?:std::)?shared_ptr|Lazy)';
const WRAPPERS = new RegExp(`^${WRAPPER}\\s*[<[](.*)[>\\]]$`);
const WRAPPED = new RegExp(`\\b${WRAPPER}\\s*[<[]([^<>[\\]]*)[>\\]]|\\blazy\\s*\\{([^{}]*)\\}`, 'g');
const NESTED = /<[^<>]*>|\[[^[\]]*\]|\([^()]*\)|\{[^{}]*\}/g;

/**
 * Tells which names the head of a value says of the whole value: neither an argument, nor the type of an element,
 * nor the path before another name.
 */
export function outermostNames(signature: string): (name: string) => boolean {
  let text = signature;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(WRAPPED, ' $1$2 ');
    if (before === text) text = text.replace(NESTED, (inside) => (inside.startsWith('[') ? '#' : ''));
  }
  return (name) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const before = text.charAt(at - 1);
      const after = text.slice(at + name.length);
      if (!/[\p{L}\p{N}_$#]/u.test(before) && !/^(?:[\p{L}\p{N}_$#]|\s*(?:\.|::|->)\s*\w)/u.test(after))
        return true;
    }
    return false;
  };
}

/** The path of names that a type says, without pointers, nullability and the wrappers that pass members through. */
export function typePath(type: string): readonly string[] | null {
  const plain = type
    .trim()
    .replace(/^(const|mut|readonly|struct|class|dyn|impl)\s+/, '')
    .replace(/^[&*'"?]+(mut\s+)?/, '')
    .replace(/[\s*&?'"]+$/, '')
    .replace(/\s*\|\s*(null|undefined|None)$/, '');
  const wrapped = WRAPPERS.exec(plain)?.[1];
  if (wrapped !== undefined) return typePath(wrapped.split(',')[0] ?? '');
  return pathOf(plain.replace(/[<[].*[>\]]$/, ''));
}
