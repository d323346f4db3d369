/** Users, found by id, email key, chat id or a part of their name. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId, UserId } from '../../ids.ts';
import { guardedStatement, lockStatement, type RowOf, statement, writeStatement } from '../driver/statement.ts';
import { columns, shownOfUser } from '../schema/columns.ts';
import { insertRow, updateRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type UserRow = Selectable<Tables['users']>;
export type ShownUserRow = RowOf<typeof shownUsersByIds>;

/** Active users only: for callers, a deactivated user does not exist, though history still names them. */
export const userById = statement((q, p: { organizationId: OrganizationId; id: UserId }) =>
  q
    .selectFrom('users')
    .select(columns.users)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('deactivated_at', 'is', null),
);

/** What responses show of users, including deactivated ones: past shifts have names. */
export const shownUsersByIds = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly UserId[] }, { listed }) =>
    q
      .selectFrom('users')
      .select(shownOfUser)
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids)),
);

/** Including deactivated ones. */
export const usersByIds = statement((q, p: { organizationId: OrganizationId; ids: readonly UserId[] }, { listed }) =>
  q
    .selectFrom('users')
    .select(columns.users)
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids)),
);

/**
 * Locks active users in the order of their ids, so that two callers with the same users cannot deadlock. Meanwhile none of them can be deactivated or
 * become a viewer.
 */
export const lockUsers = lockStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly UserId[] }, { listed, locking }) =>
    locking(
      q
        .selectFrom('users')
        .select(columns.users)
        .where('organization_id', '=', p.organizationId)
        .where('id', ...listed(p.ids))
        .where('deactivated_at', 'is', null)
        .orderBy('id'),
    ),
);

/**
 * Rule LOCK-2: the same in any order, and writes the rows without changing them. A SERIALIZABLE transaction that began before, such as the deactivation
 * of one of them, cannot change them any more, and begins again.
 */
export const touchUsers = lockStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly UserId[] }, { listed }) =>
    q
      .updateTable('users')
      .set((eb) => ({ seat: eb.ref('seat') }))
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids))
      .where('deactivated_at', 'is', null)
      .returning(columns.users),
);

/** Active users. */
export const usersByEmailKeys = statement(
  (q, p: { organizationId: OrganizationId; emailKeys: readonly string[] }, { listed }) =>
    q
      .selectFrom('users')
      .select(columns.users)
      .where('organization_id', '=', p.organizationId)
      .where('deactivated_at', 'is', null)
      .where('email_match_key', ...listed(p.emailKeys)),
);

export const usersByChatIds = statement(
  (q, p: { organizationId: OrganizationId; chatIds: readonly string[] }, { listed }) =>
    q
      .selectFrom('users')
      .select(columns.users)
      .where('organization_id', '=', p.organizationId)
      .where('chat_id', ...listed(p.chatIds)),
);

type Limits = { limit: number; offset: number };

function activeUsers(q: Kysely<Tables>, p: { organizationId: OrganizationId }) {
  return q.selectFrom('users').where('organization_id', '=', p.organizationId).where('deactivated_at', 'is', null);
}

export const usersPage = statement((q, p: { organizationId: OrganizationId } & Limits) =>
  activeUsers(q, p).select(columns.users).orderBy('id').limit(p.limit).offset(p.offset),
);

export const usersTotal = statement((q, p: { organizationId: OrganizationId }) =>
  activeUsers(q, p).select((eb) => eb.fn.countAll<number>().as('total')),
);

/** `pattern` is for LIKE, with `\\` as its escape character. */
type Named = { organizationId: OrganizationId; pattern: string };

function nameOrEmail({ pattern }: Named) {
  return sql<boolean>`(name_key like ${pattern} escape '\\' or email_key like ${pattern} escape '\\')`;
}

export const usersNamedPage = statement((q, p: Named & Limits) =>
  activeUsers(q, p).where(nameOrEmail(p)).select(columns.users).orderBy('id').limit(p.limit).offset(p.offset),
);

export const usersNamedTotal = statement((q, p: Named) =>
  activeUsers(q, p)
    .where(nameOrEmail(p))
    .select((eb) => eb.fn.countAll<number>().as('total')),
);

/** Inserts nothing if the email or the chat id is taken. */
export const insertUser = insertRow('users', 'skip');

/** Throws `UniqueViolation` if another user has the email or the chat id. */
export const updateUser = updateRow('users', [
  'name',
  'name_key',
  'email',
  'email_key',
  'email_match_key',
  'time_zone',
  'role',
  'seat',
  'chat_id',
]);

/** Changes nothing if they have one already. */
export const setFirstTimeZone = writeStatement(
  (q, p: { organizationId: OrganizationId; userId: UserId; timeZone: string }) =>
    q
      .updateTable('users')
      .set({ time_zone: p.timeZone })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.userId)
      .where('time_zone', 'is', null),
);

export const updateDisplay = updateRow('users', ['display_json']);

export const updateNotificationChoices = writeStatement(
  (q, p: { organizationId: OrganizationId; userId: UserId; notificationsJson: string }) =>
    q
      .updateTable('users')
      .set({ notifications_json: p.notificationsJson })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.userId)
      .where('deactivated_at', 'is', null),
);

/** Changes nothing if they have one already, or are deactivated. */
export const rememberChatId = writeStatement((q, p: { organizationId: OrganizationId; id: UserId; chatId: string }) =>
  q
    .updateTable('users')
    .set({ chat_id: p.chatId })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('chat_id', 'is', null)
    .where('deactivated_at', 'is', null),
);

/** A layer, an override or a team that a user is in. */
export const dutiesOfUser = guardedStatement((q, p: { organizationId: OrganizationId; id: UserId; now: number }) =>
  q
    .selectFrom('schedule_users')
    .select(['schedule_id as place'])
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.id)
    .where('until_at', '>', p.now)
    .unionAll(
      q
        .selectFrom('override_users')
        .select(['override_id as place'])
        .where('organization_id', '=', p.organizationId)
        .where('user_id', '=', p.id)
        .where('end_at', '>', p.now)
        .$castTo<never>(),
    )
    .unionAll(
      q
        .selectFrom('team_members')
        .select(['team_id as place'])
        .where('organization_id', '=', p.organizationId)
        .where('user_id', '=', p.id)
        .$castTo<never>(),
    )
    .limit(1),
);

export const otherOwners = statement((q, p: { organizationId: OrganizationId; id: UserId }) =>
  q
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .where('id', '<>', p.id)
    .limit(1),
);
