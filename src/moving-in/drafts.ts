/** Drafts of translated schedules: who is on call in them, computed by our engine, and the overrides that they get. */
import type { FileLayer, FileOverride, FileSchedule, FileUserGroup } from '../as-code/file/file.ts';
import type { Override, Revision } from '../engine/schedule.ts';
import { shiftsIn, type Timeline, timelineOf } from '../engine/timeline.ts';
import type { UserId } from '../ids.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import type { Zone } from '../time/zones.ts';
import { engineLayer, MAX_AT_ONCE } from './layers.ts';
import { isUsable } from './people.ts';
import { type Difference, type Segment, samePeople, segmentsOf, sweep } from './segments.ts';
import type { SourceOverride } from './source.ts';

const OVERRIDE_REASON = 'Override in the source';

/** A schedule that will be created from one or more rotations of the source. */
export interface Draft {
  readonly externalId: string;
  readonly name: string;
  readonly description?: string;
  readonly zone: Zone;
  readonly layers: readonly FileLayer[];
  readonly rotationIds: readonly string[];
  /** Its layer has nobody: the schedule exists for its overrides. */
  readonly isForOverrides: boolean;
  readonly overrides: DraftOverride[];
}

export interface DraftOverride {
  readonly start: number;
  readonly end: number;
  readonly people: readonly string[];
  readonly reason: string;
}

export function fileScheduleOf(draft: Draft, teams: readonly string[], group?: FileUserGroup): FileSchedule {
  const { externalId, name, description, zone, layers, overrides } = draft;
  return {
    external_id: externalId,
    name,
    ...(description !== undefined && { description }),
    time_zone: zone.name,
    ...(teams.length > 0 && { teams: [...teams] }),
    ...(group !== undefined && { chat_user_group: group }),
    layers: [...layers],
    ...(overrides.length > 0 && { overrides: overrides.map(fileOverrideOf) }),
  };
}

function fileOverrideOf({ start, end, people, reason }: DraftOverride): FileOverride {
  return { start: formatInstant(start), end: formatInstant(end), users: [...people], reason };
}

/** Who will be on call in the schedule if the file is applied now. */
export function draftSegments(draft: Draft, start: number, end: number): Segment[] {
  const shifts = shiftsIn(timelineOfDraft(draft), { start, end }, { clip: true });
  return segmentsOf(
    shifts.map((shift) => ({ start: shift.start, end: shift.end, people: shift.users })),
    start,
    end,
  );
}

/** Who is on call in any of the schedules. */
export function unionSegments(drafts: readonly Draft[], start: number, end: number): Segment[] {
  return segmentsOf(
    drafts.flatMap((draft) => draftSegments(draft, start, end)),
    start,
    end,
  );
}

function timelineOfDraft({ zone, layers, overrides }: Draft): Timeline {
  const revisions = layers.map((layer, number): Revision => {
    const rotationStart = parseInstant(layer.rotation_start) as number;
    return { number, validFrom: rotationStart, layer: engineLayer(layer) };
  });
  return timelineOf({
    zone,
    revisions,
    overrides: overrides.map(({ start, end, people }): Override => ({ start, end, users: people as UserId[] })),
  });
}

/** Adds an override of the source to the drafts. Returns the intervals in which that is impossible. */
export function applyOverride(drafts: readonly Draft[], override: SourceOverride, now: number): Difference[] {
  const { end, added, removed, rotationIds } = override;
  const start = Math.max(override.start, now);
  if (start >= end) return [];
  const concerned = drafts.filter(
    (draft) => rotationIds === undefined || draft.rotationIds.some((id) => rotationIds.includes(id)),
  );
  if (removed !== 'everyone') return replaceSome(concerned, { ...override, start }, removed);
  if (added.length > 0 && added.length <= MAX_AT_ONCE && added.every(isUsable)) {
    for (const draft of concerned) draft.overrides.push({ start, end, people: added, reason: OVERRIDE_REASON });
    return [];
  }
  return unionSegments(concerned, start, end)
    .filter(({ people }) => !samePeople(people, added))
    .map(({ people, ...interval }) => ({ ...interval, there: added, here: people }));
}

