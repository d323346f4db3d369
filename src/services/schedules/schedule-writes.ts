/** Rule STO-6: stores plans. All statements are sent together, in one round trip. */
import { isDeepStrictEqual } from 'node:util';
import { markChatGroupsOf, unlinkChatChannels } from '../../db/chat/chat-links.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { deleteNotificationsOfSchedules, insertChangeNotification } from '../../db/jobs/change-notifications.ts';
import { watchGaps } from '../../db/jobs/gap-watch.ts';
import { endLayersOfUser, leaveOverrides, replaceOverrideUsers } from '../../db/people/user-deactivation.ts';
import {
  changeOverrides,
  deleteOverrides,
  deleteOverrideUsers,
  endOverrides,
  endOverrideUsers,
  insertOverrides,
  insertOverrideUsers,
} from '../../db/schedules/overrides.ts';
import { endRevisions, insertRevisions } from '../../db/schedules/revisions.ts';
import {
  insertSchedule,
  linkTeams,
  putScheduleUsers,
  unlinkTeams,
  updateSchedule,
} from '../../db/schedules/schedules.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { writeAuditEntries } from '../audit/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { announce, loadSubscriptions } from '../webhooks/announcements.ts';
import { factsOfPlan } from '../webhooks/schedule-facts.ts';
import type { SchedulePlan } from './schedule-plan.ts';

