/** The npm package: the built service with a `package.json` of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, ROOT } from './checkout.ts';
import { setModes } from './file-modes.ts';
import { thirdPartyNotices } from './notices.ts';
import { installedDependencies } from './shipped.ts';

const FILES = ['bin', 'dist', 'README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'SECURITY.md'];

/** Writes the files of the package into that folder. The project must have been built. */
export function stageNpmPackage(folder: string): void {
  if (!existsSync(join(ROOT, 'dist/server/main.mjs'))) throw new Error('there is no build: run "npm run build" first');
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** Makes the archive in the folder `target`, and returns its name. npm sets one time, owner and order for all files. */
export function packNpmPackage(folder: string, target: string): string {
  setModes(folder, (path) => path.endsWith('.cjs'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], { cwd: folder });
  return `${project.name}-${project.version}.tgz`;
}

function manifest(): object {
  const { name, version, description, license, optionalDependencies } = project;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { watchbill: 'bin/watchbill.cjs' },
    dependencies: installedDependencies(),
    optionalDependencies,
  };
}
