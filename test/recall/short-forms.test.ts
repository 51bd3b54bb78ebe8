import { expect, it } from 'vitest';
import { understandTask } from '../../src/recall/index.ts';
import { shortForms } from '../../src/recall/short-forms.ts';

it('gives the short forms of the words of a question, none that it has itself', () => {
  expect(shortForms('read arguments from the configuration')).toEqual(['arg', 'config', 'conf']);
  expect(shortForms('the config of Dependencies')).toEqual(['deps']);
  expect(shortForms('read the configuration and its config')).toEqual(['conf']);
  expect(shortForms('where is the cache kept')).toEqual([]);
});

it('adds them to a question at a low weight, and to no longer task', () => {
  const added = (task: string): unknown =>
    understandTask(task).spans.filter(({ text }) => text === 'config conf');
  expect(added('where is the configuration read')).toEqual([{ text: 'config conf', weight: 0.3 }]);
  expect(
    added(`where is the configuration read\n\n${'It is long and tells about other things. '.repeat(4)}`),
  ).toEqual([]);
});
