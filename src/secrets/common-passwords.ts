/**
 * Common passwords, from the list of zxcvbn. The list is read when a password is set, and not kept: that is rare, and costs less than the hashing
 * that follows.
 */
import { readFile } from 'node:fs/promises';

const LIST = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'));

/** With more characters around it, even a common word takes long to guess. */
const MAX_CHARACTERS_AROUND = 6;

/** Whether it is on the list, unchanged, repeated, or with some digits and signs around it, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = password.trim().toLowerCase();
  const core = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const words = text.length - core.length <= MAX_CHARACTERS_AROUND ? [text, core] : [text];
  const list = await readFile(LIST, 'utf8');
  return words.some((word) => word !== '' && list.includes(JSON.stringify(onceOf(word))));
}

/** `word` of `wordword`. */
function onceOf(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}
