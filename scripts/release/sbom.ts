/** The bill of materials, in the format CycloneDX: every package that a release contains or installs, with its version and licence. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout.ts';
import { copiedPackages, packagesOfPages } from './shipped.ts';

const TOOL = 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js';

/** Needs the npm registry, for the tool. `work` is an empty folder for what is in between. */
export function writeSbom(file: string, work: string): void {
  const described = join(work, 'described');
  describeShipped(described);
  const tools = join(work, 'tools');
  cpSync(join(ROOT, 'scripts/release/tools'), tools, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts', '--omit=optional', '--silent'], { cwd: tools });
  const flags = [
    '--package-lock-only',
    '--omit',
    'dev',
    '--output-reproducible',
    '--validate',
    '--output-format',
    'JSON',
  ];
  execFileSync(process.execPath, [join(tools, TOOL), ...flags, '--output-file', file], { cwd: described });
}

/** A project whose dependencies are those of a release: its pages contain some of our development dependencies. */
function describeShipped(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const root of [manifest, lock.packages['']]) {
    for (const name of [...packagesOfPages(), ...copiedPackages()]) {
      root.dependencies[name] = root.devDependencies[name];
      delete root.devDependencies[name];
    }
  }
  for (const name of copiedPackages()) delete lock.packages[`node_modules/${name}`].dependencies;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}
