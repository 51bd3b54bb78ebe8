import { type FrameFamily, type RawFrame, rawFrame, readWith } from './frame-family.ts';

// at app//com.acme.Cache$Entry.refresh(Cache.java:12)
const CALL =
  /^\s*at (?:[\w.@-]*\/{1,2})?(?<name>[\w$.<>]+)\((?<file>[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):(?<line>\d{1,7})\)/;
const COMPILER = [
  // [ERROR] /src/A.java:[12,3] cannot find symbol   ·   e: file:///src/A.kt:12:3 Unresolved   ·   A.java:12: error:
  /^(?:\[(?:ERROR|error)\] |e: )?(?:file:\/\/)?(?<path>[^\s:]+\.(?:java|kt|kts|scala|groovy)):\[?(?<line>\d{1,7})[,:\]]/,
];

export const JVM: FrameFamily = {
  first: 'innermost',
  read: (line) => readCall(line) ?? readWith(COMPILER, line.trim()),
};

function readCall(line: string): RawFrame | null {
  const groups = CALL.exec(line)?.groups;
  if (groups === undefined) return null;
  const names = (groups['name'] ?? '').split('.');
  const method = (names.pop() ?? '').replace(/^lambda\$(\w+)\$\d+$/, '$1');
  const owner = (names.pop() ?? '').split('$').filter((part) => part !== '' && !/^\d+$/.test(part));
  const file = groups['file'] ?? '';
  const name = method.startsWith('<') ? owner : [...owner, method];
  return rawFrame([...names, file].join('/'), groups['line'], name.join('.'));
}
