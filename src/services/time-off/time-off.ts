/**
 * Rule OFF-1: time off. It does not change rotations: responses list the shifts that overlap it. Members change their own, admins everyone's. Only
 * the person and admins see the reason. Calendar files: time-off-import.ts.
 */
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import type { UserRow } from '../../db/people/users.ts';
import {
  deleteTimeOff as deleteRow,
  putTimeOff,
  type TimeOffRow,
  timeOffById,
  timeOffPage,
  timeOffTotal,
  updateTimeOff as updateRow,
} from '../../db/time-off.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError, quoted } from '../../errors.ts';
import { type OrganizationId, parseId, type UserId } from '../../ids.ts';
import { type Caller, hasPermission, requirePermission } from '../../permissions.ts';
import type { NewTimeOff, TimeOff, TimeOffQuery, TimeOffUpdate } from '../../schemas/time-off.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { getUserRow } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOfTimeOff } from '../shared/entity-tags.ts';
import { type PageMeta, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { Work } from '../shared/work.ts';
import { MAX_DAYS_OFF } from './calendar-file.ts';
import { loadCollisions } from './collisions.ts';

/** For one user, including past ones: one a week for twenty years. */
const MAX_TIME_OFF = 1000;

const LIST = { page: timeOffPage, total: timeOffTotal };

/** For any user, visible to everyone; the reason only if the caller may see it. */
export async function listTimeOff(
  { db, clock }: Services,
  caller: Caller,
  id: string,
  { from, ...page }: TimeOffQuery,
): Promise<{ time_off: TimeOff[]; meta: PageMeta }> {
  const { id: userId } = await getUserRow(db, caller, id);
  const { organizationId } = caller;
  const endsAfter = from === undefined ? clock.now() : (parseInstant(from) as number);
  const { rows, meta } = await readPage(db, LIST, { organizationId, userId, endsAfter }, page);
  using work = new Work(caller, { narrow: 'Ask for fewer at a time with per_page.' });
  return { time_off: await present(db, caller, userId, rows, clock.now(), work), meta };
}

export async function getTimeOff(
  { db, clock }: Services,
  caller: Caller,
  id: string,
  timeOffId: string,
): Promise<TimeOff> {
  const { id: userId } = await getUserRow(db, caller, id);
  return presentOne(db, caller, userId, await getRow(db, caller, userId, timeOffId), clock.now());
}

export function createTimeOff(services: Services, caller: Caller, id: string, wanted: NewTimeOff): Promise<TimeOff> {
  const { clock, newId } = services;
  return changeAs(services, caller, async (tx, caller) => {
    const { id: userId } = await getMember(tx, caller, id);
    const { organizationId } = caller;
    const interval = requireComing(intervalIn(wanted.start, wanted.end), clock.now());
    await requireRoom(tx, { organizationId, userId }, 1);
    const fields = fieldsOf(interval, wanted.reason?.trim() ?? null);
    const row = { ...fields, id: newId('timeOff'), user_id: userId, event_key: null, created_at: clock.now() };
    await tx.run(putTimeOff, { organizationId, rows: [row] });
    await writeAuditEntry(services, tx, caller, {
      action: 'time_off.created',
      targetId: row.id,
      detail: { user_id: userId, ...textsOf(interval) },
    });
    return presentOne(tx, caller, userId, row, clock.now());
  });
}

export function updateTimeOff(
  services: Services,
  caller: Caller,
  id: string,
  timeOffId: string,
  wanted: TimeOffUpdate,
  expected?: ExpectedTags,
): Promise<TimeOff> {
  return changeAs(services, caller, async (tx, caller) => {
    const { id: userId } = await getMember(tx, caller, id);
    const row = await getRow(tx, caller, userId, timeOffId);
    requireTag(expected, tagOfRow(row));
    const interval = requireComing(
      intervalIn(wanted.start ?? formatInstant(row.start_at), wanted.end ?? formatInstant(row.end_at)),
      services.clock.now(),
    );
    const reason = wanted.reason === undefined ? row.reason : (wanted.reason?.trim() ?? null);
    const updated = { ...row, ...fieldsOf(interval, reason) };
    await tx.run(updateRow, updated);
    await writeAuditEntry(services, tx, caller, {
      action: 'time_off.updated',
      targetId: row.id,
      detail: { user_id: userId, ...textsOf(interval) },
    });
    return presentOne(tx, caller, userId, updated, services.clock.now());
  });
}

export function deleteTimeOff(
  services: Services,
  caller: Caller,
  id: string,
  timeOffId: string,
  expected?: ExpectedTags,
): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    const { id: userId } = await getChangeable(tx, caller, id);
    const { organizationId } = caller;
    const row = await getRow(tx, caller, userId, timeOffId);
    requireTag(expected, tagOfRow(row));
    await tx.run(deleteRow, { organizationId, userId, id: row.id });
    await writeAuditEntry(services, tx, caller, {
      action: 'time_off.deleted',
      targetId: row.id,
      detail: { user_id: userId, ...textsOf({ start: row.start_at, end: row.end_at }) },
    });
  });
}

