/** Secrets of webhooks are stored encrypted, not hashed, because they are needed to sign. */
import { organizationIds } from '../../db/jobs/retention.ts';
import { replaceEncryptedSecrets, type WebhookRow, webhooksPage } from '../../db/webhooks.ts';
import { type Encryption, encryptionFor, type Secret } from '../../secrets/installation-secret.ts';
import { DAY_MS } from '../../time/units.ts';
import type { Services } from '../shared/services.ts';

/** For how long both secrets sign after a rotation, so that receivers can switch. */
export const FORMER_SECRET_MS = DAY_MS;

/** For one organization: every event is written once for each of them. */
export const MAX_WEBHOOKS = 20;

export function webhookEncryption(secret: Secret): Encryption {
  return encryptionFor(secret, 'webhook secret');
}

/** Encrypts secrets again with the current secret of the installation, so that an old one can be removed. */
export async function renewWebhookSecrets(services: Services, isStopping: () => boolean): Promise<void> {
  const { db, secret } = services;
  if (secret.length === 1) return;
  for (const { id: organizationId } of await db.all(organizationIds, {})) {
    if (isStopping()) return;
    const webhooks = await db.all(webhooksPage, { organizationId, limit: MAX_WEBHOOKS, offset: 0 });
    for (const webhook of webhooks) await renewSecrets(services, webhook);
  }
}

async function renewSecrets(
  { db, secret }: Services,
  { organization_id: organizationId, id, secret: storedSecret, former_secret: storedFormer }: WebhookRow,
): Promise<void> {
  const { renew } = webhookEncryption(secret);
  const renewed = renew(storedSecret);
  const renewedFormer = storedFormer === null ? undefined : renew(storedFormer);
  if (renewed === undefined && renewedFormer === undefined) return;
  const secrets = { secret: renewed ?? storedSecret, formerSecret: renewedFormer ?? storedFormer };
  await db.queueTransaction((tx) => tx.run(replaceEncryptedSecrets, { organizationId, id, storedSecret, ...secrets }));
}
