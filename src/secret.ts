/**
 * The secret of an installation. What stands for a person's way in (a session, a sign-in link) is stored only as it comes out
 * of `sealed`: whoever copies the database without the secret can neither use it nor add to it.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, format, parse } from 'node:path';
import { type Config, ConfigError } from './config.ts';

const GENERATED_BYTES = 32;

/** What WATCHBILL_SECRET must have, too. */
const LEAST_CHARACTERS = 32;

/** A database that is gone with its process needs no secret that outlives it. */
const IN_MEMORY = /^$|^:memory:$/;

/** The configured one; else the one in the file beside the SQLite database, which the first to start makes. */
export function openSecret({ secret, database }: Pick<Config, 'secret' | 'database'>): KeyObject {
  if (secret !== undefined) return createSecretKey(secret, 'utf8');
  if (database.kind !== 'sqlite') throw new ConfigError('WATCHBILL_SECRET is not set');
  if (IN_MEMORY.test(database.path)) return createSecretKey(randomBytes(GENERATED_BYTES));
  return createSecretKey(readOrMake(besideDatabase(database.path)), 'utf8');
}

/** Different for each purpose: a token for one thing does not open another. */
export function sealed(secret: KeyObject, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url');
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
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length >= LEAST_CHARACTERS) return secret;
  throw new ConfigError(
    `${path} holds fewer than ${LEAST_CHARACTERS} characters; put the secret back, or delete the file: everybody then has to sign in again`,
  );
}

/** Complete under another name first: of several processes that start at once, one gives its file the name, and all read that. */
function make(path: string): void {
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, `${randomBytes(GENERATED_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isCoded(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}

function isCoded(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
