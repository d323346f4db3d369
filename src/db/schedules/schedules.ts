/** Schedules, their teams, and the users in them. */
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { OrganizationId, ScheduleId, TeamId, UserId } from '../../ids.ts';
import { guardedStatement, type ReadStatement, statement, writeStatement } from '../driver/statement.ts';
import { columns, shownOfUser } from '../schema/columns.ts';
import { insertRow, insertRows, updateRow } from '../schema/row-writes.ts';
import type { Tables } from '../schema/tables.ts';

export type ScheduleRow = Selectable<Tables['schedules']>;

type ScheduleKey = { organizationId: OrganizationId; id: ScheduleId };

export const scheduleById = statement((q, p: ScheduleKey) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null),
);

type Schedules = { organizationId: OrganizationId; ids: readonly ScheduleId[] };

export const schedulesByIds = statement((q, p: Schedules, { listed }) =>
  q
    .selectFrom('schedules')
    .select(columns.schedules)
    .where('organization_id', '=', p.organizationId)
    .where('id', ...listed(p.ids))
    .where('deleted_at', 'is', null),
);

/** Filters; `pattern` is for LIKE, with `\\` as its escape character. */
export type ScheduleFilters = {
  readonly teamId?: TeamId;
  readonly pattern?: string;
  readonly name?: string;
  readonly externalId?: string;
  /** Schedules with the user in a layer or an override at some time after `since`. */
  readonly userId?: UserId;
  readonly since?: number;
};

type Wanted = { readonly organizationId: OrganizationId } & ScheduleFilters;
type Limits = { readonly limit: number; readonly offset: number };

/** A list of schedules in order of creation: a page, and the total. */
interface ScheduleList {
  readonly page: ReadStatement<Wanted & Limits, ScheduleRow>;
  readonly total: ReadStatement<Wanted, { total: number }>;
}

const lists = new Map<string, ScheduleList>();

const countOfAll = statement((q, p: Wanted) =>
  q.selectFrom('organizations').select('schedule_count as total').where('id', '=', p.organizationId),
);

/** Finds the first schedule of the page by counting in the index only, from the nearer end of the list. */
const pageOfAll = statement((q, p: Wanted & Limits) => {
  const all = q.selectFrom('schedules').where('organization_id', '=', p.organizationId).where('deleted_at', 'is', null);
  const total = q.selectFrom('organizations').select('schedule_count').where('id', '=', p.organizationId);
  const offset = sql<number>`cast(${p.offset} as bigint)`;
  const first = sql<ScheduleId>`case
    when ${offset} + ${offset} < ${total} then ${all.select('id').orderBy('id').limit(1).offset(offset)}
    when ${offset} < ${total} then ${all
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(sql<number>`${total} - 1 - ${offset}`)}
  end`;
  return all.select(columns.schedules).where('id', '>=', first).orderBy('id').limit(p.limit);
});

/** Separate statements for each combination of filters, so that each uses its index. */
export function scheduleListBy(filters: ScheduleFilters): ScheduleList {
  const key = Object.keys(filters).sort().join();
  const list = lists.get(key) ?? buildList(filters);
  lists.set(key, list);
  return list;
}

function buildList(filters: ScheduleFilters): ScheduleList {
  const matching = (q: Kysely<Tables>, wanted: Wanted) => {
    const p = wanted as Required<Wanted>;
    return q
      .selectFrom('schedules')
      .where('organization_id', '=', p.organizationId)
      .where('deleted_at', 'is', null)
      .$if('teamId' in filters, (query) => query.where('id', 'in', (eb) => idsOfTeam(eb, p)))
      .$if('pattern' in filters, (query) => query.where(sql<boolean>`name_key like ${p.pattern} escape '\\'`))
      .$if('name' in filters, (query) => query.where('name', '=', p.name))
      .$if('externalId' in filters, (query) => query.where('external_id', '=', p.externalId))
      .$if('userId' in filters, (query) => query.where('id', 'in', (eb) => idsOfUser(eb, p)));
  };
  if (Object.keys(filters).length === 0) return { page: pageOfAll, total: countOfAll };
  const isOneAtMost = 'externalId' in filters;
  return {
    page: guardedStatement((q, p: Wanted & Limits) =>
      matching(q, p)
        .select(columns.schedules)
        .$if(!isOneAtMost, (query) => query.orderBy('id'))
        .limit(p.limit)
        .offset(p.offset),
    ),
    total: guardedStatement((q, p: Wanted) => matching(q, p).select((eb) => eb.fn.countAll<number>().as('total'))),
  };
}

