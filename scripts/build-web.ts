/**
 * Builds the web application into dist/web, with a compressed copy of each file, so that the server never compresses. `--out` names another folder.
 */
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const root = new URL('../', import.meta.url);
const out = values.out ?? fileURLToPath(new URL('dist/web', root));

const COMPRESSED = /\.(html|js|css|svg|json)$/;

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
  const names = await Array.fromAsync(glob('**/*', { cwd: out }));
  await Promise.all(names.filter((name) => COMPRESSED.test(name)).map((name) => compress(`${out}/${name}`)));
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
