/**
 * Bundles the service for test processes, which load it in a quarter of the time. They can still import every module: it has the same exports, and
 * exists once. Processes that run the command line run dist/, as `npm start` does.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { createFolder } from './child-processes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Packages that tests import too: they must get the same instance. */
const PACKAGES = ['fastify', 'kysely', 'pg', 'typebox', 'typebox/format', 'typebox/schema', 'typebox/system'];

/** Not among temporary files, where another user could put their own code. */
const PLACE = join(ROOT, 'node_modules/.cache/watchbill-tests');
const FOLDER_PREFIX = 'code-';
const KEEP_FOLDERS_MS = 24 * 60 * 60_000;

/** What runs when it is loaded, and what only PostgreSQL needs. */
const APART = /\/src\/(main|command-line)\.ts|\/db\/driver\/postgres|\/node_modules\/pg/;

/** At its default size, V8 empties the space for new objects a dozen times while the service is loaded. */
const FLAGS = ['--min-semi-space-size=32'];

/** For every process that imports modules of the service. */
export function nodeFlags(): readonly string[] {
  const { TEST_PRELOAD, TEST_SOURCE_MAPS } = process.env;
  const maps = TEST_SOURCE_MAPS === undefined ? [] : ['--enable-source-maps'];
  return TEST_PRELOAD === undefined ? FLAGS : [...FLAGS, ...maps, '--import', TEST_PRELOAD];
}

/** For every process that runs the command line. */
export function commandFlags(): readonly string[] {
  return FLAGS;
}

/** Sets TEST_PRELOAD, which tells a process where the code is. The files and their compiled code stay for the next run. */
export async function prepareQuickStart(): Promise<void> {
  const sources = await sourceFiles();
  const folder = join(PLACE, `${FOLDER_PREFIX}${await digestOf(['package-lock.json', ...sources])}`);
  const preload = join(folder, 'preload.mjs');
  if (!existsSync(preload)) {
    await bundle(folder, sources);
    await removeOldFolders();
  }
  process.env.TEST_PRELOAD = preload;
}

/** Relative to the project, in a fixed order. */
async function sourceFiles(): Promise<string[]> {
  const found = await readdir(join(ROOT, 'src'), { recursive: true });
  return found
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`)
    .sort();
}

async function digestOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(ROOT);
  const own = fileURLToPath(import.meta.url);
  for (const file of [own, ...files.map((file) => join(ROOT, file))]) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function bundle(folder: string, sources: readonly string[]): Promise<void> {
  const { bundleServer } = await import('../../../scripts/server-bundle.ts');
  await mkdir(PLACE, { recursive: true });
  const made = await createFolder(FOLDER_PREFIX, PLACE);
  await bundleServer({
    plugins: [realAddresses()],
    build: {
      outDir: made.path,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          ...Object.fromEntries(PACKAGES.map((name) => [fileOf(name), fileURLToPath(import.meta.resolve(name))])),
          ...Object.fromEntries(sources.map((file) => [fileOf(file), join(ROOT, file)])),
        },
        output: { codeSplitting: { groups: [{ name: 'code', test: (id) => !APART.test(id) }] } },
      },
    },
  });
  await writeFile(join(made.path, 'preload.mjs'), preloadOf(folder, sources));
  // Another run may have been faster.
  await rename(made.path, folder).catch(made.remove);
  await rm(made.path, { recursive: true, force: true });
}

/** Some modules find other files, such as the web application, relative to their own address. */
function realAddresses(): Plugin {
  return {
    name: 'real-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(ROOT, 'src/')) || !code.includes('import.meta.url')) return undefined;
      return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    },
  };
}

/** Packages outside the folder are found from the project. */
function preloadOf(folder: string, sources: readonly string[]): string {
  const placeOf = (name: string) => pathToFileURL(join(folder, `${fileOf(name)}.mjs`)).href;
  const places = [
    ...PACKAGES.map((name) => [name, placeOf(name)]),
    ...sources.map((file) => [pathToFileURL(join(ROOT, file)).href, placeOf(file)]),
  ];
  return `import { registerHooks } from 'node:module';
const places = new Map(${JSON.stringify(places)});
const folder = ${JSON.stringify(pathToFileURL(folder).href)};
const project = ${JSON.stringify(pathToFileURL(join(ROOT, 'package.json')).href)};
registerHooks({
  resolve(specifier, context, next) {
    const isPackage = !/^([.\\/]|\\w+:)/.test(specifier);
    const isFromFolder = isPackage && context.parentURL?.startsWith(folder);
    const found = places.has(specifier)
      ? { url: specifier }
      : next(specifier, isFromFolder ? { ...context, parentURL: project } : context);
    const [address, query] = found.url.split('?');
    const place = places.get(address);
    if (place === undefined) return found;
    return { url: query === undefined ? place : place + '?' + query, format: 'module', shortCircuit: true };
  },
});
`;
}

/** Each change of the code creates a new folder. */
async function removeOldFolders(): Promise<void> {
  for (const name of await readdir(PLACE)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const path = join(PLACE, name);
    const changed = await stat(path).catch(() => undefined);
    if (changed !== undefined && changed.mtimeMs < Date.now() - KEEP_FOLDERS_MS)
      await rm(path, { recursive: true, force: true });
  }
}

function fileOf(name: string): string {
  return name.replace(/\.ts$/, '');
}
