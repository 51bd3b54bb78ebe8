import type { PathMention } from '../core/index.ts';

const MAX_PATHS = 100;
const MAX_TOKEN = 400;
const TOKEN = /[^\s"'`<>|]+/g;
// (3,4)   ·   :12   ·   :12:3   ·   :12-20   ·   #L12-L20
const PLACE =
  /(?:\((\d{1,7})(?:,\d{1,7})?\)|:(\d{1,7})(?:[:-]\d{1,7})?|#L(\d{1,7})(?:C\d{1,5})?(?:-L?\d{1,7}(?:C\d{1,5})?)?)[:,;.)\]}]{0,8}$/;
const PLACE_IN_WORDS = /^["'`]?,?\s{1,3}(?:(?:on|at) )?lines? (\d{1,7})/i;

/** Extensions that make a word a file name. */
export const FILE_EXTENSIONS: ReadonlySet<string> = new Set(
  'py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro java kt kts scala sc groovy gradle clj go rs c h cc cpp cxx hh hpp hxx ipp inl m mm cs fs vb rb erb rake php swift dart lua ex exs erl hs ml zig nim jl r pl pm sh bash zsh fish ps1 bat cmd sql proto graphql thrift json json5 yaml yml toml ini cfg conf xml html htm css scss sass less md mdx rst adoc txt csv tf cmake mk make lock mod sum gemspec podspec csproj sln props targets'.split(
    ' ',
  ),
);
const BARE_NAMES = new Set([
  'Makefile',
  'Dockerfile',
  'Rakefile',
  'Gemfile',
  'Jenkinsfile',
  'Vagrantfile',
  'Procfile',
  'Justfile',
  'BUILD',
  'WORKSPACE',
]);
/** Products whose name looks like a file. */
const NOT_FILES =
  /^(?:node|vue|next|nuxt|express|react|angular|ember|backbone|three|d3|require|socket|chart|discord|nest|moment|asp)\.(?:js|io|net)$/i;

/** Paths in the lines with their line numbers, in order of appearance, each once, at most 100. */
export function readPaths(
  lines: readonly string[],
  knownPath: (path: string) => boolean,
): readonly PathMention[] {
  const found = new Map<string, PathMention>();
  for (const line of lines) {
    for (const match of line.matchAll(TOKEN)) {
      if (found.size >= MAX_PATHS) return [...found.values()];
      const mention = readToken(match[0], line.slice(match.index + match[0].length), knownPath);
      if (mention === null) continue;
      const key = `${mention.path}:${mention.line ?? ''}`;
      if (!found.has(key)) found.set(key, mention);
    }
  }
  return [...found.values()];
}

function readToken(token: string, rest: string, knownPath: (path: string) => boolean): PathMention | null {
  if (token.length > MAX_TOKEN || token.length < 3 || !/[.\\/A-Z]/.test(token)) return null;
  const url = token.indexOf('://');
  if (url >= 0) return readUrl(token.slice(url));
  const place = PLACE.exec(token);
  const bare = place === null ? token : token.slice(0, place.index);
  const line = place?.[1] ?? place?.[2] ?? place?.[3] ?? PLACE_IN_WORDS.exec(rest.slice(0, 24))?.[1];
  const path = acceptedPath(bare, knownPath);
  return path === null ? null : { path, line: line === undefined ? null : Number(line) };
}

function acceptedPath(token: string, knownPath: (path: string) => boolean): string | null {
  const whole = normalised(token.replace(/^[[({*_,;]+/, ''));
  if (knownPath(whole)) return whole;
  const cut = whole.slice(Math.max(...['(', '[', '=', ','].map((mark) => whole.lastIndexOf(mark))) + 1);
  const path = normalised(cut);
  if (knownPath(path)) return path;
  const undiffed = path.replace(/^[ab]\//, '');
  if (undiffed !== path && knownPath(undiffed)) return undiffed;
  return looksLikeFile(path) ? path : null;
}

function normalised(token: string): string {
  return withoutTail(token)
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:\//, '/')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/\/{2,}/g, '/');
}

/** A loop, because a pattern that ends in `$` is tried again at every mark of a long run. */
function withoutTail(token: string): string {
  let end = token.length;
  while (end > 0 && ':,;.)]}!?*_'.includes(token[end - 1] ?? '')) end -= 1;
  return token.slice(0, end);
}

function looksLikeFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (BARE_NAMES.has(name)) return true;
  const dot = name.lastIndexOf('.');
  if (dot < 1 || NOT_FILES.test(path)) return false;
  return FILE_EXTENSIONS.has(name.slice(dot + 1)) && /^[\p{L}\p{N}_@.+~$/-]+$/u.test(path);
}

/** `https://host/owner/name/blob/<revision>/a/b.py#L12` names a file of the repository; other URLs do not. */
function readUrl(url: string): PathMention | null {
  const marker = /\/(?:blob|blame|raw|src)\/(?:branch\/|commit\/)?/.exec(url);
  if (marker === null) return null;
  const place = PLACE.exec(url);
  const tail = url.slice(marker.index + marker[0].length, place?.index ?? url.length).replace(/[?#].*$/, '');
  const path = normalised(tail.slice(tail.indexOf('/') + 1));
  const line = place?.[3];
  return looksLikeFile(path) ? { path, line: line === undefined ? null : Number(line) } : null;
}
