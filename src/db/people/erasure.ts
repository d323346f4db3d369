/** Statements that erase the personal data of a deactivated user, beyond those of the other files here. */
import { type Selectable, sql } from 'kysely';
import type { AuditEntryId, DeliveryId, LocalChatMessageId, OrganizationId, OverrideId, UserId } from '../../ids.ts';
import { guardedStatement, type Records, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

type OfUser = { organizationId: OrganizationId; userId: UserId };
type Limits = { limit: number; offset: number };

export type ErasableUserRow = Selectable<Tables['users']>;

export const erasableUsersPage = statement((q, p: { organizationId: OrganizationId } & Limits) =>
  q
    .selectFrom('users')
    .select(columns.users)
    .where('organization_id', '=', p.organizationId)
    .where('deactivated_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const erasableUsersTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('deactivated_at', 'is not', null)
    .where('erased_at', 'is', null),
);

/** Changes nothing unless they are deactivated and not erased yet. */
export const eraseUser = writeStatement(
  (q, p: OfUser & { name: string; nameKey: string; email: string; emailKey: string; now: number }) =>
    q
      .updateTable('users')
      .set({
        name: p.name,
        name_key: p.nameKey,
        email: p.email,
        email_match_key: p.emailKey,
        time_zone: null,
        reminder_hours_json: '[]',
        chat_mentions_json: null,
        display_json: null,
        notifications_json: null,
        erased_at: p.now,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.userId)
      .where('deactivated_at', 'is not', null)
      .where('erased_at', 'is', null),
);

export const deleteApiKeysOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('api_keys').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

export const deletePasswordOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('passwords').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

export const deleteIdentitiesOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('oidc_identities').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

export const reasonsOfUser = statement((q, p: OfUser) =>
  q
    .selectFrom('coverage_requests')
    .select('reason')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId),
);

export const eraseReasons = writeStatement((q, p: OfUser & { reason: string }) =>
  q
    .updateTable('coverage_requests')
    .set({ reason: p.reason })
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId),
);

export const insertErasure = insertRow('erasures');

/** In all organizations: unfinished work of dead processes. */
export const unfinishedErasures = statement((q, p: { limit: number }) =>
  q.selectFrom('erasures').select(columns.erasures).orderBy('organization_id').orderBy('user_id').limit(p.limit),
);

export const deleteErasure = writeStatement((q, p: OfUser) =>
  q.deleteFrom('erasures').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

export const overrideReasonsAfter = guardedStatement(
  (q, p: { organizationId: OrganizationId; afterId: string; limit: number }) =>
    q
      .selectFrom('overrides')
      .select(['id', 'reason', 'created_by', 'changed_by'])
      .where('organization_id', '=', p.organizationId)
      .where('reason', 'is not', null)
      .where(sql<boolean>`id > ${p.afterId}`)
      .orderBy('id')
      .limit(p.limit),
);

/** In chronological order, from an instant on. */
export const auditEntriesFrom = statement(
  (q, p: { organizationId: OrganizationId; from: number; limit: number; offset: number }) =>
    q
      .selectFrom('audit_log')
      .select(columns.audit_log)
      .where('organization_id', '=', p.organizationId)
      .where('created_at', '>=', p.from)
      .orderBy('created_at')
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

/** Addresses of their actions. */
export const forgetAddressesOfActor = writeStatement((q, p: OfUser) =>
  q
    .updateTable('audit_log')
    .set({ address: null })
    .where('organization_id', '=', p.organizationId)
    .where('actor_id', '=', p.userId),
);

/** Addresses of attempts to sign in as them, among others. */
export const forgetAddressesOfTarget = writeStatement((q, p: OfUser) =>
  q
    .updateTable('audit_log')
    .set({ address: null })
    .where('organization_id', '=', p.organizationId)
    .where('target_id', '=', p.userId),
);

/** `texts` has an organization, an id and a text for each of the rows `ids`. */
const TEXTS = { organization_id: 'text', id: 'text', text: 'text' } as const;

export const rewriteAuditDetails = writeStatement(
  (q, p: { ids: readonly AuditEntryId[]; texts: Records }, { joinedBy, records }) =>
    q
      .updateTable('audit_log')
      .from(records(p.texts, TEXTS).as('wanted'))
      .set((eb) => ({ detail_json: eb.ref('wanted.text') }))
      .where(joinedBy('audit_log.id', p.ids))
      .whereRef('audit_log.id', '=', (eb) => eb.ref('wanted.id').$castTo<AuditEntryId>())
      .whereRef('audit_log.organization_id', '=', (eb) => eb.ref('wanted.organization_id').$castTo<OrganizationId>()),
);

export const rewriteOverrideReasons = writeStatement(
  (q, p: { ids: readonly OverrideId[]; texts: Records }, { joinedBy, records }) =>
    q
      .updateTable('overrides')
      .from(records(p.texts, TEXTS).as('wanted'))
      .set((eb) => ({ reason: eb.ref('wanted.text') }))
      .where(joinedBy('overrides.id', p.ids))
      .whereRef('overrides.id', '=', (eb) => eb.ref('wanted.id').$castTo<OverrideId>())
      .whereRef('overrides.organization_id', '=', (eb) => eb.ref('wanted.organization_id').$castTo<OrganizationId>()),
);

export const deliveriesAfter = statement((q, p: { organizationId: OrganizationId; afterId: string; limit: number }) =>
  q
    .selectFrom('deliveries')
    .select(['id', 'destination_id', 'message_json'])
    .where('organization_id', '=', p.organizationId)
    .where(sql<boolean>`id > ${p.afterId}`)
    .orderBy('id')
    .limit(p.limit),
);

export const rewriteMessages = writeStatement(
  (q, p: { ids: readonly DeliveryId[]; texts: Records }, { joinedBy, records }) =>
    q
      .updateTable('deliveries')
      .from(records(p.texts, TEXTS).as('wanted'))
      .set((eb) => ({ message_json: eb.ref('wanted.text'), answer_json: null }))
      .where(joinedBy('deliveries.id', p.ids))
      .whereRef('deliveries.id', '=', (eb) => eb.ref('wanted.id').$castTo<DeliveryId>())
      .whereRef('deliveries.organization_id', '=', (eb) => eb.ref('wanted.organization_id').$castTo<OrganizationId>()),
);

type Destination = { organizationId: OrganizationId; destinationId: string };

/** Including pending ones: nobody will read them. */
export const deleteDeliveriesTo = writeStatement((q, p: Destination & { ids: readonly DeliveryId[] }, { listed }) =>
  q
    .deleteFrom('deliveries')
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids))
    .where('destination_id', '=', p.destinationId),
);

export const deleteQueue = writeStatement((q, p: Destination) =>
  q
    .deleteFrom('delivery_queues')
    .where('organization_id', '=', p.organizationId)
    .where('destination_id', '=', p.destinationId),
);

export const localMessagesAfter = statement(
  (q, p: { organizationId: OrganizationId; afterId: string; limit: number }) =>
    q
      .selectFrom('local_chat_messages')
      .select(['id', 'channel_id', 'text', 'created_at'])
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`id > ${p.afterId}`)
      .orderBy('id')
      .limit(p.limit),
);

export const rewriteLocalMessages = writeStatement(
  (q, p: { ids: readonly LocalChatMessageId[]; texts: Records }, { joinedBy, records }) =>
    q
      .updateTable('local_chat_messages')
      .from(records(p.texts, TEXTS).as('wanted'))
      .set((eb) => ({ text: eb.ref('wanted.text') }))
      .where(joinedBy('local_chat_messages.id', p.ids))
      .whereRef('local_chat_messages.id', '=', (eb) => eb.ref('wanted.id').$castTo<LocalChatMessageId>())
      .whereRef('local_chat_messages.organization_id', '=', (eb) =>
        eb.ref('wanted.organization_id').$castTo<OrganizationId>(),
      ),
);

export const deleteLocalMessages = writeStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly LocalChatMessageId[] }, { listed }) =>
    q
      .deleteFrom('local_chat_messages')
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids)),
);
