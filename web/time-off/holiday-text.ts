/** A holiday calendar as text, so that a form can compare it with what somebody else saved meanwhile. */
import type { HolidayCalendar } from './holiday-calendar-input.tsx';

export function holidaysText(holidays: HolidayCalendar | null): string | null {
  return holidays && [holidays.country, holidays.region ?? []].flat().join(' ');
}

export function holidaysIn(text: string | null): HolidayCalendar | null {
  const [country, region] = text?.split(' ') ?? [];
  return country === undefined ? null : { country, ...(region !== undefined && { region }) };
}
