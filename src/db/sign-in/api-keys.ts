/** API keys: only their hashes are stored. */
import type { Selectable } from 'kysely';
import type { ApiKeyId, OrganizationId, UserId } from '../../ids.ts';
import { type Records, type RowOf, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type ApiKeyRow = Selectable<Tables['api_keys']>;

/** The key and its owner in one query, for every request. */
export const holderByKeyHash = statement((q, p: { keyHash: string; readOnlyHash: string }) =>
  q
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.key_hash',
      'api_keys.expires_at',
      'api_keys.last_used_at',
      'users.id',
      'users.organization_id',
      'users.name',
      'users.email',
      'users.time_zone',
      'users.role',
      'users.seat',
      'users.chat_id',
    ])
    .where((eb) => eb.or([eb('api_keys.key_hash', '=', p.keyHash), eb('api_keys.key_hash', '=', p.readOnlyHash)]))
    .where('api_keys.revoked_at', 'is', null)
    .where('users.deactivated_at', 'is', null),
);

export type HolderRow = RowOf<typeof holderByKeyHash>;

export const insertApiKey = insertRow('api_keys');

export const apiKeysPage = statement(
  (q, p: { organizationId: OrganizationId; userId: UserId; limit: number; offset: number }) =>
    q
      .selectFrom('api_keys')
      .select(columns.api_keys)
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('revoked_at', 'is', null)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

export const apiKeysTotal = statement((q, p: { organizationId: OrganizationId; userId: UserId }) =>
  q
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null),
);

/** For all users, sorted by user. */
export const organizationKeysPage = statement(
  (q, p: { organizationId: OrganizationId; limit: number; offset: number }) =>
    q
      .selectFrom('api_keys')
      .select(columns.api_keys)
      .where('organization_id', '=', p.organizationId)
      .where('revoked_at', 'is', null)
      .orderBy('user_id')
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

export const organizationKeysTotal = statement((q, p: { organizationId: OrganizationId }) =>
  q
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('revoked_at', 'is', null),
);

/** Including revoked ones. */
export const apiKeyById = statement((q, p: { organizationId: OrganizationId; id: ApiKeyId }) =>
  q
    .selectFrom('api_keys')
    .select(columns.api_keys)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id),
);

/** `uses` has an organization, an id and a time for each of the keys `ids`. A later stored time stays. */
export const touchApiKeys = writeStatement((q, p: { ids: readonly ApiKeyId[]; uses: Records }, { joinedBy, records }) =>
  q
    .updateTable('api_keys')
    .from(records(p.uses, { organization_id: 'text', id: 'text', at_ms: 'bigint' }).as('used'))
    .set((eb) => ({ last_used_at: eb.ref('used.at_ms') }))
    .where(joinedBy('api_keys.id', p.ids))
    .whereRef('api_keys.id', '=', (eb) => eb.ref('used.id').$castTo<ApiKeyId>())
    .whereRef('api_keys.organization_id', '=', (eb) => eb.ref('used.organization_id').$castTo<OrganizationId>())
    .where((eb) =>
      eb.or([eb('api_keys.last_used_at', 'is', null), eb('api_keys.last_used_at', '<', eb.ref('used.at_ms'))]),
    ),
);

/** Changes nothing if it is already revoked. */
export const revokeApiKey = writeStatement((q, p: { organizationId: OrganizationId; id: ApiKeyId; now: number }) =>
  q
    .updateTable('api_keys')
    .set({ revoked_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null),
);

export const revokeApiKeysOfUser = writeStatement(
  (q, p: { organizationId: OrganizationId; userId: UserId; now: number }) =>
    q
      .updateTable('api_keys')
      .set({ revoked_at: p.now })
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('revoked_at', 'is', null),
);

/** Those of these keys that are neither revoked nor expired, and whose user is active. */
export const validApiKeys = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly ApiKeyId[]; now: number }, { listed }) =>
    q
      .selectFrom('api_keys')
      .select('id')
      .where('id', ...listed(p.ids))
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', p.now)]))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'api_keys.user_id')
            .where('users.organization_id', '=', p.organizationId)
            .where('users.deactivated_at', 'is', null),
        ),
      ),
);
