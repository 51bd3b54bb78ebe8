/**
 * Dot products of int8 rows in WebAssembly SIMD. The module is put together from the bytes below; as text:
 *
 * ```wat
 * (module
 *   (import "host" "memory" (memory 1))
 *   ;; out[r] = Σ q[i]·x[r·stride + i] for r < rows; q moves on by `step` bytes a row; stride is a multiple of 16
 *   (func (export "dots")
 *     (param $q i32) (param $step i32) (param $x i32) (param $stride i32) (param $out i32) (param $outEnd i32)
 *     (local $end i32) (local $at i32) (local $sum v128) (local $a v128) (local $b v128)
 *     (block $done (loop $row
 *       (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
 *       (local.set $end (i32.add (local.get $x) (local.get $stride)))
 *       (local.set $at (local.get $q))
 *       (local.set $sum (v128.const i64x2 0 0))
 *       (loop $lanes
 *         (local.set $a (v128.load (local.get $at)))
 *         (local.set $b (v128.load (local.get $x)))
 *         (local.set $sum (i32x4.add (i32x4.add (local.get $sum)
 *           (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b))))
 *           (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b)))))
 *         (local.set $at (i32.add (local.get $at) (i32.const 16)))
 *         (local.set $x (i32.add (local.get $x) (i32.const 16)))
 *         (br_if $lanes (i32.lt_u (local.get $x) (local.get $end))))
 *       (i32.store (local.get $out) (i32.add
 *         (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
 *         (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
 *       (local.set $q (i32.add (local.get $q) (local.get $step)))
 *       (local.set $out (i32.add (local.get $out) (i32.const 4)))
 *       (br $row)))))
 * ```
 */

/** Writes rows' dot products as int32 from byte `out` up to byte `outEnd` of the memory. */
export type Dots = (q: number, step: number, x: number, stride: number, out: number, outEnd: number) => void;

export interface DotKernel {
  readonly memory: ArrayBuffer;
  readonly dots: Dots;
}

/** The part of the standard API that is used here. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

const PAGE = 65_536;
let compiled: object | undefined;

/** A kernel with a memory of its own of at least `bytes`, all zero. Offsets are in bytes from its start. */
export function createDotKernel(bytes: number): DotKernel {
  compiled ??= new WebAssembly.Module(moduleBytes());
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) + 1 });
  const { dots } = new WebAssembly.Instance(compiled, { host: { memory } }).exports;
  return { memory: memory.buffer, dots: dots as Dots };
}

const I32 = 0x7f;
const V128 = 0x7b;
const [Q, STEP, X, STRIDE, OUT, OUT_END, END, AT, SUM, A, B] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const get = (local: number): number[] => [0x20, local];
const set = (local: number, value: number[]): number[] => [...value, 0x21, local];
const i32 = (value: number): number[] => [0x41, value];
const add = (a: number[], b: number[]): number[] => [...a, ...b, 0x6a];
const simd = (opcode: number): number[] => [0xfd, ...leb(opcode)];
const load = (address: number[]): number[] => [...address, ...simd(0), 0, 0];
const lane = (index: number): number[] => [...get(SUM), ...simd(0x1b), index];
const addLanes = (a: number[], b: number[]): number[] => [...a, ...b, ...simd(0xae)];
const EXTEND_LOW = simd(0x87);
const EXTEND_HIGH = simd(0x88);
const dotOfHalves = (extend: number[]): number[] => [
  ...get(A),
  ...extend,
  ...get(B),
  ...extend,
  ...simd(0xba),
];

function moduleBytes(): Uint8Array {
  const lanes = [
    ...set(A, load(get(AT))),
    ...set(B, load(get(X))),
    ...set(SUM, addLanes(addLanes(get(SUM), dotOfHalves(EXTEND_LOW)), dotOfHalves(EXTEND_HIGH))),
    ...set(AT, add(get(AT), i32(16))),
    ...set(X, add(get(X), i32(16))),
    ...[...get(X), ...get(END), 0x49, 0x0d, 0],
  ];
  const row = [
    ...[...get(OUT), ...get(OUT_END), 0x4f, 0x0d, 1],
    ...set(END, add(get(X), get(STRIDE))),
    ...set(AT, get(Q)),
    ...set(SUM, [...simd(0x0c), ...new Array<number>(16).fill(0)]),
    ...[0x03, 0x40, ...lanes, 0x0b],
    ...[...get(OUT), ...add(add(lane(0), lane(1)), add(lane(2), lane(3))), 0x36, 2, 0],
    ...set(Q, add(get(Q), get(STEP))),
    ...set(OUT, add(get(OUT), i32(4))),
    ...[0x0c, 0],
  ];
  const body = [2, 2, I32, 3, V128, ...[0x02, 0x40, 0x03, 0x40, ...row, 0x0b, 0x0b], 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 6, I32, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('host'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dots'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...leb(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text, 'ascii')];
}

/** Unsigned LEB128. */
function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}
