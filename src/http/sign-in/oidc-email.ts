/**
 * Decides which email of an OpenID Connect provider is trusted: only one that the provider has verified. At many providers, users can enter
 * any address.
 */
import type { OidcConfig } from '../../config/oidc.ts';
import { isGoogle } from '../../network/oidc-issuers.ts';
import { domainOf } from '../../text/emails.ts';

type Claims = Readonly<Partial<Record<string, unknown>>>;
type Provider = Pick<OidcConfig, 'issuer' | 'entraTenant' | 'trustsEmail'>;

/** Undefined if the provider does not vouch for it. An absent `email_verified` counts as false. */
export function verifiedEmailOf(claims: Claims, provider: Provider): string | undefined {
  const { email, email_verified } = claims;
  if (typeof email !== 'string') return undefined;
  // Some providers write it as text.
  const isVerified = email_verified === true || email_verified === 'true';
  if (email_verified === undefined && provider.entraTenant !== undefined) {
    return isVouchedByEntra(claims, provider.entraTenant, provider.trustsEmail) ? email : undefined;
  }
  if (isVerified && isGoogle(provider.issuer) && !isVouchedByGoogle(email, claims)) return undefined;
  return isVerified ? email : undefined;
}

/**
 * Entra sends no `email_verified`. `xms_edov` says whether the owner of the domain has verified the email. Without that claim,
 * the operator decides for the tenant, and guests are excluded: their own tenant could have set any email.
 */
function isVouchedByEntra({ xms_edov, tid, idp, acct }: Claims, tenant: string, trustsEmail: boolean): boolean {
  if (tid !== undefined && tid !== tenant) return false;
  if (xms_edov !== undefined) return [true, 1, '1', 'true'].some((yes) => yes === xms_edov);
  const own = [`https://sts.windows.net/${tenant}/`, `https://login.microsoftonline.com/${tenant}/v2.0`];
  const isGuest = (idp !== undefined && !own.some((issuer) => issuer === idp)) || acct === 1 || acct === '1';
  return trustsEmail && !isGuest;
}

/** A Google account can have an email elsewhere, which was verified once and may belong to somebody else now. */
function isVouchedByGoogle(email: string, { hd }: Claims): boolean {
  const isOfWorkspace = typeof hd === 'string' && hd !== '';
  return isOfWorkspace || ['gmail.com', 'googlemail.com'].includes(domainOf(email));
}
