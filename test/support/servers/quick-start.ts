/**
 * Bundles the service for tests, in two ways. Test processes load it in a quarter of the time, and can still import every module: it has the same
 * exports, and exists once. Processes that run the command line have the same files as with scripts/build-server.ts.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sourceFiles } from '../../../src/built-code.ts';
import { createFolder } from './child-processes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Packages that tests import too: they must get the same instance. */
const PACKAGES = ['fastify', 'kysely', 'pg', 'typebox', 'typebox/format', 'typebox/schema'];

/** Not among temporary files, where another user could put their own code. */
const PLACE = join(ROOT, 'node_modules/.cache/watchbill-tests');
const FOLDER_PREFIX = 'code-';
const KEEP_FOLDERS_MS = 24 * 60 * 60_000;

const COMMAND_LINE = 'src/command-line.ts';

/** The folder of the command line, bundled as for an installation. */
const COMMANDS = 'commands';

/** At its default size, V8 empties the space for new objects a dozen times while the service is loaded. */
const FLAGS = ['--min-semi-space-size=32'];

/** For every process that loads the service. */
export function nodeFlags(): readonly string[] {
  const { TEST_PRELOAD, TEST_SOURCE_MAPS } = process.env;
  const maps = TEST_SOURCE_MAPS === undefined ? [] : ['--enable-source-maps'];
  return TEST_PRELOAD === undefined ? FLAGS : [...FLAGS, ...maps, '--import', TEST_PRELOAD];
}

/** For every process that runs the command line. As in an installation, it loads only what its command needs. */
export function commandFlags(): readonly string[] {
  const { TEST_COMMAND_PRELOAD, TEST_SOURCE_MAPS } = process.env;
  if (TEST_COMMAND_PRELOAD === undefined || TEST_SOURCE_MAPS !== undefined) return nodeFlags();
  return [...FLAGS, '--import', TEST_COMMAND_PRELOAD];
}

/**
 * Sets TEST_PRELOAD and TEST_COMMAND_PRELOAD, which tell a process where the code is. The files and their compiled code stay for the next run.
 */
export async function prepareQuickStart(): Promise<void> {
  const sources = sourceFiles();
  const folder = join(PLACE, `${FOLDER_PREFIX}${await digestOf(['package-lock.json', ...sources])}`);
  const preload = join(folder, 'preload.mjs');
  if (!existsSync(preload)) {
    await bundle(folder, sources);
    await removeOldFolders();
  }
  process.env.TEST_PRELOAD = preload;
  process.env.TEST_COMMAND_PRELOAD = join(folder, 'command-preload.mjs');
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
    folder: made.path,
    input: {
      ...Object.fromEntries(PACKAGES.map((name) => [fileOf(name), fileURLToPath(import.meta.resolve(name))])),
      ...Object.fromEntries(sources.map((file) => [fileOf(file), join(ROOT, file)])),
    },
    isOneFile: true,
  });
  await bundleServer({
    folder: join(made.path, COMMANDS),
    input: { 'command-line': join(ROOT, COMMAND_LINE) },
    isOneFile: false,
  });
  await writeFile(join(made.path, 'command-preload.mjs'), commandPreloadOf(folder));
  await writeFile(join(made.path, 'preload.mjs'), preloadOf(folder, sources));
  // Another run may have been faster.
  await rename(made.path, folder).catch(made.remove);
  await rm(made.path, { recursive: true, force: true });
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

function commandPreloadOf(folder: string): string {
  return `import { registerHooks } from 'node:module';
const source = ${JSON.stringify(pathToFileURL(join(ROOT, COMMAND_LINE)).href)};
const bundled = ${JSON.stringify(pathToFileURL(join(folder, COMMANDS, 'command-line.mjs')).href)};
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url === source ? { url: bundled, format: 'module', shortCircuit: true } : found;
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
