import type { Failure, OutputTool } from '../../core/index.ts';
import { distinct, failureOf, framesIn, type OutputExtractor, sectionsOf } from './extractor.ts';

const TSC = /^(\S[^\n(]*?\.[cm]?tsx?)(?:\((\d+),\d+\)|:(\d+):\d+)(?::| -) error (TS\d+): (.+)$/gm;

export const tsc: OutputExtractor = {
  tool: 'tsc',
  recognises: (text) => /\berror TS\d+: /.test(text) || /^Found \d+ errors?\b.*\.?$/m.test(text),
  extract: (text) =>
    diagnostics(
      'tsc',
      [...text.matchAll(TSC)].map(([, path = '', inner, outer, code = '', message = '']) =>
        failureOf({ case: `${code} ${path}`, message, frames: [`${path}:${inner ?? outer ?? ''}`] }),
      ),
    ),
};

const ESLINT_END = /^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)/m;

export const eslint: OutputExtractor = {
  tool: 'eslint',
  recognises: (text) => ESLINT_END.test(text),
  extract: (text) =>
    diagnostics(
      'eslint',
      sectionsOf(text, /^((?:\/|[A-Z]:\\|\.{0,2}\/?\w)\S*\.\w+)$/gm).flatMap(({ title, body }) =>
        [...body.matchAll(/^ +(\d+):\d+ +error +(.+?)(?: {2,}(\S+))?$/gm)].map(
          ([, line = '', message = '', rule]) =>
            failureOf({ case: `${rule ?? 'error'} ${title}`, message, frames: [`${title}:${line}`] }),
        ),
      ),
    ),
};

const GCC = /^(\S[^\n:]*\.\w+):(\d+)(?::\d+)?: (?:fatal )?error: (.+)$/gm;
const LINKER =
  /^(?:\S*ld: |[^\n:]+: (?:in function [^\n]+|[^\n]+?): )?[^\n]*?(undefined reference to .+|multiple definition of .+|(?:undefined|duplicate) symbol: .+)$/gm;
const SANITIZER = /^==\d+==\s?ERROR: (\w+Sanitizer: .+?)(?: on (?:unknown )?address.*)?$/gm;

export const gcc: OutputExtractor = {
  tool: 'gcc',
  recognises: (text) =>
    /^\S[^\n:]*\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|S|cu|inc):\d+(?::\d+)?: (?:fatal )?error: /m.test(text) ||
    /undefined reference to [`']|^\S*ld\.lld: error: |^==\d+==\s?ERROR: \w+Sanitizer: /m.test(text),
  extract: (text) =>
    diagnostics('gcc', [
      ...[...text.matchAll(GCC)].map(([, path = '', line = '', message = '']) =>
        failureOf({ case: path, message, frames: [`${path}:${line}`] }),
      ),
      ...[...text.matchAll(LINKER)].map(([, message = '']) => failureOf({ case: 'linker', message })),
      ...sectionsOf(text, SANITIZER).map(({ title, body }) =>
        failureOf({
          case: title.split(':', 1)[0] ?? title,
          message: title,
          frames: framesIn(body, /^[ \t]+#\d+ .* ((?!\.\.\/|\/build\/)[\w./-]+\.\w+):(\d+)/gm),
        }),
      ),
    ]),
};

function diagnostics(tool: OutputTool, failures: readonly Failure[]) {
  return { tool, passed: null, failed: failures.length, skipped: null, failures: distinct(failures) };
}
