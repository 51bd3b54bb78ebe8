import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { TokenCounter } from '../../core/index.ts';
import { createMergeCounter } from './byte-pairs.ts';
import { buildRankTable } from './rank-table.ts';
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd } from './split.ts';
import { createWordCounts } from './word-counts.ts';

type ExactName = Exclude<TokenCounter['name'], 'estimate'>;

const SPLIT: Readonly<Record<ExactName, PieceEnd>> = {
  o200k_base: o200kPieceEnd,
  cl100k_base: cl100kPieceEnd,
};

/** Longer pieces are rarely seen twice. */
const CACHED_LENGTH = 48;
const CACHED_WORDS = 200_000;

async function loadRanks(name: ExactName): Promise<string> {
  const path = createRequire(import.meta.url).resolve(`tiktoken/encoders/${name}.json`);
  const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
  const ranks =
    typeof parsed === 'object' && parsed !== null && 'bpe_ranks' in parsed ? parsed.bpe_ranks : null;
  if (typeof ranks !== 'string') throw new TypeError(`${path} holds no bpe_ranks`);
  return ranks;
}

/**
 * Counts tokens as tiktoken's `encode_ordinary` does, over the rank table that the tiktoken package ships:
 * special-token strings are plain text, lone surrogates count as U+FFFD, time is linear in the text. Next to a
 * character that Unicode added after tiktoken's tables were made, a count may be one off.
 */
export async function createExactCounter(name: ExactName): Promise<TokenCounter> {
  const mergedCount = createMergeCounter(buildRankTable(await loadRanks(name)));
  const pieceEnd = SPLIT[name];
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(4096);
  const words = createWordCounts(CACHED_WORDS);

  function countPiece(text: string, start: number, end: number): number {
    const piece = text.slice(start, end);
    if (piece.length * 3 > bytes.length) bytes = new Uint8Array(piece.length * 3);
    return mergedCount(bytes, encoder.encodeInto(piece, bytes).written);
  }

  function countCached(text: string, start: number, end: number): number {
    const known = words.get(text, start, end);
    if (known >= 0) return known;
    const tokens = countPiece(text, start, end);
    words.set(text, start, end, tokens);
    return tokens;
  }

  const count = (text: string): number => {
    let tokens = 0;
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start);
      tokens += end - start > CACHED_LENGTH ? countPiece(text, start, end) : countCached(text, start, end);
      start = end;
    }
    return tokens;
  };
  return { name, count };
}
