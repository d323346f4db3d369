/**
 * API keys: `wb_` and 40 characters of base 62, the last 6 of them a checksum over the 34 before. The prefix lets secret scanners find a leaked key.
 * With the checksum, a mistyped key is refused without a query.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'wb_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^wb_[0-9A-Za-z]{40}$/;

export function newApiKey(): string {
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) random += ALPHABET[randomInt(ALPHABET.length)];
  return `${PREFIX}${random}${checksum(random)}`;
}

/** Whether the text has the form of a key. It says nothing about whether the key exists. */
export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const random = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return text.endsWith(checksum(random));
}

/** CRC-32 in base 62: 62^6 is more than 2^32, so six characters are enough. */
function checksum(random: string): string {
  let text = '';
  let rest = crc32(random);
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
