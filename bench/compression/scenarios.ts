import type { Scenario, Step } from './scenario.ts';

const reads = (...paths: readonly string[]): readonly Step[] => paths.map((read) => ({ read }));

const applied = (from: string, ...paths: readonly string[]): readonly Step[] =>
  paths.map((apply) => ({ apply, from }));

/** Replays `scan: installed folders are left out outside git` from its parent commit. */
const installedFolders: Scenario = {
  name: 'installed-folders',
  format: 'claude-code',
  base: 'bdf2ab6a5e930b36d916301f961fbd5c1c72893c',
  steps: [
    {
      user: 'Outside a git repository the walk lists everything below node_modules, so a first index takes minutes. Please leave installed folders out there.\n\nIt is done when test/scan/walk-tree.test.ts passes, with a case for this. Users have to be able to win such a folder back with .ctxignore. In git repositories nothing changes. Tabs and line width as biome wants them.',
    },
    { say: 'I will look at how the walk is done outside git, and write the failing case first.' },
    {
      plan: [
        ['Write a failing case in walk-tree.test.ts', 'in_progress'],
        ['Leave installed folders out in list-plain.ts', 'pending'],
        ['Explain it in explain-ignore.ts', 'pending'],
        ['Run the whole scan suite', 'pending'],
      ],
    },
    { run: 'git log --oneline | head -20' },
    { run: 'ls -la src/scan test/scan' },
    ...reads('AGENTS.md', 'src/scan/walk-tree.ts', 'src/scan/list-plain.ts', 'src/scan/ignore-rules.ts'),
    {
      say: 'The walk outside git goes through ripgrep in list-plain.ts. Now the rest of the stage and its tests.',
    },
    ...reads(
      'test/scan/walk-tree.test.ts',
      'src/scan/explain-ignore.ts',
      'src/scan/git.ts',
      'src/scan/classify-path.ts',
    ),
    { run: 'git grep -n "no-require-git\\|no-ignore" -- src test' },
    ...reads('src/scan/manifests.ts', 'src/scan/repository-facts.ts'),
    { apply: 'test/scan/walk-tree.test.ts', from: 'edaf66a3b6b09c6d11fae53c852b98aa2c2b4ce8' },
    { run: 'npx vitest run test/scan/walk-tree.test.ts --reporter=verbose' },
    {
      say: 'The new case fails as it should. I will hide node_modules by teaching classify-path.ts to call such files vendor and dropping vendor files in the walk.',
    },
    {
      user: "No, don't drop vendor files in the walk: people index vendored code on purpose. Use ripgrep globs in list-plain.ts instead. Nothing outside src/scan is yours to change.",
    },
    { say: 'Understood: globs for ripgrep, and only where git does not already answer.' },
    ...reads(
      'src/scan/search-text.ts',
      'src/scan/path-guard.ts',
      'src/scan/repo-path.ts',
      'test/scan/repository-facts.test.ts',
    ),
    { apply: 'src/scan/list-plain.ts', from: 'edaf66a3b6b09c6d11fae53c852b98aa2c2b4ce8' },
    { run: 'npx vitest run test/scan/walk-tree.test.ts --reporter=verbose' },
    { say: 'The walk is right now; the explanation of an ignored path still is not.' },
    {
      plan: [
        ['Write a failing case in walk-tree.test.ts', 'completed'],
        ['Leave installed folders out in list-plain.ts', 'completed'],
        ['Explain it in explain-ignore.ts', 'in_progress'],
        ['Run the whole scan suite', 'pending'],
      ],
    },
    ...reads('src/scan/inspect-content.ts', 'src/scan/read-content.ts', 'test/scan/inspect-content.test.ts'),
    { refused: 'rm -rf test/scan/tmp && git clean -fdx' },
    { user: 'Never run git clean here, my notes are untracked. Otherwise go on.' },
    { run: 'npx tsc --noEmit' },
    { apply: 'src/scan/explain-ignore.ts', from: 'edaf66a3b6b09c6d11fae53c852b98aa2c2b4ce8' },
    { run: 'npx vitest run test/scan/walk-tree.test.ts --reporter=verbose' },
    { run: 'git diff' },
    { run: 'npx biome check src/scan test/scan' },
    ...reads(
      'src/index-repository.ts',
      'src/engine.ts',
      'src/scan/working-diff.ts',
      'test/scan/working-diff.test.ts',
      'src/scan/watch-tree.ts',
    ),
    {
      plan: [
        ['Write a failing case in walk-tree.test.ts', 'completed'],
        ['Leave installed folders out in list-plain.ts', 'completed'],
        ['Explain it in explain-ignore.ts', 'completed'],
        ['Run the whole scan suite', 'in_progress'],
      ],
    },
    { pending: 'npx vitest run test/scan' },
  ],
  facts: {
    goal: ['Outside a git repository the walk lists everything below node_modules'],
    constraints: [
      'Users have to be able to win such a folder back with .ctxignore.',
      'In git repositories nothing changes.',
      'Tabs and line width as biome wants them.',
      'Nothing outside src/scan is yours to change.',
      'Never run git clean here, my notes are untracked.',
    ],
    acceptance: ['It is done when test/scan/walk-tree.test.ts passes, with a case for this.'],
    paths: ['test/scan/walk-tree.test.ts', 'src/scan/list-plain.ts', 'src/scan/explain-ignore.ts'],
    errors: [{ text: 'leaves installed folders out, unless they are won back', open: false }],
    decisions: ['ripgrep globs in list-plain.ts'],
    rejected: [{ claim: 'drop vendor files in the walk', because: 'people index vendored code on purpose' }],
    revivals: ['Drop the vendor files while walking', 'In the walk, drop all vendor files'],
    forbidden: ['git clean'],
    open_calls: ['npx vitest run test/scan'],
    next: { kind: 'rerun', what: 'npx vitest run test/scan' },
    recovery: {
      reads: ['src/scan/list-plain.ts', 'src/scan/explain-ignore.ts', 'test/scan/walk-tree.test.ts'],
      runs: 'npx vitest run test/scan',
      plans: ['Drop vendor files in the walk', 'Run the whole scan suite and fix what fails'],
      right: 1,
    },
  },
};

