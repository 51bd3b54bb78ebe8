import type { Failure, OutputDigest, OutputTool } from '../../core/index.ts';
import { errorSignature } from './error-signature.ts';

export interface OutputExtractor {
  readonly tool: OutputTool;
  /** Whether a text without ANSI codes is, or holds, output of the tool. */
  readonly recognises: (text: string) => boolean;
  /** Its output may be one long line: elsewhere long lines are cut, so that no pattern has to search them. */
  readonly longLines?: true;
  readonly extract: (text: string) => OutputDigest;
}

export interface FailureInput {
  readonly case: string;
  readonly message: string;
  readonly expected?: string | null | undefined;
  readonly actual?: string | null | undefined;
  readonly frames?: readonly string[];
}

const MESSAGE_LENGTH = 400;
const FRAMES = 5;

/** A failure with its signature; long messages are cut at the end. */
export function failureOf({ case: name, message, expected, actual, frames = [] }: FailureInput): Failure {
  const text = message.trim().replace(/\s*\n\s*/g, ' ');
  return {
    case: name.trim(),
    message: text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH)}…` : text,
    expected: expected?.trim() ?? null,
    actual: actual?.trim() ?? null,
    frames: [...new Set(frames.map((frame) => frame.replace(/^\.\//, '')))].slice(0, FRAMES),
    signature: errorSignature(name, text),
  };
}

/** Failures once each, by case and signature, in order. */
export function distinct(failures: readonly Failure[]): readonly Failure[] {
  return [...new Map(failures.map((failure) => [`${failure.case}\n${failure.signature}`, failure])).values()];
}

/** The number that the pattern's first group catches, or null. */
export function countIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
}

/** First group of the pattern, or null. */
export function groupIn(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

/** A run with more failures than this fails for one reason. */
const SECTIONS = 500;

export interface Section {
  readonly title: string;
  readonly body: string;
}

/** The text cut at each match of a global, multi-line pattern; the first group that matched is the title. */
export function sectionsOf(text: string, heading: RegExp): readonly Section[] {
  const heads = [...text.matchAll(heading)].slice(0, SECTIONS);
  return heads.map((head, index) => ({
    title: head.slice(1).find((group) => group !== undefined) ?? '',
    body: text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length),
  }));
}

/** `path:line` of every match, with the path in group 1 and the line in group 2. */
export function framesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, path = '', line = '']) => `${path}:${line}`);
}
