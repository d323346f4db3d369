/**
 * A second implementation of SPEC.md, as literal as possible, with Temporal alone. The engine is compared with it, so they share no code: it imports
 * nothing, has no tables, and walks through time edge by edge. Edges are the starts of turns, the starts and ends of windows, the instants from which
 * revisions are valid, and the starts and ends of overrides. Between two edges nothing changes.
 *
 * Instants are epoch milliseconds; just before t is t − 1.
 */
const DAY = 24 * 3_600_000;

/** Rule T-4. */
const MAX_INSTANT = Date.UTC(2200, 0, 1);
/** More hours than from 1970 to 2199, and few enough for a PlainDateTime. */
const MORE_HOURS_THAN_TIME_HAS = 231 * 366 * 24;
/** Rule SH-2. */
const NEXT_SHIFT_WITHIN = 366 * DAY;

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const HOURS_IN = { hours: 1, days: 24, weeks: 7 * 24 };

export interface LayerFacts {
  readonly rotationStart: number;
  readonly concurrentUsers: number;
  readonly users: readonly string[];
  readonly shiftLength: { readonly amount: number; readonly unit: 'hours' | 'days' | 'weeks' };
  readonly restrictionIntervals?: readonly { readonly day: string; readonly from: string; readonly to: string }[];
  readonly countedDays?: 'all' | 'open';
}

