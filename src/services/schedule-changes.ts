/** What every change to a schedule goes through, in its transaction: a new revision, and what is stored because of it. */
import type { Transaction } from '../db/database.ts';
import { cutReigns, insertRevision, revisionByNumber } from '../db/revisions.ts';
import {
  endScheduleUsers,
  putScheduleUsers,
  type ScheduleRow,
  scheduleById,
  updateNextChange,
} from '../db/schedules.ts';
import type { Revision } from '../engine/schedule.ts';
import { nextChangeAfter } from '../engine/timeline.ts';
import { AppError } from '../errors.ts';
import type { UserId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import { TIME_ENDS } from '../time/iso.ts';
import { WEEK_MS } from '../time/units.ts';
import { clearBroken, markBroken } from './broken-schedules.ts';
import { markGroupsOf } from './chat-group-sync.ts';
import { refreshNextReminder } from './reminders.ts';
import { type BrokenSchedule, isBroken, isReadable, reignsNotOver, revisionOf, unreadable } from './rotations.ts';
import type { Services } from './services.ts';
import { loadSchedule, noSchedule } from './timelines.ts';

/** The schedule must be locked: else it may no longer be the latest. */
export async function getLatestRevision(
  tx: Transaction,
  { organization_id: organizationId, id: scheduleId, latest_revision: number }: ScheduleRow,
): Promise<Revision> {
  const row = await tx.first(revisionByNumber, { organizationId, scheduleId, number });
  if (row === undefined) throw noSchedule(scheduleId);
  const revision = revisionOf(row);
  if (!isReadable(revision)) throw new AppError('schedule_broken', unreadable(revision));
  return revision;
}

export async function appendRevision(
  { clock }: Services,
  tx: Transaction,
  { organizationId, userId }: Caller,
  scheduleId: ScheduleRow['id'],
  { number, validFrom, layer }: Revision,
): Promise<void> {
  await tx.run(cutReigns, { organizationId, scheduleId, validFrom });
  await tx.run(insertRevision, {
    organizationId,
    scheduleId,
    number,
    validFrom,
    layerJson: JSON.stringify(layer),
    createdBy: userId,
    createdAt: clock.now(),
  });
}

/**
 * Who stands in the layers and until when, recomputed in the transaction of every change to them. A change does not reach into
 * the past: whoever stood in them only then is left as they are.
 */
export async function refreshScheduleUsers(
  { clock }: Services,
  tx: Transaction,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: ScheduleRow['id'],
): Promise<void> {
  const now = clock.now();
  const key = { organizationId, id };
  const untilAt = new Map<UserId, number>();
  for (const { end, revision } of await reignsNotOver(tx, key, now)) {
    for (const user of revision.layer.users) untilAt.set(user, Math.min(end, TIME_ENDS));
  }
  await tx.run(endScheduleUsers, { ...key, now });
  for (const [until, users] of Map.groupBy(untilAt, ([, end]) => end)) {
    await tx.run(putScheduleUsers, { ...key, userIds: users.map(([user]) => user), untilAt: until });
  }
}

/**
 * Rule WRK-1: when who is on call changes next, recomputed in the transaction of every change to the layers or overrides. Who
 * is on call now may have changed too: the chat has to follow.
 */
export async function refreshNextChange(
  services: Services,
  tx: Transaction,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: ScheduleRow['id'],
): Promise<void> {
  const row = await tx.first(scheduleById, { organizationId, id });
  if (row === undefined) throw noSchedule(id);
  const now = services.clock.now();
  // Moved beyond now, a handoff that is due and not yet noticed would never be told.
  const isDue = row.next_change_at !== null && row.next_change_at <= now;
  if (!isDue || row.broken_reason !== null) {
    const nextChangeAt = await findNextChange(tx, row, now);
    if (isBroken(nextChangeAt)) await markBroken(tx, [nextChangeAt]);
    else {
      if (!isDue) await tx.run(updateNextChange, { organizationId, id, nextChangeAt });
      await clearBroken(tx, row);
    }
  }
  await refreshNextReminder(services, tx, organizationId, id);
  await markGroupsOf(services, tx, organizationId, [id]);
  await tx.wakeWorkers();
}

/**
 * It mostly is soon, so what is to come is loaded for a week first, and for longer only when nothing changes until then: what
 * starts after the change cannot move it.
 */
async function findNextChange(tx: Transaction, row: ScheduleRow, now: number): Promise<number | null | BrokenSchedule> {
  let nextChangeAt: number | undefined;
  for (
    let ahead = WEEK_MS, end = now;
    end < TIME_ENDS && (nextChangeAt === undefined || nextChangeAt >= end);
    ahead *= 8
  ) {
    end = Math.min(now + ahead, TIME_ENDS);
    const load = await loadSchedule(tx, row, { start: now, end });
    if (isBroken(load)) return load;
    nextChangeAt = nextChangeAfter(load.timeline, now);
  }
  return nextChangeAt ?? null;
}
