/**
 * Builds the web application into web/dist, with a compressed copy of each file, so that the server never compresses. With `--if-changed`, builds
 * only if a source is newer than the result. `--out` names another folder.
 */
import { existsSync } from 'node:fs';
import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const { values } = parseArgs({ options: { 'if-changed': { type: 'boolean' }, out: { type: 'string' } } });
const root = new URL('../', import.meta.url);
const out = values.out ?? fileURLToPath(new URL('web/dist', root));

const SOURCES = ['web/**/*.{ts,tsx,css,html,svg,js,txt}', 'src/{engine,time,schemas}/**/*.ts', 'package-lock.json'];
const COMPRESSED = /\.(html|js|css|svg|json)$/;

if (!existsSync(new URL('node_modules/vite', root))) {
  console.error(
    'The web application is not built: what builds it is a development dependency (npm ci without --omit=dev).',
  );
} else if (!values['if-changed'] || (await isStale())) {
  await build();
}

async function build(): Promise<void> {
  const vite = await import('vite');
  await vite.build({
    configFile: fileURLToPath(new URL('web/vite.config.ts', root)),
    build: { outDir: out, emptyOutDir: true },
    logLevel: 'warn',
  });
  for await (const name of glob('**/*', { cwd: out })) if (COMPRESSED.test(name)) await compress(`${out}/${name}`);
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

async function isStale(): Promise<boolean> {
  const built = await stat(`${out}/index.html`).catch(() => undefined);
  if (built === undefined) return true;
  for await (const path of glob(SOURCES, { cwd: fileURLToPath(root), exclude: ['web/dist/**'] })) {
    if ((await stat(new URL(path, root))).mtimeMs > built.mtimeMs) return true;
  }
  return false;
}
