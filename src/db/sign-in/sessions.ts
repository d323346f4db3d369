/** Sessions of signed-in browsers: only hashes of their tokens are stored. */
import type { Selectable } from 'kysely';
import type { OrganizationId, SessionId, UserId } from '../../ids.ts';
import { type Records, type RowOf, statement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type SessionRow = Selectable<Tables['sessions']>;

type OfUser = { organizationId: OrganizationId; userId: UserId };

/** A session has ended if its last use or its start is at or before these. */
type Ends = { idleSince: number; startedBefore: number };

/** The session and its user in one query, for every request of a browser. */
export const holderByTokenHash = statement((q, p: { tokenHash: string }) =>
  q
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.created_at as session_created_at',
      'sessions.last_seen_at',
      'users.id',
      'users.organization_id',
      'users.name',
      'users.email',
      'users.time_zone',
      'users.role',
      'users.seat',
      'users.chat_id',
      'users.display_json',
    ])
    .where('sessions.token_hash', '=', p.tokenHash)
    .where('users.deactivated_at', 'is', null),
);

export type SessionHolderRow = RowOf<typeof holderByTokenHash>;

export const insertSession = insertRow('sessions');

/** `uses` has an organization, an id and a time for each of the sessions `ids`: see `touchApiKeys`. */
export const touchSessions = writeStatement(
  (q, p: { ids: readonly SessionId[]; uses: Records }, { joinedBy, records }) =>
    q
      .updateTable('sessions')
      .from(records(p.uses, { organization_id: 'text', id: 'text', at_ms: 'bigint' }).as('used'))
      .set((eb) => ({ last_seen_at: eb.ref('used.at_ms') }))
      .where(joinedBy('sessions.id', p.ids))
      .whereRef('sessions.id', '=', (eb) => eb.ref('used.id').$castTo<SessionId>())
      .whereRef('sessions.organization_id', '=', (eb) => eb.ref('used.organization_id').$castTo<OrganizationId>())
      .whereRef('sessions.last_seen_at', '<', 'used.at_ms'),
);

/** Changes nothing unless the session still has the earlier hash. */
export const rehashSession = writeStatement(
  (q, p: OfUser & { id: SessionId; tokenHash: string; earlierHash: string }) =>
    q
      .updateTable('sessions')
      .set({ token_hash: p.tokenHash })
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '=', p.userId)
      .where('id', '=', p.id)
      .where('token_hash', '=', p.earlierHash),
);

export const sessionsPage = statement((q, p: OfUser & Ends & { limit: number; offset: number }) =>
  q
    .selectFrom('sessions')
    .select(columns.sessions)
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('last_seen_at', '>', p.idleSince)
    .where('created_at', '>', p.startedBefore)
    .orderBy('id')
    .limit(p.limit)
    .offset(p.offset),
);

export const sessionsTotal = statement((q, p: OfUser & Ends) =>
  q
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('last_seen_at', '>', p.idleSince)
    .where('created_at', '>', p.startedBefore),
);

export const sessionById = statement((q, p: OfUser & { id: SessionId }) =>
  q
    .selectFrom('sessions')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('id', '=', p.id),
);

export const deleteSession = writeStatement((q, p: OfUser & { id: SessionId }) =>
  q
    .deleteFrom('sessions')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('id', '=', p.id),
);

export const deleteSessionsOfUser = writeStatement((q, p: OfUser) =>
  q.deleteFrom('sessions').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
);

export const deleteOtherSessions = writeStatement((q, p: OfUser & { id: SessionId }) =>
  q
    .deleteFrom('sessions')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('id', '<>', p.id),
);

export const deleteEndedSessions = writeStatement((q, p: OfUser & Ends) =>
  q
    .deleteFrom('sessions')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where((eb) => eb.or([eb('last_seen_at', '<=', p.idleSince), eb('created_at', '<=', p.startedBefore)])),
);

/** Those of these sessions that have not ended, and whose user is active. */
export const validSessions = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly SessionId[]; startedBefore: number }, { listed }) =>
    q
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('sessions.organization_id', '=', p.organizationId)
      .where('sessions.id', ...listed(p.ids))
      .where('sessions.created_at', '>', p.startedBefore)
      .where('users.deactivated_at', 'is', null),
);
