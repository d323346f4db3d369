/** Which packages are in a release: bundled into the service or into its pages, copied or installed beside them. */
import { globSync, readFileSync } from 'node:fs';
import { AS_INSTALLED, COPIED_FILES, READ_AS_FILES } from '../as-installed.ts';
import { project, ROOT } from './checkout.ts';
import { closureOf, type Package, packageNamed, versionOf } from './packages.ts';

const IMPORT = /(?:from |import |import\(|@import )['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)/g;

/** By name, in the version that was tested. */
export function installedDependencies(): Record<string, string> {
  return Object.fromEntries([...AS_INSTALLED, ...READ_AS_FILES].sort().map((name) => [name, versionOf(name)]));
}

/** What is installed beside the bundles. */
export function installedPackages(): Package[] {
  return closureOf(Object.keys(installedDependencies()));
}

export function shippedPackages(): Package[] {
  const packages = closureOf([...Object.keys(project.dependencies), ...packagesOfPages()]);
  return [...packages, ...copiedPackages().map(packageNamed)].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of which a release has some files, and nothing that they depend on. */
export function copiedPackages(): string[] {
  return Object.keys(COPIED_FILES);
}

/** Imported by the web application. They are development dependencies, since the server loads none of them. */
export function packagesOfPages(): string[] {
  const files = globSync('web/**/*.{ts,tsx,css}', {
    cwd: ROOT,
    exclude: ['web/vite.config.ts', 'web/api/schema.d.ts'],
  });
  const names = files.flatMap((file) =>
    [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(IMPORT)].map(([, name]) => name as string),
  );
  const { devDependencies } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  return [...new Set(names)].filter((name) => name in devDependencies).sort();
}
