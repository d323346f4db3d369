/** Rule STO-6: stores plans. All statements are sent together, and the commit with them if nothing else follows. */
import { markChatGroupsOf, unlinkChatChannels } from '../../db/chat/chat-links.ts';
import type { LockingTransaction } from '../../db/driver/database.ts';
import { deleteNotificationsOfSchedules, insertChangeNotification } from '../../db/jobs/change-notifications.ts';
import { watchGaps } from '../../db/jobs/gap-watch.ts';
import { endLayersOfUser, leaveOverrides } from '../../db/people/user-deactivation.ts';
import type { UserRow } from '../../db/people/users.ts';
import {
  changeOverrides,
  deleteOverrides,
  deleteOverrideUsers,
  endOverrides,
  endOverrideUsers,
  insertOverrides,
  insertOverrideUsers,
  replaceOverrideUsers,
} from '../../db/schedules/overrides.ts';
import { endRevisions, insertRevisions } from '../../db/schedules/revisions.ts';
import {
  insertSchedule,
  linkTeams,
  putScheduleUsers,
  unlinkTeams,
  updateSchedule,
} from '../../db/schedules/schedules.ts';
import type { ScheduleId, UserId } from '../../ids.ts';
import { type Actor, writeAuditEntries } from '../shared/audit-log.ts';
import type { Services } from '../shared/services.ts';
import { rowOfOverride } from '../timelines/stored-overrides.ts';
import { announce } from '../webhooks/announcements.ts';
import { factsOfPlan } from './schedule-facts.ts';
import type { SchedulePlan } from './schedule-plan.ts';

export interface Author extends Actor {
  readonly userId: UserId;
  /** If absent, it is loaded when a webhook is told. */
  readonly user?: Pick<UserRow, 'name' | 'email'> | undefined;
}

/** For different, locked schedules. Except for their rows, the number of statements does not depend on the number of schedules. */
export async function writePlans(
  services: Services,
  tx: LockingTransaction,
  author: Author,
  plans: readonly SchedulePlan[],
): Promise<void> {
  if (plans.length === 0) return;
  const { organizationId } = author;
  // Even if nothing in a row changes: transactions that began before notice a change by a written row (decision 11).
  for (const { before, state } of plans) {
    tx.send(before.isNew ? insertSchedule : updateSchedule, { ...state.row, organizationId });
  }
  writeRevisions(tx, author, plans);
  writeLayerEnds(tx, author, plans);
  writeDepartures(tx, author, plans);
  writeOverrides(tx, author, plans);
  for (const plan of plans) writeTeams(tx, author, plan);
  for (const plan of plans) if (plan.state.row.deleted_at !== null) deleteLeftovers(tx, author, plan);
  writeNotifications(services, tx, plans);
  markGroups(tx, author, plans);
  watchForGaps(tx, author, plans);
  await tellWebhooks(services, tx, author, plans);
  const audit = plans.flatMap((plan) => plan.audit);
  await writeAuditEntries(services, tx, author, audit);
  if (plans.some((plan) => plan.wakesWorkers || isHeard(plan))) await tx.wakeWorkers();
}

async function tellWebhooks(
  services: Services,
  tx: LockingTransaction,
  { organizationId, userId, user }: Author,
  plans: readonly SchedulePlan[],
): Promise<void> {
  // All plans have the same webhooks.
  const { subscriptions = [] } = plans[0]?.before ?? {};
  if (subscriptions.length === 0) return;
  const facts = plans.flatMap((plan) => factsOfPlan(plan, userId));
  const known = new Map([
    ...(user ? [[userId, user] as const] : []),
    ...plans.flatMap(({ before }) => [...before.people]),
  ]);
  await announce(services, tx, organizationId, subscriptions, facts, known);
}

/** Webhooks are told of gaps ahead in it. */
function isHeard({ before, state }: SchedulePlan): boolean {
  return before.subscriptions.length > 0 && state.row.deleted_at === null;
}

/** The schedule must exist first. */
function watchForGaps(tx: LockingTransaction, { organizationId }: Author, plans: readonly SchedulePlan[]): void {
  const heard = plans.filter(isHeard);
  if (heard.length > 0) tx.send(watchGaps, { organizationId, ids: idsOf(heard), now: latestOf(heard) });
}

function writeRevisions(
  tx: LockingTransaction,
  { organizationId, userId }: Author,
  plans: readonly SchedulePlan[],
): void {
  const appending = plans.filter(({ revisions }) => revisions.length > 0);
  if (appending.length === 0) return;
  const cuts = Map.groupBy(appending, ({ revisions }) => Math.min(...revisions.map(({ validFrom }) => validFrom)));
  const createdAt = latestOf(appending);
  const rows = appending.flatMap(({ revisions, state }) =>
    revisions.map(({ number, validFrom, validUntil, layer }) => ({
      schedule_id: state.row.id,
      number,
      valid_from: validFrom,
      valid_until: validUntil,
      layer_json: JSON.stringify(layer),
      created_by: userId,
      created_at: createdAt,
    })),
  );
  for (const [validFrom, some] of cuts) tx.send(endRevisions, { organizationId, ids: idsOf(some), validFrom });
  tx.send(insertRevisions, { organizationId, rows });
}

/** Only what differs from what is stored. A change does not affect the past: users who were in the layers only then are left unchanged. */
function writeLayerEnds(tx: LockingTransaction, { organizationId }: Author, plans: readonly SchedulePlan[]): void {
  const users = plans.flatMap((plan) =>
    changedLayerEnds(plan).map(([userId, untilAt]) => ({
      schedule_id: plan.state.row.id,
      user_id: userId,
      until_at: untilAt,
    })),
  );
  if (users.length > 0) tx.send(putScheduleUsers, { organizationId, rows: users });
}

