/** Describes in short sentences what a revision changed compared with the one before. */
import { type LayerPart, partsChanged } from '../../../src/engine/differences.ts';
import type { Schemas } from '../../api/client.ts';
import { cityOf, written } from '../../time/format.ts';
import { layerOf } from '../engine-schedule.ts';

type Layer = Schemas['ScheduleLayer'];

const MANY_WINDOWS = 3;

export function revisionChanges(before: Layer, after: Layer, zone: string): string[] {
  const changes = partsChanged(layerOf(before), layerOf(after)).flatMap((part) => WORDS[part](before, after, zone));
  return before.name === after.name ? changes : [...changes, `Layer renamed from ${before.name} to ${after.name}`];
}

/** Describes the first revision. */
export function layerText(layer: Layer, zone: string): string[] {
  return [
    layer.users.length === 0 ? 'Nobody in the rotation' : `People: ${names(layer)}`,
    `Shifts of ${lengthText(layer)}, ${crewText(layer)}${layer.counted_days === 'open' ? ', counting open days only' : ''}`,
    capitalized(windowsText(layer)),
    `Rotation starts ${startText(layer, zone)}`,
  ];
}

const WORDS: Record<LayerPart, (before: Layer, after: Layer, zone: string) => string[]> = {
  people: peopleChanges,
  'shift length': (before, after) => [`Shift length: ${lengthText(before)} → ${lengthText(after)}`],
  'counted days': (before, after) => [`Days that count: ${countedText(before)} → ${countedText(after)}`],
  'number on call': (before, after) => [`On call together: ${crewText(before)} → ${crewText(after)}`],
  windows: (before, after) => [`Windows: ${windowsText(before)} → ${windowsText(after)}`],
  start: (before, after, zone) => [`Rotation start: ${startText(before, zone)} → ${startText(after, zone)}`],
};

/** A person may appear several times in a rotation, so the number of appearances is compared. */
function peopleChanges(before: Layer, after: Layer): string[] {
  const added = without(after.users, before.users);
  const removed = without(before.users, after.users);
  return [
    ...(added.length === 0 ? [] : [`Added: ${added.map(({ name }) => name).join(', ')}`]),
    ...(removed.length === 0 ? [] : [`Removed: ${removed.map(({ name }) => name).join(', ')}`]),
    ...(isReordered(before, after) ? [`New order: ${names(after)}`] : []),
  ];
}

/** Whether the people who are in both follow each other in another order. */
function isReordered(before: Layer, after: Layer): boolean {
  const stayed = (one: Layer, other: Layer) => {
    const ids = new Set(other.users.map(({ id }) => id));
    return one.users.map(({ id }) => id).filter((id) => ids.has(id));
  };
  return stayed(before, after).join() !== stayed(after, before).join();
}

function without(users: Layer['users'], others: Layer['users']): Layer['users'] {
  const left = others.map(({ id }) => id);
  return users.filter(({ id }) => {
    const at = left.indexOf(id);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function names({ users }: Layer): string {
  return users.map(({ name }) => name).join(', ');
}

function lengthText({ shift_length: { amount, unit } }: Layer): string {
  return amount === 1 ? `1 ${unit.slice(0, -1)}` : `${amount} ${unit}`;
}

function countedText({ counted_days: counted }: Layer): string {
  return counted === 'open' ? 'open days only' : 'every day';
}

function crewText({ concurrent_oncall_users: count }: Layer): string {
  return count === 1 ? 'one at a time' : `${count} at a time`;
}

function windowsText({ restriction_intervals: windows = [] }: Layer): string {
  if (windows.length === 0) return 'all day, every day';
  if (windows.length > MANY_WINDOWS) return `${windows.length} windows a week`;
  return windows.map(({ day, from, to }) => `${capitalized(day.slice(0, 3))} ${from}–${to}`).join(', ');
}

function startText({ rotation_start }: Layer, zone: string): string {
  return `${written(rotation_start, zone, 'date')} in ${cityOf(zone)}`;
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
