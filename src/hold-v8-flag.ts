import { setFlagsFromString } from 'node:v8';

const FLAGS = {
  /**
   * No second compilation of WebAssembly, with the optimising compiler. For a grammar that takes seconds of
   * background threads, and a process cannot end before it is done: worth it only where much is parsed. Of a
   * function of that index alone; −1 is all. Read by V8 whenever a function has become hot.
   */
  'wasm-tier-up-filter': { held: 0, free: -1 },
  /**
   * Garbage may be so many per cent of what is alive before it is collected, on each thread; 0 leaves it to V8,
   * which lets it grow to three times as much where memory is plenty. A hundredth more processor time.
   */
  'heap-growing-percent': { held: 30, free: 0 },
} as const;

const holders = new Map<keyof typeof FLAGS, number>();

/** Keeps a flag of V8, in the whole process, at its value `held` until the returned function is called. */
export function holdV8Flag(name: keyof typeof FLAGS): () => void {
  const change = (step: 1 | -1): void => {
    const before = holders.get(name) ?? 0;
    const after = before + step;
    holders.set(name, after);
    const { held, free } = FLAGS[name];
    if (before === 0 || after === 0) setFlagsFromString(`--${name}=${after === 0 ? free : held}`);
  };
  change(1);
  return () => change(-1);
}
