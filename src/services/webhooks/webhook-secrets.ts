/** Secrets of webhooks are stored encrypted: they sign, so a hash would not do. */
import { type Encryption, encryptionFor, type Secret } from '../../secrets/installation-secret.ts';
import { DAY_MS } from '../../time/units.ts';

/** After a rotation both secrets sign for so long, so that receivers can change over. */
export const FORMER_SECRET_MS = DAY_MS;

export function webhookEncryption(secret: Secret): Encryption {
  return encryptionFor(secret, 'webhook secret');
}
