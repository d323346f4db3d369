/**
 * `npm run release`: makes everything that is published, in release/, from a clean checkout. The same commit gives the same bytes.
 *
 *   npm run release
 *   WATCHBILL_RELEASE_KEY=watchbill.key npm run release    signs SHA256SUMS with this key of minisign
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commit, commitSeconds, project, ROOT, uncommitted } from './checkout.ts';
import { hasDebianTools, writeDebianPackage } from './debian.ts';
import { packNpmPackage, stageNpmPackage } from './npm-package.ts';
import { writeSbom } from './sbom.ts';
import { writeSources } from './source.ts';
import { signSums, writeSums } from './sums.ts';

const changes = uncommitted();
if (changes !== '') {
  console.error(`A release is made from a clean checkout. These files are not committed:\n${changes}`);
  process.exitCode = 1;
} else {
  release(join(ROOT, 'release'));
}

function release(target: string): void {
  const work = mkdtempSync(join(tmpdir(), 'watchbill-release-'));
  try {
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    console.log(`Watchbill ${project.version}, commit ${commit()}`);
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });

    const staged = join(work, 'package');
    stageNpmPackage(staged);
    packNpmPackage(staged, target);
    copyFileSync(join(staged, 'THIRD-PARTY-NOTICES.txt'), join(target, 'THIRD-PARTY-NOTICES.txt'));
    writeSources(target);
    writeSbom(join(target, `${project.name}-${project.version}.cdx.json`), join(work, 'sbom'));
    if (hasDebianTools()) {
      for (const architecture of ['amd64', 'arm64'] as const) {
        writeDebianPackage({ architecture, app: staged, seconds: commitSeconds(), target, work });
      }
    } else {
      console.warn('No .deb was made: there is no dpkg-deb on this machine.');
    }
    finish(target);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function finish(target: string): void {
  writeSums(target);
  const { WATCHBILL_RELEASE_KEY: key } = process.env;
  if (key === undefined || key === '') {
    console.warn('SHA256SUMS is not signed: WATCHBILL_RELEASE_KEY names no key.');
  } else {
    signSums(target, key);
  }
  console.log(`The release is in ${target}`);
}
