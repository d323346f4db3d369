/** Another clone of the commit gives the same bytes, although somebody has edited its packages. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../checkout.ts';
import { run, type Step } from './step.ts';

export const reproducible: Step = {
  name: 'reproducible',
  needs: { git: 'git', npm: 'npm', 'dpkg-deb': 'dpkg' },
  async run({ release, work }) {
    const clone = join(work, 'clone');
    run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
    const edited = join(clone, 'node_modules/fastify');
    mkdirSync(edited, { recursive: true });
    writeFileSync(
      join(edited, 'package.json'),
      JSON.stringify({ name: 'fastify', version: '5.0.0', main: 'fastify.js' }),
    );
    writeFileSync(join(edited, 'fastify.js'), 'throw new Error("not what package-lock.json names")');
    run(process.execPath, ['scripts/release/run.ts'], {
      cwd: clone,
      env: { ...process.env, WATCHBILL_RELEASE_KEY: '' },
    });
    const sums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    assert.equal(sums(join(clone, 'release')), sums(release));
  },
};
