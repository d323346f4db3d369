/** Converts a schedule from the API to the engine's types. */
import type { Layer, Override, Revision } from '../../src/engine/schedule.ts';
import { type Timeline, timelineOf } from '../../src/engine/timeline.ts';
import type { Schemas } from '../api/client.ts';
import type { Named } from '../people/named.ts';
import { msOf } from '../time/format.ts';
import { zoneNamed } from '../timeline/scale.ts';

type UserId = Layer['users'][number];

export function layerOf(layer: Schemas['ScheduleLayer']): Layer {
  const { name, rotation_start, concurrent_oncall_users, shift_length, restriction_intervals, counted_days, users } =
    layer;
  return {
    name,
    rotationStart: msOf(rotation_start),
    concurrentUsers: concurrent_oncall_users,
    shiftLength: shift_length,
    users: users.map(userIdOf),
    ...(restriction_intervals !== undefined && { restrictionIntervals: restriction_intervals }),
    ...(counted_days !== undefined && { countedDays: counted_days }),
  };
}

export function overrideOf({ start, end, users }: Schemas['ScheduleOverride']): Override {
  return { start: msOf(start), end: msOf(end), users: users.map(userIdOf) };
}

export function userIdOf({ id }: { readonly id: string }): UserId {
  return id as UserId;
}

export function engineTimeline(
  zone: string,
  revisions: readonly Schemas['ScheduleRevision'][],
  overrides: readonly Override[],
): Timeline {
  return timelineOf({ zone: zoneNamed(zone), revisions: revisions.flatMap(revisionsOf), overrides });
}

/** The timeline of the layer in force and the latest revision. Before the first of them is in force, nobody is on call. */
export function latestRotation(schedule: Schemas['Schedule']): Timeline {
  const { time_zone, current_revision, current_revision_valid_from: validFrom, layers, layers_in_force } = schedule;
  const of = (number: number, since: number) => (layer: Schemas['ScheduleLayer']) => ({
    number,
    validFrom: since,
    layer: layerOf(layer),
  });
  const revisions = [
    ...(layers_in_force ?? []).map(of(current_revision - 1, 0)),
    ...layers.map(of(current_revision, msOf(validFrom))),
  ];
  return timelineOf({ zone: zoneNamed(time_zone), revisions, overrides: [] });
}

export function revisionsOf({ number, valid_from, layers }: Schemas['ScheduleRevision']): Revision[] {
  return layers.map((layer) => ({ number, validFrom: msOf(valid_from), layer: layerOf(layer) }));
}

/** The current time, not before the latest revision was saved: the clock of the server that saved it may be ahead. */
export function nowFor(revisions: readonly Schemas['ScheduleRevision'][], now: number): number {
  return revisions.reduce((latest, { created_at }) => Math.max(latest, msOf(created_at)), now);
}

/** Looks up the people for ids that the engine returns. */
export function namesFrom(people: Iterable<Named>): (id: string) => Named {
  const known = new Map<string, Named>();
  for (const person of people) known.set(person.id, person);
  return (id) => known.get(id) ?? { id, name: 'Someone' };
}