export function fieldsOf({ start, end }: Interval, reason: string | null) {
  return { start_at: start, end_at: end, reason };
}

/** The user, if the caller may change their time off. */
async function getChangeable(db: Queryable, caller: Caller, id: string): Promise<UserRow> {
  await requirePermission(caller, id === caller.userId ? 'cover' : 'change users');
  return getUserRow(db, caller, id);
}

/** The same, if the user can have time off. */
export async function getMember(db: Queryable, caller: Caller, id: string): Promise<UserRow> {
  const user = await getChangeable(db, caller, id);
  if (user.seat === 'member') return user;
  throw refusal(
    `user_id must be a user with a member seat: ${user.name} (${user.id}) has a viewer seat, and no time off.`,
  );
}

function intervalIn(start: string, end: string): Interval {
  return { start: parseInstant(start) as number, end: parseInstant(end) as number };
}

function requireComing({ start, end }: Interval, now: number): Interval {
  const texts = `end is ${formatInstant(end)}, start is ${formatInstant(start)}`;
  if (end <= start) throw refusal(`end must be after start: ${texts}.`);
  if (end - start > MAX_DAYS_OFF * DAY_MS)
    throw refusal(`end may be at most ${MAX_DAYS_OFF} days after start: ${texts}.`);
  if (end <= now) {
    throw refusal(`end must be in the future: end is ${formatInstant(end)}, and it is ${formatInstant(now)}.`);
  }
  return { start, end };
}

interface OfUser {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

export async function requireRoom(tx: Transaction, ofUser: OfUser, added: number): Promise<void> {
  const { total } = (await tx.first(timeOffTotal, { ...ofUser, endsAfter: 0 })) ?? { total: 0 };
  if (total + added <= MAX_TIME_OFF) return;
  throw refusal(
    `${ofUser.userId} has ${total} entries of time off, and ${MAX_TIME_OFF} is the most: delete some that are over first.`,
  );
}

type ShownRow = Omit<TimeOffRow, 'organization_id' | 'user_id' | 'event_key'>;

async function presentOne(db: Queryable, caller: Caller, userId: UserId, row: ShownRow, now: number): Promise<TimeOff> {
  using work = new Work(caller, { narrow: '' });
  const [timeOff] = await present(db, caller, userId, [row], now, work);
  return timeOff as TimeOff;
}

async function getRow(db: Queryable, { organizationId }: Caller, userId: UserId, id: string): Promise<TimeOffRow> {
  const timeOffId = parseId('timeOff', id);
  const row = timeOffId && (await db.first(timeOffById, { organizationId, userId, id: timeOffId }));
  if (row === undefined) throw noTimeOff(id);
  return row;
}

export async function present(
  db: Queryable,
  caller: Caller,
  userId: UserId,
  rows: readonly ShownRow[],
  now: number,
  work: Work,
): Promise<TimeOff[]> {
  const { organizationId } = caller;
  const intervals = rows.map(({ start_at, end_at }) => ({ start: start_at, end: end_at }));
  const collisionsOf = await loadCollisions(db, { organizationId, userId }, intervals, now, work);
  const maySeeReason = userId === caller.userId || (await hasPermission(caller, 'change users'));
  const presented: TimeOff[] = [];
  for (const { id, start_at, end_at, reason, created_at } of rows) {
    presented.push({
      id,
      user_id: userId,
      ...textsOf({ start: start_at, end: end_at }),
      ...(maySeeReason && reason !== null && { reason }),
      ...(await collisionsOf({ start: start_at, end: end_at })),
      created_at: formatInstant(created_at),
    });
  }
  return presented;
}

function textsOf({ start, end }: Interval): { start: string; end: string } {
  return { start: formatInstant(start), end: formatInstant(end) };
}

function tagOfRow({ id, start_at, end_at, reason }: TimeOffRow): string {
  return tagOfTimeOff({ id, ...textsOf({ start: start_at, end: end_at }), ...(reason !== null && { reason }) });
}

function noTimeOff(id: string): AppError {
  return new AppError('not_found', `There is no time off ${quoted(id)}.`);
}

function refusal(message: string): AppError {
  return new AppError('unprocessable_entity', message);
}
