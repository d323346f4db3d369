/**
 * Builds the web application into dist/web, with a compressed copy of each file, so that the server never compresses. `--out` names another folder.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeCompressedCopies } from './compressed-copies.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const root = new URL('../', import.meta.url);
const out = values.out ?? fileURLToPath(new URL('dist/web', root));

if (!existsSync(new URL('node_modules/vite', root))) {
  console.error(
    'The web application is not built: what builds it is a development dependency (npm ci without --omit=dev).',
  );
} else {
  await build();
}

async function build(): Promise<void> {
  const vite = await import('vite');
  await vite.build({
    configFile: fileURLToPath(new URL('web/vite.config.ts', root)),
    build: { outDir: out, emptyOutDir: true },
    logLevel: 'warn',
  });
  await writeCompressedCopies(out);
}
