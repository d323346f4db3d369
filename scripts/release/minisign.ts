/**
 * Signatures in the format of minisign (https://jedisct1.github.io/minisign/): Ed25519 over the BLAKE2b hash of a file, and over that signature with a
 * comment. Reads keys without a password, as `minisign -G -W` makes them.
 */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

const KEY_ALGORITHM = 'Ed';
const HASHED_ALGORITHM = 'ED';
/** What Ed25519 keys in PKCS #8 begin with. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Algorithms of key, password and checksum; salt and limits of the password. */
const SECRET_HEADER_BYTES = 2 + 2 + 2 + 32 + 8 + 8;
const SECRET_KEY_BYTES = SECRET_HEADER_BYTES + 8 + 32 + 32 + 32;

export interface SecretKey {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** `comment` is signed too. */
export function minisignature({ id, key }: SecretKey, content: Buffer, comment: string): string {
  const signature = sign(null, createHash('blake2b512').update(content).digest(), key);
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([Buffer.from(HASHED_ALGORITHM), id, signature]);
  return [
    'untrusted comment: signature of Watchbill',
    first.toString('base64'),
    `trusted comment: ${comment}`,
    global.toString('base64'),
    '',
  ].join('\n');
}

/** Throws a sentence without its stop if the text is not that of such a key. */
export function secretKeyIn(keyFile: string): SecretKey {
  const bytes = Buffer.from(keyFile.split('\n')[1] ?? '', 'base64');
  if (bytes.length !== SECRET_KEY_BYTES || bytes.toString('latin1', 0, 2) !== KEY_ALGORITHM) {
    throw new Error('the key is not a secret key of minisign');
  }
  if (bytes.readUInt16LE(2) !== 0) {
    throw new Error('the key has a password: sign with "minisign -Sm release/SHA256SUMS" after "npm run release"');
  }
  const id = bytes.subarray(SECRET_HEADER_BYTES, SECRET_HEADER_BYTES + 8);
  const seed = bytes.subarray(SECRET_HEADER_BYTES + 8, SECRET_HEADER_BYTES + 40);
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  return { id, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
}
