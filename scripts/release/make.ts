/**
 * Makes the files of a release in a folder: `node scripts/release/make.ts FOLDER [--without-deb]`. `npm run release` runs it in a clone of its own; it
 * trusts the build and the packages that are there.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitSeconds, project } from './checkout.ts';
import { writeDebianPackage } from './debian.ts';
import { packNpmPackage, stageNpmPackage } from './npm-package.ts';
import { writeSbom } from './sbom.ts';
import { writeSources } from './source.ts';
import { writeSums } from './sums.ts';

const [target = '', ...options] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'watchbill-make-'));
try {
  const staged = join(work, 'package');
  stageNpmPackage(staged);
  packNpmPackage(staged, target);
  copyFileSync(join(staged, 'THIRD-PARTY-NOTICES.txt'), join(target, 'THIRD-PARTY-NOTICES.txt'));
  writeSources(target);
  writeSbom(join(target, `${project.name}-${project.version}.cdx.json`), join(work, 'sbom'));
  for (const architecture of options.includes('--without-deb') ? [] : (['amd64', 'arm64'] as const)) {
    writeDebianPackage({ architecture, app: staged, seconds: commitSeconds(), target, work });
  }
  writeSums(target);
} finally {
  rmSync(work, { recursive: true });
}
