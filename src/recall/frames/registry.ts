import { DOTNET } from './dotnet.ts';
import type { FrameFamily } from './frame-family.ts';
import { GO } from './go.ts';
import { JAVASCRIPT } from './javascript.ts';
import { JVM } from './jvm.ts';
import { NATIVE } from './native.ts';
import { PHP } from './php.ts';
import { PYTHON } from './python.ts';
import { RUBY } from './ruby.ts';
import { RUST } from './rust.ts';

/** A line belongs to the first family that reads it: Rust and .NET before JavaScript, which also says `at`. */
export const FRAME_FAMILY_NAMES = [
  'python',
  'rust',
  'dotnet',
  'jvm',
  'php',
  'ruby',
  'go',
  'native',
  'javascript',
] as const;
export type FrameFamilyName = (typeof FRAME_FAMILY_NAMES)[number];

export const FRAME_FAMILIES: Readonly<Record<FrameFamilyName, FrameFamily>> = {
  python: PYTHON,
  rust: RUST,
  dotnet: DOTNET,
  jvm: JVM,
  php: PHP,
  ruby: RUBY,
  go: GO,
  native: NATIVE,
  javascript: JAVASCRIPT,
};
