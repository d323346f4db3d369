/** Overrides of schedules, and the users in them. */
import { type Selectable, sql } from 'kysely';
import type { OrganizationId, OverrideId, ScheduleId, UserId } from '../../ids.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { guardedStatement, type Records, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';

export type OverrideRow = Selectable<Tables['overrides']>;

/** Overrides of several schedules that overlap an interval, in order of creation; including those cut short by deletion. */
export const overridesOfSchedules = guardedStatement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; start: number; end: number }, { listed }) =>
    q
      .selectFrom('overrides')
      .select(['id', 'schedule_id', 'start_at', 'end_at', 'users_json'])
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .where('end_at', '>', p.start)
      .where('start_at', '<', p.end)
      .orderBy('rank')
      .orderBy('id'),
);

type Schedules = { organizationId: OrganizationId; ids: readonly ScheduleId[] };

/** Overrides that end after the instant. The caller sorts them: it is cheaper than in PostgreSQL, and needs no second index. */
export const overridesNotOver = guardedStatement((q, p: Schedules & { since: number }, { listed }) =>
  q
    .selectFrom('overrides')
    .select(columns.overrides)
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', ...listed(p.ids))
    .where('end_at', '>', p.since),
);

/**
 * Of these, only those that have begun, that begin until the next handoff or until `noticeMs` after the next reminder, whichever is later, and those that
 * overlap an interval. All of them if no handoff is known.
 */
