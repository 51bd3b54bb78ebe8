import type { FileKind, InspectedContent, RepoPath } from '../core/index.ts';
import { classifyPath, kindWithoutFolders } from './classify-path.ts';
import { decodeText } from './decode-text.ts';
import { hasGeneratedMark } from './detect-generated.ts';
import { isMinified, isMinifiedName } from './detect-minified.ts';
import type { FileAttributes } from './read-attributes.ts';

/**
 * What a file is by its path, its bytes and, where given, its linguist attributes: text to parse with its
 * kind, or the reason why it is known by path only.
 */
export function inspectContent(
  path: RepoPath,
  bytes: Uint8Array,
  attributes?: FileAttributes,
): InspectedContent {
  const kind = attributedKind(path, attributes);
  if (kind === 'lock') return { ok: false, kind, skip: 'lock-file' };
  if (isMinifiedName(path)) return { ok: false, kind, skip: 'minified' };
  const decoded = decodeText(bytes);
  if (decoded === null) return { ok: false, kind, skip: 'binary' };
  if (isMinified(path, decoded.text)) return { ok: false, kind, skip: 'minified' };
  const marked =
    attributes?.generated !== false && MAY_BE_GENERATED.has(kind) && hasGeneratedMark(decoded.text);
  return { ok: true, kind: marked ? 'generated' : kind, decoded };
}

/** Vendored copies stay vendored and lock files stay lock files, whoever wrote them. */
const MAY_BE_GENERATED: ReadonlySet<FileKind> = new Set(['code', 'test', 'config', 'docs']);

function attributedKind(path: RepoPath, attributes: FileAttributes | undefined): FileKind {
  const kind = classifyPath(path);
  if (attributes === undefined || kind === 'lock') return kind;
  if (attributes.vendored === true) return 'vendor';
  if (attributes.generated === true) return 'generated';
  if (attributes.documentation === true) return 'docs';
  const denied =
    (kind === 'vendor' && attributes.vendored === false) ||
    (kind === 'generated' && attributes.generated === false) ||
    (kind === 'docs' && attributes.documentation === false);
  return denied ? kindWithoutFolders(path, kind) : kind;
}
