/** The sources of the commit. They have the Dockerfile: this archive is the build context of the container image. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { project, ROOT } from './checkout.ts';

export function writeSources(target: string): void {
  const name = `${project.name}-${project.version}`;
  const tar = execFileSync('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'], {
    cwd: ROOT,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  writeFileSync(join(target, `${name}-source.tar.gz`), gzipSync(tar, { level: 9 }));
}
