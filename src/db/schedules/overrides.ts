/** Overrides of schedules, and the users in them. */
import { type Selectable, sql } from 'kysely';
import type { OrganizationId, OverrideId, ScheduleId } from '../../ids.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { guardedStatement, writeStatement } from '../driver/statement.ts';
import { columns } from '../schema/columns.ts';
import { insertRows, updateRows } from '../schema/row-writes.ts';
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

export const insertOverrides = insertRows('overrides');

/** A row for each user of each override. */
export const insertOverrideUsers = insertRows('override_users');

/** Rule OVR-5. */
export const changeOverrides = updateRows('overrides', [
  'start_at',
  'end_at',
  'users_json',
  'reason',
  'changed_by',
  'changed_at',
]);

export const replaceOverrideUsers = updateRows('overrides', ['users_json']);

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