/** The added people replace the removed ones. If nobody is removed, they are on call in addition. */
function replaceSome(
  drafts: readonly Draft[],
  { start, end, added }: SourceOverride,
  removed: readonly string[],
): Difference[] {
  const impossible: Difference[] = [];
  for (const [i, draft] of drafts.entries()) {
    for (const { people: before, ...interval } of draftSegments(draft, start, end)) {
      const isConcerned = removed.length === 0 ? i === 0 : before.some((person) => removed.includes(person));
      if (!isConcerned) continue;
      const people = [...new Set([...before.filter((person) => !removed.includes(person)), ...added])];
      if (samePeople([...people].sort(), before)) continue;
      if (people.length === 0 || people.length > MAX_AT_ONCE || !added.every(isUsable))
        impossible.push({ ...interval, there: people, here: before });
      else draft.overrides.push({ ...interval, people, reason: OVERRIDE_REASON });
    }
  }
  return impossible;
}

/**
 * Adds overrides so that exactly the wanted people are on call. A schedule with somebody who is not wanted gets wanted people instead; the remaining
 * ones go to the schedules for overrides, or to the first schedule. Returns the intervals in which that is impossible: nobody is wanted, which an
 * override cannot express, or there are too many people for the schedules.
 */
export function correct(drafts: readonly Draft[], wanted: readonly Segment[], reason: string): Difference[] {
  const impossible: Difference[] = [];
  const start = wanted[0]?.start ?? 0;
  const end = wanted.at(-1)?.end ?? start;
  const forOverrides = drafts.flatMap((draft, i) => (draft.isForOverrides ? [i] : []));
  const targets = forOverrides.length > 0 ? forOverrides : [0];
  const corrections = drafts.map((): DraftOverride[] => []);
  for (const { people, ...interval } of sweep([wanted, ...drafts.map((draft) => draftSegments(draft, start, end))])) {
    const [there = [], ...crews] = people;
    const here = [...new Set(crews.flat())].sort();
    if (samePeople(there, here)) continue;
    const corrected = correctedCrews(crews, there, targets);
    if (corrected === undefined) impossible.push({ ...interval, there, here });
    for (const [i, crew] of (corrected ?? []).entries()) {
      if (crew !== crews[i]) extend(corrections[i] ?? [], { ...interval, people: crew, reason });
    }
  }
  for (const [i, draft] of drafts.entries()) draft.overrides.push(...(corrections[i] ?? []));
  return impossible;
}

/** Crews for the schedules that together are exactly the wanted people. A crew that needs no change is the same object. */
function correctedCrews(
  crews: readonly (readonly string[])[],
  wanted: readonly string[],
  targets: readonly number[],
): (readonly string[])[] | undefined {
  if (wanted.length === 0 || !wanted.every(isUsable)) return undefined;
  const corrected = crews.map((crew) =>
    crew.every((person) => wanted.includes(person)) ? crew : wanted.slice(0, MAX_AT_ONCE),
  );
  let missing = wanted.filter((person) => !corrected.flat().includes(person));
  for (const target of targets) {
    const crew = corrected[target] ?? [];
    const taken = missing.slice(0, MAX_AT_ONCE - crew.length);
    if (taken.length > 0) corrected[target] = [...crew, ...taken];
    missing = missing.slice(taken.length);
  }
  return missing.length === 0 ? corrected : undefined;
}

/** Extends the last override if it has the same people and ends where this one starts. */
function extend(overrides: DraftOverride[], override: DraftOverride): void {
  const previous = overrides.at(-1);
  if (previous?.end === override.start && samePeople(previous.people, override.people)) {
    overrides[overrides.length - 1] = { ...previous, end: override.end };
  } else {
    overrides.push(override);
  }
}
