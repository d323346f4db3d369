/**
 * To load the service, a process reads 1,300 files, of which two packages have a thousand. A run of the tests puts these packages
 * into a few large files, once, and its processes load those instead: that halves what it costs to start one. The tests of the
 * README, of the container and of `npm start` load the packages as they are installed.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFolder } from './child-processes.ts';

const PACKAGES = ['fastify', 'kysely', 'pg', 'typebox', 'typebox/format', 'typebox/schema'];

/** Not among temporary files, where another user could put code of theirs. */
const PLACE = fileURLToPath(new URL('../../../node_modules/.cache/watchbill-tests', import.meta.url));

/** At its usual size, V8 empties the room for new objects a dozen times while the service is loaded. */
const FLAGS = ['--min-semi-space-size=32'];

/** For every process that loads the service. */
export function nodeFlags(): readonly string[] {
  const preload = process.env.TEST_PRELOAD;
  return preload === undefined ? FLAGS : [...FLAGS, '--import', preload];
}

/** Sets TEST_PRELOAD, which tells a process where the packages are. The files stay for the next run, with what was compiled of them. */
export async function prepareQuickStart(): Promise<void> {
  const lock = await readFile(new URL('../../../package-lock.json', import.meta.url));
  const folder = join(
    PLACE,
    `packages-${createHash('sha256').update(lock).update(PACKAGES.join()).digest('hex').slice(0, 16)}`,
  );
  const preload = join(folder, 'preload.mjs');
  if (!existsSync(preload)) await bundle(folder);
  process.env.TEST_PRELOAD = preload;
}

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite');
  await mkdir(PLACE, { recursive: true });
  const made = await createFolder('packages-', PLACE);
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: made.path,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(PACKAGES.map((name) => [fileOf(name), fileURLToPath(import.meta.resolve(name))])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  await writeFile(join(made.path, 'preload.mjs'), preloadOf(folder));
  // Another run may have been quicker.
  await rename(made.path, folder).catch(made.remove);
  await rm(made.path, { recursive: true, force: true });
}

function preloadOf(folder: string): string {
  const places = PACKAGES.map((name) => [name, pathToFileURL(join(folder, `${fileOf(name)}.mjs`))]);
  return `import { registerHooks } from 'node:module';
const places = new Map(${JSON.stringify(places)});
registerHooks({
  resolve(specifier, context, next) {
    const url = places.get(specifier);
    return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
});
`;
}

function fileOf(name: string): string {
  return name.replace('/', '-');
}
