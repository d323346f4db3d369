/** Public holidays of people, and the rules of the calendar of the organization. */
import type { CalendarRules, CalendarRulesUpdate, HolidayCalendar } from '../../api-client/schema.d.ts';
import type { FileCalendarRules } from '../file/file.ts';
import type { FieldChange } from './field-change.ts';

export interface CalendarItem {
  readonly kind: 'calendar';
  readonly fields: readonly FieldChange[];
  readonly update: CalendarRulesUpdate;
}

export function calendarItem(wanted: FileCalendarRules, existing: CalendarRules): CalendarItem {
  const changed = (Object.keys(wanted) as (keyof CalendarRules)[]).filter(
    (field) => textOf(field, wanted) !== textOf(field, existing),
  );
  return {
    kind: 'calendar',
    fields: changed.map((field) => ({ field, before: textOf(field, existing), after: textOf(field, wanted) })),
    update: Object.fromEntries(changed.map((field) => [field, wanted[field]])),
  };
}

function textOf(field: keyof CalendarRules, { holidays, night, weekend_days: days = [] }: FileCalendarRules): string {
  switch (field) {
    case 'holidays':
      return holidaysText(holidays);
    case 'night':
      return night === undefined || night.from === night.to ? '' : `${night.from}–${night.to}`;
    case 'weekend_days':
      return WEEKDAYS.filter((day) => days.includes(day)).join(', ');
  }
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** `DE`, `DE, BY`; empty: none. */
export function holidaysText(calendar: HolidayCalendar | null | undefined): string {
  return calendar ? [calendar.country, calendar.region ?? []].flat().join(', ') : '';
}

/** Public holidays of a person: without some of their own, those of the organization. */
export function holidayChange(
  wanted: HolidayCalendar | null | undefined,
  existing: HolidayCalendar | undefined,
): FieldChange | undefined {
  if (wanted === undefined || holidaysText(wanted) === holidaysText(existing)) return undefined;
  const text = (calendar: HolidayCalendar | null | undefined) => holidaysText(calendar) || 'as the organization';
  return { field: 'holidays', before: text(existing), after: text(wanted) };
}
