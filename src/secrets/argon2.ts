/**
 * Password hashes: Argon2id as a PHC string, which contains its parameters, so that hashes with other parameters can still be verified.
 * https://github.com/P-H-C/phc-string-format
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** The recommendation of OWASP: 19 MiB, two passes. Too short for a person to notice. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const TODAY: Parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM };

/** Matches no password, and takes as long to check as a real hash: so a response does not reveal whether a user exists. */
export const DUMMY_HASH = written(TODAY, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(TODAY, salt, await derive(password, TODAY, salt, TAG_BYTES));
}

export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const { parameters, salt, tag } = read(hash);
  return timingSafeEqual(await derive(password, parameters, salt, tag.length), tag);
}

/** Whether it has today's parameters. */
export function isUpToDate(hash: string): boolean {
  const { salt, tag } = read(hash);
  return hash === written(TODAY, salt, tag) && salt.length === SALT_BYTES && tag.length === TAG_BYTES;
}

const deriveKey = promisify(argon2);

/** Normalised: the same letters are the same password, however they were typed. */
function derive(password: string, parameters: Parameters, nonce: Buffer, tagLength: number): Promise<Buffer> {
  return deriveKey('argon2id', { ...parameters, message: password.normalize('NFKC'), nonce, tagLength });
}

function written({ memory, passes, parallelism }: Parameters, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function read(hash: string): { parameters: Parameters; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('a stored password is not a PHC string of Argon2id');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
