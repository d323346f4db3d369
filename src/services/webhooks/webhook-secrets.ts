/** Secrets of webhooks are stored encrypted, not hashed, because they are needed to sign. */
import { organizationIds } from '../../db/jobs/retention.ts';
import { replaceEncryptedSecrets, type WebhookRow, webhooksPage } from '../../db/webhooks.ts';
import { MAX_WEBHOOKS } from '../../schemas/webhooks.ts';
import { type Encryption, encryptionFor, type Secret } from '../../secrets/installation-secret.ts';
import { DAY_MS } from '../../time/units.ts';
import type { Services } from '../shared/services.ts';
import { isObject, parsedJson } from '../shared/stored-values.ts';

/** For how long a former secret signs after a rotation, so that receivers can switch. */
export const FORMER_SECRET_MS = DAY_MS;

/** Every request has a signature for each of them, in one header. */
export const MAX_FORMER_SECRETS = 5;

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

async function renewSecrets({ db, secret }: Services, webhook: WebhookRow): Promise<void> {
  const { organization_id: organizationId, id, secret: storedSecret, former_secret: storedFormer } = webhook;
  const { renew } = webhookEncryption(secret);
  const earlier = earlierSecretsOf(webhook);
  const renewed = [storedSecret, storedFormer, ...earlier.map((one) => one.secret)].map((one) => one && renew(one));
  if (!renewed.some(Boolean)) return;
  const [current, former, ...others] = renewed;
  const secrets = {
    secret: current || storedSecret,
    formerSecret: former || storedFormer,
    earlierSecretsJson: stored(earlier.map((one, i) => ({ ...one, secret: others[i] || one.secret }))),
  };
  await db.queueTransaction((tx) => tx.run(replaceEncryptedSecrets, { organizationId, id, storedSecret, ...secrets }));
}

/** A secret that was replaced, encrypted. */
export interface FormerSecret {
  readonly secret: string;
  /** Until then it signs too. */
  readonly until: number;
}

/** Former secrets that still sign, the latest first. */
export function formerSecretsOf(webhook: WebhookRow, now: number): FormerSecret[] {
  const { former_secret: secret, former_secret_until: until } = webhook;
  const latest = secret === null || until === null ? [] : [{ secret, until }];
  return [...latest, ...earlierSecretsOf(webhook)].filter(({ until }) => until > now);
}

/** Null: none. */
export function stored(secrets: readonly FormerSecret[]): string | null {
  return secrets.length === 0 ? null : JSON.stringify(secrets);
}

function earlierSecretsOf({ earlier_secrets_json: json }: WebhookRow): FormerSecret[] {
  const value = json === null ? [] : parsedJson(json);
  if (!Array.isArray(value)) return [];
  return value.filter((one) => isObject(one) && typeof one.secret === 'string' && typeof one.until === 'number');
}

/** The secrets that sign a request, the current one first. Undefined if the current one cannot be decrypted. */
export function signingSecretsOf(webhook: WebhookRow, secret: Secret, now: number): string[] | undefined {
  const { decrypt } = webhookEncryption(secret);
  const current = decrypt(webhook.secret);
  if (current === undefined) return undefined;
  const former = formerSecretsOf(webhook, now).map((one) => decrypt(one.secret));
  return [current, ...former.filter((one) => one !== undefined)];
}