interface Author {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** For different, locked schedules. Except for their rows, the number of statements does not depend on the number of schedules. */
export async function writePlans(
  services: Services,
  tx: Transaction,
  author: Author,
  plans: readonly SchedulePlan[],
): Promise<void> {
  if (plans.length === 0) return;
  const { organizationId } = author;
  const heard = plans.filter(({ before }) => before.hasWebhooks);
  if (heard.length > 0) await tellWebhooks(services, tx, author, heard);
  await Promise.all([
    ...plans
      .filter(writesRow)
      .map(({ before, state }) =>
        tx.run(before.isNew ? insertSchedule : updateSchedule, { ...state.row, organizationId }),
      ),
    ...revisionWrites(tx, author, plans),
    ...standingWrites(tx, author, plans),
    ...departureWrites(tx, author, plans),
    ...overrideWrites(tx, author, plans),
    ...plans.flatMap((plan) => teamWrites(tx, author, plan)),
    ...plans.flatMap((plan) => (plan.state.row.deleted_at === null ? [] : leftoversOf(tx, author, plan))),
    ...notificationsOf(services, tx, plans),
    ...groupMarksOf(tx, author, plans),
    ...gapWatches(tx, author, plans),
    writeAuditEntries(
      services,
      tx,
      author,
      plans.flatMap(({ audit }) => audit),
    ),
    ...(plans.some(({ wakesWorkers }) => wakesWorkers) ? [tx.wakeWorkers()] : []),
  ]);
}

/** Before the change is written: a deleted schedule no longer has teams. */
async function tellWebhooks(
  services: Services,
  tx: Transaction,
  { organizationId, userId }: Author,
  plans: readonly SchedulePlan[],
): Promise<void> {
  const facts = plans.flatMap((plan) => factsOfPlan(plan, userId));
  await announce(services, tx, organizationId, await loadSubscriptions(tx, organizationId), facts);
}

/** The schedule must exist first. */
function gapWatches(tx: Transaction, { organizationId }: Author, plans: readonly SchedulePlan[]): Promise<unknown>[] {
  const heard = plans.filter(({ before, state }) => before.hasWebhooks && state.row.deleted_at === null);
  if (heard.length === 0) return [];
  return [tx.run(watchGaps, { organizationId, ids: idsOf(heard), now: latestOf(heard) }), tx.wakeWorkers()];
}

/**
 * If the row does not change, the lock has already written it (`lockSchedule`). A departure may have locked the row without writing it
 * (`lockSchedules`), and others notice a change by a written row (decision 11).
 */
function writesRow({ before, state, departure }: SchedulePlan): boolean {
  return before.isNew || departure !== undefined || !isDeepStrictEqual(before.row, state.row);
}

function revisionWrites(
  tx: Transaction,
  { organizationId, userId }: Author,
  plans: readonly SchedulePlan[],
): Promise<unknown>[] {
  const appending = plans.filter(({ revisions }) => revisions.length > 0);
  if (appending.length === 0) return [];
  const cuts = Map.groupBy(appending, ({ revisions }) => Math.min(...revisions.map(({ validFrom }) => validFrom)));
  const records = appending.flatMap(({ revisions, state }) =>
    revisions.map(({ number, validFrom, validUntil, layer }) => ({
      schedule_id: state.row.id,
      number,
      valid_from: validFrom,
      reign_end: validUntil,
      layer_json: JSON.stringify(layer),
    })),
  );
  return [
    ...[...cuts].map(([validFrom, some]) => tx.run(endRevisions, { organizationId, ids: idsOf(some), validFrom })),
    tx.run(insertRevisions, { organizationId, revisions: records, createdBy: userId, createdAt: latestOf(appending) }),
  ];
}

/** Only what differs from what is stored. A change does not affect the past: users who were in the layers only then are left unchanged. */
function standingWrites(
  tx: Transaction,
  { organizationId }: Author,
  plans: readonly SchedulePlan[],
): Promise<unknown>[] {
  const users = plans.flatMap((plan) =>
    changedStanding(plan).map(([user_id, until_at]) => ({ schedule_id: plan.state.row.id, user_id, until_at })),
  );
  return users.length > 0 ? [tx.run(putScheduleUsers, { organizationId, users })] : [];
}

/** A user who is deactivated is ended by `departureWrites`. */
function changedStanding({ before: { standing: stored }, standing, departure, now }: SchedulePlan): [UserId, number][] {
  if (standing === undefined) return [];
  const ended = [...stored].filter(([user, until]) => until > now && !standing.has(user) && user !== departure?.userId);
  return [
    ...ended.map(([user]): [UserId, number] => [user, now]),
    ...[...standing].filter(([user, until]) => stored.get(user) !== until),
  ];
}

/** The user is in the layers until they left, also in layers that cannot be read. */
function departureWrites(
  tx: Transaction,
  { organizationId }: Author,
  plans: readonly SchedulePlan[],
): Promise<unknown>[] {
  const departures = Map.groupBy(plans, ({ departure }) => departure && `${departure.userId} ${departure.at}`);
  return [...departures.values()].flatMap((some) => {
    const [{ departure } = { departure: undefined }] = some;
    if (departure === undefined) return [];
    const { userId, at } = departure;
    const left = some.flatMap(({ overrides }) => overrides.left);
    const people = left.flatMap(({ id, users }) =>
      users === undefined ? [] : { organization_id: organizationId, id, users_json: JSON.stringify(users) },
    );
    return [
      tx.run(endLayersOfUser, { organizationId, userId, ids: idsOf(some), leftAt: at }),
      ...(people.length > 0 ? [tx.run(replaceOverrideUsers, { people })] : []),
      ...(left.length > 0
        ? [tx.run(leaveOverrides, { organizationId, userId, overrideIds: left.map(({ id }) => id) })]
        : []),
    ];
  });
}

function overrideWrites(
  tx: Transaction,
  { organizationId, userId }: Author,
  plans: readonly SchedulePlan[],
): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  const ending = plans.filter(({ overrides }) => overrides.ended.length > 0);
  for (const [at, some] of Map.groupBy(ending, ({ overrides }) => overrides.endedAt)) {
    const which = { organizationId, ids: some.flatMap(({ overrides }) => overrides.ended), at };
    writes.push(tx.run(endOverrides, which), tx.run(endOverrideUsers, which));
  }
  const removed = plans.flatMap(({ overrides }) => overrides.removed);
  if (removed.length > 0) writes.push(tx.run(deleteOverrides, { organizationId, ids: removed }));
  const changed = plans.flatMap(({ overrides }) => overrides.changed);
  if (changed.length > 0) {
    const changes = changed.map(({ id, start, end, users, reason }) => ({
      id,
      start_at: start,
      end_at: end,
      users_json: JSON.stringify(users),
      reason,
    }));
    writes.push(
      tx.run(changeOverrides, { organizationId, changes, changedBy: userId, changedAt: latestOf(plans) }),
      tx.run(deleteOverrideUsers, { organizationId, ids: changed.map(({ id }) => id) }),
    );
  }
  const added = plans.flatMap(({ overrides, state }) =>
    overrides.added.map((override) => overrideRecord(override, state.row.id)),
  );
  if (added.length > 0) writes.push(tx.run(insertOverrides, { organizationId, overrides: added }));
  const named = plans.flatMap(({ overrides }) => [...overrides.changed, ...overrides.added]);
  const users = named.flatMap(({ id, end, users }) =>
    users.map((user_id) => ({ override_id: id, user_id, end_at: end })),
  );
  if (users.length > 0) writes.push(tx.run(insertOverrideUsers, { organizationId, users }));
  return writes;
}

