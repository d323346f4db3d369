import type { Selectable } from 'kysely';
import type { OrganizationId, OverrideId, ScheduleId, UserId } from '../ids.ts';
import { columns } from './columns.ts';
import { statement, writeStatement } from './statement.ts';
import type { Tables } from './tables.ts';

export type OverrideRow = Selectable<Tables['overrides']>;

/** Overrides of several schedules that intersect an interval, in the order of their creation; also those cut short by deletion. */
export const overridesOfSchedules = statement(
  (
    q,
    p: { organizationId: OrganizationId; ids: readonly ScheduleId[]; start: number; end: number },
    { among, listed },
  ) =>
    q
      .selectFrom('overrides')
      .select(['id', 'schedule_id', 'start_at', 'end_at', 'users_json'])
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', among, listed(p.ids))
      .where('end_at', '>', p.start)
      .where('start_at', '<', p.end)
      .orderBy('rank')
      .orderBy('id'),
);

/** Those that are running or to come. */
export const unfinishedOverridesTotal = statement(
  (q, p: { organizationId: OrganizationId; scheduleId: ScheduleId; now: number }) =>
    q
      .selectFrom('overrides')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('organization_id', '=', p.organizationId)
      .where('schedule_id', '=', p.scheduleId)
      .where('end_at', '>', p.now),
);

/** The schedule must be locked: the next override gets one more. */
export const highestRank = statement((q, p: { organizationId: OrganizationId; scheduleId: ScheduleId }) =>
  q
    .selectFrom('overrides')
    .select('rank')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .orderBy('rank', 'desc')
    .limit(1),
);

type OverrideKey = { organizationId: OrganizationId; scheduleId: ScheduleId; id: OverrideId };

export const overrideById = statement((q, p: OverrideKey) =>
  q
    .selectFrom('overrides')
    .select(columns.overrides)
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
);

export const overridesPage = statement(
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

export const overridesTotal = statement(
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

export const insertOverride = writeStatement(
  (
    q,
    p: OverrideKey & {
      startAt: number;
      endAt: number;
      rank: number;
      usersJson: string;
      createdBy: UserId;
      createdAt: number;
    },
  ) =>
    q.insertInto('overrides').values({
      id: p.id,
      organization_id: p.organizationId,
      schedule_id: p.scheduleId,
      start_at: p.startAt,
      end_at: p.endAt,
      rank: p.rank,
      users_json: p.usersJson,
      created_by: p.createdBy,
      created_at: p.createdAt,
    }),
);

export const insertOverrideUser = writeStatement(
  (q, p: { organizationId: OrganizationId; overrideId: OverrideId; userId: UserId; endAt: number }) =>
    q
      .insertInto('override_users')
      .values({ organization_id: p.organizationId, override_id: p.overrideId, user_id: p.userId, end_at: p.endAt }),
);

/** Rule OVR-3: it ends now, and no longer exists. */
export const endOverride = writeStatement((q, p: OverrideKey & { now: number }) =>
  q
    .updateTable('overrides')
    .set({ end_at: p.now, deleted_at: p.now })
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('id', '=', p.id),
);

export const endOverrideUsers = writeStatement(
  (q, p: { organizationId: OrganizationId; overrideId: OverrideId; now: number }) =>
    q
      .updateTable('override_users')
      .set({ end_at: p.now })
      .where('organization_id', '=', p.organizationId)
      .where('override_id', '=', p.overrideId),
);

export const deleteOverride = writeStatement((q, p: OverrideKey) =>
  q
    .deleteFrom('overrides')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', '=', p.scheduleId)
    .where('id', '=', p.id),
);
