/**
 * Reminders before a shift, for people who want them, in the chat or by mail. A schedule stores when its next reminder is due. A run sends what was due since
 * then and moves that time past now. So no reminder is sent twice, and one that was missed is sent if its shift has not begun.
 */
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { dueReminders, peopleToRemind, updateNextReminders } from '../../db/jobs/reminders.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import type { OrganizationId, ScheduleId } from '../../ids.ts';
import { notificationTo } from '../notifications/notify-people.ts';
import {
  type Arrival,
  ahead,
  lookAhead,
  type PeopleToRemind,
  personToRemind,
} from '../notifications/reminder-times.ts';
import { enqueue, type Outgoing } from '../outbox/outbox.ts';
import type { Services } from '../shared/services.ts';
import { markBroken } from '../timelines/broken-schedules.ts';
import { isBroken } from '../timelines/rotations.ts';
import { loadSchedules, workingOnly } from '../timelines/timelines.ts';

const BATCH_SIZE = 500;

/** Rule BUD-1: after this many computed shifts the batch ends. What is left is still due. */
const MAX_COMPUTED = 5_000;

/** Sends due reminders, and returns the number of schedules that were checked. */
export async function sendReminders(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(dueReminders, { now: services.clock.now(), limit: BATCH_SIZE });
    const budget = { left: MAX_COMPUTED };
    let checked = 0;
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      if (budget.left > 0) checked += await remindIn(services, tx, organizationId, rows, budget);
    }
    return checked;
  });
}

async function remindIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  budget: { left: number },
): Promise<number> {
  const now = services.clock.now();
  const ids = rows.map(({ id }) => id);
  const people = await loadPeople(tx, organizationId, ids, now);
  const wanted = rows.filter(({ id }) => people.has(id));
  const nextAt = new Map<ScheduleId, number>();
  const later = new Set<ScheduleId>();
  const outgoing: Outgoing[] = [];
  const loads = await loadSchedules(tx, organizationId, wanted, ahead(now));
  const broken = new Map(loads.filter(isBroken).map((load) => [load.row.id, load]));
  await markBroken(tx, [...broken.values()]);
  for (const { row, timeline } of workingOnly(loads)) {
    if (budget.left <= 0) {
      later.add(row.id);
      continue;
    }
    const theirs = people.get(row.id) ?? new Map();
    const look = lookAhead(timeline, theirs, now, row.next_reminder_at ?? now);
    budget.left -= look.computed;
    nextAt.set(row.id, look.nextAt);
    outgoing.push(...look.due.flatMap((arrival) => reminderOf(services, row, arrival, theirs)));
  }
  const looked = rows.filter(({ id }) => !broken.has(id) && !later.has(id));
  await storeNext(tx, organizationId, looked, (id) => nextAt.get(id));
  await enqueue(services, tx, organizationId, outgoing);
  return rows.length - later.size;
}

function reminderOf(services: Services, row: ScheduleRow, arrival: Arrival, people: PeopleToRemind): Outgoing[] {
  const person = people.get(arrival.userId);
  if (person === undefined) return [];
  const event = { kind: 'reminder', scheduleId: row.id, ...arrival } as const;
  return notificationTo(services, row.organization_id, person, { event });
}

async function loadPeople(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  now: number,
): Promise<Map<ScheduleId, PeopleToRemind>> {
  const rows = await db.all(peopleToRemind, { organizationId, ids, now });
  const bySchedule = Map.groupBy(rows, (row) => row.schedule_id);
  return new Map(
    [...bySchedule].map(([id, people]) => [id, new Map(people.map((row) => [row.id, personToRemind(row)]))]),
  );
}

async function storeNext(
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  nextAt: (id: ScheduleId) => number | undefined,
): Promise<void> {
  const changed = rows
    .map(({ id, next_reminder_at: was }) => ({ id, was, next_reminder_at: nextAt(id) ?? null }))
    .filter(({ was, next_reminder_at }) => was !== next_reminder_at)
    .map(({ id, next_reminder_at }) => ({ organization_id: organizationId, id, next_reminder_at }));
  if (changed.length > 0) await tx.run(updateNextReminders, { rows: changed });
}