function idsOfTeam(
  eb: ExpressionBuilder<Tables, 'schedules'>,
  p: { readonly organizationId: OrganizationId; readonly teamId: TeamId },
) {
  return eb
    .selectFrom('schedule_teams')
    .select('schedule_id')
    .where('organization_id', '=', p.organizationId)
    .where('team_id', '=', p.teamId);
}

function idsOfUser(
  eb: ExpressionBuilder<Tables, 'schedules'>,
  p: { readonly organizationId: OrganizationId; readonly userId: UserId; readonly since: number },
) {
  return eb
    .selectFrom('schedule_users')
    .select('schedule_id')
    .where('organization_id', '=', p.organizationId)
    .where('user_id', '=', p.userId)
    .where('until_at', '>', p.since)
    .union(
      eb
        .selectFrom('override_users')
        .innerJoin('overrides', 'overrides.id', 'override_users.override_id')
        .select('overrides.schedule_id')
        .where('override_users.organization_id', '=', p.organizationId)
        .where('override_users.user_id', '=', p.userId)
        .where('override_users.end_at', '>', p.since),
    );
}

/** Schedules with the user in a layer or an override at some time after `since`. */
export const schedulesOfUser = guardedStatement(
  (q, p: { organizationId: OrganizationId; userId: UserId; since: number }) =>
    q
      .selectFrom('schedules')
      .select(columns.schedules)
      .where('organization_id', '=', p.organizationId)
      .where('deleted_at', 'is', null)
      .where('id', 'in', (eb) => idsOfUser(eb, p))
      .orderBy('id'),
);

/** Lets a worker look now at all schedules with the user in a layer or an override: their next reminder may be another. */
export const lookForRemindersOf = writeStatement(
  (q, p: { organizationId: OrganizationId; userId: UserId; now: number }) =>
    q
      .updateTable('schedules')
      .set({ next_reminder_at: p.now })
      .where('organization_id', '=', p.organizationId)
      .where('deleted_at', 'is', null)
      .where('id', 'in', (eb) => idsOfUser(eb, { organizationId: p.organizationId, userId: p.userId, since: p.now }))
      .where((eb) => eb.or([eb('next_reminder_at', 'is', null), eb('next_reminder_at', '>', p.now)])),
);

export const insertSchedule = insertRow('schedules');

/** Rule BUD-2: the turns of all schedules that the user created, without one of them. */
export const turnsOfCreator = statement((q, p: ScheduleKey & { createdBy: UserId }) =>
  q
    .selectFrom('schedules')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('turns_per_year'), eb.lit(0)), 'bigint').as('turns'))
    .where('organization_id', '=', p.organizationId)
    .where('created_by', '=', p.createdBy)
    .where('deleted_at', 'is', null)
    .where('id', '!=', p.id),
);

/** Everything that a change to the schedule can change in its row, which must be locked. */
export const updateSchedule = updateRow('schedules', [
  'name',
  'name_key',
  'description',
  'latest_revision',
  'next_change_at',
  'notifications_due_at',
  'next_reminder_at',
  'broken_reason',
  'deleted_at',
  'change_count',
  'changed_at',
  'external_id',
  'managed_by',
  'turns_per_year',
]);

