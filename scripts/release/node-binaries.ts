/** Node for each platform: from the package that npm installs there, and with the hash that package-lock.json names. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './checkout.ts';
import { integrityOf } from './packages.ts';

/** Gets the package from the npm registry, and returns its folder below `work`. */
export function nodeFor(platform: 'linux-x64' | 'linux-arm64', work: string): string {
  const name = `node-${platform}`;
  const version = project.optionalDependencies[name];
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', work, `${name}@${version}`], { cwd: work });
  const archive = join(work, `${name}-${version}.tgz`);
  const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (hash !== integrityOf(name))
    throw new Error(`${name}@${version} has the hash ${hash}, not that of package-lock.json`);
  execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--strip-components=1', '--directory', folder]);
  return folder;
}
