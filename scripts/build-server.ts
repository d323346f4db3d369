/** Builds the service into the folder where src/main.ts looks for it. Without a build, the service runs from its sources and starts more slowly. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { folderOfBuiltCode } from '../src/built-code.ts';

const root = new URL('../', import.meta.url);
const folder = folderOfBuiltCode();

// Without development dependencies there is no Vite.
if (existsSync(new URL('node_modules/vite', root)) && !existsSync(folder)) {
  const { bundleServer } = await import('./server-bundle.ts');
  // Readable by everyone, since the service may run as another user.
  const unfinished = `${folder}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await bundleServer({
    folder: unfinished,
    input: { 'command-line': fileURLToPath(new URL('src/command-line.ts', root)) },
    isOneFile: false,
  });
  // If another process has built the same meanwhile, its files stay.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
}
