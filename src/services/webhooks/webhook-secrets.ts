/** Secrets of webhooks are stored encrypted, not hashed, because they are needed to sign. */
import { type Encryption, encryptionFor, type Secret } from '../../secrets/installation-secret.ts';
import { DAY_MS } from '../../time/units.ts';

/** For how long both secrets sign after a rotation, so that receivers can switch. */
export const FORMER_SECRET_MS = DAY_MS;

export function webhookEncryption(secret: Secret): Encryption {
  return encryptionFor(secret, 'webhook secret');
}
