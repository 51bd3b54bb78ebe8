import { setFlagsFromString } from 'node:v8';

let holders = 0;

/**
 * Keeps V8 from compiling WebAssembly a second time, with its optimising compiler, until the returned function is
 * called. For a grammar that takes seconds of background threads, and a process cannot end before it is done:
 * worth it only where much is parsed.
 */
export function holdTierUp(): () => void {
  if (holders++ === 0) setFilter(0);
  return () => {
    if (--holders === 0) setFilter(-1);
  };
}

/** Only the function of that index is compiled again; −1 is all. Read by V8 whenever a function has become hot. */
function setFilter(index: number): void {
  setFlagsFromString(`--wasm-tier-up-filter=${index}`);
}
