// Pairs of the code of packages: node collect-pairs.mjs FOLDER OUT.json [FOLDER OUT.json …]. In a process of its
// own, over the built library: grammars are loaded when they are needed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { symbolPairs } from '../../dist/indexes/embedders/index.js';
import { createParserPool, detectLanguage, parseFile } from '../../dist/parse/index.js';
import { classifyPath, hashContent, inspectContent } from '../../dist/scan/index.js';

/** Source read of one package, and pairs kept: beyond them large packages would drown the others. */
const MAX_BYTES = 600_000;
const MAX_PAIRS = 800;
const MAX_FILE = 200_000;
/** Sources of others, and those of the package in another form. */
const FOREIGN =
  /(^|\/)(node_modules|_?vendor(ed)?|third[-_]?party|extern(al)?s?|deps|dist|build|cjs|esm|umd|bundles?|fesm\w*|tests?|testing|examples?)(\/|$)|\.min\.js$|\.d\.[cm]?ts$/i;

const parsers = createParserPool();
const jobs = process.argv.slice(2);
for (let i = 0; i < jobs.length; i += 2)
  writeFileSync(jobs[i + 1], JSON.stringify(await collectPairs(jobs[i])));
parsers.close();

/** Each pair once, in the order of their hash. */
async function collectPairs(folder) {
  const pairs = new Map();
  let bytes = 0;
  for (const path of chosenFiles(folder)) {
    if (bytes > MAX_BYTES) break;
    const content = readFileSync(join(folder, path));
    if (content.length > MAX_FILE) continue;
    const inspected = inspectContent(path, content);
    if (!inspected.ok || inspected.kind !== 'code') continue;
    const { text } = inspected.decoded;
    const language = detectLanguage(path, text);
    if (language === null) continue;
    bytes += content.length;
    await parsers.ready(language);
    for (const pair of symbolPairs(text, parseFile({ path, language, text }, parsers)))
      pairs.set(hashContent(Buffer.from(`${pair.query}\n${pair.code}`)), pair);
  }
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.slice(0, MAX_PAIRS).map(([, pair]) => pair);
}

/** Code files in an order that has nothing to do with their place. */
function chosenFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !FOREIGN.test(path) && classifyPath(path) === 'code')
    .map((path) => ({ path, key: hashContent(Buffer.from(path)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ path }) => path);
}
