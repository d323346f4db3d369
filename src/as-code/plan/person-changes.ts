/** Compares people with the file. */
import type { HolidayCalendar, User, UserUpdate } from '../../api-client/schema.d.ts';
import type { FilePerson } from '../file/file.ts';
import { type FieldChange, isSameValue, type TextChange } from './field-change.ts';
import { zoneOf } from './matching.ts';

export interface PersonItem {
  readonly kind: 'person';
  readonly person: Omit<FilePerson, 'overwrite'>;
  /** Undefined: a new user. */
  readonly user: User | undefined;
  readonly fields: readonly FieldChange[];
  readonly update: UserUpdate;
  /** Null: those of the organization. Undefined: they stay. */
  readonly holidays: HolidayCalendar | null | undefined;
}

/** Rule TRU-5: a person who is there already, and whom the file does not overwrite. */
export interface KeptPerson {
  readonly user: User;
  /** What the file would change. */
  readonly fields: readonly FieldChange[];
}

/** A user, and the public holidays that they have instead of the organization's. */
export interface ExistingPerson {
  readonly user: User | undefined;
  readonly holidays: HolidayCalendar | undefined;
}

export function personItem(
  { overwrite = true, ...person }: FilePerson,
  { user, holidays }: ExistingPerson,
): PersonItem {
  const isOverwritten = user === undefined || overwrite;
  const changes = isOverwritten ? fieldChanges(person, user) : [];
  const holiday = isOverwritten ? holidayChange(person.holidays, holidays) : undefined;
  return {
    kind: 'person',
    person,
    user,
    fields: user === undefined ? [] : [...changes, ...(holiday === undefined ? [] : [holiday])],
    update: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    holidays: holiday && person.holidays,
  };
}

export function keptPerson(
  { overwrite = true, ...person }: FilePerson,
  { user, holidays }: ExistingPerson,
): KeptPerson[] {
  if (overwrite || user === undefined) return [];
  const fields = [...fieldChanges(person, user), holidayChange(person.holidays, holidays) ?? []].flat();
  return fields.length === 0 ? [] : [{ user, fields }];
}

/** Undefined: nothing changes. */
function holidayChange(
  wanted: HolidayCalendar | null | undefined,
  existing: HolidayCalendar | undefined,
): FieldChange | undefined {
  const change = { field: 'holidays', before: existing ?? null, after: wanted ?? null };
  return wanted === undefined || isSameValue(change.before, change.after) ? undefined : change;
}

function fieldChanges(person: Omit<FilePerson, 'overwrite'>, user: User | undefined): TextChange[] {
  const { email, holidays, ...wanted } = { ...person, name: person.name.trim() };
  return Object.entries(wanted).flatMap(([field, value]): TextChange[] => {
    const before = user?.[field as keyof typeof wanted] ?? '';
    const isSame = field === 'time_zone' ? zoneOf(before) === zoneOf(value) : before === value;
    return isSame ? [] : [{ field, before, after: value }];
  });
}

export function becomesViewer({ user, update }: PersonItem): boolean {
  return user !== undefined && update.seat === 'viewer';
}
