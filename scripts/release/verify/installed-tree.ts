/** What npm installs is what the bill of materials names. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { project } from '../checkout.ts';
import { installedPackages } from '../shipped.ts';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  /** Packages in its own folder `node_modules`. */
  readonly components?: readonly Component[];
}

/** `modules`: a folder `node_modules` in which npm has installed this version. */
export function checkInstalledTree(modules: string, release: string): void {
  const installed = packagesBelow(modules).filter((each) => each !== `${project.name}@${project.version}`);
  const [file = ''] = globSync('*.cdx.json', { cwd: release });
  const { components } = JSON.parse(readFileSync(join(release, file), 'utf8')) as { components: readonly Component[] };
  const named = new Set(components.flatMap(namesIn));
  assert.deepEqual(
    installed.filter((each) => !named.has(each)),
    [],
    `npm has installed what ${file} does not name`,
  );
  const platform = installed.filter((each) => /^node-(bin-)?(darwin|linux|win)-/.test(each));
  assert.equal(platform.length, 1, `Node for one platform, not ${platform}`);
  const expected = [...installedPackages().map(({ name, version }) => `${name}@${version}`), ...platform];
  assert.deepEqual(installed, expected.sort());
}

function namesIn({ group, name, version, components = [] }: Component): string[] {
  return [`${group === undefined ? '' : `${group}/`}${name}@${version}`, ...components.flatMap(namesIn)];
}

/** `name@version` of each, sorted. */
function packagesBelow(modules: string): string[] {
  return globSync('**/node_modules/{@*/,}*/package.json', { cwd: dirname(modules) })
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^@/][^/]*\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(dirname(modules), path), 'utf8')) as Component)
    .map(({ name, version }) => `${name}@${version}`)
    .sort();
}
