/**
 * Builds what the service serves below /docs into dist/docs: the API document, Swagger UI with our settings, and the page of errors. Each file has a
 * compressed copy.
 */
import { existsSync } from 'node:fs';
import { copyFile, cp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COPIED_FILES } from './as-installed.ts';
import { writeCompressedCopies } from './compressed-copies.ts';
import { errorsPage } from './openapi/errors-page.ts';

/** Of Brotli. The highest, 11, would take 6 s of processor time in each build, for 9 % less of files that few people load. */
const QUALITY = 9;

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/docs');

const packages = Object.keys(COPIED_FILES).map((name) => join(root, 'node_modules', name));
if (packages.every((folder) => existsSync(folder))) await build();
else {
  console.error(
    'The documentation is not built: what builds it is a development dependency (npm ci without --omit=dev).',
  );
}

async function build(): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await cp(join(root, 'scripts/openapi/page'), out, { recursive: true });
  const files = Object.entries(COPIED_FILES).flatMap(([name, copied]) =>
    copied.map((file) => join('node_modules', name, file)),
  );
  for (const file of [...files, 'docs/openapi.json', 'web/public/icon.svg']) {
    await copyFile(join(root, file), join(out, basename(file)));
  }
  await writeFile(join(out, 'errors.html'), errorsPage());
  await writeCompressedCopies(out, QUALITY);
}
