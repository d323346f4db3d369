/** Debian's own checks of the packages, and systemd's of the unit; and the package that is only unpacked, as deploy/github/oncall.yaml does it. */
import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { project, ROOT } from '../checkout.ts';
import { ARCHITECTURE, run, type Step } from './step.ts';

/** systemd's measure, from 0 (best) to 100. What remains is mostly access to the network, and memory that is written and then executed. */
const MOST_EXPOSED = 15;

/** This version of lintian knows xz only. dpkg has read zstd since Debian 12. */
const UNKNOWN_HERE = 'malformed-deb-archive';

export const debianPackage: Step = {
  name: 'debian-package',
  needs: { 'dpkg-deb': 'dpkg', lintian: 'lintian', 'systemd-analyze': 'systemd' },
  async run({ release, work }) {
    const packages = globSync('*.deb', { cwd: release });
    if (packages.length !== 2)
      throw new Error(`there are ${packages.length} packages, not one for amd64 and one for arm64`);
    for (const name of packages) console.log(`  ${name}: ${(statSync(join(release, name)).size / 1e6).toFixed(1)} MB`);
    const flags = ['--fail-on', 'error,warning', '--allow-root', '--suppress-tags', UNKNOWN_HERE];
    run('lintian', [...flags, ...packages], { cwd: release });
    const unit = join(ROOT, 'deploy/systemd/watchbill.service');
    run('systemd-analyze', ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', unit]);
    const [own = ''] = globSync(`*_${ARCHITECTURE}.deb`, { cwd: release });
    run('dpkg-deb', ['--extract', join(release, own), work]);
    const app = join(work, 'usr/lib/watchbill');
    assert.equal(
      run(join(app, 'node'), [join(app, 'bin/watchbill.mjs'), '--version'], { cwd: work }).trim(),
      project.version,
    );
  },
};
