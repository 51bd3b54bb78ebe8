/** Uses of a symbol in rows and words, the same for people and for models. */
import type { RelationAnswer, SymbolRelation } from './context.ts';
import type { Edge } from './core/index.ts';

/** A resolved reference as JSON, flat. */
export function edgeRow({ site, targets, provenance, confidence }: Edge) {
  return {
    path: site.file.path,
    line: site.line,
    kind: site.kind,
    name: site.name,
    receiver: site.receiver,
    enclosing: site.enclosing?.qualifiedName ?? null,
    targets: targets.map(({ file, qualifiedName, nameLine }) => ({
      path: file.path,
      line: nameLine,
      name: qualifiedName,
    })),
    provenance,
    confidence,
  };
}

/** `call lookUp in Cache.refresh`; of a callee also where it is defined. */
export function useText({ site, targets }: Edge, relation: SymbolRelation): string {
  const from = site.enclosing === null ? '' : ` in ${site.enclosing.qualifiedName}`;
  const [target] = targets;
  const to =
    relation === 'callees' && target
      ? ` → ${target.qualifiedName} (${target.file.path}:${target.nameLine})`
      : '';
  return `${site.kind} ${site.name}${from}${to}`;
}

/** None, none found with some left open, not read at all, and a part of many are different answers. */
export function relationCount(answer: Omit<RelationAnswer, 'index'>): string {
  const { omitted } = answer;
  const more = omitted > 0 ? `; ${omitted} more definitions of the name: qualify it or name a path` : '';
  return foundText(answer) + more;
}

function foundText(answer: Omit<RelationAnswer, 'index'>): string {
  const { relation, edges, total, exact, unresolved, unsupported, cursor, elsewhere } = answer;
  const open = unresolved > 0 ? `; ${openText(relation, unresolved)} could not be resolved` : '';
  if (total > 0) return `${edges.length} of ${exact ? total : `at least ${total}`} ${relation}${open}`;
  if (unsupported.length > 0)
    return `no ${relation} found${open}: they are not read in ${unsupported.join(', ')}`;
  if (elsewhere > 0)
    return `no ${relation} found; ${elsewhere} other ${elsewhere === 1 ? 'line holds' : 'lines hold'} the name, as a value or in words: a regex search shows them`;
  return open === '' && cursor === null ? `no ${relation}` : `no ${relation} found${open}`;
}

function openText(relation: SymbolRelation, count: number): string {
  const [one, many] =
    relation === 'callees' ? ['call in it', 'calls in it'] : ['use of the name', 'uses of the name'];
  return `${count} ${count === 1 ? one : many}`;
}
