/**
 * The secret of an installation, and its earlier secrets. Tokens of sessions and sign-in links are stored only as an HMAC (`sealed`): a copy of the
 * database without the secret can neither be used nor extended. The first secret signs and encrypts; all of them verify and decrypt, so that a secret
 * can be replaced while nodes run.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { linkSync, writeFileSync } from 'node:fs';
import { dirname, format, parse } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { removeDraft } from '../process/drafts.ts';
import { makeFolder } from '../process/folders.ts';
import { readTextFile } from '../text/text-file.ts';

const GENERATED_BYTES = 32;

/** The same minimum as for WATCHBILL_SECRET. */
const MIN_CHARACTERS = 32;

const MAX_FILE_BYTES = 64 * 1024;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const SECRET_ID_LENGTH = 16;

export type Secret = readonly [current: KeyObject, ...former: KeyObject[]];

/** A database in memory needs no stored secret. */
const IN_MEMORY = /^$|^:memory:$/;

/** The configured secret, or else the one in the file beside the SQLite database, which the first process creates. */
export function openSecret({ secret, database }: Pick<Config, 'secret' | 'database'>): Secret {
  if (secret !== undefined) {
    const [current, ...former] = secret;
    return [createSecretKey(current, 'utf8'), ...former.map((text) => createSecretKey(text, 'utf8'))];
  }
  if (database.kind !== 'sqlite') throw new ConfigError('WATCHBILL_SECRET is not set');
  if (IN_MEMORY.test(database.path)) return [createSecretKey(randomBytes(GENERATED_BYTES))];
  return [createSecretKey(readOrMake(besideDatabase(database.path)), 'utf8')];
}

/** Different for each purpose: a token for one purpose is useless for another. */
export function sealed([current]: Secret, purpose: string, text: string): string {
  return sealedWith(current, purpose, text);
}

/** The HMAC with each of the secrets, the current one first: the stored one may be from any of them. */
export function sealedByEach(secret: Secret, purpose: string, text: string): string[] {
  return secret.map((key) => sealedWith(key, purpose, text));
}

function sealedWith(key: KeyObject, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
}

/** Identifies the secrets without revealing them: for the rows that each of them encrypted. */
export function secretIds(secret: Secret): [current: string, ...former: string[]] {
  const [current, ...former] = sealedByEach(secret, 'secret id', '').map((id) => id.slice(0, SECRET_ID_LENGTH));
  return [current as string, ...former];
}

export interface Encryption {
  encrypt(text: string): string;
  /** Undefined for text that was not encrypted with one of the secrets for this purpose. */
  decrypt(encrypted: string): string | undefined;
  /** Encrypted again with the current secret; undefined if it is already, or if it cannot be decrypted. */
  renew(encrypted: string): string | undefined;
}

export function encryptionFor(secret: Secret, purpose: string): Encryption {
  const [first, ...former] = secret.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)));
  const current = first as Buffer;
  return {
    encrypt: (text) => encryptWith(current, text),
    decrypt: (encrypted) => decryptWithOneOf([current, ...former], encrypted),
    renew(encrypted) {
      if (decryptWith(current, encrypted) !== undefined) return undefined;
      const text = decryptWithOneOf(former, encrypted);
      return text === undefined ? undefined : encryptWith(current, text);
    },
  };
}

function decryptWithOneOf(keys: readonly Buffer[], encrypted: string): string | undefined {
  for (const key of keys) {
    const text = decryptWith(key, encrypted);
    if (text !== undefined) return text;
  }
  return undefined;
}

function encryptWith(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

function decryptWith(key: Buffer, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function besideDatabase(path: string): string {
  const { dir, name } = parse(path);
  return format({ dir, name, ext: '.secret' });
}

function readOrMake(path: string): string {
  try {
    return read(path);
  } catch (error) {
    if (!isCoded(error, 'ENOENT')) throw error;
  }
  make(path);
  return read(path);
}

function read(path: string): string {
  const secret = readTextFile(path, MAX_FILE_BYTES).trim();
  if (secret.length >= MIN_CHARACTERS) return secret;
  throw new ConfigError(
    `${path} holds fewer than ${MIN_CHARACTERS} characters; put the secret back, or delete the file: everybody then has to sign in again`,
  );
}

/** Written under another name first: of several processes that start at once, one renames its file, and all read that one. */
function make(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  makeFolder(dirname(path));
  try {
    writeFileSync(draft, `${randomBytes(GENERATED_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (!isCoded(error, 'EEXIST')) throw error;
  } finally {
    removeDraft(draft);
  }
}

function isCoded(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
