import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` serves the API, for the page that Vite serves with hot reload. */
const API = 'http://localhost:8080';
const API_PATHS = '^/(?!app/)';

// biome-ignore lint/style/noDefaultExport: Vite reads it so
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/app/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined as data: addresses, assets would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
  },
  server: { proxy: { [API_PATHS]: { target: API } } },
});
