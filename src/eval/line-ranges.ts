/** Sets of lines as sorted, disjoint, inclusive ranges. */
export type Range = readonly [number, number];
export type FileRanges = ReadonlyMap<string, readonly Range[]>;

/** Sorted and merged; ranges that touch become one, empty ones go. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const sorted = ranges.filter(([start, end]) => end >= start).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: Range[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1] + 1)
      merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])];
    else merged.push(range);
  }
  return merged;
}

export function countLines(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start + 1, 0);
}

/** Lines in both; both sorted and disjoint. */
export function countShared(a: readonly Range[], b: readonly Range[]): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  for (;;) {
    const x = a[i];
    const y = b[j];
    if (x === undefined || y === undefined) return shared;
    shared += Math.max(0, Math.min(x[1], y[1]) - Math.max(x[0], y[0]) + 1);
    if (x[1] < y[1]) i++;
    else j++;
  }
}

export function rangesByFile<T extends { readonly path: string }>(
  spans: readonly T[],
  rangeOf: (span: T) => Range,
): FileRanges {
  const files = new Map<string, Range[]>();
  for (const span of spans) {
    const ranges = files.get(span.path);
    if (ranges === undefined) files.set(span.path, [rangeOf(span)]);
    else ranges.push(rangeOf(span));
  }
  return new Map([...files].map(([path, ranges]) => [path, mergeRanges(ranges)]));
}

export function totalLines(files: FileRanges): number {
  return [...files.values()].reduce((sum, ranges) => sum + countLines(ranges), 0);
}

/** Lines of `wanted` that `shown` has. */
export function coveredLines(wanted: FileRanges, shown: FileRanges): number {
  return [...wanted].reduce((sum, [path, ranges]) => sum + countShared(ranges, shown.get(path) ?? []), 0);
}
