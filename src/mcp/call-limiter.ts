/** Lets a number of calls run side by side; the rest wait in the order in which they came. */
export interface CallLimiter {
  /** Null where too many wait already. The slot is to be released once. */
  readonly enter: (conflictKey: string | null, signal: AbortSignal) => Promise<Release | null>;
}

export type Release = () => void;

interface Waiting {
  readonly key: string | null;
  readonly start: () => void;
}

export function createCallLimiter({ parallel, waiting: most }: LimiterOptions): CallLimiter {
  let running = 0;
  const busy = new Set<string>();
  const queue: Waiting[] = [];

  const isFree = ({ key }: Pick<Waiting, 'key'>): boolean =>
    running < parallel && (key === null || !busy.has(key));

  const next = (): void => {
    for (let at = queue.findIndex(isFree); at >= 0; at = queue.findIndex(isFree))
      queue.splice(at, 1)[0]?.start();
  };

  const take = (key: string | null): Release => {
    running++;
    if (key !== null) busy.add(key);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      running--;
      if (key !== null) busy.delete(key);
      next();
    };
  };

  return {
    enter: async (key, signal) => {
      if (queue.length === 0 && isFree({ key })) return take(key);
      if (queue.length >= most) return null;
      return new Promise<Release>((resolve, reject) => {
        const leave = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          key,
          start: () => {
            signal.removeEventListener('abort', leave);
            resolve(take(key));
          },
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        signal.addEventListener('abort', leave, { once: true });
        queue.push(waiting);
        next();
      });
    },
  };
}

export interface LimiterOptions {
  readonly parallel: number;
  readonly waiting: number;
}