/** Teams of several schedules at once, in the order in which they were linked. */
export const teamsOfSchedules = statement(
  (q, p: { organizationId: OrganizationId; ids: readonly ScheduleId[] }, { listed }) =>
    q
      .selectFrom('schedule_teams')
      .innerJoin('teams', 'teams.id', 'schedule_teams.team_id')
      .select(columns.teams)
      .select('schedule_teams.schedule_id')
      .where('schedule_teams.organization_id', '=', p.organizationId)
      .where('schedule_teams.schedule_id', ...listed(p.ids))
      .orderBy('schedule_teams.schedule_id')
      .orderBy('schedule_teams.position'),
);

export type UsersOfSchedules = Schedules & { since: number };

/**
 * Users in layers or overrides of the schedules at some time after `since`; including deactivated ones. Only the columns that are shown: this is the
 * largest part of reading a schedule.
 */
export const usersOfSchedules = guardedStatement((q, p: UsersOfSchedules, { listed, selected }) => {
  const ids = q
    .selectFrom('schedule_users')
    .select('user_id')
    .where('organization_id', '=', p.organizationId)
    .where('schedule_id', ...listed(p.ids))
    .where('until_at', '>=', p.since)
    .unionAll(
      q
        .selectFrom('overrides')
        .innerJoin('override_users', 'override_users.override_id', 'overrides.id')
        .select('override_users.user_id')
        .where('overrides.organization_id', '=', p.organizationId)
        .where('overrides.schedule_id', ...listed(p.ids))
        .where('overrides.end_at', '>', p.since),
    );
  return q
    .selectFrom('users')
    .select([...shownOfUser, 'deactivated_at'])
    .where('organization_id', '=', p.organizationId)
    .where('id', ...selected<UserId>(ids));
});

export const unlinkTeams = writeStatement((q, p: ScheduleKey) =>
  q.deleteFrom('schedule_teams').where('organization_id', '=', p.organizationId).where('schedule_id', '=', p.id),
);

export const linkTeams = insertRows('schedule_teams');

export const putScheduleUsers = insertRows('schedule_users', {
  key: ['schedule_id', 'user_id'],
  replaced: ['until_at'],
});

type ScheduleAndUser = ScheduleKey & { userId: UserId; now: number };

export const scheduleFor = statement((q, p: ScheduleAndUser) => isTheirs(q, p).select('schedules.id'));

/** An active user; `is_theirs` is null if there is no such schedule. */
export const userAndSchedule = statement((q, p: ScheduleAndUser) =>
  q
    .selectFrom('users')
    .select(columns.users)
    .select(isTheirs(q, p).as('is_theirs'))
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.userId)
    .where('deactivated_at', 'is', null),
);

/** 1 if the user created the schedule, rotates in it, or is in one of its teams. */
function isTheirs(q: Kysely<Tables>, p: ScheduleAndUser) {
  return q
    .selectFrom('schedules')
    .select((eb) =>
      eb
        .case()
        .when(
          eb.or([
            eb('created_by', '=', p.userId),
            eb.exists(
              eb
                .selectFrom('schedule_users')
                .select('user_id')
                .where('organization_id', '=', p.organizationId)
                .where('schedule_id', '=', p.id)
                .where('user_id', '=', p.userId)
                .where('until_at', '>', p.now),
            ),
            eb.exists(
              eb
                .selectFrom('schedule_teams')
                .innerJoin('team_members', 'team_members.team_id', 'schedule_teams.team_id')
                .select('team_members.user_id')
                .where('schedule_teams.organization_id', '=', p.organizationId)
                .where('schedule_teams.schedule_id', '=', p.id)
                .where('team_members.user_id', '=', p.userId),
            ),
          ]),
        )
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end()
        .as('is_theirs'),
    )
    .where('schedules.organization_id', '=', p.organizationId)
    .where('schedules.id', '=', p.id)
    .where('schedules.deleted_at', 'is', null);
}
