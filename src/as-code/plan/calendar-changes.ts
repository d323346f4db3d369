/** The calendar rules of the organization: public holidays, nights and weekends. */
import type { CalendarRules, CalendarRulesUpdate } from '../../api-client/schema.d.ts';
import type { FileCalendarRules } from '../file/file.ts';
import { type FieldChange, isSameValue } from './field-change.ts';

export interface CalendarItem {
  readonly kind: 'calendar';
  readonly fields: readonly FieldChange[];
  readonly update: CalendarRulesUpdate;
}

export function calendarItem(wanted: FileCalendarRules, existing: CalendarRules): CalendarItem {
  const names = Object.keys(wanted) as (keyof CalendarRules)[];
  const fields = names
    .map((field) => ({ field, before: existing[field], after: wanted[field] ?? null }))
    .filter(({ before, after }) => !isSameValue(before, after));
  return { kind: 'calendar', fields, update: Object.fromEntries(fields.map(({ field, after }) => [field, after])) };
}
