/**
 * A second implementation of rule HRS-1, as literal as possible: it looks at every minute of the interval, with Temporal and the engine's brute force
 * alone. So everything in a story happens at whole minutes.
 */
import { bruteForce, type ScheduleFacts } from '../../engine/brute-force.ts';

const MINUTE_MS = 60_000;

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

type Kind = 'holiday' | 'weekend' | 'night' | 'other';

export interface Calendar {
  readonly country: string;
  readonly region?: string;
}

/** Public holidays from March 2026 to 12 January 2027, by hand. */
const HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  DE: ['2026-04-03', '2026-04-06', '2026-05-01', '2026-11-01', '2026-12-25', '2026-12-26', '2027-01-01', '2027-01-06'],
  JP: ['2026-03-20', '2026-04-29', '2026-11-03', '2026-11-23', '2027-01-01', '2027-01-11'],
  NZ: [
    '2026-04-03',
    '2026-04-06',
    '2026-10-26',
    '2026-12-25',
    '2026-12-26',
    '2026-12-28',
    '2027-01-01',
    '2027-01-02',
    '2027-01-04',
  ],
  US: ['2026-11-11', '2026-11-26', '2026-12-25', '2027-01-01'],
};

/** A value that changes. */
export class History<T> {
  private readonly changes: { from: number; value: T }[];

  constructor(value: T) {
    this.changes = [{ from: Number.NEGATIVE_INFINITY, value }];
  }

  at(t: number): T {
    return this.changes.findLast(({ from }) => from <= t)?.value as T;
  }

  get lastChange(): number {
    return this.changes.at(-1)?.from as number;
  }

  set(value: T, from: number): void {
    if (JSON.stringify(value) !== JSON.stringify(this.at(Number.POSITIVE_INFINITY))) this.changes.push({ from, value });
  }

  /** The first public holidays of the organization apply to the past too. */
  setFirst(value: T, from: number): void {
    const isFirst = this.changes.length === 1 && this.at(from) === null;
    if (isFirst) this.changes.splice(0, 1, { from: Number.NEGATIVE_INFINITY, value });
    else this.set(value, from);
  }
}

export interface OrganizationFacts {
  readonly zone: History<string>;
  readonly holidays: History<Calendar | null>;
  readonly night: History<{ readonly from: string; readonly to: string }>;
  readonly weekend: History<readonly string[]>;
}

/** Null: as the organization. */
export interface PersonFacts {
  readonly zone: History<string | null>;
  readonly holidays: History<Calendar | null>;
}

export interface NamedSchedule extends ScheduleFacts {
  readonly name: string;
  readonly deletedAt?: number;
}

/** In the order of acceptance. */
export interface CoverFacts {
  readonly by: string;
  readonly of: string;
  readonly schedule: string;
  readonly shifts: readonly { readonly start: number; readonly end: number }[];
}

export interface Facts {
  readonly organization: OrganizationFacts;
  readonly people: ReadonlyMap<string, PersonFacts>;
  readonly schedules: readonly NamedSchedule[];
  readonly covers: readonly CoverFacts[];
}

export type MinutesByKind = Record<Kind, number>;
interface PastAndComing<T> {
  past: T;
  coming: T;
}

/** In minutes. */
export interface HoursOfPerson {
  readonly name: string;
  readonly time: PastAndComing<MinutesByKind>;
  readonly schedules: Record<string, PastAndComing<number>>;
  readonly cover: { readonly taken: PastAndComing<number>; readonly given: PastAndComing<number> };
}

/** By name. */
export function countHours(facts: Facts, within: { start: number; end: number }, now: number): HoursOfPerson[] {
  const found = new Map<string, HoursOfPerson>();
  const ofPerson = (name: string): HoursOfPerson => {
    const one = found.get(name) ?? nothing(name);
    found.set(name, one);
    return one;
  };
  const onCallIn = new Map(facts.schedules.map((schedule) => [schedule.name, onCallByMinute(schedule, within)]));
  for (let t = within.start; t < within.end; t += MINUTE_MS) {
    const when = t < now ? 'past' : 'coming';
    const onCall = new Set<string>();
    for (const { name: schedule } of facts.schedules) {
      const holders = new Set(onCallIn.get(schedule)?.get(t));
      for (const person of holders) {
        onCall.add(person);
        const { schedules } = ofPerson(person);
        schedules[schedule] ??= { past: 0, coming: 0 };
        schedules[schedule][when] += 1;
      }
      const covers = facts.covers.filter(
        (cover) => cover.schedule === schedule && cover.shifts.some(({ start, end }) => start <= t && t < end),
      );
      for (const [i, { by, of }] of covers.entries()) {
        if (!hasHappened(covers, i, holders)) continue;
        ofPerson(by).cover.taken[when] += 1;
        ofPerson(of).cover.given[when] += 1;
      }
    }
    for (const person of onCall) ofPerson(person).time[when][kindAt(t, person, facts)] += 1;
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function nothing(name: string): HoursOfPerson {
  const both = () => ({ past: 0, coming: 0 });
  const byKind = () => ({ holiday: 0, weekend: 0, night: 0, other: 0 });
  return {
    name,
    time: { past: byKind(), coming: byKind() },
    schedules: {},
    cover: { taken: both(), given: both() },
  };
}

function onCallByMinute(schedule: NamedSchedule, { start, end }: { start: number; end: number }) {
  const until = { start, end: Math.min(end, schedule.deletedAt ?? end) };
  const onCall = new Map<number, readonly string[]>();
  if (until.end <= until.start) return onCall;
  for (const shift of bruteForce(schedule).shiftsIn(until, { clip: true })) {
    for (let t = shift.start; t < shift.end; t += MINUTE_MS) onCall.set(t, shift.users);
  }
  return onCall;
}

/** The one who took the shift is on call, or passed it on to somebody for whom that is true. `covers` are those at this minute. */
function hasHappened(covers: readonly CoverFacts[], i: number, holders: ReadonlySet<string>): boolean {
  const by = covers[i]?.by;
  if (by === undefined) return false;
  return holders.has(by) || covers.some((later, j) => j > i && later.of === by && hasHappened(covers, j, holders));
}

function kindAt(t: number, person: string, { organization, people }: Facts): Kind {
  const own = people.get(person);
  const zone = own?.zone.at(t) ?? organization.zone.at(t);
  const wall = Temporal.Instant.fromEpochMilliseconds(t).toZonedDateTimeISO(zone);
  const calendar = own?.holidays.at(t) ?? organization.holidays.at(t);
  if (calendar !== null && HOLIDAYS[calendar.country]?.includes(wall.toPlainDate().toString())) return 'holiday';
  if (organization.weekend.at(t).includes(WEEKDAYS[wall.dayOfWeek - 1] as string)) return 'weekend';
  const time = wall.toPlainTime().toString().slice(0, 5);
  const { from, to } = organization.night.at(t);
  const isNight = from <= to ? from <= time && time < to : from <= time || time < to;
  return isNight ? 'night' : 'other';
}