const FREE = 'handoff: what is of no free kind counts as a rule';

/** Replays `handoff: what is of no free kind counts as a rule` from its parent commit, as far as one failing test. */
const bindingWords: Scenario = {
  name: 'binding-words',
  format: 'codex',
  base: '2b22af222c6f9839c054d5def7fbf850e9b6af78',
  steps: [
    {
      user: 'Constraints of users get lost: the finder in src/handoff/state/statements.ts knows only some binding words. Recall on sentences it has not seen must be at least .98. One rule too many is fine, a lost one is not. The sentences in fixtures/handoff/user-sentences-held-out.json are there to measure with, not to tune on.',
    },
    { run: 'git log --oneline -5 && git status --short' },
    ...reads(
      'AGENTS.md',
      'src/handoff/state/statements.ts',
      'src/handoff/state/sentences.ts',
      'test/handoff/survival.test.ts',
    ),
    {
      plan: [
        ['Measure on the held-out sentences', 'in_progress'],
        ['Make the finder keep what is no report, request or courtesy', 'pending'],
        ['Repair the tests that count constraints', 'pending'],
        ['Commit', 'pending'],
      ],
    },
    ...applied(
      FREE,
      'fixtures/handoff/user-sentences-held-out.json',
      'fixtures/handoff/user-sentences-tuning.json',
      'test/handoff/survival.test.ts',
    ),
    { run: 'npx vitest run test/handoff/survival.test.ts -t "what a user binds" --reporter=verbose' },
    {
      say: 'Recall is far below the target. The quickest way is to extend the list of binding words by what is missing in the held-out file.',
    },
    {
      user: 'Do not extend the list of binding words: nobody can list them all. Take for a rule what is of no free kind. We can revisit the list if a model is at hand.',
    },
    ...reads(
      'src/handoff/state/fold-events.ts',
      'src/handoff/state/mine-decisions.ts',
      'src/handoff/state/draft.ts',
      'src/core/handoff.ts',
    ),
    { run: 'git grep -n "constraintsIn\\|acceptanceIn" -- src test' },
    ...reads(
      'test/handoff/compact.test.ts',
      'src/handoff/check-handoff.ts',
      'src/handoff/compact.ts',
      'src/handoff/state/tool-actions.ts',
    ),
    { apply: 'src/handoff/state/free-sentence.ts', from: FREE },
    { apply: 'src/handoff/state/statements.ts', from: FREE },
    { run: 'npx vitest run test/handoff/survival.test.ts -t "what a user binds" --reporter=verbose' },
    {
      plan: [
        ['Measure on the held-out sentences', 'completed'],
        ['Make the finder keep what is no report, request or courtesy', 'completed'],
        ['Repair the tests that count constraints', 'in_progress'],
        ['Commit', 'pending'],
      ],
    },
    ...reads(
      'src/handoff/state/record-result.ts',
      'src/handoff/state/handoff-markdown.ts',
      'test/handoff/write-handoff.test.ts',
    ),
    { run: 'npx tsc --noEmit' },
    { run: 'npx biome check src/handoff test/handoff' },
    {
      user: 'Short sentences of one word are no rules, by the way. Whatever you do, the handoff schema stays as it is. Squash at the end.',
    },
    ...reads(
      'test/handoff/overflow.test.ts',
      'test/handoff/extractors.test.ts',
      'src/handoff/decisions/signed-terms.ts',
      'src/handoff/decisions/decision-store.ts',
      'src/handoff/state/handoff-shape.ts',
      'src/handoff/state/shape.ts',
      'test/handoff/decisions.test.ts',
      'src/handoff/decisions/check-proposal.ts',
    ),
    { run: 'npx vitest run test/handoff/compact.test.ts --reporter=verbose' },
    { say: 'One kind of case is left: the lists of constraints in compact.test.ts.' },
    { read: 'test/handoff/compact.test.ts', lines: [30, 80] },
  ],
  facts: {
    goal: ['Constraints of users get lost'],
    constraints: [
      'Recall on sentences it has not seen must be at least .98.',
      'One rule too many is fine, a lost one is not.',
      'The sentences in fixtures/handoff/user-sentences-held-out.json are there to measure with, not to tune on.',
      'Whatever you do, the handoff schema stays as it is.',
      'Squash at the end.',
      'Take for a rule what is of no free kind.',
    ],
    acceptance: [],
    paths: [
      'src/handoff/state/free-sentence.ts',
      'src/handoff/state/statements.ts',
      'test/handoff/compact.test.ts',
    ],
    errors: [
      { text: 'has the goal, the conditions and the prohibitions in the words of the user', open: true },
    ],
    decisions: [],
    rejected: [{ claim: 'extend the list of binding words', because: 'nobody can list them all' }],
    revivals: [
      'Extend the list of binding words by the missing ones',
      'I will extend the list with more binding words',
    ],
    forbidden: [],
    open_calls: [],
    next: { kind: 'fix', what: 'has the goal, the conditions and the prohibitions in the words of the user' },
    recovery: {
      reads: [
        'test/handoff/compact.test.ts',
        'src/handoff/state/free-sentence.ts',
        'src/handoff/state/statements.ts',
      ],
      runs: 'npx vitest run test/handoff/compact.test.ts --reporter=verbose',
      plans: ['Extend the list of binding words', 'Repair the tests that count constraints'],
      right: 1,
    },
  },
};

