/** A fresh clone of the commit in another folder, with packages that were installed anew, gives the same bytes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../checkout.ts';
import { run, type Step } from './step.ts';

export const reproducible: Step = {
  name: 'reproducible',
  needs: { git: 'git', npm: 'npm', 'dpkg-deb': 'dpkg' },
  async run({ release, work }) {
    const clone = join(work, 'clone');
    run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
    run('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: clone });
    run('npm', ['run', '--silent', 'release'], { cwd: clone, env: { ...process.env, WATCHBILL_RELEASE_KEY: '' } });
    const sums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    assert.equal(sums(join(clone, 'release')), sums(release));
  },
};
