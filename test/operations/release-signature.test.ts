/** Signatures of a release, with a key of the tests. `npm run release:verify` has minisign itself check them. */
import assert from 'node:assert/strict';
import { createHash, type createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { minisignature, secretKeyIn } from '../../scripts/release/minisign.ts';
import { signSums, writeSums } from '../../scripts/release/sums.ts';

const ID = Buffer.from('0123456789abcdef', 'hex');

/** A key file as `minisign -G -W` writes it, and the public key. */
function newKey(passwordAlgorithm = '\0\0') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const header = Buffer.concat([Buffer.from(`Ed${passwordAlgorithm}B2`, 'latin1'), Buffer.alloc(48)]);
  const checksum = createHash('blake2b512').update('').digest().subarray(0, 32);
  const bytes = Buffer.concat([header, ID, seed, point, checksum]);
  return { file: `untrusted comment: secret key\n${bytes.toString('base64')}\n`, publicKey };
}

function isValid(signature: string, content: Buffer, publicKey: ReturnType<typeof createPublicKey>): boolean {
  const [, first = '', comment = '', global = ''] = signature.split('\n');
  const bytes = Buffer.from(first, 'base64');
  const own = bytes.subarray(10);
  assert.deepEqual([bytes.toString('latin1', 0, 2), bytes.subarray(2, 10)], ['ED', ID]);
  const said = Buffer.from(comment.replace('trusted comment: ', ''));
  return (
    verify(null, createHash('blake2b512').update(content).digest(), publicKey, own) &&
    verify(null, Buffer.concat([own, said]), publicKey, Buffer.from(global, 'base64'))
  );
}

describe('[REL-1] the signature of a release', () => {
  it('is valid for the signed bytes and the signed comment only', () => {
    const { file, publicKey } = newKey();
    const content = Buffer.from('sums');
    const signature = minisignature(secretKeyIn(file), content, 'watchbill 1');
    assert.ok(isValid(signature, content, publicKey));
    assert.ok(!isValid(signature, Buffer.from('other'), publicKey));
    assert.ok(!isValid(signature.replace('watchbill 1', 'watchbill 2'), content, publicKey));
    assert.equal(minisignature(secretKeyIn(file), content, 'watchbill 1'), signature);
  });

  it('covers the sums of all files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watchbill-sums-'));
    const { file, publicKey } = newKey();
    await writeFile(join(folder, 'b.txt'), 'b');
    await writeFile(join(folder, 'a.txt'), 'a');
    writeSums(folder);
    const sums = await readFile(join(folder, 'SHA256SUMS'));
    assert.match(sums.toString(), /^[0-9a-f]{64} {2}a\.txt\n[0-9a-f]{64} {2}b\.txt\n$/);
    signSums(folder, secretKeyIn(file));
    assert.ok(isValid(await readFile(join(folder, 'SHA256SUMS.minisig'), 'utf8'), sums, publicKey));
    await rm(folder, { recursive: true });
  });

  it('is refused with a key that has a password, or with another file', () => {
    assert.throws(() => secretKeyIn(newKey('Sc').file), /the key has a password: sign with "minisign -Sm/);
    assert.throws(() => secretKeyIn('no\nkey\n'), /not a secret key of minisign/);
  });
});
