/** Converts between the schedule form (a `Draft`) and the API and the engine. */
import { sameLayer } from '../../src/engine/revisions.ts';
import type { Layer, RestrictionInterval } from '../../src/engine/schedule.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../src/time/units.ts';
import { instantAt, wallAt } from '../../src/time/zones.ts';
import type { Schemas } from '../api/client.ts';
import { userIdOf } from '../schedules/engine-schedule.ts';
import { instantText, msOf } from '../time/format.ts';
import { mondayOf, zoneNamed } from '../timeline/scale.ts';
import type { Draft, Place } from './draft-fields.ts';
import { shiftProblem } from './problems.ts';
import { windowFrom } from './windows/windows.ts';

/** What the form edits: a schedule and one of its layers. */
export interface Opened {
  readonly schedule: Schemas['Schedule'];
  readonly layer: Schemas['ScheduleLayer'];
}

type NewSchedule = Pick<Schemas['Schedule'], 'name' | 'time_zone'> & {
  description?: string;
  team_ids: string[];
  layers: NewLayer[];
};

type NewLayer = Omit<Schemas['ScheduleLayer'], 'users'> & {
  user_references: { type: 'internal_user_id'; value: string }[];
};

let made = 0;

export function placeOf(person: Schemas['User']): Place {
  made += 1;
  return { key: `place ${made}`, person };
}

export function emptyDraft(timeZone: string, now: number): Draft {
  return {
    name: '',
    description: '',
    timeZone,
    teams: [],
    layerName: 'Primary',
    places: [],
    amount: 1,
    unit: 'weeks',
    concurrentUsers: 1,
    rotationStart: mondayMorning(now, timeZone, 1),
    keepsTurn: true,
    isRestricted: false,
    windows: [],
    countsOpenDays: false,
  };
}

export function draftOf({ schedule, layer }: Opened): Draft {
  const { name, description, time_zone, teams } = schedule;
  return { name, description: description ?? '', timeZone: time_zone, teams, ...rotationOf(layer) };
}

/** The fields of a draft that come from a layer. */
export function rotationOf(layer: Schemas['ScheduleLayer']) {
  const windows = layer.restriction_intervals ?? [];
  return {
    layerName: layer.name,
    places: layer.users.map(placeOf),
    amount: layer.shift_length.amount,
    unit: layer.shift_length.unit,
    concurrentUsers: layer.concurrent_oncall_users,
    rotationStart: msOf(layer.rotation_start),
    keepsTurn: true,
    isRestricted: windows.length > 0,
    windows: windows.map(windowFrom),
    countsOpenDays: layer.counted_days === 'open',
  };
}

/** 09:00 on the Monday before the instant, on the zone's clocks, or some weeks later. */
export function mondayMorning(now: number, timeZone: string, weeksLater = 0): number {
  const zone = zoneNamed(timeZone);
  const wall = wallAt(zone, now);
  const monday = mondayOf(Math.floor(wall / DAY_MS)) * DAY_MS + 9 * HOUR_MS;
  const last = monday <= wall ? monday : monday - WEEK_MS;
  return instantAt(zone, last + weeksLater * WEEK_MS, 'first');
}

/** The same draft in another zone: the rotation starts when the clocks there show the time that they showed here. */
export function inZone({ rotationStart, timeZone }: Draft, other: string): Partial<Draft> {
  if (rotationStart === undefined) return { timeZone: other };
  const wallMs = wallAt(zoneNamed(timeZone), rotationStart);
  return { timeZone: other, rotationStart: instantAt(zoneNamed(other), wallMs, 'first') };
}

/** The draft as a layer for the engine. Undefined while a required field is missing. */
export function layerOf(draft: Draft): Layer | undefined {
  const { amount, rotationStart } = draft;
  if (amount === undefined || rotationStart === undefined || shiftProblem(draft) !== undefined) return undefined;
  const windows = writtenWindows(draft);
  return {
    name: draft.layerName.trim(),
    rotationStart,
    concurrentUsers: draft.concurrentUsers,
    users: draft.places.map(({ person }) => userIdOf(person)),
    shiftLength: { amount, unit: draft.unit },
    ...(windows.length > 0 && { restrictionIntervals: windows }),
    ...(countsOpenDays(draft) && { countedDays: 'open' }),
  };
}

/** The body of `POST /schedules`, for a draft without problems. */
export function newScheduleOf(draft: Draft): NewSchedule {
  const description = draft.description.trim();
  return {
    name: draft.name.trim(),
    ...(description !== '' && { description }),
    time_zone: draft.timeZone,
    team_ids: draft.teams.map(({ id }) => id),
    layers: [newLayerOf(draft)],
  };
}

/** The body of `PATCH /schedules/{id}`: only the fields that were changed. */
export function changesOf(draft: Draft, opened: Opened): Partial<NewSchedule> {
  const { schedule } = opened;
  const description = draft.description.trim();
  const teamIds = draft.teams.map(({ id }) => id);
  return {
    ...(draft.name.trim() !== schedule.name && { name: draft.name.trim() }),
    ...(description !== (schedule.description ?? '') && { description }),
    ...(teamIds.join() !== schedule.teams.map(({ id }) => id).join() && { team_ids: teamIds }),
    ...(isOtherRotation(draft, opened) && { layers: [newLayerOf(draft)] }),
  };
}

/** Whether the draft's rotation is complete and was changed. */
export function isOtherRotation(draft: Draft, opened: Opened): boolean {
  const [before, after] = [layerOf(draftOf(opened)), layerOf(draft)];
  if (before === undefined || after === undefined) return false;
  return !sameLayer(before, after);
}

function newLayerOf(draft: Draft): NewLayer {
  const { amount = 1, unit, rotationStart = 0 } = draft;
  const windows = writtenWindows(draft);
  return {
    name: draft.layerName.trim(),
    rotation_start: instantText(rotationStart),
    concurrent_oncall_users: draft.concurrentUsers,
    shift_length: { amount, unit },
    user_references: draft.places.map(({ person }) => ({ type: 'internal_user_id', value: person.id })),
    ...(windows.length > 0 && { restriction_intervals: windows }),
    ...(countsOpenDays(draft) && { counted_days: 'open' }),
  };
}

/** Rule ROT-5: only for turns of days within windows. */
export function canCountOpenDays({ unit, isRestricted }: Pick<Draft, 'unit' | 'isRestricted'>): boolean {
  return unit === 'days' && isRestricted;
}

function countsOpenDays(draft: Draft): boolean {
  return draft.countsOpenDays && canCountOpenDays(draft);
}

function writtenWindows({ isRestricted, windows }: Draft): RestrictionInterval[] {
  return isRestricted ? windows.map(({ day, from, to }) => ({ day, from, to })) : [];
}
