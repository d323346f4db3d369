/** SHA256SUMS of all files of a release, as `sha256sum --check` reads it, and its signature. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from './checkout.ts';
import { minisignature, type SecretKey } from './minisign.ts';

export function writeSums(folder: string): void {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** The same bytes every time: the comment has no time of day. */
export function signSums(folder: string, key: SecretKey): void {
  const sums = join(folder, 'SHA256SUMS');
  const comment = `watchbill ${project.version} SHA256SUMS`;
  writeFileSync(`${sums}.minisig`, minisignature(key, readFileSync(sums), comment));
}
