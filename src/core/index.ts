export * from './errors.ts';
export * from './evidence.ts';
export * from './handoff.ts';
export * from './pack.ts';
export * from './ports.ts';
export * from './query.ts';
export * from './source.ts';
export * from './vocabulary.ts';
