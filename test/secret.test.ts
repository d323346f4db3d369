/** The secret beside the database file: made once, by whoever is first, and for its owner's eyes only. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openSecret, sealed } from '../src/secret.ts';
import { run } from './support/servers/child-processes.ts';

const SECRET = 'a secret of thirty-two characters';

describe('the secret', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchbill-secret-'));
    path = join(folder, 'data', 'watchbill.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  function open(secret?: string, at = path): string {
    return openSecret({ secret, database: { kind: 'sqlite', path: at } })
      .export()
      .toString('utf8');
  }

  it('is the configured one, and then no file is made', async () => {
    assert.equal(open(SECRET), SECRET);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is else made beside the database, once, readable for its owner alone', async () => {
    const made = open();
    assert.match(made, /^[\w-]{43}$/);
    assert.equal(open(), made);
    assert.deepEqual(await readdir(join(folder, 'data')), ['watchbill.secret']);
    const file = join(folder, 'data', 'watchbill.secret');
    assert.equal(await readFile(file, 'utf8'), `${made}\n`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.notEqual(open(undefined, join(folder, 'data', 'demo.db')), made);
  });

  it('is the same for processes that start at the same time', async () => {
    const module = pathToFileURL(join(import.meta.dirname, '../src/secret.ts')).href;
    const script = `import { openSecret } from ${JSON.stringify(module)};
      const secret = openSecret({ secret: undefined, database: { kind: 'sqlite', path: ${JSON.stringify(path)} } });
      process.stdout.write(secret.export().toString('utf8'));`;
    const start = () => run(process.execPath, ['--input-type=module', '-e', script]);
    const secrets = (await Promise.all(Array.from({ length: 6 }, start))).map(({ stdout }) => stdout);
    assert.equal(new Set(secrets).size, 1);
    assert.equal(secrets[0], open());
    assert.deepEqual(await readdir(join(folder, 'data')), ['watchbill.secret']);
  });

  it('that was cut short is not taken', async () => {
    open();
    const file = join(folder, 'data', 'watchbill.secret');
    await writeFile(file, 'short\n');
    assert.throws(() => open(), { name: 'ConfigError', message: /watchbill\.secret holds fewer than 32 characters/ });
  });

  it('of a database in memory is not kept', async () => {
    assert.notEqual(open(undefined, ':memory:'), open(undefined, ':memory:'));
    assert.deepEqual(await readdir(folder), []);
  });

  it('seals the same text differently for each purpose, and for each secret', () => {
    const [one, other] = [SECRET, SECRET.toUpperCase()].map((secret) =>
      openSecret({ secret, database: { kind: 'postgres', url: 'postgres://localhost/none' } }),
    );
    assert.ok(one !== undefined && other !== undefined);
    const texts = [sealed(one, 'session', 'x'), sealed(one, 'link', 'x'), sealed(other, 'session', 'x')];
    assert.equal(new Set(texts).size, 3);
    assert.equal(sealed(one, 'session', 'x'), texts[0]);
  });
});
