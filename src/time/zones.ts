/**
 * Time zones as tables (rules T-2 and T-3).
 *
 * A zone is a list of stretches of time with one offset each, taken once from Temporal's transitions. From then on
 * the way between instants (`epochMs`) and what the clock on the wall shows (`wallMs`: the local date and time,
 * written down as if it were UTC) is a look into a table and an addition.
 *
 * When clocks are put back, a wall time occurs twice; when they are put forward, some occur never. Two definitions
 * answer both, and neither needs to ask whether a change is near:
 *   first(w) = the first instant at which the wall shows w or later;
 *   last(w)  = the first instant at which the wall shows w or later, and after which it shows only what is later than w.
 * For an ordinary wall time both are its only instant; for one that is skipped, both are the end of the gap.
 */
import { DAY_MS } from './units.ts';

export interface Zone {
  readonly name: string;
  /** When stretch i begins, ascending; the first begins at −∞. Stretch i ends where stretch i + 1 begins. */
  readonly starts: Float64Array;
  /** Wall time minus instant, in milliseconds, in stretch i. */
  readonly offsets: Float64Array;
  /** The wall time at the start of stretch i, and at its end. Both ascending. */
  readonly wallStarts: Float64Array;
  readonly wallEnds: Float64Array;
  /** The stretch at the start of each page of the table, where a search begins. */
  readonly pages: Uint16Array;
}

/** Which instant of a repeated wall time. */
export type Occurrence = 'first' | 'last';

/** A month of margin around the years 1970 to 2199, so that intervals across their edges need no special case. */
const TABLE_BEGINS = Date.UTC(1969, 11, 1);
const TABLE_ENDS = Date.UTC(2200, 1, 1);

/** About seven weeks: a page seldom has more than one transition, and all pages of a zone take 3 kB. */
const PAGE_MS = 2 ** 32;

/** More than any offset from UTC, so that an instant one day before a wall time is certainly earlier. */
const MORE_THAN_ANY_OFFSET_MS = DAY_MS;

/** The longest IANA name has 32 characters. The limit keeps a hostile one from reaching the runtime's parser. */
const MAX_NAME_LENGTH = 64;

/** By case-corrected name, so there can be no more entries than the runtime knows names (some 600, under 20 kB each). */
const zones = new Map<string, Zone>();

/** Rule T-2: the zone of that name, in any case; undefined if the runtime does not know it. Offsets are not names. */
export function findZone(name: string): Zone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (name.length > MAX_NAME_LENGTH || !/^[A-Za-z]/.test(name)) return undefined;

  const correctName = correctZoneName(name);
  if (correctName === undefined) return undefined;
  let zone = zones.get(correctName);
  if (zone === undefined) {
    zone = buildZone(correctName);
    zones.set(correctName, zone);
  }
  return zone;
}

/** The wall time at the instant. */
export function wallAt(zone: Zone, epochMs: number): number {
  return epochMs + at(zone.offsets, stretchAt(zone, epochMs));
}

/** The offset from UTC at the instant, and until when it applies. */
export function offsetFrom(zone: Zone, epochMs: number): { readonly offsetMs: number; readonly untilMs: number } {
  const stretch = stretchAt(zone, epochMs);
  return { offsetMs: at(zone.offsets, stretch), untilMs: at(zone.starts, stretch + 1) };
}

/** Rule T-3: the instant of a wall time. A skipped wall time means the first instant after the gap. */
export function instantAt(zone: Zone, wallMs: number, occurrence: Occurrence): number {
  let stretch = stretchAt(zone, wallMs - MORE_THAN_ANY_OFFSET_MS);
  if (occurrence === 'first') {
    while (at(zone.wallEnds, stretch) <= wallMs) stretch += 1;
    return Math.max(at(zone.starts, stretch), wallMs - at(zone.offsets, stretch));
  }
  while (at(zone.wallStarts, stretch + 1) <= wallMs) stretch += 1;
  return Math.min(at(zone.starts, stretch + 1), wallMs - at(zone.offsets, stretch));
}