/** A user who is deactivated is ended by `writeDepartures`. */
function changedLayerEnds({
  before: { inLayersUntil: stored },
  inLayersUntil,
  departure,
  now,
}: SchedulePlan): [UserId, number][] {
  if (inLayersUntil === undefined) return [];
  const ended = [...stored].filter(
    ([user, until]) => until > now && !inLayersUntil.has(user) && user !== departure?.userId,
  );
  return [
    ...ended.map(([user]): [UserId, number] => [user, now]),
    ...[...inLayersUntil].filter(([user, until]) => stored.get(user) !== until),
  ];
}

/** The user is in the layers until they left, also in layers that cannot be read. */
function writeDepartures(tx: LockingTransaction, { organizationId }: Author, plans: readonly SchedulePlan[]): void {
  const departures = Map.groupBy(plans, ({ departure }) => departure && `${departure.userId} ${departure.at}`);
  for (const some of departures.values()) {
    const [{ departure } = { departure: undefined }] = some;
    if (departure === undefined) continue;
    const { userId, at } = departure;
    const left = some.flatMap(({ overrides }) => overrides.left);
    const people = left.flatMap(({ id, users }) =>
      users === undefined ? [] : { organization_id: organizationId, id, users_json: JSON.stringify(users) },
    );
    tx.send(endLayersOfUser, { organizationId, userId, ids: idsOf(some), leftAt: at });
    if (people.length > 0) tx.send(replaceOverrideUsers, { rows: people });
    if (left.length > 0) tx.send(leaveOverrides, { organizationId, userId, overrideIds: left.map(({ id }) => id) });
    const users = left.flatMap(({ id, end, returning }) =>
      returning.map((user) => ({ override_id: id, user_id: user, end_at: end })),
    );
    if (users.length > 0) tx.send(insertOverrideUsers, { organizationId, rows: users });
  }
}

function writeOverrides(tx: LockingTransaction, { organizationId }: Author, plans: readonly SchedulePlan[]): void {
  const ending = plans.filter(({ overrides }) => overrides.ended.length > 0);
  for (const [at, some] of Map.groupBy(ending, ({ overrides }) => overrides.endedAt)) {
    const which = { organizationId, ids: some.flatMap(({ overrides }) => overrides.ended), at };
    tx.send(endOverrides, which);
    tx.send(endOverrideUsers, which);
  }
  const removed = plans.flatMap(({ overrides }) => overrides.removed);
  if (removed.length > 0) tx.send(deleteOverrides, { organizationId, ids: removed });
  const changed = plans.flatMap(({ overrides }) => overrides.changed);
  if (changed.length > 0) {
    const rows = changed.map((override) => ({ organization_id: organizationId, ...rowOfOverride(override) }));
    tx.send(changeOverrides, { rows });
    tx.send(deleteOverrideUsers, { organizationId, ids: changed.map(({ id }) => id) });
  }
  const added = plans.flatMap(({ overrides }) => overrides.added.map(rowOfOverride));
  if (added.length > 0) tx.send(insertOverrides, { organizationId, rows: added });
  const named = plans.flatMap(({ overrides }) => [...overrides.changed, ...overrides.added]);
  const users = named.flatMap(({ id, end, users }) =>
    users.map((userId) => ({ override_id: id, user_id: userId, end_at: end })),
  );
  if (users.length > 0) tx.send(insertOverrideUsers, { organizationId, rows: users });
}

function idsOf(plans: readonly SchedulePlan[]): ScheduleId[] {
  return plans.map(({ state }) => state.row.id);
}

/** All of them have about the same time. */
function latestOf(plans: readonly SchedulePlan[]): number {
  return Math.max(...plans.map(({ now }) => now));
}

function writeTeams(tx: LockingTransaction, { organizationId }: Author, { teamIds, state }: SchedulePlan): void {
  if (teamIds === undefined) return;
  const key = { organizationId, id: state.row.id };
  const rows = teamIds.map((teamId, position) => ({ schedule_id: key.id, team_id: teamId, position }));
  tx.send(unlinkTeams, key);
  if (rows.length > 0) tx.send(linkTeams, { organizationId, rows });
}

/** Deletes what does not belong to the history of a deleted schedule. */
function deleteLeftovers(tx: LockingTransaction, { organizationId }: Author, { state }: SchedulePlan): void {
  const { id } = state.row;
  tx.send(unlinkChatChannels, { organizationId, scheduleId: id });
  tx.send(deleteNotificationsOfSchedules, { organizationId, ids: [id] });
}

function writeNotifications({ newId }: Services, tx: LockingTransaction, plans: readonly SchedulePlan[]): void {
  for (const { notifications, state, now } of plans) {
    for (const one of notifications) {
      tx.send(insertChangeNotification, {
        organizationId: state.row.organization_id,
        scheduleId: state.row.id,
        id: newId('changeNotification'),
        notificationJson: JSON.stringify(one),
        createdAt: now,
      });
    }
  }
}

function markGroups(tx: LockingTransaction, { organizationId }: Author, plans: readonly SchedulePlan[]): void {
  const changed = plans.filter(({ marksChatGroup }) => marksChatGroup);
  if (changed.length > 0) tx.send(markChatGroupsOf, { organizationId, ids: idsOf(changed), now: latestOf(changed) });
}
