import { headSpan, isSameChunk, type Reached, type Rule } from '../expansion.ts';

const MODULE_CONFIDENCE = 0.5;

/** The head of the class around the seed, and the imports of its module. */
export const enclosing: Rule = (seed, expansion) => {
  const { file, symbol, startLine } = seed.chunk;
  const symbols = expansion.snapshot.symbols.inFile(file.id);
  const reached: Reached[] = [];
  let confidence = 1;
  const inner = symbol ?? expansion.snapshot.symbols.enclosing(file.id, startLine);
  for (let at = inner?.parent ?? null; at !== null; confidence /= 2) {
    const parent = symbols[at];
    if (parent === undefined) break;
    const chunk = expansion.chunkAt(file.id, parent.nameLine);
    if (chunk !== null && !isSameChunk(chunk, seed))
      reached.push({ chunk, confidence, focus: [headSpan(parent)] });
    at = parent.parent;
  }
  const imports = expansion.chunksOf(file.id).find((chunk) => chunk.kind === 'imports');
  if (imports !== undefined && !isSameChunk(imports, seed))
    reached.push({ chunk: imports, confidence: MODULE_CONFIDENCE, focus: [] });
  return reached;
};
