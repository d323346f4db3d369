/** The names of a holiday calendar's country and region, as the form shows them. */
import { useQueryClient } from '@tanstack/react-query';
import type { GetAnswer } from '../api/client.ts';
import { getQuery, useGet } from '../api/queries.ts';
import type { HolidayCalendar } from './holiday-calendar-input.tsx';
import { holidaysIn } from './holiday-text.ts';

type Names = GetAnswer<'/holiday_calendars/'>;

/**
 * `Germany, Bayern` for `DE BY`. The names for the stored calendar are read here. Those for the chosen one were read by its input, which offered them.
 */
export function useHolidayNames(stored: HolidayCalendar | null): (text: string | null) => string {
  const client = useQueryClient();
  const { data: countries } = useGet('/holiday_calendars/');
  const { data: regions } = useGet('/holiday_calendars/', regionsOf(stored?.country), { enabled: stored !== null });

  return (text) => {
    const { country, region } = holidaysIn(text) ?? {};
    const isStored = country === stored?.country;
    const known = isStored
      ? regions
      : client.getQueryData(getQuery('/holiday_calendars/', regionsOf(country)).queryKey);
    return [nameIn(countries, country), nameIn(known, region)].filter((name) => name !== undefined).join(', ');
  };
}

function regionsOf(country = '') {
  return { params: { query: { country } } };
}

/** The code if its name is not known. */
function nameIn(names: Names | undefined, code: string | undefined): string | undefined {
  return names?.holiday_calendars.find((one) => one.code === code)?.name ?? code;
}