export const overridesNear = guardedStatement(
  (q, p: Schedules & { since: number; start: number; end: number; noticeMs: number }, { listed }) => {
    const until = q
      .selectFrom('schedules')
      .select((eb) => {
        const change = eb.fn.coalesce('next_change_at', sql.lit(MAX_INSTANT));
        const reminder = eb('next_reminder_at', '+', p.noticeMs);
        return eb.fn.max(eb.case().when(reminder, '>', change).then(reminder).else(change).end()).as('until');
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', ...listed(p.ids));
    return q
      .selectFrom('overrides')
      .select(columns.overrides)
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', ...listed(p.ids))
      .where('end_at', '>', p.since)
      .where((eb) =>
        eb.or([
          eb('start_at', '<=', p.since),
          eb.and([eb('start_at', '<', p.end), eb('end_at', '>', p.start)]),
          eb('start_at', '<=', until),
        ]),
      );
  },
);

type OverrideKey = { organizationId: OrganizationId; scheduleId: ScheduleId; id: OverrideId };

export const overrideById = guardedStatement((q, p: OverrideKey) =>
  q
    .selectFrom('overrides')
    .select(columns.overrides)
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
);

export const overridesPage = guardedStatement(
  (
    q,
    p: {
      organizationId: OrganizationId;
      scheduleId: ScheduleId;
      start: number;
      end: number;
      limit: number;
      offset: number;
    },
  ) =>
    q
      .selectFrom('overrides')
      .select(columns.overrides)
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .where('end_at', '>', p.start)
      .where('start_at', '<', p.end)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(p.limit)
      .offset(p.offset),
);

export const overridesTotal = guardedStatement(
  (q, p: { organizationId: OrganizationId; scheduleId: ScheduleId; start: number; end: number }) =>
    q
      .selectFrom('overrides')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .where('end_at', '>', p.start)
      .where('start_at', '<', p.end)
      .where('deleted_at', 'is', null),
);

const OVERRIDE_COLUMNS = {
  id: 'text',
  schedule_id: 'text',
  start_at: 'bigint',
  end_at: 'bigint',
  rank: 'bigint',
  users_json: 'text',
  created_by: 'text',
  created_at: 'bigint',
  deleted_at: 'bigint',
  reason: 'text',
  changed_by: 'text',
  changed_at: 'bigint',
  managed_by: 'text',
} as const;

/** `overrides` has the columns above for each of them. */
export const insertOverrides = writeStatement(
  (q, p: { organizationId: OrganizationId; overrides: Records }, { records }) =>
    q
      .insertInto('overrides')
      .columns([
        'id',
        'organization_id',
        'schedule_id',
        'start_at',
        'end_at',
        'rank',
        'users_json',
        'created_by',
        'created_at',
        'deleted_at',
        'reason',
        'changed_by',
        'changed_at',
        'managed_by',
      ])
      .expression((eb) =>
        eb
          .selectFrom(records(p.overrides, OVERRIDE_COLUMNS).as('wanted'))
          .select((select) => [
            select.ref('wanted.id').$castTo<OverrideId>().as('id'),
            sql<OrganizationId>`cast(${p.organizationId} as text)`.as('organization_id'),
            select.ref('wanted.schedule_id').$castTo<ScheduleId>().as('schedule_id'),
            'wanted.start_at',
            'wanted.end_at',
            'wanted.rank',
            'wanted.users_json',
            select.ref('wanted.created_by').$castTo<UserId>().as('created_by'),
            'wanted.created_at',
            'wanted.deleted_at',
            'wanted.reason',
            select.ref('wanted.changed_by').$castTo<UserId | null>().as('changed_by'),
            'wanted.changed_at',
            'wanted.managed_by',
          ]),
      ),
);

/** `users` has the columns below for each user of each override. */
export const insertOverrideUsers = writeStatement(
  (q, p: { organizationId: OrganizationId; users: Records }, { records }) =>
    q
      .insertInto('override_users')
      .columns(['organization_id', 'override_id', 'user_id', 'end_at'])
      .expression((eb) =>
        eb
          .selectFrom(records(p.users, { override_id: 'text', user_id: 'text', end_at: 'bigint' }).as('wanted'))
          .select((select) => [
            sql<OrganizationId>`cast(${p.organizationId} as text)`.as('organization_id'),
            select.ref('wanted.override_id').$castTo<OverrideId>().as('override_id'),
            select.ref('wanted.user_id').$castTo<UserId>().as('user_id'),
            'wanted.end_at',
          ]),
      ),
);

/** Rule OVR-5. `changes` has the columns below for each override. */
export const changeOverrides = writeStatement(
  (q, p: { organizationId: OrganizationId; changes: Records; changedBy: UserId; changedAt: number }, { records }) =>
    q
      .updateTable('overrides')
      .from(
        records(p.changes, {
          id: 'text',
          start_at: 'bigint',
          end_at: 'bigint',
          users_json: 'text',
          reason: 'text',
        }).as('wanted'),
      )
      .set((eb) => ({
        start_at: eb.ref('wanted.start_at'),
        end_at: eb.ref('wanted.end_at'),
        users_json: eb.ref('wanted.users_json'),
        reason: eb.ref('wanted.reason'),
        changed_by: p.changedBy,
        changed_at: p.changedAt,
      }))
      .where('overrides.organization_id', '=', p.organizationId)
      .whereRef('overrides.id', '=', (eb) => eb.ref('wanted.id').$castTo<OverrideId>()),
);

type Overrides = { organizationId: OrganizationId; ids: readonly OverrideId[] };

/** Rule OVR-3: they end at the instant, and no longer exist. One that was deleted before keeps its time. */
export const endOverrides = writeStatement((q, p: Overrides & { at: number }, { listed }) =>
  q
    .updateTable('overrides')
    .set((eb) => ({ end_at: p.at, deleted_at: eb.fn.coalesce('deleted_at', eb.val(p.at)) }))
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids)),
);

export const endOverrideUsers = writeStatement((q, p: Overrides & { at: number }, { listed }) =>
  q
    .updateTable('override_users')
    .set({ end_at: p.at })
    .where('organization_id', '=', p.organizationId)
    .where('override_id', ...listed(p.ids)),
);

export const deleteOverrideUsers = writeStatement((q, p: Overrides, { listed }) =>
  q
    .deleteFrom('override_users')
    .where('organization_id', '=', p.organizationId)
    .where('override_id', ...listed(p.ids)),
);

export const deleteOverrides = writeStatement((q, p: Overrides, { listed }) =>
  q
    .deleteFrom('overrides')
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids)),
);
