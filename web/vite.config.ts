import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` serves the API. Vite proxies to it. */
const API = 'http://localhost:8080';
const API_PATHS = '^/(?!app/)';

const FIRST = 'first';

// biome-ignore lint/style/noDefaultExport: Vite reads it so
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  plugins: [react(), idsOfReact(), compiledWhileLoading(FIRST), controlsHaveStyles(FIRST)],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined assets are data: URLs, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Everything that every page needs, in one file: as forty small files it arrives about 200 ms later on a slow machine.
        // What several pages need is in another, loaded after the first page, except for the form of a schedule: it is large.
        codeSplitting: {
          groups: [
            { name: FIRST, tags: ['$initial'] },
            { name: 'shared', test: /^(?!.*\/(schedule-form|@dnd-kit)\/)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { [API_PATHS]: { target: API } } },
});

/**
 * Most functions of that file run before the first page is shown. This comment in its first line tells Chromium to compile them while the file
 * arrives, and not one by one when they are called.
 */
function compiledWhileLoading(name: string): Plugin {
  const hint = '//# allFunctionsCalledOnLoad\n';
  return {
    name: 'compiled-while-loading',
    augmentChunkHash: (chunk) => (chunk.name === name ? hint : undefined),
    generateBundle: {
      // After Vite's own plugin, which inserts a line before all others.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.name === name) file.code = hint + file.code;
        }
      },
    },
  };
}

/**
 * The library gives every field an id twice: React's while it is drawn, then a random one, for which it draws the field a second time. React's alone
 * will do: since React 19.2 it is a valid selector too.
 */
function idsOfReact(): Plugin {
  const module = /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/;
  let isReplaced = false;
  return {
    name: 'ids-of-react',
    enforce: 'pre',
    load(id) {
      if (!module.test(id)) return undefined;
      isReplaced = true;
      return `
        import { useId as useReactId } from 'react';
        export function useId(given) {
          const own = useReactId();
          return typeof given === 'string' ? given : 'field' + own;
        }`;
    },
    buildEnd(error) {
      if (error === undefined && !isReplaced) this.error('the library no longer has its useId where it was');
    },
  };
}

/** Fails the build when a control of the library is used and its styles are not loaded with it. */
function controlsHaveStyles(first: string): Plugin {
  const inFirst = stylesIn('ui/style/library.css');
  const anywhere = new Set([...inFirst, ...stylesIn('ui/style/library-later.css')]);
  return {
    name: 'controls-have-styles',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const control = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
          if (control === undefined || renderedLength === 0) continue;
          if ((file.name === first ? inFirst : anywhere).has(control)) continue;
          this.error(
            `${file.name} uses ${control}: import its styles in web/ui/style/library${file.name === first ? '' : '-later'}.css`,
          );
        }
      }
    },
  };
}

function stylesIn(path: string): Set<string> {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  return new Set([...text.matchAll(/styles\/(\w+)\.layer/g)].map(([, name]) => name as string));
}
