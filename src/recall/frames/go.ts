import { type FrameFamily, rawFrame } from './frame-family.ts';

// \t/src/cache.go:12 +0x1d   ·   cache_test.go:23: want 1   ·   ./cache.go:3:2: undefined: x   ·   Error Trace: x.go:3
const LOCATION =
  /^\s*(?:Error Trace:\s*)?(?<path>[^\s:]+\.go):(?<line>\d{1,7})(?::\d{1,7})?(?:$|:| \+0x[0-9a-f]+)/;

export const GO: FrameFamily = {
  first: 'innermost',
  read: (line, previous) => {
    const groups = LOCATION.exec(line)?.groups;
    if (groups === undefined) return null;
    return rawFrame(
      groups['path'] ?? '',
      groups['line'],
      line.startsWith('\t') ? calledName(previous) : null,
    );
  },
};

/** `github.com/acme/x/cache.(*Store).Refresh(0xc000, 0x1)` → `Store.Refresh`. */
function calledName(line: string): string | null {
  const text = line.trim().replace(/^created by /, '');
  const open = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const name = (open > 0 ? text.slice(0, open) : text).replace(/ in goroutine \d+$/, '');
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (!/^[\w.()*[\]{}-]+$/.test(last) || !last.includes('.')) return null;
  return last
    .slice(last.indexOf('.') + 1)
    .replace(/[()*]/g, '')
    .replace(/\.func\d+(?:\.\d+)*$/, '');
}
