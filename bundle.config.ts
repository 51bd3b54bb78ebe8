import { defineConfig } from 'vite';

/**
 * The shipped JavaScript: a few files in place of some three hundred, which a process would spend most of a query
 * loading. All of them lie flat in `dist/lib`, as deep as the sources, so that paths relative to a file hold.
 */
export default defineConfig({
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
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
