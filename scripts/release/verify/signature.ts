/** SHA256SUMS is right, and minisign accepts signatures that `npm run release` makes; here with a key of its own. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretKeyIn } from '../minisign.ts';
import { signSums } from '../sums.ts';
import { run, type Step } from './step.ts';

export const signature: Step = {
  name: 'signature',
  needs: { minisign: 'minisign', sha256sum: 'coreutils' },
  async run({ release, work }) {
    run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: release });
    const sums = join(work, 'SHA256SUMS');
    cpSync(join(release, 'SHA256SUMS'), sums);
    run('minisign', ['-G', '-W', '-p', 'watchbill.pub', '-s', 'watchbill.key'], { cwd: work });
    signSums(work, secretKeyIn(readFileSync(join(work, 'watchbill.key'), 'utf8')));
    const verify = ['-V', '-p', 'watchbill.pub', '-m', 'SHA256SUMS'];
    assert.match(run('minisign', verify, { cwd: work }), /Signature and comment signature verified/);
    writeFileSync(sums, 'changed');
    assert.throws(() => run('minisign', verify, { cwd: work }));
  },
};
