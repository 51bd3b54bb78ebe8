import { OUTPUT_TOOLS, type OutputDigest, type OutputTool } from '../../core/index.ts';
import { cargoTest } from './cargo-test.ts';
import { eslint, gcc, tsc } from './compilers.ts';
import { dotnetTest } from './dotnet-test.ts';
import type { OutputExtractor } from './extractor.ts';
import { goTest } from './go-test.ts';
import { gradle, maven } from './java-builds.ts';
import { jest, vitest } from './javascript-tests.ts';
import { junitXml } from './junit-xml.ts';
import { pytest, unittest } from './python-tests.ts';
import { tap } from './tap.ts';

const EXTRACTORS: Readonly<Record<OutputTool, OutputExtractor>> = {
  vitest,
  jest,
  pytest,
  unittest,
  'go-test': goTest,
  'cargo-test': cargoTest,
  'junit-xml': junitXml,
  maven,
  gradle,
  tsc,
  eslint,
  gcc,
  tap,
  'dotnet-test': dotnetTest,
};

const LONGEST_LINE = 2_000;

/** What test and build tools said in a text without ANSI codes: one digest a tool found in it. */
export function digestOutput(text: string): readonly OutputDigest[] {
  const short = withShortLines(text);
  return OUTPUT_TOOLS.flatMap((tool) => {
    const { recognises, extract, longLines } = EXTRACTORS[tool];
    const own = longLines ? text : short;
    return recognises(own) ? [extract(own)] : [];
  });
}

/** By hand: a pattern for long lines looks at every line once from each of its characters. */
function withShortLines(text: string): string {
  let kept = '';
  let from = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end - start > LONGEST_LINE) {
      kept += text.slice(from, start + LONGEST_LINE);
      from = end;
    }
    start = end + 1;
  }
  return kept === '' ? text : kept + text.slice(from);
}