function overrideRecord(override: SchedulePlan['overrides']['added'][number], scheduleId: ScheduleId) {
  return {
    id: override.id,
    schedule_id: scheduleId,
    start_at: override.start,
    end_at: override.end,
    rank: override.rank,
    users_json: JSON.stringify(override.users),
    created_by: override.createdBy,
    created_at: override.createdAt,
    deleted_at: override.deletedAt,
    reason: override.reason,
    changed_by: override.changedBy,
    changed_at: override.changedAt,
    managed_by: override.managedBy,
  };
}

function idsOf(plans: readonly SchedulePlan[]): ScheduleId[] {
  return plans.map(({ state }) => state.row.id);
}

/** All of them have about the same time. */
function latestOf(plans: readonly SchedulePlan[]): number {
  return Math.max(...plans.map(({ now }) => now));
}

function teamWrites(tx: Transaction, { organizationId }: Author, { teamIds, state }: SchedulePlan): Promise<unknown>[] {
  if (teamIds === undefined) return [];
  const key = { organizationId, id: state.row.id };
  const teams = teamIds.map((team_id, position) => ({ team_id, position }));
  return [tx.run(unlinkTeams, key), ...(teams.length > 0 ? [tx.run(linkTeams, { ...key, teams })] : [])];
}

/** Deletes what does not belong to the history of a deleted schedule. */
function leftoversOf(tx: Transaction, { organizationId }: Author, { state }: SchedulePlan): Promise<unknown>[] {
  const { id } = state.row;
  return [
    tx.run(unlinkChatChannels, { organizationId, scheduleId: id }),
    tx.run(deleteNotificationsOfSchedules, { organizationId, ids: [id] }),
  ];
}

function notificationsOf({ newId }: Services, tx: Transaction, plans: readonly SchedulePlan[]): Promise<unknown>[] {
  return plans.flatMap(({ notifications, state: { row }, now }) =>
    notifications.map((one) =>
      tx.run(insertChangeNotification, {
        organizationId: row.organization_id,
        scheduleId: row.id,
        id: newId('changeNotification'),
        notificationJson: JSON.stringify(one),
        createdAt: now,
      }),
    ),
  );
}

function groupMarksOf(tx: Transaction, { organizationId }: Author, plans: readonly SchedulePlan[]): Promise<unknown>[] {
  const changed = plans.filter(({ marksChatGroup }) => marksChatGroup);
  if (changed.length === 0) return [];
  return [tx.run(markChatGroupsOf, { organizationId, ids: idsOf(changed), now: latestOf(changed) })];
}
