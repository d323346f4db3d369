/** The compile cache, with real processes: anyone who can write to it could run code as the service. */
import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createFolder, run } from '../support/servers/child-processes.ts';
import { createInstallation, type Installation } from '../support/servers/installation.ts';
import { unprivilegedOwner } from '../support/servers/unprivileged.ts';

describe('compiled code', () => {
  let installation: Installation;
  let shared: { path: string; remove(): Promise<void> };
  let cache: string;

  beforeEach(async () => {
    installation = await createInstallation(['src', 'package.json']);
    shared = await createFolder('watchbill-shared-');
    cache = join(installation.path, 'node_modules/.cache/watchbill');
  });
  afterEach(async () => {
    await installation.remove();
    await shared.remove();
  });

  /** With its own folder for temporary files. */
  async function runCommand(): Promise<void> {
    const { path } = installation;
    const env = { TMPDIR: shared.path, DATABASE_URL: `sqlite:${join(path, 'data/watchbill.db')}` };
    await run(process.execPath, [join(path, 'src/main.ts'), 'migrate'], { env });
  }

  it('is stored in the installation, readable only by its owner, and not among temporary files', async () => {
    await runCommand();
    assert.equal((await stat(cache)).mode & 0o777, 0o700);
    assert.notDeepEqual(await readdir(cache), []);
    assert.deepEqual(await readdir(shared.path), []);
  });

  it('is not stored in a folder that others can write', async () => {
    await mkdir(cache, { recursive: true });
    await chmod(cache, 0o777);
    await runCommand();
    assert.deepEqual(await readdir(cache), []);
  });

  it('is not stored in a folder that another user created', async () => {
    const owner = await unprivilegedOwner();
    await mkdir(cache, { recursive: true, mode: 0o700 });
    if (owner !== undefined) await chown(cache, owner.uid, owner.gid);
    else await chmod(cache, 0o707);
    await runCommand();
    assert.deepEqual(await readdir(cache), []);
  });

  it('is not stored behind a link', async () => {
    await mkdir(dirname(cache));
    await symlink(shared.path, cache);
    await runCommand();
    assert.deepEqual(await readdir(shared.path), []);
  });
});
