/** The calendar rules for the hours of a person, and the validity of each. */

import type { Queryable } from '../../db/driver/database.ts';
import {
  calendarRulesOfSome,
  type FormerCalendarRuleRow,
  formerCalendarRulesOfSome,
} from '../../db/people/calendar-rules.ts';
import { organizationById } from '../../db/people/organizations.ts';
import type { UserRow } from '../../db/people/users.ts';
import type { CalendarField } from '../../db/schema/tables/people.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { OrganizationId } from '../../ids.ts';
import { type CalendarRules, type HolidayCalendar, WEEKDAYS } from '../../schemas/people/calendar-rules.ts';
import type { DayRules } from '../../time/hour-kinds.ts';
import { DAY_MS } from '../../time/units.ts';
import { findZone, type Zone } from '../../time/zones.ts';
import { DEFAULT_RULES } from '../people/calendar-rules.ts';
import { holidayDays } from '../people/holidays.ts';

export interface RulesUntil {
  readonly until: number;
  readonly rules: DayRules;
}

/** The rules at some time; what a person has not set is that of the organization. */
type Values = CalendarRules & { readonly time_zone: string };

interface Subject {
  readonly current: Partial<Values>;
  /** In chronological order. */
  readonly former: readonly FormerCalendarRuleRow[];
}

type Person = Pick<UserRow, 'id' | 'time_zone'>;

export async function loadDayRules(
  db: Queryable,
  organizationId: OrganizationId,
  people: readonly Person[],
  within: Interval,
): Promise<(person: Person) => Promise<readonly RulesUntil[]>> {
  const subjects = { organizationId, subjectIds: [organizationId, ...people.map(({ id }) => id)] };
  const [organization, rules, all] = await Promise.all([
    db.first(organizationById, { id: organizationId }),
    db.all(calendarRulesOfSome, subjects),
    db.all(formerCalendarRulesOfSome, subjects),
  ]);
  const former = all.filter(({ until_at }) => until_at > within.start).toSorted((a, b) => a.until_at - b.until_at);
  const rulesOf = new Map(rules.map((row) => [row.subject_id, JSON.parse(row.rules_json) as Partial<CalendarRules>]));
  const formerOf = Map.groupBy(former, ({ subject_id }) => subject_id);
  const ofAll: Subject = {
    current: { ...DEFAULT_RULES, ...rulesOf.get(organizationId), time_zone: organization?.time_zone ?? 'UTC' },
    former: formerOf.get(organizationId) ?? [],
  };
  const holidaysIn = holidaysWithin(within);

  return async ({ id, time_zone }) => {
    const own: Subject = {
      current: { ...rulesOf.get(id), ...(time_zone !== null && { time_zone }) },
      former: formerOf.get(id) ?? [],
    };
    const changes = [...ofAll.former, ...own.former].map(({ until_at }) => until_at).filter((at) => at < within.end);
    const ends = [...new Set([...changes, within.end])].sort((a, b) => a - b);
    const periods: RulesUntil[] = [];
    for (const until of ends) {
      const value = <F extends CalendarField>(field: F): Values[F] =>
        (valueBefore(own, field, until) ?? valueBefore(ofAll, field, until)) as Values[F];
      const night = value('night');
      periods.push({
        until,
        rules: {
          zone: zoneNamed(value('time_zone')),
          nightStart: minutesOf(night.from),
          nightEnd: minutesOf(night.to),
          weekendDays: new Set(value('weekend_days').map((day) => WEEKDAYS.indexOf(day))),
          holidays: await holidaysIn(value('holidays')),
        },
      });
    }
    return periods;
  };
}

/** The value just before the instant; null and undefined: nothing of their own. */
function valueBefore<F extends CalendarField>({ current, former }: Subject, field: F, instant: number) {
  const replaced = former.find((row) => row.field === field && row.until_at >= instant);
  return (replaced === undefined ? current[field] : JSON.parse(replaced.value_json)) as Values[F] | null | undefined;
}

/** A zone that this runtime does not know must not stop a report. */
function zoneNamed(name: string): Zone {
  const zone = findZone(name) ?? findZone('UTC');
  if (zone === undefined) throw new Error('the runtime does not know UTC');
  return zone;
}

function minutesOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3));
}

/** Returns the same set for the same calendar. A day more on both sides, because of time zones. */
function holidaysWithin({ start, end }: Interval): (calendar: HolidayCalendar | null) => Promise<ReadonlySet<number>> {
  // A holiday may begin in the last days of the year before.
  const [first, last] = [yearOf(start - 7 * DAY_MS), yearOf(end + DAY_MS)];
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const sets = new Map<string, Promise<ReadonlySet<number>>>();
  return (calendar) => {
    if (calendar === null) return Promise.resolve(new Set());
    const key = `${calendar.country} ${calendar.region ?? ''}`;
    const days = sets.get(key) ?? holidayDays(calendar, years);
    sets.set(key, days);
    return days;
  };
}

function yearOf(instant: number): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC').year;
}
