export { type PathFilter, pathFilter } from './path-filter.ts';
export { type RecallInput, recall } from './recall.ts';
export { understandTask } from './understand-task.ts';