/** A seeded fault in the scores of chunks, searched for in the wrong place first. */
const scores: Scenario = {
  name: 'bm25-scores',
  format: 'anthropic',
  base: '2b22af222c6f9839c054d5def7fbf850e9b6af78',
  seeded: [
    {
      path: 'src/indexes/lexical/chunk-search.ts',
      old: 'scores[chunk] = (scores[chunk] as number) + (score - (sharedScores[file] as number));',
      fresh: 'scores[chunk] = (scores[chunk] as number) + score;',
    },
  ],
  steps: [
    {
      user: 'The lexical scores differ from the reference since the last commit: test/indexes/lexical is red. Find the cause and repair it. Exact BM25 is promised: no pruning, no approximation. The oracle in the tests is right by definition. Query time may not grow.',
    },
    { run: 'git log --oneline -3 && git show --stat HEAD' },
    { run: 'npx vitest run test/indexes/lexical --reporter=verbose' },
    ...reads(
      'src/indexes/lexical/bm25.ts',
      'src/indexes/lexical/search.ts',
      'src/indexes/lexical/postings.ts',
      'src/indexes/lexical/segment.ts',
    ),
    {
      say: 'The ranking is off, not the set of documents. My first suspicion is the order of equal scores in top-scores.ts.',
    },
    {
      plan: [
        ['Find where the scores part from the oracle', 'in_progress'],
        ['Repair it', 'pending'],
        ['Run test/indexes/lexical', 'pending'],
        ['Run the type checker and the linter', 'pending'],
      ],
    },
    ...reads(
      'src/indexes/lexical/top-scores.ts',
      'src/indexes/lexical/chunk-search.ts',
      'test/indexes/lexical/search.test.ts',
    ),
    {
      edit: 'src/indexes/lexical/top-scores.ts',
      old: 'export function topScores(',
      fresh: '// ties by id\nexport function topScores(',
    },
    { run: 'npx vitest run test/indexes/lexical/search.test.ts --reporter=verbose' },
    { run: 'git checkout -- src/indexes/lexical/top-scores.ts' },
    {
      say: 'That was not it. I could round scores to float32 before comparing, which would hide such differences.',
    },
    {
      user: 'We ruled out rounding scores to float32: ties then depend on the order of terms. Look at how a chunk and its file share a score instead. The comment style in that folder is one line at most.',
    },
    ...reads(
      'src/indexes/lexical/terms.ts',
      'src/indexes/lexical/lexical-store.ts',
      'src/indexes/lexical/segment-writer.ts',
      'src/indexes/lexical/defaults.ts',
    ),
    {
      edit: 'src/indexes/lexical/chunk-search.ts',
      old: 'scores[chunk] = (scores[chunk] as number) + score;',
      fresh: 'scores[chunk] = (scores[chunk] as number) + (score - (sharedScores[file] as number));',
    },
    { run: 'npx vitest run test/indexes/lexical/search.test.ts --reporter=verbose' },
    {
      say: 'A chunk got the share of its file twice. The scores agree again; what is left is to look at the matched words.',
    },
    {
      plan: [
        ['Find where the scores part from the oracle', 'completed'],
        ['Repair it', 'in_progress'],
        ['Run test/indexes/lexical', 'pending'],
        ['Run the type checker and the linter', 'pending'],
      ],
    },
    { run: 'git diff HEAD~1 -- src/indexes/lexical' },
    ...reads(
      'test/indexes/lexical/lexical-store.test.ts',
      'test/indexes/lexical/segment.test.ts',
      'test/indexes/lexical/tree-fixture.ts',
      'src/indexes/lexical/path-index.ts',
      'src/indexes/lexical/commit-messages.ts',
    ),
    { run: 'npx tsc --noEmit' },
    ...reads(
      'src/pack-context.ts',
      'src/indexes/symbols/symbol-reader.ts',
      'src/indexes/symbols/symbol-graph.ts',
      'src/recall/retrievers/lexical.ts',
      'src/recall/recall.ts',
      'src/core/ports.ts',
      'src/indexes/catalog/tree-view.ts',
      'test/indexes/lexical/postings.test.ts',
    ),
    { run: 'npx vitest run test/indexes/lexical --reporter=verbose' },
    {
      user: 'Keep going, I am in a meeting. A release is cut tonight, so the public port in src/core/ports.ts is frozen.',
    },
    { say: 'I still want to see that insert() of bm25.ts keeps six words.' },
    { read: 'src/indexes/lexical/bm25.ts', lines: [100, 152] },
  ],
  facts: {
    goal: ['The lexical scores differ from the reference since the last commit'],
    constraints: [
      'Exact BM25 is promised: no pruning, no approximation.',
      'The oracle in the tests is right by definition.',
      'Query time may not grow.',
      'The comment style in that folder is one line at most.',
      'A release is cut tonight, so the public port in src/core/ports.ts is frozen.',
    ],
    acceptance: [],
    paths: ['src/indexes/lexical/chunk-search.ts'],
    // As recorded: the test's own formula gives NaN for a commit without words, in some runs.
    errors: [{ text: 'is what the search computes', open: true }],
    decisions: [],
    rejected: [{ claim: 'rounding scores to float32', because: 'ties then depend on the order of terms' }],
    revivals: [
      'Round the scores to float32 before comparing',
      'Compare scores after rounding them to float32',
    ],
    forbidden: [],
    open_calls: [],
    next: { kind: 'fix', what: 'is what the search computes' },
    recovery: {
      reads: ['src/indexes/lexical/chunk-search.ts'],
      runs: 'npx vitest run test/indexes/lexical --reporter=verbose',
      plans: ['Round scores to float32 before comparing', 'Run the type checker and the linter'],
      right: 1,
    },
  },
};

