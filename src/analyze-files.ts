import type {
  AnalyzedBatch,
  AnalyzedFile,
  ContentHash,
  LanguageId,
  ParsedFile,
  RepoPath,
} from './core/index.ts';
import { createSegmentBuilder } from './indexes/lexical/segment.ts';
import { exportsRenamed } from './indexes/symbols/exports-renamed.ts';
import { encodeImports, encodeReferences, encodeSymbolTexts } from './indexes/symbols/packed-facts.ts';
import { quantize } from './indexes/vectors/quantize.ts';
import { type ParserPool, parseFile } from './parse/index.ts';
import { redactTexts } from './redact-texts.ts';

/** A file whose content has to be analysed; `path` is for messages only. */
export interface FileText {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  readonly language: LanguageId | null;
  readonly text: string;
}

/** Embeds one text where that is fast enough to do beside parsing. */
export type InlineEmbed = (text: string) => Float32Array;

const CODE_FIELDS = 4;

/** Everything that the indexes keep of some files; grammars are loaded first where needed. Never fails on content. */
export async function analyzeFiles(
  files: readonly FileText[],
  parsers: ParserPool,
  embed: InlineEmbed | null,
): Promise<AnalyzedBatch> {
  const builder = createSegmentBuilder(CODE_FIELDS);
  const analyzed: AnalyzedFile[] = [];
  for (const file of files) {
    await parsers.ready(file.language);
    const parsed = await withoutSecretNames(parseFile(file, parsers));
    for (const { symbol, signature, doc, body } of parsed.texts) builder.add([symbol, signature, doc, body]);
    analyzed.push(pack(file, parsed, embed));
  }
  return { files: analyzed, segment: builder.build() };
}

/** A run of letters and digits as long as those of tokens and keys, or a URL, which can hold a password. */
const MAY_BE_SECRET = /:\/\/|(?=[A-Za-z]*\d)[A-Za-z0-9]{20}|[A-Za-z]{30}/;

/** Headings, keys and titles of tests are names and may hold a secret: every answer shows names. */
async function withoutSecretNames(parsed: ParsedFile): Promise<ParsedFile> {
  if (!parsed.symbols.some(({ name }) => MAY_BE_SECRET.test(name))) return parsed;
  const names = parsed.symbols.map(({ name, qualifiedName }) => ({ name, qualifiedName }));
  const clean = await redactTexts(names);
  return { ...parsed, symbols: parsed.symbols.map((symbol, at) => ({ ...symbol, ...clean[at] })) };
}

function pack(file: FileText, parsed: ParsedFile, embed: InlineEmbed | null): AnalyzedFile {
  return {
    hash: file.hash,
    language: file.language,
    lineCount: parsed.lineCount,
    outcome: parsed.outcome,
    symbols: parsed.symbols.map(({ signature: _, doc: __, ...symbol }) => symbol),
    chunks: parsed.chunks,
    symbolTexts: encodeSymbolTexts(parsed.symbols),
    references: encodeReferences(parsed.references),
    imports: encodeImports(parsed.imports),
    renames: exportsRenamed(parsed.imports),
    vectors: embed === null ? null : embedChunks(file.text, parsed, embed),
  };
}

function embedChunks(text: string, parsed: ParsedFile, embed: InlineEmbed): Int8Array {
  const lines = text.split('\n');
  const vectors = parsed.chunks.map(({ startLine, endLine }) =>
    quantize(embed(lines.slice(startLine - 1, endLine).join('\n'))),
  );
  const dimensions = vectors[0]?.length ?? 0;
  const all = new Int8Array(vectors.length * dimensions);
  for (const [i, vector] of vectors.entries()) all.set(vector, i * dimensions);
  return all;
}
