/** A whole task with a real client: what an agent asks, one step after the other. */
import type { Answer, Server } from './client.ts';

const TASK =
  'JsonReader accepts numbers with a leading zero in strict mode: find where a number is read and tested';
const ROWS = 12;
const ROW_LENGTH = 110;

interface Place {
  readonly path: string;
  readonly places: readonly { readonly lines: readonly [number, number]; readonly symbol: string | null }[];
}

/** The transcript as Markdown: calls, statuses, figures, and the first rows of what was answered. */
export async function runSession({ call }: Server): Promise<string> {
  const steps: string[] = [];
  const step = async (name: string, args: Record<string, unknown>): Promise<Answer> => {
    const answer = await call(name, args);
    const { status, tokens, milliseconds, page, error } = answer;
    const facts = [
      status,
      `${tokens} tokens`,
      `${Math.round(milliseconds)} ms`,
      ...(page === null ? [] : [`${page.shown} of ${page.total}`]),
      ...(error === null ? [] : [`${error.kind}: ${error.message}`]),
    ];
    steps.push(
      `### ${steps.length + 1}. ${name}\n\n\`${JSON.stringify(args)}\`\n\n${facts.join(' · ')}\n\n${excerpt(answer)}`,
    );
    return answer;
  };
  await step('repo_map', {});
  const pack = await step('pack_context', { task: TASK, phase: 'explore', budget: 4_000 });
  const search = await step('search_code', { query: 'number literal with a leading zero', limit: 5 });
  const files = search.data['files'] as readonly Place[];
  const [file] = files;
  const place = file?.places[0];
  if (file === undefined || place === undefined) throw new Error('The search found nothing to go on with.');
  const read = await step('read_file', { path: file.path, range: { start: place.lines[0] }, max_lines: 30 });
  await step('read_file', {
    path: file.path,
    range: { start: Number(read.data['endLine']) + 1 },
    max_lines: 30,
  });
  await step('find_symbol', { name: 'peekNumber' });
  await step('find_references', { symbol: 'JsonReader.peekNumber', relation: 'callers' });
  await step('explain_trace', { id: pack.traceId ?? '' });
  await step('check_proposal', { proposal: 'Test the leading zero after the number was read' });
  await step('record_decision', {
    claim: 'Test the leading zero after the number was read',
    status: 'rejected',
    reason: 'peekNumber knows it while it reads',
    paths: [file.path],
  });
  await step('handoff', {
    action: 'save',
    goal: TASK,
    done: ['found where numbers are read'],
    next_actions: ['add a failing test for a leading zero'],
    must_reread: [file.path],
  });
  await step('check_proposal', { proposal: 'Let us test the leading zero after the number was read' });
  return steps.join('\n\n');
}

/** Places and headings only: the code of the repository is not repeated here. */
function excerpt({ text }: Answer): string {
  const rows = text
    .split('\n')
    .filter((row) =>
      /^(#|[\w./-]+\.\w+([:\s]|$)|\d+ of |More:|Recorded|Handoff|repeats|None|No |no )/.test(row),
    )
    .slice(0, ROWS)
    .map((row) => row.slice(0, ROW_LENGTH));
  return rows.length === 0 ? '' : `\`\`\`text\n${rows.join('\n')}\n\`\`\``;
}
