/** The secret beside the database file: created once, by the first process, and readable by its owner only. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { encryptionFor, openSecret, type Secret, sealed, sealedByEach } from '../../src/secrets/installation-secret.ts';
import { run } from '../support/servers/child-processes.ts';

const SECRET = 'a secret of thirty-two characters';
const OTHER = SECRET.toUpperCase();

function openTexts(current: string, ...former: string[]): Secret {
  const database = { kind: 'postgres', url: 'postgres://localhost/none' } as const;
  return openSecret({ secret: [current, ...former], database });
}

describe('the secret', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchbill-secret-'));
    path = join(folder, 'data', 'watchbill.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  function open(secret?: string, at = path): string {
    const [current] = openSecret({
      secret: secret === undefined ? undefined : [secret],
      database: { kind: 'sqlite', path: at },
    });
    return current.export().toString('utf8');
  }

  it('is the configured one, and then no file is created', async () => {
    assert.equal(open(SECRET), SECRET);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is otherwise created beside the database, once, readable only by its owner', async () => {
    const made = open();
    assert.match(made, /^[\w-]{43}$/);
    assert.equal(open(), made);
    assert.deepEqual(await readdir(join(folder, 'data')), ['watchbill.secret']);
    const file = join(folder, 'data', 'watchbill.secret');
    assert.equal(await readFile(file, 'utf8'), `${made}\n`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.notEqual(open(undefined, join(folder, 'data', 'demo.db')), made);
  });

  it('is the same for processes that start concurrently', async () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../src/secrets/installation-secret.ts')).href;
    const script = `import { openSecret } from ${JSON.stringify(module)};
      const [secret] = openSecret({ secret: undefined, database: { kind: 'sqlite', path: ${JSON.stringify(path)} } });
      process.stdout.write(secret.export().toString('utf8'));`;
    const start = () => run(process.execPath, ['--input-type=module', '-e', script]);
    const secrets = (await Promise.all(Array.from({ length: 6 }, start))).map(({ stdout }) => stdout);
    assert.equal(new Set(secrets).size, 1);
    assert.equal(secrets[0], open());
    assert.deepEqual(await readdir(join(folder, 'data')), ['watchbill.secret']);
  });

  it('is refused if its file was truncated', async () => {
    open();
    const file = join(folder, 'data', 'watchbill.secret');
    await writeFile(file, 'short\n');
    assert.throws(() => open(), { name: 'ConfigError', message: /watchbill\.secret holds fewer than 32 characters/ });
  });

  it('of an in-memory database is not stored', async () => {
    assert.notEqual(open(undefined, ':memory:'), open(undefined, ':memory:'));
    assert.deepEqual(await readdir(folder), []);
  });

  it('signs the same text differently for each purpose, and for each secret', () => {
    const [one, other] = [openTexts(SECRET), openTexts(OTHER)];
    const texts = [sealed(one, 'session', 'x'), sealed(one, 'link', 'x'), sealed(other, 'session', 'x')];
    assert.equal(new Set(texts).size, 3);
    assert.equal(sealed(one, 'session', 'x'), texts[0]);
  });

  it('of several, the first signs, and all verify', () => {
    const both = openTexts(OTHER, SECRET);
    const [byOther, bySecret] = [openTexts(OTHER), openTexts(SECRET)].map((one) => sealed(one, 'session', 'x'));
    assert.equal(sealed(both, 'session', 'x'), byOther);
    assert.deepEqual(sealedByEach(both, 'session', 'x'), [byOther, bySecret]);
  });

  it('of several, the first encrypts, and all decrypt', () => {
    const [one, other] = [openTexts(SECRET), openTexts(OTHER)].map((secret) => encryptionFor(secret, 'test'));
    const both = encryptionFor(openTexts(OTHER, SECRET), 'test');
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(both.decrypt(one.encrypt('früher')), 'früher');
    assert.equal(other.decrypt(both.encrypt('jetzt')), 'jetzt');
    assert.equal(one.decrypt(both.encrypt('jetzt')), undefined);
    assert.equal(encryptionFor(openTexts(OTHER), 'another purpose').decrypt(both.encrypt('x')), undefined);
    const encrypted = both.encrypt('whole');
    const otherFirst = encrypted.startsWith('A') ? 'B' : 'A';
    for (const broken of ['', 'x', encrypted.slice(0, -2), otherFirst + encrypted.slice(1)]) {
      assert.equal(both.decrypt(broken), undefined, broken);
    }
  });
});
