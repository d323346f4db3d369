/** [REL-1] `npm run release` says what is missing before it makes anything. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../scripts/release/checkout.ts';
import { createFolder, run } from '../support/servers/child-processes.ts';

describe('[REL-1] a release that cannot be made', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;

  before(async () => {
    folder = await createFolder('watchbill-release-start-');
    await mkdir(join(folder.path, 'tools'));
    for (const tool of ['git', 'npm', 'tar']) {
      const path = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
      await symlink(path, join(folder.path, 'tools', tool));
    }
  });
  after(() => folder.remove());

  /** What it says; without `dpkg-deb`. Changes that are not committed yet are another reason. */
  async function refusal(options: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
    const words = [join(ROOT, 'scripts/release/run.ts'), ...options];
    const given = { PATH: join(folder.path, 'tools'), ...env };
    const error = await run(process.execPath, words, { env: given }).then(
      () => assert.fail('it has made a release'),
      (thrown: { code: number; stdout: string; stderr: string }) => thrown,
    );
    assert.deepEqual([error.code, error.stdout], [1, '']);
    assert.doesNotMatch(error.stderr, /^\s+at /m);
    const own = /^(A release needs|WATCHBILL_RELEASE_KEY is|There is no option) .*\n/gm;
    return (error.stderr.match(own) ?? []).join('');
  }

  it('names the tool, its package and the option to do without', async () => {
    assert.equal(
      await refusal([]),
      'A release needs dpkg-deb, which is not on this machine (in Debian, it is in the package dpkg); ' +
        'or make no .deb: npm run release -- --without-deb.\n',
    );
  });

  it('says in one sentence what is wrong with the key', async () => {
    const path = join(folder.path, 'watchbill.key');
    const refused = () => refusal(['--without-deb'], { WATCHBILL_RELEASE_KEY: path });
    assert.equal(
      await refused(),
      `WATCHBILL_RELEASE_KEY is "${path}": ENOENT: no such file or directory, open '${path}'.\n`,
    );
    await writeFile(path, 'untrusted comment: minisign public key\nRWQ=\n');
    assert.equal(await refused(), `WATCHBILL_RELEASE_KEY is "${path}": the key is not a secret key of minisign.\n`);
  });

  it('refuses an option that does not exist', async () => {
    assert.match(
      await refusal(['--no-deb', '--without-deb']),
      /^There is no option "--no-deb"; there is --without-deb\.\n$/,
    );
  });
});
