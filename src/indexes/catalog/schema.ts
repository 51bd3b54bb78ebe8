/**
 * Tables of `index.db`. Everything derived from a file hangs on its content (hash + language); a work tree is a
 * manifest of entries that point to contents. Paths have numbers: commits name what they touched by them, and the
 * words of a path are found under its number. The database is a cache: a version mismatch rebuilds it.
 */
import { LEXICAL_SCHEMA } from '../lexical/lexical-store.ts';

/** Raise it when a table, an encoding, the parser or the analyzer changes what is stored. */
export const INDEX_VERSION = 5;

export const CATALOG_SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE tree (
  id INTEGER PRIMARY KEY,
  root TEXT NOT NULL UNIQUE,
  complete INTEGER NOT NULL DEFAULT 0,
  generation INTEGER NOT NULL DEFAULT 0,
  edition INTEGER NOT NULL DEFAULT (abs(random() % 1000000000000000)),
  head TEXT,
  history_limit INTEGER,
  ancestors BLOB
);
CREATE TABLE path (
  path TEXT PRIMARY KEY,
  number INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE entry (
  tree INTEGER NOT NULL,
  path TEXT NOT NULL,
  number INTEGER NOT NULL,
  content INTEGER,
  kind INTEGER NOT NULL,
  skip TEXT,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  ctime REAL NOT NULL,
  inode INTEGER NOT NULL,
  racy INTEGER NOT NULL,
  PRIMARY KEY (tree, path)
) WITHOUT ROWID;
CREATE TABLE content (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  language TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  first_chunk INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL,
  fallback TEXT,
  renames INTEGER NOT NULL,
  UNIQUE (hash, language)
);
CREATE TABLE content_facts (
  content INTEGER PRIMARY KEY,
  imports BLOB NOT NULL,
  refs BLOB NOT NULL,
  symbol_texts BLOB NOT NULL
);
CREATE INDEX content_renames ON content (id) WHERE renames = 1;
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  symbol INTEGER,
  header_start INTEGER,
  header_end INTEGER
);
CREATE TABLE symbol (
  content INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  qualified TEXT,
  kind INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  name_line INTEGER NOT NULL,
  parent INTEGER,
  exported INTEGER NOT NULL,
  PRIMARY KEY (content, ordinal)
) WITHOUT ROWID;
CREATE INDEX symbol_name ON symbol (name);
CREATE TABLE commit_block (
  first INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  paths BLOB NOT NULL,
  shas BLOB NOT NULL,
  subjects BLOB NOT NULL
);
CREATE TABLE lease (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL,
  started TEXT NOT NULL,
  host TEXT NOT NULL,
  heartbeat INTEGER NOT NULL
);
${LEXICAL_SCHEMA}
`;
