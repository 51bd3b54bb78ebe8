import type {
  CommitHit,
  Edge,
  FileKind,
  FileScore,
  IndexedChunk,
  IndexedFile,
  IndexedSymbol,
  Snapshot,
  WeightedText,
} from '../../src/core/index.ts';

export interface SmallFile {
  readonly path: string;
  readonly text: string;
  readonly kind?: FileKind;
  readonly imports?: readonly string[];
}
export interface SmallCommit {
  readonly sha: string;
  readonly time: number;
  readonly subject: string;
  readonly paths: readonly string[];
}

const DEFINITION = /^\s*(?:export )?(?:async )?(?:def|class|impl|function|func|fn) (\w+)/;
const KINDS = { class: 'class', impl: 'impl' } as const;
const DIMENSIONS = 64;

interface Row {
  readonly chunk: IndexedChunk;
  readonly text: string;
  readonly terms: ReadonlyMap<string, number>;
}

/** A whole snapshot in memory, by the simplest means: a chunk starts at each definition. */
export function smallSnapshot(
  given: readonly SmallFile[],
  history: readonly SmallCommit[] = [],
): Snapshot & { readonly embed: (text: string) => Float32Array } {
  const sorted = [...given].sort((a, b) => (a.path < b.path ? -1 : 1));
  const rows: Row[] = [];
  const symbols: IndexedSymbol[] = [];
  const files: IndexedFile[] = [];
  for (const [id, entry] of sorted.entries()) {
    const lines = entry.text.split('\n');
    const starts = lines.flatMap((line, index) => (index === 0 || DEFINITION.test(line) ? [index] : []));
    const file: IndexedFile = {
      id,
      path: entry.path,
      kind: entry.kind ?? 'code',
      language: 'python',
      hash: entry.text,
      size: entry.text.length,
      lineCount: lines.length,
      firstChunk: rows.length,
      chunkCount: starts.length,
    };
    files.push(file);
    for (const [ordinal, start] of starts.entries()) {
      const end = (starts[ordinal + 1] ?? lines.length) - 1;
      const text = lines.slice(start, end + 1).join('\n');
      const span = { startLine: start + 1, endLine: end + 1 };
      const name = DEFINITION.exec(lines[start] ?? '')?.[1];
      const symbol: IndexedSymbol | null =
        name === undefined
          ? null
          : {
              file,
              ordinal,
              name,
              qualifiedName: name,
              kind: kindOf(lines[start] ?? ''),
              span,
              nameLine: start + 1,
              signature: lines[start] ?? '',
              doc: '',
              parent: null,
              exported: true,
            };
      if (symbol !== null) symbols.push(symbol);
      rows.push({
        chunk: { id: rows.length, file, kind: 'function', header: null, symbol, ...span },
        text,
        terms: count(`${entry.path} ${entry.path} ${text}`),
      });
    }
  }
  const byPath = new Map(files.map((file) => [file.path, file]));
  const chunkAt = (file: number, line: number) =>
    rows.find(({ chunk }) => chunk.file.id === file && chunk.startLine <= line && line <= chunk.endLine)
      ?.chunk ?? null;
  const imported = (file: number) =>
    (sorted[file]?.imports ?? []).flatMap((path) => byPath.get(path)?.id ?? []);
  const edgesTo = (target: IndexedSymbol): Edge[] =>
    rows
      .filter(({ chunk, text }) => chunk.symbol !== target && text.includes(`${target.name}(`))
      .map(({ chunk }) => ({
        site: {
          file: chunk.file,
          line: chunk.startLine,
          kind: 'call',
          name: target.name,
          receiver: null,
          enclosing: chunk.symbol,
        },
        targets: [target],
        provenance: 'unique-name',
        confidence: 0.8,
      }));
  const page = (edges: readonly Edge[]) => ({
    edges,
    total: edges.length,
    unresolved: 0,
    exact: true,
    cursor: null,
  });
  const embed = (text: string) => embedTerms(count(text));
  const commits: CommitHit[] = history.map(({ sha, time, subject, paths }) => ({
    sha,
    time,
    subject,
    score: 1,
    files: paths.flatMap((path) => byPath.get(path)?.id ?? []),
  }));
  const rank = (query: readonly WeightedText[], documents: readonly ReadonlyMap<string, number>[]) => {
    const wanted = countWeighted(query);
    return documents
      .map((terms, index) => {
        const parts = [...wanted].map(([term, weight]) => {
          const tf = terms.get(term) ?? 0;
          const df = documents.filter((other) => other.has(term)).length;
          return [
            term,
            tf === 0 ? 0 : (Math.sqrt(weight) * Math.log(1 + documents.length / df) * tf) / (tf + 1),
          ] as const;
        });
        const matched = parts.filter(([, part]) => part > 0).sort((a, b) => b[1] - a[1]);
        return {
          index,
          score: parts.reduce((sum, [, part]) => sum + part, 0),
          matched: matched.map(([term]) => term),
        };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.index - b.index);
  };
  const fileScores = (query: readonly WeightedText[], texts: readonly string[], limit: number): FileScore[] =>
    rank(query, texts.map(count))
      .slice(0, limit)
      .map(({ index, score, matched }) => ({ file: index, score, matched: matched.slice(0, 6) }));
  const messagesOf = (file: IndexedFile) =>
    history
      .filter(({ paths }) => paths.includes(file.path))
      .map(({ subject }) => subject)
      .join('\n');
  return {
    embed,
    generation: 1,
    complete: true,
    tiers: ['lexical', 'graph', 'vectors'],
    head: null,
    files,
    fileByPath: (path) => byPath.get(path) ?? null,
    filesByTail: (tail) => files.filter(({ path }) => path === tail || path.endsWith(`/${tail}`)),
    chunk: (id) => rows[id]?.chunk ?? null,
    chunksOf: (file) => rows.filter(({ chunk }) => chunk.file.id === file).map(({ chunk }) => chunk),
    chunkAt,
    lexical: (query, { limit }) =>
      rank(
        query,
        rows.map(({ terms }) => terms),
      )
        .slice(0, limit)
        .map(({ index, score, matched }) => ({
          chunk: index,
          file: rows[index]?.chunk.file.id ?? 0,
          score,
          terms: matched.slice(0, 6),
        })),
    paths: (query, limit) =>
      fileScores(
        query,
        files.map(({ path }) => path),
        limit,
      ),
    fileHistory: (query, limit) => fileScores(query, files.map(messagesOf), limit),
    commits: (query, limit) =>
      rank(
        query,
        history.map(({ subject }) => count(subject)),
      )
        .slice(0, limit)
        .flatMap(({ index, score }) => {
          const commit = commits[index];
          return commit === undefined ? [] : [{ ...commit, score }];
        }),
    recentCommits: (limit) => commits.slice(0, limit),
    lastTouched: (file) => {
      const times = commits.filter(({ files: touched }) => touched.includes(file)).map(({ time }) => time);
      return times.length === 0 ? null : Math.max(...times);
    },
    nearest: (vector, limit) =>
      rows
        .map(({ chunk, terms }) => ({
          chunk: chunk.id,
          file: chunk.file.id,
          score: dot(vector, embedTerms(terms)),
        }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
        .slice(0, limit),
    similarity: (a, b) => dot(embed(rows[a]?.text ?? ''), embed(rows[b]?.text ?? '')),
    symbols: {
      find: (name, limit = 100) =>
        symbols.filter((symbol) => symbol.name === name || symbol.qualifiedName === name).slice(0, limit),
      suggest: (name, limit) =>
        symbols.filter((symbol) => symbol.name.toLowerCase().includes(name.toLowerCase())).slice(0, limit),
      inFile: (file) => symbols.filter((symbol) => symbol.file.id === file),
      importsOf: () => [],
      importedFiles: imported,
      importers: (file, limit) =>
        files
          .map(({ id }) => id)
          .filter((id) => imported(id).includes(file))
          .slice(0, limit),
      enclosing: (file, line) => chunkAt(file, line)?.symbol ?? null,
      incoming: (symbol) => page(edgesTo(symbol)),
      incomingToAny: (wanted) => page(wanted.flatMap(edgesTo)),
      outgoing: (symbol) => page(symbols.flatMap(edgesTo).filter(({ site }) => site.enclosing === symbol)),
      edgesOn: (file, span) =>
        page(
          symbols
            .flatMap(edgesTo)
            .filter(
              ({ site }) => site.file.id === file && span.startLine <= site.line && site.line <= span.endLine,
            ),
        ),
      namesOn: (file, span) =>
        symbols
          .filter((symbol) =>
            edgesTo(symbol).some(
              ({ site }) => site.file.id === file && span.startLine <= site.line && site.line <= span.endLine,
            ),
          )
          .map(({ name }) => name),
      uses: () => page([]),
    },
    skipped: {},
    skippedPaths: () => [],
    skipReason: () => null,
  };
}

function count(text: string): ReadonlyMap<string, number> {
  return countWeighted([{ text, weight: 1 }]);
}

function countWeighted(texts: readonly WeightedText[]): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  for (const { text, weight } of texts) {
    const words = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
    for (const word of words.match(/[a-z]{3,}/g) ?? []) terms.set(word, (terms.get(word) ?? 0) + weight);
  }
  return terms;
}

function embedTerms(terms: ReadonlyMap<string, number>): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const [term, times] of terms) {
    let hash = 7;
    for (const letter of term) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
    const at = hash % DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + times;
  }
  const norm = Math.sqrt(dot(vector, vector));
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function kindOf(line: string): IndexedSymbol['kind'] {
  const word = /\b(?:class|impl)\b/.exec(line)?.[0] as keyof typeof KINDS | undefined;
  return word === undefined ? 'function' : KINDS[word];
}
