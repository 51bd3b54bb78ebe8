import { describe, expect, it } from 'vitest';
import { editedText } from '../../bench/speed/edits.ts';
import { cleanMessage, ISSUE_TERMS, issuesOf, spreadOut } from '../../bench/speed/task-texts.ts';

const passages = Array.from({ length: 60 }, (_, i) =>
  Array.from({ length: 30 }, (_, j) => `word${(i * 17 + j) % 900}x`).join(' '),
);

describe('issuesOf', () => {
  it('puts passages together to texts of the same number of different words', () => {
    const issues = issuesOf(passages, 4);
    expect(issues).toHaveLength(4);
    for (const issue of issues) expect(new Set(issue.match(/\w+/g))).toHaveLength(ISSUE_TERMS);
    expect(new Set(issues).size).toBe(4);
  });

  it('makes no text of too few words', () => {
    expect(issuesOf(['only a few words'], 3)).toEqual([]);
  });
});

describe('cleanMessage', () => {
  it('drops trailers and addresses', () => {
    const message = 'Fix the reader\n\nSee https://example.org/1\n\nSigned-off-by: A <a@b.c>\n';
    expect(cleanMessage(message)).toBe('Fix the reader\n\nSee');
  });
});

describe('spreadOut', () => {
  it('takes evenly and in order', () => {
    expect(spreadOut([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([1, 4, 7]);
    expect(spreadOut([1, 2], 3)).toEqual([1, 2]);
  });
});

describe('editedText', () => {
  it('adds one line with a new word behind a line of the middle', () => {
    const text = 'one\ntwo\n  return total;\n}\n';
    expect(editedText(text, 7)).toBe('one\ntwo\n  return total;\n  returnEdited7 total;\n}\n');
  });

  it('differs for every edit', () => {
    expect(editedText('', 1)).not.toBe(editedText('', 2));
  });
});
