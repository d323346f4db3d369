/** Compares emails. Code that stores, looks up or counts by an email uses `emailKeyOf`. */
import { domainToASCII } from 'node:url';

/** Other ASCII characters are not allowed in a domain: `domainToASCII` would decode `%61`, or cut at a slash. */
const MAY_BE_INTERNATIONAL = /^[a-z0-9._\-\u0080-\u{10ffff}]+$/u;

/**
 * Two emails are the same if their keys are equal: NFKC, lower case, and the domain in ASCII. A text without an @ also gets a key, as a local part.
 */
export function emailKeyOf(email: string): string {
  const text = foldCase(email.normalize('NFKC')).normalize('NFKC');
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `${text.slice(0, at)}@${domainKeyOf(text.slice(at + 1))}`;
}

/** The domain of an email, as `domainKeyOf` writes it. */
export function domainOf(email: string): string {
  const key = emailKeyOf(email);
  return key.slice(key.lastIndexOf('@') + 1);
}

/** `domain` is in lower case. A domain without an ASCII form is not changed. */
export function domainKeyOf(domain: string): string {
  const isAscii = /^\p{ASCII}*$/u.test(domain);
  return isAscii || !MAY_BE_INTERNATIONAL.test(domain) ? domain : domainToASCII(domain) || domain;
}

/**
 * Whether two emails with the same key have the same letters, ignoring case. NFKC turns the Kelvin sign into a k, but a mail server may treat the two
 * as different mailboxes: the owner of one must not be taken for the owner of the other.
 */
export function hasSameLetters(one: string, other: string): boolean {
  const [a, b] = [one, other].map((email) => email.slice(0, email.lastIndexOf('@')));
  return a?.toLowerCase() === b?.toLowerCase() && a?.toUpperCase() === b?.toUpperCase();
}

/** All three forms of sigma are one letter: `toLowerCase` writes the final form only at the end of a word. */
function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
