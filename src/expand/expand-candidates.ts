import {
  type ChunkId,
  type Neighbour,
  type PhasePlan,
  type Query,
  type RankedCandidate,
  RELATIONS,
  type Relation,
  type Snapshot,
} from '../core/index.ts';
import {
  createExpansion,
  type Expansion,
  mergeReached,
  type Reached,
  type Seed,
  seedOf,
  uniteReached,
} from './expansion.ts';
import { RELATION_RULES } from './rules/index.ts';

export interface ExpandInput {
  /** Best first. */
  readonly ranked: readonly RankedCandidate[];
  readonly snapshot: Snapshot;
  readonly plan: PhasePlan;
  readonly query: Query;
  /** Neighbours in all; default 80. */
  readonly limit?: number;
}

const SEEDS = 12;
/** Candidates below this share of the best score have no neighbours of interest. */
const SEED_SHARE = 0.35;
const LIMIT = 80;

/**
 * The chunks next to the strongest candidates, by the relations that the phase follows. Confidence is that of
 * the edge times the phase's decay for the relation. Each chunk comes once, by its strongest connection (the
 * confidence times the strength of its seed); the order is that strength, then path and line. A seed itself
 * comes only where it stands in another role than a definition to a stronger seed.
 */
export function expandCandidates(input: ExpandInput): Neighbour[] {
  const { ranked, snapshot, plan, query } = input;
  const expansion = createExpansion(snapshot, query, ranked);
  const seeds = chooseSeeds(ranked, expansion);
  const found = RELATIONS.flatMap((relation) => {
    const decay = plan.follow[relation] ?? 0;
    return decay > 0 ? followRelation(relation, decay, seeds, expansion) : [];
  });
  const order = new Map<ChunkId, number>(seeds.map(({ chunk }, place) => [chunk.id, place]));
  const fits = ({ neighbour: { chunk, role, via } }: Weighed): boolean => {
    const own = order.get(chunk.id);
    return own === undefined || (role !== 'definitions' && own > (order.get(via) ?? 0));
  };
  return oncePerChunk(found.filter(fits))
    .sort(byStrength)
    .slice(0, input.limit ?? LIMIT)
    .map(({ neighbour }) => neighbour);
}

function chooseSeeds(ranked: readonly RankedCandidate[], expansion: Expansion): readonly Seed[] {
  const best = ranked[0]?.score ?? 0;
  if (best <= 0) return [];
  return ranked
    .slice(0, SEEDS)
    .filter((candidate) => candidate.score >= best * SEED_SHARE)
    .map((candidate) => seedOf(candidate.chunk, candidate.score / best, expansion));
}

interface Weighed extends Reached {
  readonly neighbour: Neighbour;
  readonly strength: number;
}

function followRelation(
  relation: Relation,
  decay: number,
  seeds: readonly Seed[],
  expansion: Expansion,
): readonly Weighed[] {
  const { reach, role, perSeed, total } = RELATION_RULES[relation];
  const all = seeds.flatMap((seed) => {
    const reached = mergeReached(reach(seed, expansion)).map((one): Weighed => {
      const confidence = Math.min(1, one.confidence * decay);
      const { chunk, focus } = one;
      const neighbour = { chunk, role, relation, via: seed.chunk.id, distance: 1, confidence, focus };
      return { ...one, neighbour, strength: confidence * seed.strength };
    });
    return keepNearest(reached, perSeed, expansion);
  });
  return oncePerChunk(all).sort(byStrength).slice(0, total);
}

/** Among equally sure neighbours those in files that the task matches too. */
function keepNearest(all: readonly Weighed[], count: number, expansion: Expansion): readonly Weighed[] {
  const worth = ({ strength, chunk }: Weighed): number =>
    strength * (0.8 + 0.2 * expansion.fileStrength(chunk.file.id));
  return [...all].sort((a, b) => worth(b) - worth(a) || byStrength(a, b)).slice(0, count);
}

function oncePerChunk(all: readonly Weighed[]): Weighed[] {
  const kept = new Map<ChunkId, Weighed>();
  for (const one of all) {
    const known = kept.get(one.chunk.id);
    if (known === undefined) kept.set(one.chunk.id, one);
    else if (known.neighbour.relation === one.neighbour.relation) kept.set(one.chunk.id, unite(known, one));
    else if (one.strength > known.strength) kept.set(one.chunk.id, one);
  }
  return [...kept.values()];
}

function unite(a: Weighed, b: Weighed): Weighed {
  const better = b.strength > a.strength ? b : a;
  const { focus } = uniteReached(a, b);
  return { ...better, focus, neighbour: { ...better.neighbour, focus } };
}

function byStrength(a: Weighed, b: Weighed): number {
  const left = a.chunk;
  const right = b.chunk;
  if (a.strength !== b.strength) return b.strength - a.strength;
  if (left.file.path !== right.file.path) return left.file.path < right.file.path ? -1 : 1;
  return left.startLine - right.startLine || left.id - right.id;
}
