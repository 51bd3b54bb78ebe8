import { defineConfig } from 'vite';

/**
 * The shipped JavaScript: a few files in place of some three hundred, which a process would spend most of a query
 * loading. All of them lie flat in `dist/lib`, as deep as the sources, so that paths relative to a file hold.
 *
 * Packages that a query needs are part of it, with what they need themselves: finding and loading a CommonJS module
 * costs tens of milliseconds.
 * Names stay as they are written, so that a stack trace can be read.
 */
export default defineConfig({
  ssr: {
    noExternal: ['commander', 'ignore', /^@secretlint\//, 'structured-source', 'boundary', 'debug', 'ms'],
  },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/lib',
    minify: false,
    rollupOptions: {
      input: {
        index: 'src/index.ts',
        main: 'src/cli/main.ts',
        'analysis-worker': 'src/analysis-worker.ts',
        'repository-process': 'src/eval/repository-process.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
});
