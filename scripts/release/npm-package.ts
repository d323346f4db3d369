/**
 * The npm package: the built service with a `package.json` of its own, and the packages that it needs beside it, in the versions of package-lock.json.
 * They are in the archive (`bundleDependencies`): npm would choose versions of their dependencies anew, and npm 12 reads no lock file of a package.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, ROOT } from './checkout.ts';
import { setModes } from './file-modes.ts';
import { thirdPartyNotices } from './notices.ts';
import { installedDependencies, installedPackages } from './shipped.ts';

const FILES = ['bin', 'dist', 'LICENSE', 'NOTICE'];

/** The README of the sources is about a checkout. */
const TEXTS = {
  'README.md': 'scripts/release/npm-readme.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  'SECURITY.md': 'SECURITY.md',
};

/** Writes the files of the package into that folder. The project must have been built. */
export function stageNpmPackage(folder: string): void {
  if (!existsSync(join(ROOT, 'dist/server/main.mjs'))) throw new Error('there is no build: run "npm run build" first');
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  for (const [name, source] of Object.entries(TEXTS)) {
    writeFileSync(join(folder, name), withoutDeadLinks(readFileSync(join(ROOT, source), 'utf8')));
  }
  for (const { path } of installedPackages()) copyPackage(join(ROOT, path), join(folder, path));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** Makes the archive in the folder `target`, and returns its name. npm sets one time, owner and order for all files. */
export function packNpmPackage(folder: string, target: string): string {
  setModes(folder, (path) => path === join(folder, 'bin/watchbill.cjs'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], { cwd: folder });
  return `${project.name}-${project.version}.tgz`;
}

/** Links to files of the sources become text. */
function withoutDeadLinks(text: string): string {
  return text.replace(/!?\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');
}

/** Without packages inside it, which have their own line in the lock file if they are needed, and without what only its authors need. */
function copyPackage(from: string, to: string): void {
  const left = new Set(['node_modules', 'test', 'tests'].map((name) => join(from, name)));
  const isNeeded = (path: string) => !left.has(path) && !/(\/\.[^/]+|\.d\.[cm]?ts|\.map|\.md)$/i.test(path);
  cpSync(from, to, { recursive: true, filter: (path) => path === from || isNeeded(path) });
}

function manifest(): object {
  const dependencies = installedDependencies();
  const { name, version, description, license, optionalDependencies } = project;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { watchbill: 'bin/watchbill.cjs' },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies,
  };
}
