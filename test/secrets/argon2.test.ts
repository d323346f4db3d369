import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DUMMY_HASH, hashPassword, isPasswordOf, isUpToDate } from '../../src/secrets/argon2.ts';

const PASSWORD = 'correct horse battery staple';

/** Hash of `password` with the salt `somesalt`, from the tests of the reference implementation, https://github.com/P-H-C/phc-winner-argon2 */
const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

describe('passwords with Argon2id', () => {
  it('are verified like the reference implementation does', async () => {
    assert.equal(await isPasswordOf(REFERENCE, 'password'), true);
    assert.equal(await isPasswordOf(REFERENCE, 'passwore'), false);
  });

  it('are stored with 19 MiB, two passes, and a separate salt', async () => {
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.notEqual(one, other);
    assert.deepEqual([await isPasswordOf(one, PASSWORD), await isPasswordOf(one, `${PASSWORD} `)], [true, false]);
  });

  it('show whether they use the current parameters', async () => {
    const today = await hashPassword(PASSWORD);
    assert.deepEqual([isUpToDate(today), isUpToDate(DUMMY_HASH)], [true, true]);
    for (const older of [REFERENCE, today.replace('t=2', 't=1'), today.replace('m=19456', 'm=9728')]) {
      assert.equal(isUpToDate(older), false, older);
    }
  });

  it('that match nothing take as long to verify', async () => {
    assert.equal(await isPasswordOf(DUMMY_HASH, PASSWORD), false);
    assert.match(DUMMY_HASH, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('in another stored form are an error, not a wrong password', async () => {
    await assert.rejects(isPasswordOf('$2b$10$abcdefghijklmnopqrstuu', PASSWORD), /is not a PHC string of Argon2id/);
  });
});
