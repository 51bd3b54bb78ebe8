import type { OpenSession } from './session.ts';

/** Also tells what is not as usual where decisions and memory entries are kept. */
export function withMemoryNote(open: OpenSession): OpenSession {
  return (run) =>
    open(async (session) => {
      await run(session);
      const note = await session.context.decisions.note();
      if (note !== null) session.say(note);
    });
}
