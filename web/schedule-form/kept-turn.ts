/** Rule REV-5 in the form: when people are added or removed, the current turn is kept unless the user chooses otherwise. */
import { partsChanged } from '../../src/engine/differences.ts';
import { keepTurn } from '../../src/engine/kept-turn.ts';
import { crewAt, rotationOf, runningTurn, turnStartsAt } from '../../src/engine/rotation.ts';
import { MAX_INSTANT } from '../../src/time/iso.ts';
import type { Schemas } from '../api/client.ts';
import { zoneNamed } from '../timeline/scale.ts';
import { layerOf } from './draft.ts';
import type { Draft, Place } from './draft-fields.ts';

export interface CurrentTurn {
  readonly end: number;
  readonly people: readonly Schemas['User'][];
  readonly next: readonly Schemas['User'][];
}

/**
 * Whether there is a turn to keep: a turn is running, and either people were added or removed and turns stay as they are, or a change of windows or
 * length would renumber turns that count open days. `opened` is the draft before any edit.
 */
export function hasTurnToKeep(draft: Draft, opened: Draft, now: number): boolean {
  const { rotationStart: start = Number.POSITIVE_INFINITY } = opened;
  const countOpenDays = opened.countsOpenDays && draft.countsOpenDays;
  const isSameStart = draft.rotationStart === start;
  const hasStarted = draft.rotationStart !== undefined && draft.rotationStart <= now;
  return (
    start <= now &&
    (draft.keepsTurn ? isSameStart : hasStarted) &&
    opened.unit === draft.unit &&
    (opened.amount === draft.amount || countOpenDays) &&
    opened.places.length > 0 &&
    draft.places.length > 0 &&
    (idsOf(opened.places).sort().join() !== idsOf(draft.places).sort().join() ||
      (countOpenDays && isCountedAnew(draft, opened)))
  );
}

/** Rule ROT-5: in a layer that counts open days, other windows or another length renumber the turns. */
function isCountedAnew(draft: Draft, opened: Draft): boolean {
  const [before, after] = [layerOf(opened), layerOf(draft)];
  return (
    before !== undefined &&
    after !== undefined &&
    partsChanged(before, after).some((part) => part === 'windows' || part === 'shift length')
  );
}

/** The draft as it is saved. */
export function withTurnKept(draft: Draft, opened: Draft, now: number): Draft {
  const layer = layerOf(opened);
  if (!draft.keepsTurn || layer === undefined || !hasTurnToKeep(draft, opened, now)) return draft;
  const places = placesSince(opened.places, draft.places);
  const kept = keepTurn(layer, zoneNamed(draft.timeZone), places, now, draft.concurrentUsers);
  return { ...draft, rotationStart: kept.rotationStart, places: kept.places.map(({ place }) => place) };
}

/** The running turn, inside or outside windows. Undefined while the draft is incomplete, and for a turn that never ends. */
export function currentTurn(draft: Draft, now: number): CurrentTurn | undefined {
  const layer = layerOf(draft.countsOpenDays ? draft : { ...draft, isRestricted: false });
  if (layer === undefined || now < layer.rotationStart) return undefined;
  const rotation = { ...rotationOf(layer, zoneNamed(draft.timeZone)), windows: undefined };
  const end = turnStartsAt(rotation, runningTurn(rotation, now) + 1);
  if (end >= MAX_INSTANT) return undefined;
  const peopleAt = (at: number) =>
    crewAt(rotation, at).flatMap((id) => draft.places.find(({ person }) => person.id === id)?.person ?? []);
  return { end, people: peopleAt(now), next: peopleAt(end) };
}

/** A person who is removed and added again gets their position back. */
function placesSince(opened: readonly Place[], places: readonly Place[]) {
  const positions = new Map(opened.map(({ key }, position) => [key, position]));
  const free = opened.flatMap(({ key, person }, position) =>
    places.some((place) => place.key === key) ? [] : [{ id: person.id, position }],
  );
  return places.map((place) => {
    const again = positions.has(place.key) ? -1 : free.findIndex(({ id }) => id === place.person.id);
    const [found] = again === -1 ? [] : free.splice(again, 1);
    return { place, position: positions.get(place.key) ?? found?.position };
  });
}

function idsOf(places: readonly Place[]): string[] {
  return places.map(({ person }) => person.id);
}
