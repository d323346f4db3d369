/**
 * Rules of reports: time zones, public holidays, nights and weekends, of the organization and of people who differ from it. A
 * change applies from now on, or from `valid_from`. Earlier rules are kept, so a report about earlier time does not change (rule
 * HRS-1). The same values again with an earlier `valid_from` move the last change back.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import {
  addFormerCalendarRule,
  calendarRulesOf,
  deleteFormerCalendarRule,
  lastFormerCalendarRules,
  putCalendarRules,
  userHolidaysPage,
  userHolidaysTotal,
} from '../../db/people/calendar-rules.ts';
import type { CalendarField } from '../../db/schema/tables/people.ts';
import { AppError } from '../../errors.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type {
  CalendarRules,
  CalendarRulesUpdate,
  HolidayCalendar,
  HolidaysOfUser,
  UserHolidays,
  UserHolidaysUpdate,
} from '../../schemas/people/calendar-rules.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import { type ExpectedTags, requireTag, tagOfRules } from '../shared/entity-tags.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { requireCalendar } from './holidays.ts';
import { getUserRow } from './users.ts';

export const DEFAULT_RULES: CalendarRules = {
  holidays: null,
  night: { from: '22:00', to: '06:00' },
  weekend_days: ['saturday', 'sunday'],
};

export function getCalendarRules({ db }: Services, { organizationId }: Caller): Promise<CalendarRules> {
  return readRules(db, organizationId);
}

async function readRules(db: Queryable, organizationId: OrganizationId): Promise<CalendarRules> {
  const row = await db.first(calendarRulesOf, { organizationId, subjectId: organizationId });
  return { ...DEFAULT_RULES, ...(row && (JSON.parse(row.rules_json) as Partial<CalendarRules>)) };
}

export async function updateCalendarRules(
  services: Services,
  caller: Caller,
  { valid_from, ...wanted }: CalendarRulesUpdate,
  expected?: ExpectedTags,
): Promise<CalendarRules> {
  await requirePermission(caller, 'change organization');
  if (valid_from !== undefined && Object.keys(wanted).length === 0) {
    throw new AppError('unprocessable_entity', 'valid_from needs holidays, night or weekend_days beside it.');
  }
  if (wanted.holidays) await requireCalendar(wanted.holidays);
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change organization');
    const { organizationId } = caller;
    const before = await readRules(tx, organizationId);
    requireTag(expected, tagOfRules(before));
    const rules = { ...before, ...wanted };
    for (const field of Object.keys(wanted) as (keyof CalendarRules)[])
      await keepFormer(services, tx, { organizationId, subjectId: organizationId }, field, before, rules, valid_from);
    const row = { organization_id: organizationId, subject_id: organizationId, rules_json: JSON.stringify(rules) };
    await tx.run(putCalendarRules, row);
    await writeAuditEntry(services, tx, caller, {
      action: 'calendar_rules.updated',
      targetId: organizationId,
      detail: { ...wanted, ...(valid_from !== undefined && { valid_from }) },
    });
    return rules;
  });
}

export async function getUserHolidays({ db }: Services, caller: Caller, id: string): Promise<UserHolidays> {
  const user = await getUserRow(db, caller, id);
  return readUserHolidays(db, caller.organizationId, user.id);
}

export async function listUserHolidays(
  { db }: Services,
  { organizationId }: Caller,
  request: PageRequest,
): Promise<{ user_holidays: HolidaysOfUser[]; meta: PageMeta }> {
  const list = { page: userHolidaysPage, total: userHolidaysTotal };
  const { rows, meta } = await readPage(db, list, { organizationId }, request);
  const own = rows.map(({ user_id, rules_json }) => {
    const { holidays } = JSON.parse(rules_json) as { holidays: HolidayCalendar };
    return { user_id, holidays };
  });
  return { user_holidays: own, meta };
}

export async function updateUserHolidays(
  services: Services,
  caller: Caller,
  id: string,
  { valid_from, ...wanted }: UserHolidaysUpdate,
  expected?: ExpectedTags,
): Promise<UserHolidays> {
  await requirePermission(caller, 'change users');
  if (wanted.holidays) await requireCalendar(wanted.holidays);
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'change users');
    const { organizationId } = caller;
    const { id: subjectId } = await getUserRow(tx, caller, id);
    const before = await readUserHolidays(tx, organizationId, subjectId);
    requireTag(expected, tagOfRules(before));
    await keepFormer(services, tx, { organizationId, subjectId }, 'holidays', before, wanted, valid_from);
    await putUserHolidays(services, tx, caller, subjectId, wanted, valid_from);
    return wanted;
  });
}

/** Of a new user: before, those of the organization applied. The calling service checks permission and calendar. */
export async function storeUserHolidays(
  services: Services,
  tx: Transaction,
  caller: Caller,
  subjectId: UserId,
  wanted: UserHolidays,
): Promise<void> {
  const subject = { organizationId: caller.organizationId, subjectId };
  await keepFormer(services, tx, subject, 'holidays', { holidays: null }, wanted);
  await putUserHolidays(services, tx, caller, subjectId, wanted);
}

