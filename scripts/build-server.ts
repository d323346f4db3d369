/**
 * Builds the service into dist/server. The files contain no path of this machine, so that they can be moved, and every build of the same sources has
 * the same bytes.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

if (existsSync(join(root, 'node_modules/vite'))) {
  const { bundleServer } = await import('./server-bundle.ts');
  await bundleServer({
    plugins: [threads(), mapsOfSourcesOnly()],
    resolve: { preserveSymlinks: true },
    build: {
      outDir: join(root, 'dist/server'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { main: join(root, 'src/main.ts') },
        output: { sourcemapExcludeSources: true },
      },
    },
  });
} else {
  console.error('The service is not built: what builds it is a development dependency (npm ci without --omit=dev).');
}

/** A module that runs in a thread of its own gets a file of its own. */
function threads(): Plugin {
  return {
    name: 'threads',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        return code.replace(/new URL\('([^']+)\.ts', import\.meta\.url\)/g, (_, path: string) => {
          const fileName = `${basename(path)}.mjs`;
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName });
          return `new URL('./${fileName}', import.meta.url)`;
        });
      },
    },
  };
}

/** With the lines of packages, the maps would be three times as large, and the first trace of an error as much slower. */
function mapsOfSourcesOnly(): Plugin {
  return {
    name: 'maps-of-sources-only',
    transform: { filter: { id: /\/node_modules\// }, handler: (code) => ({ code, map: { mappings: '' } }) },
  };
}