/** A name is changed: the type checker leads from file to file. */
const renamed: Scenario = {
  name: 'rename-types',
  format: 'openai-chat',
  base: '2b22af222c6f9839c054d5def7fbf850e9b6af78',
  steps: [
    {
      user: 'relativePath exists twice in this code base: in src/handoff/state/tool-actions.ts and as an import resolver. Please rename the one in src/handoff to pathBelow, everywhere. No alias for the old name. The resolver keeps its name. `npx tsc --noEmit` has to be clean at the end, that is how I will check.',
    },
    { run: 'git grep -n "relativePath" -- src test' },
    ...reads(
      'src/handoff/state/tool-actions.ts',
      'src/handoff/state/record-result.ts',
      'src/indexes/symbols/import-resolvers/relative-path.ts',
    ),
    {
      plan: [
        ['Rename the definition', 'in_progress'],
        ['Follow the type errors', 'pending'],
        ['Format and lint', 'pending'],
        ['Run test/handoff', 'pending'],
      ],
    },
    {
      edit: 'src/handoff/state/tool-actions.ts',
      old: 'export function relativePath(path: string, root: string | null): RepoPath {',
      fresh: 'export function pathBelow(path: string, root: string | null): RepoPath {',
    },
    { run: 'npx tsc --noEmit' },
    {
      say: 'As expected. A shortcut would be to export relativePath as an alias of pathBelow from tool-actions.ts, so that nothing else needs to change.',
    },
    {
      user: 'Rejected: export relativePath as an alias, because two names for one thing is what I want to get rid of. Go file by file. And please stay away from the tests of other areas.',
    },
    ...reads(
      'src/handoff/state/files-to-reread.ts',
      'src/handoff/state/draft.ts',
      'src/handoff/compact.ts',
      'src/handoff/layers/extract.ts',
      'src/handoff/layers/trim.ts',
      'src/handoff/layers/externalise.ts',
    ),
    {
      run: "sed -i 's/\\brelativePath(/pathBelow(/g' src/handoff/state/tool-actions.ts && git diff --stat",
    },
    { run: 'npx tsc --noEmit' },
    ...reads(
      'src/handoff/extractors/javascript-tests.ts',
      'src/handoff/extractors/python-tests.ts',
      'src/handoff/extractors/compilers.ts',
      'src/handoff/extractors/java-builds.ts',
      'src/handoff/extractors/go-test.ts',
      'test/handoff/extractors.test.ts',
    ),
    {
      plan: [
        ['Rename the definition', 'completed'],
        ['Follow the type errors', 'in_progress'],
        ['Format and lint', 'pending'],
        ['Run test/handoff', 'pending'],
      ],
    },
    {
      edit: 'src/handoff/state/record-result.ts',
      old: "import { isLookup, relativePath, type ToolAction, type TouchedFile } from './tool-actions.ts';",
      fresh: "import { isLookup, pathBelow, type ToolAction, type TouchedFile } from './tool-actions.ts';",
    },
    { run: 'npx tsc --noEmit' },
    { run: 'npx biome check src/handoff' },
    ...reads(
      'src/handoff/readers/reader.ts',
      'src/handoff/readers/claude-code.ts',
      'src/handoff/readers/codex.ts',
      'src/handoff/readers/gemini.ts',
      'src/handoff/readers/openai-responses.ts',
      'test/handoff/readers.test.ts',
    ),
    { run: 'npx vitest run test/handoff/compact.test.ts --reporter=verbose' },
    { user: 'While you are there: identifiers are spelled in British English in this project. Carry on.' },
    ...reads(
      'test/handoff/write-handoff.test.ts',
      'test/handoff/compact.test.ts',
      'test/handoff/survival.test.ts',
      'src/handoff/check-handoff.ts',
      'src/handoff/state/mine-decisions.ts',
      'src/handoff/state/handoff-markdown.ts',
      'src/handoff/state/fold-events.ts',
      'src/handoff/state/handoff-shape.ts',
      'test/handoff/decisions.test.ts',
      'src/handoff/overflow/classify-error.ts',
      'test/handoff/overflow.test.ts',
      'src/handoff/overflow/repair-messages.ts',
      'src/handoff/memory/memory-store.ts',
      'src/handoff/memory/write-gate.ts',
    ),
    { run: 'git diff' },
    { run: 'npx tsc --noEmit' },
  ],
  facts: {
    goal: ['relativePath exists twice in this code base'],
    constraints: [
      'No alias for the old name.',
      'The resolver keeps its name.',
      '`npx tsc --noEmit` has to be clean at the end, that is how I will check.',
      'And please stay away from the tests of other areas.',
      'While you are there: identifiers are spelled in British English in this project.',
    ],
    acceptance: [],
    paths: ['src/handoff/state/tool-actions.ts', 'src/handoff/state/record-result.ts'],
    errors: [{ text: "Cannot find name 'relativePath'", open: true }],
    decisions: [],
    rejected: [{ claim: 'export relativePath as an alias', because: 'two names for one thing' }],
    revivals: ['Export relativePath as an alias of pathBelow', 'Keep relativePath exported as an alias'],
    forbidden: [],
    open_calls: [],
    next: { kind: 'fix', what: 'src/handoff/state/record-result.ts' },
    recovery: {
      reads: ['src/handoff/state/record-result.ts', 'src/handoff/state/tool-actions.ts'],
      runs: 'npx tsc --noEmit',
      plans: ['Export relativePath as an alias of pathBelow', 'Follow the type errors'],
      right: 1,
    },
  },
};

