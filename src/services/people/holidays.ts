/**
 * Public holidays of countries and their regions (rule OFF-2), from the package date-holidays. It is loaded on first use: its data takes 40 MB of
 * memory, and most installations never need it.
 */
import type HolidayFinder from 'date-holidays';
import { AppError, quoted } from '../../errors.ts';
import type { HolidayCalendar, HolidayRegion } from '../../schemas/people/calendar-rules.ts';
import { DAY_MS } from '../../time/units.ts';

export interface Holiday {
  /** The first day, in days since 1970-01-01, and the number of days. */
  readonly day: number;
  readonly days: number;
  readonly name: string;
}

/** A country has at most about 30 holidays a year; this limits the cache to a few MB. */
const MAX_KEPT_YEARS = 2000;

const FIRST_DAY = Temporal.PlainDate.from('1970-01-01');

const kept = new Map<string, readonly Holiday[]>();

async function loadFinder(): Promise<typeof HolidayFinder> {
  return (await import('date-holidays')).default;
}

export async function listCountries(): Promise<HolidayRegion[]> {
  const Finder = await loadFinder();
  return regionsOf(new Finder().getCountries('en'));
}

/** States of the country, and parts of a state if holidays differ within it: `BY`, `BY-A`. */
export async function listRegions(country: string): Promise<HolidayRegion[]> {
  const finder = new (await loadFinder())();
  if (!(country in finder.getCountries())) throw new AppError('not_found', `There is no country ${quoted(country)}.`);
  return regionsIn(finder, country);
}

function regionsIn(finder: HolidayFinder, country: string): HolidayRegion[] {
  return regionsOf(finder.getStates(country, 'en')).flatMap((state) => [
    state,
    ...regionsOf(finder.getRegions(country, state.code, 'en')).map(({ code, name }) => ({
      code: `${state.code}-${code}`,
      name: `${state.name}, ${name}`,
    })),
  ]);
}

function regionsOf(names: Readonly<Record<string, string>> | undefined): HolidayRegion[] {
  return Object.entries(names ?? {}).map(([code, name]) => ({ code, name }));
}

/** Throws 422 if there is no such calendar. */
export async function requireCalendar({ country, region }: HolidayCalendar): Promise<void> {
  const countries = await listCountries();
  if (!countries.some(({ code }) => code === country)) {
    throw new AppError(
      'unprocessable_entity',
      `holidays.country must be one of the codes of GET /holiday_calendars/, such as DE: ${quoted(country)} is not one of them.`,
    );
  }
  const finder = new (await loadFinder())();
  if (region === undefined || regionsIn(finder, country).some(({ code }) => code === region)) return;
  throw new AppError(
    'unprocessable_entity',
    `holidays.region must be one of the codes of GET /holiday_calendars/?country=${country}: ${quoted(region)} is not one of them.`,
  );
}

/** The public holidays that begin in that year; none for a calendar that the package no longer has. */
export async function holidaysOf({ country, region }: HolidayCalendar, year: number): Promise<readonly Holiday[]> {
  const key = `${country} ${region ?? ''} ${year}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const Finder = await loadFinder();
  const [state, part] = (region ?? '').split('-');
  const finder = new Finder();
  finder.init(country, state, part);
  const found = finder
    .getHolidays(year, 'en')
    .filter(({ type }) => type === 'public')
    .map(({ date, start, end, name }) => ({
      day: FIRST_DAY.until(date.slice(0, 10)).days,
      days: Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS)),
      name,
    }));
  if (kept.size >= MAX_KEPT_YEARS) kept.clear();
  kept.set(key, found);
  return found;
}

/** Every day of those holidays, in days since 1970-01-01. */
export async function holidayDays(calendar: HolidayCalendar, years: Iterable<number>): Promise<Set<number>> {
  const days = new Set<number>();
  for (const year of years)
    for (const holiday of await holidaysOf(calendar, year))
      for (let i = 0; i < holiday.days; i += 1) days.add(holiday.day + i);
  return days;
}
