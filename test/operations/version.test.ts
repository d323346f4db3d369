/** The version is the same everywhere, as in package.json. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { newApiKey } from '../../src/secrets/api-key-format.ts';
import { cleanUp } from '../support/servers/clean-up.ts';
import { createSqlite, type TestDatabase } from '../support/servers/databases.ts';
import { follow, killed, type ServerProcess, startCommand, startServer } from '../support/servers/server-process.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the version', () => {
  let place: TestDatabase;
  let server: ServerProcess;
  let version: string;

  before(async () => {
    version = JSON.parse(await read('package.json')).version;
    place = await createSqlite();
    server = await startServer(place.config, newApiKey());
  });
  after(() => cleanUp(() => killed(server), place.remove));

  async function ask(path: string): Promise<{ version?: string; info?: { version: string } }> {
    return (await fetch(`${server.address}${path}`)).json() as Promise<object>;
  }

  it('is the same in /healthz, in the reference below /docs and on the command line', async () => {
    const command = follow(startCommand(place.config, ['--version']));
    assert.equal(await command.said('.'), version);
    assert.deepEqual(await command.exited, [0, null]);
    assert.equal((await ask('/healthz')).version, version);
    assert.equal((await ask('/openapi.json')).info?.version, version);
  });

  it('is the same in the changelog, the lock file, the generated reference and the manifests', async () => {
    const [, newest] = /^## \[(.+?)\]/m.exec(await read('CHANGELOG.md')) ?? [];
    assert.equal(newest, version);
    assert.equal(JSON.parse(await read('package-lock.json')).version, version);
    assert.equal(JSON.parse(await read('docs/openapi.json')).info.version, version);
    const [, tag] = /^ +newTag: (\S+)$/m.exec(await read('deploy/kubernetes/kustomization.yaml')) ?? [];
    assert.equal(tag, version);
  });

  it('is printed without a database', async () => {
    const nowhere = { kind: 'postgres', url: 'postgres://localhost:1/none' } as const;
    const command = follow(startCommand(nowhere, ['--version'], { DATABASE_URL: 'not an address' }));
    assert.equal(await command.said('.'), version);
  });
});
