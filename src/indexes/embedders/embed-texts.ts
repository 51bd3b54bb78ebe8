/** Embeds the texts that have content and gives zero vectors for the rest, in the order of `texts`. */
export async function embedNonBlank(
  texts: readonly string[],
  dimensions: number,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<Float32Array[]> {
  const filled = texts.filter((text) => text.trim() !== '');
  const vectors = (await embed(filled)).values();
  return texts.map((text) =>
    text.trim() === ''
      ? new Float32Array(dimensions)
      : (vectors.next().value ?? new Float32Array(dimensions)),
  );
}

/** The first `length` UTF-16 units, without half of a surrogate pair at the end. */
export function truncated(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

export function batches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