/**
 * The latest wall time shown up to and including the instant: later than the current one only in a repeated hour. So `instantAt(zone, w, 'first') <=
 * t` is the same as `w <= latestWallBy(zone, t)`.
 */
export function latestWallBy(zone: Zone, epochMs: number): number {
  const stretch = stretchAt(zone, epochMs);
  const wallMs = epochMs + at(zone.offsets, stretch);
  return stretch === 0 ? wallMs : Math.max(wallMs, at(zone.wallEnds, stretch - 1) - 1);
}

/**
 * The earliest wall time shown after the instant: earlier than the next millisecond only before a repeated hour. So `t < instantAt(zone, w, 'last')`
 * is the same as `earliestWallAfter(zone, t) <= w`.
 */
export function earliestWallAfter(zone: Zone, epochMs: number): number {
  const stretch = stretchAt(zone, epochMs);
  return Math.min(epochMs + at(zone.offsets, stretch) + 1, at(zone.wallStarts, stretch + 1));
}

/**
 * The offset for every wall time from `wallFrom` to `wallTo` around the instant, if each occurs once; undefined if the clocks change near one of
 * them. It saves a lookup for each.
 */
export function steadyOffset(zone: Zone, epochMs: number, wallFrom: number, wallTo: number): number | undefined {
  const { wallStarts, wallEnds } = zone;
  const stretch = stretchAt(zone, epochMs);
  const begins = wallFrom > at(wallStarts, stretch) && (stretch === 0 || wallFrom > at(wallEnds, stretch - 1));
  const ends = wallTo < at(wallEnds, stretch) && wallTo < at(wallStarts, stretch + 1);
  return begins && ends ? at(zone.offsets, stretch) : undefined;
}

/** The stretch of the instant: the one of its page, or one just before it. */
function stretchAt({ pages, starts }: Zone, epochMs: number): number {
  const page = ((epochMs - TABLE_BEGINS) / PAGE_MS) | 0;
  let stretch = pages[page < 0 ? 0 : page < pages.length ? page : pages.length - 1] as number;
  while (at(starts, stretch + 1) <= epochMs) stretch += 1;
  return stretch;
}

function correctZoneName(name: string): string | undefined {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function buildZone(name: string): Zone {
  const starts = [Number.NEGATIVE_INFINITY];
  let moment = Temporal.Instant.fromEpochMilliseconds(TABLE_BEGINS).toZonedDateTimeISO(name);
  const offsets = [offsetMs(moment)];
  for (;;) {
    const next = moment.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= TABLE_ENDS) break;
    // Some runtimes have shipped a search that does not advance past certain transitions; an error is better than an endless loop.
    if (next.epochMilliseconds <= moment.epochMilliseconds) throw new Error(`no way past ${moment} in ${name}`);
    starts.push(next.epochMilliseconds);
    offsets.push(offsetMs(next));
    moment = next;
  }
  // The stretch after the last one never begins, so searches need no check of the length.
  starts.push(Number.POSITIVE_INFINITY);
  return {
    name,
    starts: Float64Array.from(starts),
    offsets: Float64Array.from(offsets),
    wallStarts: Float64Array.from(starts, (start, i) => start + (offsets[i] ?? 0)),
    wallEnds: Float64Array.from(offsets, (offset, i) => (starts[i + 1] as number) + offset),
    pages: pagesOf(starts),
  };
}

function pagesOf(starts: readonly number[]): Uint16Array {
  const pages = new Uint16Array(Math.ceil((TABLE_ENDS - TABLE_BEGINS) / PAGE_MS));
  let stretch = 0;
  for (let page = 0; page < pages.length; page++) {
    while ((starts[stretch + 1] as number) <= TABLE_BEGINS + page * PAGE_MS) stretch += 1;
    pages[page] = stretch;
  }
  return pages;
}

function offsetMs(moment: Temporal.ZonedDateTime): number {
  return moment.offsetNanoseconds / 1_000_000;
}

function at(values: Float64Array, index: number): number {
  return values[index] as number;
}
