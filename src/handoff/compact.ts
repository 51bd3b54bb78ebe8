import type {
  Compaction,
  EventId,
  Handoff,
  Layer,
  LayerReport,
  RepoPath,
  SessionEvent,
  TokenCounter,
  ToolResultEvent,
} from '../core/index.ts';
import { isRecord, parseJson } from './json-record.ts';
import { externalise } from './layers/externalise.ts';
import { extractOutputs } from './layers/extract.ts';
import { trimEvents } from './layers/trim.ts';
import { draftOf, finish } from './state/draft.ts';
import { placeOf } from './state/event-order.ts';
import { filesToReread } from './state/files-to-reread.ts';
import { foldEvents } from './state/fold-events.ts';
import { renderHandoff } from './state/handoff-markdown.ts';
import { EMPTY_HANDOFF } from './state/handoff-shape.ts';
import { actionOf, isLookup, type PathPlace } from './state/tool-actions.ts';

export interface CompactOptions {
  readonly counter: TokenCounter;
  /** Folder that absolute paths of the session are made relative to. */
  readonly root?: string | null;
  /** Folder of the session below the root, where its relative paths begin; default the root itself. */
  readonly folder?: RepoPath;
  /** Commit of the work tree, where it is known from the repository itself. */
  readonly revision?: string | null;
  /** Commit that the session began at; commits made in the session come after it. */
  readonly startedAt?: string | null;
}

/**
 * Folds new events into the previous handoff (null for the first time) in five layers. Deterministic; compacting a
 * session in parts keeps the facts that compacting it at once keeps. Events that `previous` has read are passed over.
 */
export function compact(
  previous: Handoff | null,
  events: readonly SessionEvent[],
  options: CompactOptions,
): Compaction {
  const before = previous ?? EMPTY_HANDOFF;
  const fresh = newEvents(before, events);
  const measure = createMeasure(options.counter);
  const base = previous === null ? 0 : measure.handoff(before);
  const reports: LayerReport[] = [];
  let tokens = base + measure.events(fresh);
  const tokensBefore = tokens;
  const report = (layer: Layer, tokensAfter: number, counts: LayerReport['counts']): void => {
    reports.push({ layer, tokensBefore: tokens, tokensAfter, counts });
    tokens = tokensAfter;
  };

  const trimmed = trimEvents(fresh);
  report('trim', base + measure.events(trimmed.events), trimmed.counts);

  const extracted = extractOutputs(trimmed.events, before.open_tool_calls);
  report('extract', base + measure.events(extracted.events), extracted.counts);

  const merged = mergeEvents(before, fresh, extracted, options);
  const leftovers = extracted.events.filter(
    (event) => event.kind === 'result' && !extracted.digests.has(event.id),
  );
  const results = leftovers.filter((event) => event.kind === 'result');
  report('merge', measure.handoff(merged) + measure.events(results), {
    'files changed': merged.workspace_changes.length - before.workspace_changes.length,
    commands: merged.commands.length,
    decisions: merged.decisions.length - before.decisions.length,
    constraints: merged.active_constraints.length - before.active_constraints.length,
  });

  const titleOf = createTitles(before, fresh, placeIn(options));
  const { artifacts, rest } = externalise(fresh, results, titleOf);
  const referring = withArtifacts(
    merged,
    artifacts.map(({ ref }) => ref),
  );
  report('externalise', measure.handoff(referring) + measure.events(rest), { artifacts: artifacts.length });

  const handoff = { ...referring, must_reread: filesToReread(referring) };
  const tokensAfter = measure.handoff(handoff);
  report('reretrieve', tokensAfter, {
    'texts left to read again': rest.length,
    files: handoff.must_reread.length,
  });

  return { handoff, artifacts, reports, tokensBefore, tokensAfter, inflated: tokensAfter >= tokensBefore };
}

/** Events beyond what the handoff has read of their session. */
function newEvents(previous: Handoff, events: readonly SessionEvent[]): readonly SessionEvent[] {
  const read = new Map(previous.sources.map(({ session, events: count }) => [session, count]));
  return events.filter(({ id }) => {
    const { session, position } = placeOf(id);
    return position > (read.get(session) ?? 0);
  });
}

function mergeEvents(
  before: Handoff,
  fresh: readonly SessionEvent[],
  extracted: ReturnType<typeof extractOutputs>,
  options: CompactOptions,
): Handoff {
  const { revision = null, startedAt = null } = options;
  const draft = draftOf(before);
  draft.revision ??= startedAt;
  const texts = new Map<EventId, string>();
  for (const event of fresh) if (event.kind === 'result') texts.set(event.id, event.text);
  foldEvents(draft, {
    events: fresh,
    digests: extracted.digests,
    fullText: (id) => texts.get(id) ?? '',
    place: placeIn(options),
  });
  if (revision !== null) draft.revision = revision;
  return finish(draft);
}

function placeIn({ root = null, folder = '' }: CompactOptions): PathPlace {
  return { root, folder };
}

/** Title of a result worth keeping as an artifact: the command that printed it; null for text of files and lookups. */
function createTitles(
  before: Handoff,
  fresh: readonly SessionEvent[],
  place: PathPlace,
): (result: ToolResultEvent) => string | null {
  const commands = new Map<string, string>();
  const note = (callId: string, action: ReturnType<typeof actionOf>): void => {
    if (action.command !== null && !isLookup(action.command))
      commands.set(callId, action.command.slice(0, 120));
  };
  for (const { call_id, tool, input } of before.open_tool_calls) {
    const value = parseJson(input);
    note(call_id, actionOf(tool, isRecord(value) ? value : {}, place));
  }
  for (const event of fresh)
    if (event.kind === 'call') note(event.callId, actionOf(event.tool, event.input, place));
  return ({ callId }) => commands.get(callId) ?? null;
}

function withArtifacts(handoff: Handoff, refs: Handoff['artifact_refs']): Handoff {
  if (refs.length === 0) return handoff;
  const draft = draftOf(handoff);
  for (const ref of refs) draft.artifacts.set(ref.hash, ref);
  return { ...handoff, artifact_refs: finish(draft).artifact_refs };
}

interface Measure {
  readonly events: (events: readonly SessionEvent[]) => number;
  readonly handoff: (handoff: Handoff) => number;
}

/** Each event is counted once, however many layers leave it as it was. */
function createMeasure({ count }: TokenCounter): Measure {
  const known = new Map<SessionEvent, number>();
  const ofEvent = (event: SessionEvent): number => {
    const found = known.get(event);
    if (found !== undefined) return found;
    const tokens = count(eventText(event));
    known.set(event, tokens);
    return tokens;
  };
  return {
    events: (events) => events.reduce((sum, event) => sum + ofEvent(event), 0),
    handoff: (handoff) => count(renderHandoff(handoff)),
  };
}

function eventText(event: SessionEvent): string {
  if (event.kind === 'call') return `${event.tool} ${JSON.stringify(event.input)}`;
  return event.kind === 'opaque' ? event.raw : event.text;
}
