/**
 * Direct messages before a shift, to those who want them. A schedule stores when it has to be looked at next; a look tells
 * what was due since then, and moves that time beyond now. So nothing is told twice, and what was due while no worker ran is
 * told while the shift is still to come.
 */
import { reminderMessage } from '../chat/messages.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { dueReminders, type PersonToRemindRow, peopleToRemind, updateNextReminders } from '../db/reminders.ts';
import { type ScheduleRow, scheduleById } from '../db/schedules.ts';
import type { Interval, Shift } from '../engine/schedule.ts';
import { eachShift, type Timeline } from '../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../ids.ts';
import { REMINDER_HOURS } from '../schemas/settings.ts';
import { DAY_MS, HOUR_MS } from '../time/units.ts';
import { markBroken } from './broken-schedules.ts';
import { enqueue, type Outgoing } from './deliveries.ts';
import { isBroken } from './rotations.ts';
import type { Services } from './services.ts';
import { loadSchedule, loadSchedules, noSchedule, workingOnly } from './timelines.ts';

const AT_ONCE = 500;

/** Most people are on call again within it. When nobody is whom to remind, the schedule is looked at again before its end. */
const AHEAD_MS = 35 * DAY_MS;
const LONGEST_NOTICE_MS = Math.max(...REMINDER_HOURS) * HOUR_MS;

interface PersonToRemind {
  readonly chatId: string | null;
  readonly noticesMs: readonly number[];
}
type PeopleToRemind = ReadonlyMap<UserId, PersonToRemind>;

/** Someone comes on call who was not right before. */
interface Arrival {
  readonly userId: UserId;
  readonly start: number;
}

/** Reminds of what is due, and gives how many schedules were looked at. */
export async function sendReminders(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(dueReminders, { now: services.clock.now(), limit: AT_ONCE });
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      await remindIn(services, tx, organizationId, rows);
    }
    return due.length;
  });
}

/**
 * When to look next, recomputed in the transaction of every change to the shifts of a schedule and to who of its people
 * wants to be reminded. Who calls it has locked the schedule.
 */
export async function refreshNextReminder(
  { clock }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  scheduleId: ScheduleId,
): Promise<void> {
  const now = clock.now();
  const row = await tx.first(scheduleById, { organizationId, id: scheduleId });
  if (row === undefined) throw noSchedule(scheduleId);
  // Moved beyond now, what is due at this moment would never be told.
  if (row.next_reminder_at !== null && row.next_reminder_at <= now) return;
  const people = (await loadPeople(tx, organizationId, [scheduleId], now)).get(scheduleId);
  const load = people && (await loadSchedule(tx, row, ahead(now)));
  // It keeps its time: what is due is told when it works again.
  if (load !== undefined && isBroken(load)) return;
  const nextAt = people && load && lookAhead(load.timeline, people, now).nextAt;
  await storeNext(tx, organizationId, [row], () => nextAt);
}

async function remindIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
): Promise<void> {
  const now = services.clock.now();
  const ids = rows.map(({ id }) => id);
  const people = await loadPeople(tx, organizationId, ids, now);
  const wanted = rows.filter(({ id }) => people.has(id));
  const nextAt = new Map<ScheduleId, number>();
  const outgoing: Outgoing[] = [];
  const loads = await loadSchedules(tx, organizationId, wanted, ahead(now));
  const broken = new Map(loads.filter(isBroken).map((load) => [load.row.id, load]));
  await markBroken(tx, [...broken.values()]);
  for (const { row, timeline } of workingOnly(loads)) {
    const theirs = people.get(row.id) ?? new Map();
    const look = lookAhead(timeline, theirs, now, row.next_reminder_at ?? now);
    nextAt.set(row.id, look.nextAt);
    outgoing.push(...look.due.flatMap((arrival) => reminderOf(row, timeline, arrival, theirs, now)));
  }
  const looked = rows.filter(({ id }) => !broken.has(id));
  await storeNext(tx, organizationId, looked, (id) => nextAt.get(id));
  await enqueue(services, tx, organizationId, outgoing);
}

