import type { EventId, PlanItem } from '../../core/index.ts';

const HEADING =
  /^(?:#+\s*|\*\*)?(?:next steps?|remaining(?: work| steps?)?|to-?do|still to do|what(?:'s| is) left)\b[^\n:]*:?(?:\*\*)?:?\s*$/im;
const ITEM = /^[ \t]*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[([ xX])\]\s*)?(.+)$/;

/** Steps that an agent lists under a heading such as `Next steps:`, in order. */
export function nextStepsIn(text: string, source: EventId): readonly PlanItem[] {
  const heading = HEADING.exec(text);
  if (heading === null) return [];
  const items: PlanItem[] = [];
  for (const line of text.slice(heading.index + heading[0].length).split('\n')) {
    const item = ITEM.exec(line);
    if (item === null && line.trim() !== '') break;
    const [, box = ' ', step = ''] = item ?? [];
    if (item !== null)
      items.push({ text: step.trim(), status: box === ' ' ? 'pending' : 'completed', source });
  }
  return items;
}

/** Whether a user's message sets another goal. */
export function startsNewGoal(text: string): boolean {
  return /^[ \t]*(?:new (?:task|goal)|next task|goal|task)\s*[:—–-]/i.test(text);
}
