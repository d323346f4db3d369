/** The packages of package-lock.json, and which of them others need. */
import { readFileSync } from 'node:fs';
import { ROOT } from './checkout.ts';

interface Entry {
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly os?: string | readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** Its folder, relative to the project: `node_modules/pg`. */
  readonly path: string;
}

const lock = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8')) as {
  packages: Readonly<Record<string, Entry>>;
};

/** These packages and all that they need, sorted by path. Packages for other platforms than this are left out. */
export function closureOf(names: Iterable<string>): Package[] {
  const found = new Set<string>();
  const waiting = [...names].map((name) => getPath(name, ''));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entryAt(path);
    const peers = Object.keys({ ...peerDependencies }).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies }), ...peers]) waiting.push(getPath(name, path));
    for (const name of Object.keys({ ...optionalDependencies })) {
      const needed = findPath(name, path);
      if (needed !== undefined && entryAt(needed).os === undefined) waiting.push(needed);
    }
  }
  return [...found].sort().map(packageAt);
}

export function packageNamed(name: string): Package {
  return packageAt(getPath(name, ''));
}

export function versionOf(name: string): string {
  return entryAt(getPath(name, '')).version;
}

/** The hash of a package's archive, as the registry names it. */
export function integrityOf(name: string): string {
  const { integrity } = entryAt(getPath(name, ''));
  if (integrity === undefined) throw new Error(`package-lock.json has no hash of ${name}`);
  return integrity;
}

function packageAt(path: string): Package {
  const {
    name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    license,
  } = entryAt(path);
  return { name, version, license, path };
}

function entryAt(path: string): Entry {
  return lock.packages[path] as Entry;
}

function getPath(name: string, from: string): string {
  const path = findPath(name, from);
  if (path === undefined) throw new Error(`package-lock.json has no ${name}, which ${from || 'a release'} needs`);
  return path;
}

/** As Node looks for it: in the folder of the package itself, then further up. */
function findPath(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}
