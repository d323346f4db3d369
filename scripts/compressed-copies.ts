/** Compressed copies beside the files that a build made, so that the service never compresses. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSED = /\.(html|js|css|svg|json)$/;

/** `index.html.br` and `index.html.gz` beside `index.html`, and so on. */
export async function writeCompressedCopies(folder: string, quality = constants.BROTLI_MAX_QUALITY): Promise<void> {
  const names = await Array.fromAsync(glob('**/*', { cwd: folder }));
  const compressed = names.filter((name) => COMPRESSED.test(name));
  await Promise.all(compressed.map((name) => compress(`${folder}/${name}`, quality)));
}

async function compress(path: string, quality: number): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
