/** Puts `src/` and the packages that it needs into a few large files. To load the 1,400 files of the service takes most of a start. */
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, mergeConfig } from 'vite';
import { AS_INSTALLED } from './as-installed.ts';

const SETTINGS: InlineConfig = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: true, external: [...AS_INSTALLED] },
  build: {
    ssr: true,
    target: 'esnext',
    sourcemap: true,
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
};

/** `more` says what is bundled, and where the files go. */
export async function bundleServer(more: InlineConfig): Promise<void> {
  await build(mergeConfig(SETTINGS, more));
}
