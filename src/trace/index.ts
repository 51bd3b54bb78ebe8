export { CALL_SCHEMA, type CallOwner, type CallStore, createCallStore } from './call-store.ts';
export { type Contribution, rescore, scoreOf } from './contributions.ts';
export { diffTraces } from './diff-traces.ts';
export { explainTrace } from './explain-trace.ts';
export { reasonsFor, relationReason } from './reasons.ts';
export { recordTrace, type TraceInput } from './record-trace.ts';
export { createTimedId, createTraceId } from './trace-id.ts';
export { createTraceStore, TRACE_SCHEMA, type TraceStore, type TraceSummary } from './trace-store.ts';
export { type PathKnowledge, type WhyNot, whyNot } from './why-not.ts';
