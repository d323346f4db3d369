/** Facts about well-known OpenID Connect providers: Microsoft Entra ID and Google. */

const ENTRA_HOST = 'login.microsoftonline.com';
const ENTRA_TENANT = /^https:\/\/login\.microsoftonline\.com\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/;

/** All personal Microsoft accounts are in this tenant: its GUID means the same as `consumers`. */
const CONSUMERS_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

export const ENTRA_SHAPE = `https://${ENTRA_HOST}/TENANT/v2.0, where TENANT is the GUID of your tenant`;

/** Providers where anybody can create an account. */
const PUBLIC_HOSTS = new Set([
  'access.line.me',
  'accounts.google.com',
  'api.login.yahoo.com',
  'appleid.apple.com',
  'discord.com',
  'gitlab.com',
  'id.twitch.tv',
  'login.salesforce.com',
  'slack.com',
  'www.facebook.com',
  'www.linkedin.com',
]);

export function isEntra(issuer: string): boolean {
  return URL.parse(issuer)?.hostname === ENTRA_HOST;
}

/** The tenant of an Entra issuer for one organization. Undefined for `common`, `organizations`, `consumers` and other providers. */
export function entraTenantOf(issuer: string): string | undefined {
  const tenant = ENTRA_TENANT.exec(issuer)?.[1];
  return tenant === CONSUMERS_TENANT ? undefined : tenant;
}

export function isPublicIssuer(issuer: string): boolean {
  return PUBLIC_HOSTS.has(URL.parse(issuer)?.hostname ?? '');
}

export function isGoogle(issuer: string): boolean {
  return URL.parse(issuer)?.hostname === 'accounts.google.com';
}