/** Whom to remind now of what was due since then, each of a shift once; and when to look next. */
function lookAhead(
  timeline: Timeline,
  people: PeopleToRemind,
  now: number,
  since = Number.POSITIVE_INFINITY,
): { readonly due: readonly Arrival[]; readonly nextAt: number } {
  const due: Arrival[] = [];
  let nextAt = ahead(now).end - LONGEST_NOTICE_MS;
  for (const arrival of arrivalsIn(timeline, now)) {
    if (arrival.start - LONGEST_NOTICE_MS >= nextAt) break;
    const times = people.get(arrival.userId)?.noticesMs.map((noticeMs) => arrival.start - noticeMs) ?? [];
    if (times.some((at) => since <= at && at <= now)) due.push(arrival);
    nextAt = Math.min(nextAt, ...times.filter((at) => at > now));
  }
  return { due, nextAt };
}

function* arrivalsIn(timeline: Timeline, now: number): Generator<Arrival, void> {
  let before: Shift | undefined;
  for (const shift of eachShift(timeline, ahead(now))) {
    const there = before?.end === shift.start ? before.users : [];
    for (const userId of shift.users) {
      if (shift.start > now && !there.includes(userId)) yield { userId, start: shift.start };
    }
    before = shift;
  }
}

function reminderOf(
  row: ScheduleRow,
  timeline: Timeline,
  arrival: Arrival,
  people: PeopleToRemind,
  now: number,
): Outgoing[] {
  const chatId = people.get(arrival.userId)?.chatId ?? null;
  if (chatId === null) return [];
  const until = endOfWatch(timeline, arrival, ahead(now).end);
  const about = { schedule: row.name, zone: row.time_zone };
  return [{ destinationId: chatId, message: reminderMessage({ ...about, start: arrival.start, until }) }];
}

/** Until when they stay on call, also over several shifts; undefined when that is further than we look. */
function endOfWatch(timeline: Timeline, { userId, start }: Arrival, end: number): number | undefined {
  let until = start;
  for (const shift of eachShift(timeline, { start, end })) {
    if (shift.start > until || !shift.users.includes(userId)) return until;
    until = shift.end;
  }
  return until < end ? until : undefined;
}

function ahead(now: number): Interval {
  return { start: now, end: now + AHEAD_MS };
}

async function loadPeople(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
  now: number,
): Promise<Map<ScheduleId, PeopleToRemind>> {
  const rows = await db.all(peopleToRemind, { organizationId, ids, now });
  const bySchedule = Map.groupBy(rows, (row) => row.schedule_id);
  return new Map([...bySchedule].map(([id, people]) => [id, new Map(people.map((row) => [row.id, personOf(row)]))]));
}

function personOf({ chat_id, reminder_hours_json }: PersonToRemindRow): PersonToRemind {
  const hours = readHours(reminder_hours_json);
  return { chatId: chat_id, noticesMs: hours.map((one) => one * HOUR_MS) };
}

/** None when they cannot be read: one person's must not stop the reminders of all others. */
function readHours(json: string): number[] {
  try {
    return JSON.parse(json) as number[];
  } catch {
    return [];
  }
}

async function storeNext(
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
  nextAt: (id: ScheduleId) => number | undefined,
): Promise<void> {
  const changed = rows
    .map(({ id, next_reminder_at }) => ({ id, was: next_reminder_at ?? 0, next_reminder_at: nextAt(id) ?? 0 }))
    .filter(({ was, next_reminder_at }) => was !== next_reminder_at)
    .map(({ id, next_reminder_at }) => ({ organization_id: organizationId, id, next_reminder_at }));
  if (changed.length > 0) await tx.run(updateNextReminders, { schedules: changed });
}
