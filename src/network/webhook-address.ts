/** What the address of a webhook must be, as far as its text tells. No message quotes it: the path of one often holds a secret. */

/** A sentence without its subject; undefined: nothing is wrong. */
export function problemOfWebhookAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    return 'must be an address that begins with https://';
  const { username, password, hash } = url;
  return username + password + hash === '' ? undefined : 'must have no user name, no password and no fragment';
}

/** As it is stored. */
export function normalizedAddress(text: string): string {
  return URL.parse(text)?.href ?? text;
}