/** A seeded fault in the shares of a pack, repaired; the end is a plan with one step left. */
const shares: Scenario = {
  name: 'pack-shares',
  format: 'openai-responses',
  base: '2b22af222c6f9839c054d5def7fbf850e9b6af78',
  seeded: [
    {
      path: 'src/pack/fill.ts',
      old: 'pool += allowance - shelf.used(role);',
      fresh: 'pool += Math.max(allowance - shelf.used(role), 1);',
    },
    {
      path: 'src/pack/fill.ts',
      old: 'shelf.place(role, before + pool);',
      fresh: 'shelf.place(role, pool);',
    },
  ],
  steps: [
    {
      user: 'Packs come out half empty: what a role leaves over no longer goes to the next one. Find out why and fix it. The hard guarantee stands: a rendered pack never exceeds its budget. Rounding is down, always. It is done when test/pack is green and biome is quiet.',
    },
    { run: 'npx vitest run test/pack/pack-items.test.ts test/pack/parts.test.ts --reporter=verbose' },
    ...reads(
      'src/pack/fill.ts',
      'src/pack/pack-items.ts',
      'src/pack/budget.ts',
      'test/pack/pack-items.test.ts',
    ),
    {
      say: 'Something in fillRoles gives the second round too little. I would like to simply raise the shares of definitions in phases/edit.ts.',
    },
    {
      user: "Don't raise the shares in the phase plans: they were learned on real tasks. Repair the rollover itself.",
    },
    {
      plan: [
        ['Read how the rollover is meant', 'in_progress'],
        ['Repair fillRoles', 'pending'],
        ['Run test/pack', 'pending'],
        ['Say in the commit message what was wrong', 'pending'],
      ],
    },
    ...reads(
      'src/pack/phases/edit.ts',
      'src/pack/phases/debug.ts',
      'src/pack/phases/explore.ts',
      'src/pack/snippets.ts',
      'src/pack/text-items.ts',
      'src/pack/condense.ts',
    ),
    { run: 'git log --oneline -- src/pack' },
    ...reads(
      'src/pack/already-sent.ts',
      'src/pack/similarity.ts',
      'src/core/pack.ts',
      'test/pack/sample.ts',
      'test/pack/parts.test.ts',
    ),
    { edit: 'src/pack/fill.ts', old: 'shelf.place(role, pool);', fresh: 'shelf.place(role, before + pool);' },
    { run: 'npx vitest run test/pack/pack-items.test.ts --reporter=verbose' },
    {
      say: 'Half of it. The pool itself also grows by one token a role, which breaks the guarantee in tight budgets.',
    },
    {
      edit: 'src/pack/fill.ts',
      old: 'pool += Math.max(allowance - shelf.used(role), 1);',
      fresh: 'pool += allowance - shelf.used(role);',
    },
    { run: 'npx vitest run test/pack/pack-items.test.ts test/pack/parts.test.ts --reporter=verbose' },
    {
      plan: [
        ['Read how the rollover is meant', 'completed'],
        ['Repair fillRoles', 'completed'],
        ['Run test/pack', 'completed'],
        ['Say in the commit message what was wrong', 'pending'],
      ],
    },
    ...reads(
      'src/pack/render/pack-document.ts',
      'src/pack/render/markdown.ts',
      'src/pack/render/xml.ts',
      'src/pack/redact.ts',
      'src/pack/secret-kinds.ts',
      'test/pack/redact.test.ts',
      'test/pack/text-items.test.ts',
    ),
    {
      user: 'Good. One thing before you commit: mention no file names in commit subjects, our release notes are made of them. English, present tense.',
    },
    { run: 'npx biome check src/pack test/pack' },
    { run: 'npx tsc --noEmit' },
    ...reads(
      'src/repository.ts',
      'src/index-repository.ts',
      'src/context.ts',
      'src/scan/repository-facts.ts',
      'src/pack/tokens/byte-pairs.ts',
      'src/scan/manifests.ts',
      'src/pack-context.ts',
      'src/candidate-items.ts',
      'src/core/query.ts',
    ),
    { run: 'git diff' },
    { run: 'npx vitest run test/pack/pack-items.test.ts test/pack/parts.test.ts --reporter=verbose' },
  ],
  facts: {
    goal: ['Packs come out half empty'],
    constraints: [
      'The hard guarantee stands: a rendered pack never exceeds its budget.',
      'Rounding is down, always.',
      'One thing before you commit: mention no file names in commit subjects, our release notes are made of them.',
      'English, present tense.',
    ],
    acceptance: ['It is done when test/pack is green and biome is quiet.'],
    paths: ['src/pack/fill.ts'],
    errors: [],
    decisions: [],
    rejected: [{ claim: 'raise the shares in the phase plans', because: 'they were learned on real tasks' }],
    revivals: [
      'Raise the shares of definitions in the phase plans',
      'Give the phase plans higher shares: raise them',
    ],
    forbidden: [],
    open_calls: [],
    next: { kind: 'step', what: 'Say in the commit message what was wrong' },
    recovery: {
      reads: ['src/pack/fill.ts'],
      runs: 'npx vitest run test/pack/pack-items.test.ts test/pack/parts.test.ts --reporter=verbose',
      plans: ['Raise the shares in the phase plans', 'Say in the commit message what was wrong'],
      right: 1,
    },
  },
};

