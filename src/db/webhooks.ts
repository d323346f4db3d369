/** Rule HOOK-1: webhooks, their secrets and their state. */
import type { Selectable } from 'kysely';
import type { OrganizationId, WebhookId } from '../ids.ts';
import { lockStatement, statement, writeStatement } from './driver/statement.ts';
import { columns } from './schema/columns.ts';
import { insertRow, updateRow } from './schema/row-writes.ts';
import type { Tables } from './schema/tables.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

type OfOrganization = { organizationId: OrganizationId };
type WebhookKey = OfOrganization & { id: WebhookId };

/** Throws `UniqueViolation` if another webhook has the external id. */
export const insertWebhook = insertRow('webhooks');

/**
 * Throws `UniqueViolation` if another webhook has the external id. With a new address it counts as working: the failures of the earlier address do not
 * matter.
 */
export const updateWebhook = updateRow('webhooks', [
  'url',
  'description',
  'events_json',
  'schedule_ids_json',
  'team_ids_json',
  'disabled_at',
  'disabled_reason',
  'failing_since',
  'external_id',
  'managed_by',
]);

export const replaceWebhookSecret = updateRow('webhooks', [
  'secret',
  'former_secret',
  'former_secret_until',
  'earlier_secrets_json',
]);

/** The same secrets, encrypted anew. Changes nothing if the secret has been rotated since it was read. */
export const replaceEncryptedSecrets = writeStatement(
  (
    q,
    p: WebhookKey & {
      storedSecret: string;
      secret: string;
      formerSecret: string | null;
      earlierSecretsJson: string | null;
    },
  ) =>
    q
      .updateTable('webhooks')
      .set({ secret: p.secret, former_secret: p.formerSecret, earlier_secrets_json: p.earlierSecretsJson })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id)
      .where('secret', '=', p.storedSecret),
);

export const deleteWebhook = writeStatement((q, p: WebhookKey) =>
  q.deleteFrom('webhooks').where('organization_id', '=', p.organizationId).where('id', '=', p.id),
);

export const webhookById = statement((q, p: WebhookKey) =>
  q
    .selectFrom('webhooks')
    .select(columns.webhooks)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** Locks the row until the end of the transaction. */
export const lockWebhook = lockStatement((q, p: WebhookKey, { locking }) =>
  locking(
    q
      .selectFrom('webhooks')
      .select(columns.webhooks)
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.id),
  ),
);

/** Webhooks that events are sent to. */
export const activeWebhooks = statement((q, p: OfOrganization) =>
  q
    .selectFrom('webhooks')
    .select(['id', 'events_json', 'schedule_ids_json', 'team_ids_json'])
    .where('organization_id', '=', p.organizationId)
    .where('disabled_at', 'is', null)
    .orderBy('id'),
);

export const webhooksPage = statement((q, p: OfOrganization & { limit: number; offset: number }) =>
  q
    .selectFrom('webhooks')
    .select(columns.webhooks)
    .where('organization_id', '=', p.organizationId)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const webhooksTotal = statement((q, p: OfOrganization) =>
  q
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId),
);

/** Null: the last attempt succeeded. */
export const noteWebhookState = writeStatement((q, p: WebhookKey & { failingSince: number | null }) =>
  q
    .updateTable('webhooks')
    .set({ failing_since: p.failingSince })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** Disabled by Watchbill itself. Changes nothing if it is already disabled. */
export const disableWebhook = writeStatement((q, p: WebhookKey & { reason: string; now: number }) =>
  q
    .updateTable('webhooks')
    .set({ disabled_at: p.now, disabled_reason: p.reason })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('disabled_at', 'is', null),
);