async function putUserHolidays(
  services: Services,
  tx: Transaction,
  caller: Caller,
  subjectId: UserId,
  wanted: UserHolidays,
  validFrom?: string,
): Promise<void> {
  const { organizationId } = caller;
  const row = { organization_id: organizationId, subject_id: subjectId, rules_json: JSON.stringify(wanted) };
  await tx.run(putCalendarRules, row);
  await writeAuditEntry(services, tx, caller, {
    action: 'user_holidays.updated',
    targetId: subjectId,
    detail: { ...wanted, ...(validFrom !== undefined && { valid_from: validFrom }) },
  });
}

async function readUserHolidays(
  db: Queryable,
  organizationId: OrganizationId,
  subjectId: UserId,
): Promise<UserHolidays> {
  const row = await db.first(calendarRulesOf, { organizationId, subjectId });
  return row === undefined ? { holidays: null } : (JSON.parse(row.rules_json) as UserHolidays);
}

interface Subject {
  readonly organizationId: OrganizationId;
  readonly subjectId: OrganizationId | UserId;
}

/**
 * Keeps the value that applied before a change. The first holidays of the organization apply to all earlier time too: a calendar that is set late was
 * right all along. Before the first holidays of a person, those of the organization apply (rule TRU-4).
 */
async function keepFormer<F extends Exclude<CalendarField, 'time_zone'>>(
  { clock }: Services,
  tx: Transaction,
  subject: Subject,
  field: F,
  before: Pick<CalendarRules, F>,
  after: Pick<CalendarRules, F>,
  validFrom?: string,
): Promise<void> {
  const untilAt = validFrom === undefined ? clock.now() : (parseInstant(validFrom) as number);
  if (untilAt > clock.now()) throw invalidFrom('in the future', untilAt);
  const former = { organization_id: subject.organizationId, subject_id: subject.subjectId, field, until_at: untilAt };
  const [last, earlier] = await tx.all(lastFormerCalendarRules, { ...subject, field });
  if (isDeepStrictEqual(before[field], after[field])) {
    if (last === undefined || untilAt >= last.until_at) return;
    if (earlier !== undefined && untilAt < earlier.until_at) {
      throw invalidFrom(`before an earlier change of ${field}, ${formatInstant(earlier.until_at)}`, untilAt);
    }
    await tx.run(deleteFormerCalendarRule, { ...subject, field, untilAt: last.until_at });
    await tx.run(addFormerCalendarRule, { ...former, value_json: last.value_json });
    return;
  }
  const isFirstOfAll = subject.subjectId === subject.organizationId && before[field] === null && last === undefined;
  if (isFirstOfAll && validFrom === undefined) return;
  if (last !== undefined && untilAt < last.until_at) {
    throw invalidFrom(`before the last change of ${field}, ${formatInstant(last.until_at)}`, untilAt);
  }
  await tx.run(addFormerCalendarRule, { ...former, value_json: JSON.stringify(before[field]) });
}

function invalidFrom(place: string, at: number): AppError {
  return new AppError('unprocessable_entity', `valid_from must not be ${place}: it is ${formatInstant(at)}.`);
}
