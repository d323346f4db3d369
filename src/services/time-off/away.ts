/**
 * Who is away when (rules OFF-1 and OFF-2): time off, which does not change rotations, and public holidays. Everyone sees that somebody is away, but
 * not why.
 */

import type { Queryable } from '../../db/driver/database.ts';
import { calendarRulesOfSome } from '../../db/people/calendar-rules.ts';
import { organizationById } from '../../db/people/organizations.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import { timeOffOfUsers } from '../../db/time-off.ts';
import type { Interval } from '../../engine/schedule.ts';
import { AppError, quoted } from '../../errors.ts';
import { type OrganizationId, parseId, type UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { CalendarRules, HolidayCalendar } from '../../schemas/people/calendar-rules.ts';
import type { Away, AwayQuery } from '../../schemas/time-off.ts';
import { joinIntervals } from '../../time/intervals.ts';
import { formatInstant } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone, instantAt, type Zone } from '../../time/zones.ts';
import { holidaysOf } from '../people/holidays.ts';
import type { Services } from '../shared/services.ts';
import { intervalOf } from '../timelines/intervals.ts';

const DAYS = { usual: 31, most: 366 };

/** For each user when they are away: disjoint intervals that overlap the given one, by start. */
export async function loadTimeOff(
  db: Queryable,
  organizationId: OrganizationId,
  userIds: readonly UserId[],
  { start, end }: Interval,
): Promise<(userId: UserId) => readonly Interval[]> {
  const rows = await db.all(timeOffOfUsers, { organizationId, userIds, start, end });
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  const joined = new Map(
    [...byUser].map(([userId, own]) => [
      userId,
      joinIntervals(own.map(({ start_at, end_at }) => ({ start: start_at, end: end_at }))),
    ]),
  );
  return (userId) => joined.get(userId) ?? [];
}

export async function listAway({ db, clock }: Services, caller: Caller, request: AwayQuery): Promise<Away[]> {
  const { organizationId } = caller;
  const within = intervalOf(request, clock.now(), DAYS);
  const users = await getUsers(db, caller, request.user_ids?.split(',') ?? [caller.userId]);
  const timeOffOf = await loadTimeOff(
    db,
    organizationId,
    users.map(({ id }) => id),
    within,
  );
  const holidaysOfUser = await loadHolidays(db, organizationId, users, within);
  const away: Away[] = [];
  for (const user of users) {
    away.push({
      user_id: user.id,
      time_off: timeOffOf(user.id).map(textsOf),
      holidays: (await holidaysOfUser(user)).map((holiday) => ({ ...textsOf(holiday), name: holiday.name })),
    });
  }
  return away;
}

/** In the given order. Includes deactivated users: timelines show the past. */
async function getUsers(db: Queryable, { organizationId }: Caller, texts: readonly string[]): Promise<UserRow[]> {
  const ids = new Set(texts.map((text) => parseId('user', text) ?? (text as UserId)));
  const rows = await db.all(usersByIds, { organizationId, ids: [...ids] });
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...ids].map((id) => {
    const row = found.get(id);
    if (row === undefined) throw new AppError('not_found', `user_ids: there is no user ${quoted(id)}.`);
    return row;
  });
}

type HolidayInterval = Interval & { readonly name: string };

/** Holidays that overlap the interval, by start, from each person's current calendar. */
async function loadHolidays(
  db: Queryable,
  organizationId: OrganizationId,
  users: readonly UserRow[],
  within: Interval,
): Promise<(user: UserRow) => Promise<HolidayInterval[]>> {
  const subjectIds = [organizationId, ...users.map(({ id }) => id)];
  const [organization, rules] = await Promise.all([
    db.first(organizationById, { id: organizationId }),
    db.all(calendarRulesOfSome, { organizationId, subjectIds }),
  ]);
  const calendars = new Map<string, HolidayCalendar | null | undefined>(
    rules.map(({ subject_id, rules_json }) => [
      subject_id,
      (JSON.parse(rules_json) as Partial<CalendarRules>).holidays,
    ]),
  );
  return async ({ id, time_zone }) => {
    const calendar = calendars.get(id) ?? calendars.get(organizationId);
    const zone = findZone(time_zone ?? organization?.time_zone ?? 'UTC') ?? findZone('UTC');
    return calendar && zone ? holidaysWithin(calendar, zone, within) : [];
  };
}

async function holidaysWithin(calendar: HolidayCalendar, zone: Zone, within: Interval): Promise<HolidayInterval[]> {
  const found: HolidayInterval[] = [];
  // A holiday may begin in the last days of the year before, and the year depends on the zone.
  for (let year = yearOf(within.start - 7 * DAY_MS); year <= yearOf(within.end + DAY_MS); year += 1) {
    for (const { day, days, name } of await holidaysOf(calendar, year)) {
      const start = instantAt(zone, day * DAY_MS, 'first');
      const end = instantAt(zone, (day + days) * DAY_MS, 'first');
      if (start < within.end && end > within.start) found.push({ start, end, name });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function yearOf(instant: number): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC').year;
}

function textsOf({ start, end }: Interval): { start: string; end: string } {
  return { start: formatInstant(start), end: formatInstant(end) };
}