/** A seeded fault in how paths are read from a task; an attempt fails twice and is taken back. */
const taskPaths: Scenario = {
  name: 'task-paths',
  format: 'gemini',
  base: '2b22af222c6f9839c054d5def7fbf850e9b6af78',
  seeded: [
    {
      path: 'src/recall/read-paths.ts',
      old: 'line.slice(match.index + match[0].length), knownPath);',
      fresh: 'line.slice(match.index), knownPath);',
    },
  ],
  steps: [
    {
      user: 'Line numbers that a task puts into words (`cache.py, line 12`) get lost. Please repair that. A task is untrusted text, so every pattern has to be linear. Index versions are raised by me, not by you. Done when test/recall passes.',
    },
    { run: 'npx vitest run test/recall --reporter=verbose' },
    ...reads(
      'src/recall/read-paths.ts',
      'test/recall/understand-task.test.ts',
      'src/recall/understand-task.ts',
      'src/recall/locate-path.ts',
      'src/recall/read-identifiers.ts',
      'src/recall/read-tests.ts',
      'src/core/query.ts',
    ),
    {
      plan: [
        ['Find where the words after a path are read', 'in_progress'],
        ['Repair it', 'pending'],
        ['Run the recall suite', 'pending'],
        ['Run the rank suite', 'pending'],
      ],
    },
    {
      say: 'I will look for the words before the path as well: a second pass over each line with a pattern of its own.',
    },
    {
      user: 'I decided against a second pass over each line. It doubles the time on long logs. Find the place where the number is lost.',
    },
    ...reads(
      'src/recall/frames/read-frames.ts',
      'src/recall/frames/javascript.ts',
      'src/recall/weigh-spans.ts',
      'src/recall/boilerplate.ts',
      'src/recall/cap-text.ts',
      'test/recall/frames.test.ts',
    ),
    { edit: 'src/recall/read-paths.ts', old: 'rest.slice(0, 24)', fresh: 'rest.slice(0, 48)' },
    { run: 'npx vitest run test/recall/understand-task.test.ts --reporter=verbose' },
    { edit: 'src/recall/read-paths.ts', old: 'rest.slice(0, 48)', fresh: 'rest.slice(0, 400)' },
    { run: 'npx vitest run test/recall/understand-task.test.ts --reporter=verbose' },
    { run: 'git checkout -- src/recall/read-paths.ts' },
    { say: 'The reach has nothing to do with it. The rest of the line begins at the path, not behind it.' },
    ...reads(
      'src/recall/recall.ts',
      'src/recall/retrievers/symbol.ts',
      'src/recall/retrievers/failure.ts',
      'src/recall/tested-files.ts',
      'test/recall/recall.test.ts',
      'test/recall/small-snapshot.ts',
      'src/pack-context.ts',
      'src/candidate-items.ts',
    ),
    {
      edit: 'src/recall/read-paths.ts',
      old: 'line.slice(match.index), knownPath);',
      fresh: 'line.slice(match.index + match[0].length), knownPath);',
    },
    { run: 'npx vitest run test/recall/understand-task.test.ts --reporter=verbose' },
    {
      plan: [
        ['Find where the words after a path are read', 'completed'],
        ['Repair it', 'completed'],
        ['Run the recall suite', 'completed'],
        ['Run the rank suite', 'in_progress'],
      ],
    },
    { run: 'npx tsc --noEmit' },
    { user: 'Our bots read the subject line: lower case, no full stop. Nothing is pushed today.' },
    ...reads(
      'src/rank/rank-candidates.ts',
      'test/rank/rank.test.ts',
      'src/expand/expand-candidates.ts',
      'src/core/ports.ts',
      'src/repository.ts',
      'src/context.ts',
      'src/index-repository.ts',
      'src/pack/text-items.ts',
    ),
    { run: 'git diff HEAD' },
    { pending: 'npx vitest run test/recall test/rank' },
  ],
  facts: {
    goal: ['Line numbers that a task puts into words'],
    constraints: [
      'A task is untrusted text, so every pattern has to be linear.',
      'Index versions are raised by me, not by you.',
      'Our bots read the subject line: lower case, no full stop.',
      'Nothing is pushed today.',
    ],
    acceptance: ['Done when test/recall passes.'],
    paths: ['src/recall/read-paths.ts'],
    errors: [{ text: 'cache.py, line 12 is wrong', open: false }],
    decisions: [],
    rejected: [{ claim: 'a second pass over each line', because: 'It doubles the time on long logs' }],
    revivals: ['Add a second pass over each line', 'Go over each line in a second pass'],
    forbidden: [],
    open_calls: ['npx vitest run test/recall test/rank'],
    next: { kind: 'rerun', what: 'npx vitest run test/recall test/rank' },
    recovery: {
      reads: ['src/recall/read-paths.ts'],
      runs: 'npx vitest run test/recall test/rank',
      plans: ['Add a second pass over each line', 'Run the rank suite'],
      right: 1,
    },
  },
};

export const SCENARIOS: readonly Scenario[] = [
  installedFolders,
  bindingWords,
  scores,
  renamed,
  shares,
  taskPaths,
];