export interface ScheduleFacts {
  readonly zone: string;
  readonly revisions: readonly { readonly number: number; readonly validFrom: number; readonly layer: LayerFacts }[];
  readonly overrides: readonly PlainShift[];
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface PlainShift extends Stretch {
  readonly users: readonly string[];
}

/** Who is on call and why. Neighbours with the same reason are one shift. */
interface Duty {
  readonly reason: string;
  readonly users: readonly string[];
  /** Undefined where an override is in force. */
  readonly revision: number | undefined;
}

export type Reference = ReturnType<typeof bruteForce>;

export function bruteForce(schedule: ScheduleFacts) {
  const revisions = schedule.revisions.map((revision) => ({
    ...revision,
    rotation: rotationOf(schedule.zone, revision.layer),
  }));
  const overrides = schedule.overrides.map((override, i) => ({ ...override, reason: `override ${i}` }));
  const decisionEdges = [
    0,
    MAX_INSTANT,
    ...revisions.flatMap((revision) => [revision.validFrom, revision.layer.rotationStart]),
    ...overrides.flatMap((override) => [override.start, override.end]),
  ];

  /** Rule OVR-1. */
  function overrideAt(t: number) {
    return overrides.findLast((override) => override.start <= t && t < override.end);
  }

  /** Rule REV-2, where no override is in force. */
  function revisionAt(t: number) {
    return revisions.filter((revision) => revision.validFrom <= t).sort((a, b) => b.number - a.number)[0];
  }

  const dutyAt = memoised((t: number): Duty | undefined => {
    if (t < 0 || t >= MAX_INSTANT) return undefined;
    const override = overrideAt(t);
    if (override !== undefined) return { reason: override.reason, users: override.users, revision: undefined };
    const revision = revisionAt(t);
    const turn = revision?.rotation.turnOnCallAt(t);
    if (revision === undefined || turn === undefined) return undefined;
    const reason = `revision ${revision.number}, turn ${turn}`;
    return { reason, users: revision.rotation.usersOf(turn), revision: revision.number };
  });

  /** The rotation in force at t. Where an override is in force, the rotation's edges do not count. */
  function rotationAt(t: number) {
    return overrideAt(t) === undefined ? revisionAt(t)?.rotation : undefined;
  }

  const edgeAfter = memoised((t: number): number => {
    const end = decisionAfter(t);
    return Math.min(end, rotationAt(t)?.edgeAfter(t, end) ?? end);
  });

  function decisionAfter(t: number): number {
    return Math.min(...decisionEdges.filter((edge) => edge > t));
  }

  /** The last edge up to t, itself included. */
  const edgeBy = memoised((t: number): number => {
    const start = Math.max(...decisionEdges.filter((edge) => edge <= t));
    return Math.max(start, rotationAt(t)?.edgeBy(t, start) ?? start);
  });

  /** Whether the shift just before t continues at t: the same turn or override, or rule REV-3. */
  function goesOnAt(t: number): boolean {
    const before = dutyAt(t - 1);
    const after = dutyAt(t);
    if (before === undefined || after === undefined) return false;
    if (before.reason === after.reason) return true;
    const isSeam = before.revision !== undefined && after.revision !== undefined && before.revision !== after.revision;
    return isSeam && before.users.join() === after.users.join();
  }

  const shiftAt = memoised((t: number): PlainShift | undefined => {
    const duty = dutyAt(t);
    if (duty === undefined) return undefined;
    let start = edgeBy(t);
    while (goesOnAt(start)) start = edgeBy(start - 1);
    let end = edgeAfter(t);
    while (goesOnAt(end)) end = edgeAfter(end);
    return { start, end, users: duty.users };
  });

  /** Rule SH-1. */
  function shiftsIn(within: Stretch, options: { clip?: boolean } = {}): PlainShift[] {
    const shifts: PlainShift[] = [];
    let t = within.start;
    while (t < within.end && t < MAX_INSTANT) {
      const shift = shiftAt(t);
      if (shift !== undefined) shifts.push(options.clip ? { ...shift, ...clipped(shift, within) } : shift);
      t = shift?.end ?? edgeAfter(t);
    }
    return shifts;
  }

  /** Rule SH-3. */
  function gapsIn(within: Stretch): Stretch[] {
    const gaps: Stretch[] = [];
    let end = within.start;
    for (const shift of shiftsIn(within)) {
      if (end < shift.start) gaps.push({ start: end, end: shift.start });
      end = shift.end;
    }
    if (end < within.end) gaps.push({ start: end, end: within.end });
    return gaps;
  }

  /** Rule SH-2. */
  function nextShiftAfter(t: number): PlainShift | undefined {
    let start = shiftAt(t)?.end ?? edgeAfter(t);
    while (start < MAX_INSTANT && dutyAt(start) === undefined) start = edgeAfter(start);
    return start < t + NEXT_SHIFT_WITHIN ? shiftAt(start) : undefined;
  }

  /** Rule SH-4. */
  function nextChangeAfter(t: number): number | undefined {
    let edge = t;
    do {
      // Skips millions of handoffs from A to A.
      edge = rotationAt(edge)?.neverChanges ? decisionAfter(edge) : edgeAfter(edge);
      if (edge >= MAX_INSTANT) return undefined;
    } while (asSet(dutyAt(edge - 1)?.users ?? []) === asSet(dutyAt(edge)?.users ?? []));
    return edge;
  }

  function edgesIn(within: Stretch): number[] {
    const edges: number[] = [];
    for (let t = edgeAfter(within.start - 1); t < within.end; t = edgeAfter(t)) edges.push(t);
    return edges;
  }

  function onCallAt(t: number): readonly string[] {
    return dutyAt(t)?.users ?? [];
  }

  return { onCallAt, shiftAt, shiftsIn, gapsIn, nextShiftAfter, nextChangeAfter, edgesIn };
}

/** One layer, as if it were in force for ever. */
function rotationOf(zone: string, layer: LayerFacts) {
  const { users, concurrentUsers } = layer;
  const firstWall = wallOf(zone, layer.rotationStart);
  const hoursPerTurn = layer.shiftLength.amount * HOURS_IN[layer.shiftLength.unit];
  const windows = coversTheWeek(layer) ? [] : (layer.restrictionIntervals ?? []);

  const countsOpenDays = layer.countedDays === 'open' && layer.shiftLength.unit === 'days' && windows.length > 0;
  const isOpenOn = openWeekdays(layer);
  const openDaysPerWeek = isOpenOn.filter((isOpen) => isOpen).length;

  /** Rule ROT-5: the start, then the counted open day after it; day by day after the whole weeks. */
  function startOfOpenTurn(turn: number): number {
    const number = turn * layer.shiftLength.amount;
    const weeks = Math.floor(number / openDaysPerWeek);
    if (weeks > MORE_HOURS_THAN_TIME_HAS / (7 * 24)) return Number.POSITIVE_INFINITY;
    if (turn === 0) return instantOf(zone, firstWall, 'earlier');
    let day = firstWall.add({ weeks });
    for (let left = number - weeks * openDaysPerWeek; ; day = day.add({ days: 1 })) {
      if (isOpenOn[day.dayOfWeek - 1] !== true) continue;
      if (left === 0) return instantOf(zone, day, 'earlier');
      left -= 1;
    }
  }

  /** Rule ROT-1. */
  const startOfTurn = memoised((turn: number): number => {
    if (countsOpenDays) return startOfOpenTurn(turn);
    const hours = turn * hoursPerTurn;
    if (hours > MORE_HOURS_THAN_TIME_HAS) return Number.POSITIVE_INFINITY;
    return instantOf(zone, firstWall.add({ hours }), 'earlier');
  });

  /** The last turn that starts up to t. The division only estimates where to start looking. */
  const turnAt = memoised((t: number): number => {
    const hours = firstWall.until(wallOf(zone, t), { largestUnit: 'hours' }).hours;
    const countedHours = countsOpenDays ? (hours * openDaysPerWeek) / 7 : hours;
    let turn = Math.max(0, Math.floor(countedHours / hoursPerTurn));
    while (startOfTurn(turn + 1) <= t) turn += 1;
    while (startOfTurn(turn) > t) turn -= 1;
    return turn;
  });

  /** Rule ROT-3. */
  function usersOf(turn: number): string[] {
    const block: string[] = [];
    for (let j = 0; j < concurrentUsers; j += 1) {
      const user = users[(turn * concurrentUsers + j) % users.length];
      if (user !== undefined && !block.includes(user)) block.push(user);
    }
    return block;
  }

  /** Rule RES-1: the windows that start on a day, counted from 1970-01-01 on the wall calendar. */
  const windowsFrom = memoised((day: number): Stretch[] => {
    const date = Temporal.PlainDate.from('1970-01-01').add({ days: day });
    return windows
      .filter((window) => window.day === WEEKDAYS[date.dayOfWeek - 1])
      .map(({ from, to }) => {
        const endDate = to > from ? date : date.add({ days: 1 });
        const end = to === '24:00' ? endDate.add({ days: 1 }).toPlainDateTime() : endDate.toPlainDateTime(to);
        return {
          start: instantOf(zone, date.toPlainDateTime(from), 'earlier'),
          end: instantOf(zone, end, 'later'),
        };
      });
  });

  /** All windows that can touch a day of UTC: wall time differs by less than a day, and a window ends by the day after. */
  const windowsNear = memoised((day: number): Stretch[] =>
    [-3, -2, -1, 0, 1, 2, 3].flatMap((away) => windowsFrom(day + away)),
  );

  function isOpenAt(t: number): boolean {
    return windows.length === 0 || windowsNear(dayOf(t)).some((window) => window.start <= t && t < window.end);
  }

  /** Rules ROT-2, ROT-4 and RES-4. */
  function turnOnCallAt(t: number): number | undefined {
    return users.length > 0 && t >= layer.rotationStart && isOpenAt(t) ? turnAt(t) : undefined;
  }

  const windowEdgesOn = memoised((day: number): number[] =>
    windowsNear(day).flatMap((window) => [window.start, window.end].filter((edge) => dayOf(edge) === day)),
  );

  /** The first edge after t, or one that is not before the limit. */
  function edgeAfter(t: number, limit: number): number {
    if (users.length === 0) return limit;
    const turnEnd = startOfTurn(turnAt(t) + 1);
    if (windows.length === 0) return turnEnd;
    for (let day = dayOf(t); day * DAY < Math.min(limit, turnEnd); day += 1) {
      const edge = Math.min(...windowEdgesOn(day).filter((later) => later > t));
      if (Number.isFinite(edge)) return Math.min(edge, turnEnd);
    }
    return turnEnd;
  }

  /** The last edge up to t, or one that is not after the limit. */
  function edgeBy(t: number, limit: number): number {
    if (users.length === 0) return limit;
    const turnStart = startOfTurn(turnAt(t));
    if (windows.length === 0) return turnStart;
    for (let day = dayOf(t); (day + 1) * DAY > Math.max(limit, turnStart); day -= 1) {
      const edge = Math.max(...windowEdgesOn(day).filter((earlier) => earlier <= t));
      if (Number.isFinite(edge)) return Math.max(edge, turnStart);
    }
    return turnStart;
  }

  // The blocks repeat after as many turns as there are positions.
  const blocks = new Set(users.map((_, turn) => asSet(usersOf(turn))));
  const neverChanges = users.length === 0 || (windows.length === 0 && blocks.size === 1);
  return { turnOnCallAt, usersOf, edgeAfter, edgeBy, neverChanges };
}

/** Rule T-3. */
export function instantOf(zone: string, wall: Temporal.PlainDateTime, occurrence: 'earlier' | 'later'): number {
  const moment = wall.toZonedDateTime(zone, { disambiguation: occurrence });
  if (moment.toPlainDateTime().equals(wall)) return moment.epochMilliseconds;
  // A skipped wall time: Temporal's earlier reading of it lies before the gap, which is the next transition.
  const gap = wall.toZonedDateTime(zone, { disambiguation: 'earlier' }).getTimeZoneTransition('next');
  if (gap === null) throw new Error(`${wall} does not occur in ${zone}, but no gap follows`);
  return gap.epochMilliseconds;
}

export function wallOf(zone: string, t: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(t).toZonedDateTimeISO(zone).toPlainDateTime();
}

/** Rule RES-3. */
function coversTheWeek(layer: LayerFacts): boolean {
  return coveredMinutes(layer).every((covered) => covered === 1);
}

/** Rule ROT-5: a day is open if a window starts on it, or continues from days before into it. */
function openWeekdays(layer: LayerFacts): boolean[] {
  const isCovered = coveredMinutes(layer);
  const week = isCovered.length;
  const isOpen = WEEKDAYS.map(() => false);
  for (let start = 0; start < week; start += 1) {
    if (isCovered[start] !== 1 || isCovered[(start + week - 1) % week] === 1) continue;
    for (let minute = start; isCovered[minute % week] === 1; minute += 1) {
      if ((minute - start) % (24 * 60) === 0) isOpen[Math.floor((minute % week) / (24 * 60))] = true;
    }
  }
  return isOpen;
}

/** Minute by minute of a week on the wall: 1 where a window is open. */
function coveredMinutes(layer: LayerFacts): Uint8Array {
  const isCovered = new Uint8Array(7 * 24 * 60);
  for (const { day, from, to } of layer.restrictionIntervals ?? []) {
    const start = WEEKDAYS.indexOf(day) * 24 * 60;
    const end = start + minuteOf(to) + (to > from ? 0 : 24 * 60);
    for (let minute = start + minuteOf(from); minute < end; minute += 1) isCovered[minute % isCovered.length] = 1;
  }
  return isCovered;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function dayOf(t: number): number {
  return Math.floor(t / DAY);
}

function clipped(shift: Stretch, within: Stretch): Stretch {
  return { start: Math.max(shift.start, within.start), end: Math.min(shift.end, within.end) };
}

function asSet(users: readonly string[]): string {
  return [...users].sort().join();
}

function memoised<Answer>(compute: (argument: number) => Answer): (argument: number) => Answer {
  const known = new Map<number, Answer>();
  return (argument) => {
    const answer = known.get(argument);
    if (answer !== undefined || known.has(argument)) return answer as Answer;
    const computed = compute(argument);
    known.set(argument, computed);
    return computed;
  };
}
