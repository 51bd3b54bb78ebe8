/** FNV-1a over the UTF-16 units of a text, finished by `mix`; a signed 32-bit number. */
export function tokenHash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return mix(value);
}

/** The finaliser of MurmurHash3 (Appleby, public domain). */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
