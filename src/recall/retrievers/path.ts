import type { Hit, IndexedFile, PathMention } from '../../core/index.ts';
import { locatePath } from '../locate-path.ts';
import { mergeHits } from './hit-list.ts';
import { acceptsId, type RetrieverInput, type RetrieverRule } from './retriever-input.ts';

const SCORED_FILES = 400;
/** Files whose path alone matches best become candidates even when no chunk of theirs was recalled. */
const SEED_FILES = 15;
const CHUNKS_PER_FILE = 60;

/** Chunks of the paths that the task names (1 at the line or for the whole file, less around), and path scores. */
export const recallPath: RetrieverRule = (input) => {
  const { query, snapshot } = input;
  const pathScores = snapshot
    .paths(query.spans, SCORED_FILES)
    .filter((score) => score.score > 0 && acceptsId(input, score.file));
  const named = query.paths.flatMap((mention) => hitsOf(input, mention));
  const top = pathScores[0]?.score ?? 1;
  const seeds = pathScores.slice(0, SEED_FILES).flatMap(({ file, score, matched }): Hit[] => {
    const chunk = input.bestChunk(file);
    return chunk === null ? [] : [{ chunk, file, retriever: 'path', score: (0.1 * score) / top, matched }];
  });
  return { hits: mergeHits([...named, ...seeds]), pathScores };
};

function hitsOf(input: RetrieverInput, mention: PathMention): readonly Hit[] {
  const files = locatePath(input.snapshot, mention.path).filter(input.accepts);
  return files.flatMap((file) => fileHits(input, file, mention, 1 / files.length));
}

function fileHits(
  input: RetrieverInput,
  file: IndexedFile,
  mention: PathMention,
  share: number,
): readonly Hit[] {
  const at = mention.line === null ? null : input.snapshot.chunkAt(file.id, mention.line);
  const best = at === null ? input.bestChunk(file.id) : at.id;
  return input.snapshot
    .chunksOf(file.id)
    .filter((chunk, index) => index < CHUNKS_PER_FILE || chunk.id === best)
    .map((chunk) => ({
      chunk: chunk.id,
      file: file.id,
      retriever: 'path',
      score: share * (chunk.id === best ? 1 : 0.7),
      matched: [mention.line === null ? mention.path : `${mention.path}:${mention.line}`],
    }));
}
