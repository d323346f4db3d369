/**
 * Rules IMP-1 and IMP-3: translates one schedule of a source to schedules of ours, and accounts for all of it: what fits, what was translated and
 * how, what cannot be expressed and why.
 */
import type { Interval } from '../engine/schedule.ts';
import { formatInstant } from '../time/iso.ts';
import { findZone, offsetFrom, type Zone } from '../time/zones.ts';
import { differenceLines, listOf } from './difference-lines.ts';
import { applyOverride, correct, type Draft, unionSegments } from './drafts.ts';
import { externalIdOf } from './external-ids.ts';
import { emptyLayer, layersOf, MAX_AT_ONCE, MAX_POSITIONS, shortened } from './layers.ts';
import { levelDifferences } from './level-check.ts';
import { levelled } from './levels.ts';
import { mergedRotations } from './merging.ts';
import { type Difference, differencesBetween, differencesOutside, segmentsOf } from './segments.ts';
import {
  isUnfit,
  type Product,
  type RenderedTimeline,
  type SourceRotation,
  type SourceSchedule,
  type UnfitRotation,
} from './source.ts';

export interface Outcome {
  readonly schedule: SourceSchedule;
  readonly drafts: readonly Draft[];
  /** Names of rotations. */
  readonly fits: readonly string[];
  /** Whole sentences. */
  readonly notes: readonly string[];
  /** How rotations were translated. */
  readonly translated: readonly string[];
  /** What has nobody on call any more, and is not needed in the file. */
  readonly leftOut: readonly string[];
  /** What is missing in the file, and why. */
  readonly missing: readonly string[];
  /** What is in the file as overrides for a limited time, and why. */
  readonly written: readonly string[];
  /** The comparison with the source's own timeline; undefined if it was not read. */
  readonly proof: Proof | undefined;
}

export interface Proof {
  readonly start: number;
  readonly end: number;
  readonly differences: readonly Difference[];
}

export interface TranslationOptions {
  readonly now: number;
  /** Whether what cannot be expressed is written as overrides, as far as the source's own timeline reaches. */
  readonly writesOverrides: boolean;
  /** Rule IMP-3: gives the schedules of one source schedule one user group in the chat. */
  readonly writesUserGroups?: boolean;
}

const CORRECTION_REASON = "From the source's timeline";

export function translateSchedule(product: Product, schedule: SourceSchedule, options: TranslationOptions): Outcome {
  const { now, writesOverrides } = options;
  if (schedule.isDisabled === true) {
    return nothing(schedule, { leftOut: ['It is disabled in the source.'] });
  }
  const parts = partsOf(schedule, now);
  const drafts = draftsOf(product, schedule, parts.rotations);
  const { rendered } = schedule;
  const canWrite = writesOverrides && rendered !== undefined && rendered.end > now;
  if (parts.unfit.length > 0 && canWrite) drafts.push(...draftsForOverrides(product, schedule, now));

  const all = levelDifferences(parts.live, drafts, now);
  const unlike = canWrite ? differencesOutside(all, correctedInterval(rendered, now)) : all;
  const lost = schedule.overrides.flatMap((override) => applyOverride(drafts, override, now));
  const corrected = canWrite && drafts.length > 0 ? correctDrafts(schedule, drafts, now) : [];
  const reasons = parts.unfit.flatMap(({ name, reasons }) => reasons.map((reason) => `"${name}": ${reason}`));
  const missing = [
    ...(canWrite ? [] : reasons),
    ...(canWrite ? corrected : lost).map((difference) => `An override cannot express ${textOf(difference)}.`),
    ...differenceLines(unlike).map((line) => `The rotations together differ: ${line}`),
  ];
  return {
    schedule,
    drafts,
    fits: parts.rotations.filter(({ notes }) => notes.length === 0).map(({ rotation }) => rotation.name),
    notes: schedule.notes,
    translated: [
      ...parts.merged,
      ...parts.rotations.flatMap(({ rotation, notes }) => notes.map((note) => `"${rotation.name}": ${note}`)),
    ],
    leftOut: parts.leftOut,
    missing,
    written: canWrite ? reasons : [],
    proof: drafts.length === 0 ? undefined : proofOf(schedule, drafts, now),
  };
}

function nothing(schedule: SourceSchedule, told: Partial<Outcome>): Outcome {
  return {
    schedule,
    drafts: [],
    fits: [],
    notes: [],
    translated: [],
    leftOut: [],
    missing: [],
    written: [],
    proof: undefined,
    ...told,
  };
}

interface Fitting {
  readonly rotation: SourceRotation;
  readonly layers: Draft['layers'];
  readonly notes: readonly string[];
}

interface Parts {
  /** The rotations of the source that `rotations` are made of. */
  readonly live: readonly SourceRotation[];
  readonly rotations: readonly Fitting[];
  readonly unfit: readonly UnfitRotation[];
  /** Which rotations were merged. */
  readonly merged: readonly string[];
  readonly leftOut: readonly string[];
}

function partsOf(schedule: SourceSchedule, now: number): Parts {
  const known = schedule.rotations.map((rotation) => (isUnfit(rotation) ? rotation : withinLimits(rotation)));
  const hasEnded = ({ activeFrom = now, activeUntil = Number.POSITIVE_INFINITY }: Partial<SourceRotation>) =>
    activeUntil <= Math.max(now, activeFrom);
  const ended = known
    .filter(hasEnded)
    .map(({ name, activeUntil = 0 }) => `"${name}" ended on ${formatInstant(activeUntil)}.`);
  const live = known.flatMap((rotation) => (isUnfit(rotation) || hasEnded(rotation) ? [] : [rotation]));
  const unfit = known.filter(isUnfit).filter((rotation) => !hasEnded(rotation));
  const isLimited = schedule.overrides.some(({ rotationIds }) => rotationIds !== undefined);
  const merged = isLimited ? { rotations: live, notes: [] } : mergedRotations(live);
  const rotations = merged.rotations
    .flatMap(splitCrews)
    .map((rotation) => ({ rotation, ...fitted(rotation, live, now) }));
  const unlevelled = rotations.flatMap(({ rotation, reason }) =>
    reason === undefined ? [] : [{ id: rotation.id, name: rotation.name, level: rotation.level, reasons: [reason] }],
  );
  const all = [...unfit, ...unlevelled];
  const levels = new Set([...live, ...all].map(({ level }) => level));
  if (all.length > 0 && levels.size > 1) {
    return { live: [], rotations: [], unfit: [...all, ...dependent(live, all)], merged: [], leftOut: ended };
  }
  const written = rotations.filter(({ layers }) => layers.length > 0);
  const hidden = rotations
    .filter(({ layers, reason }) => layers.length === 0 && reason === undefined)
    .map(
      ({ rotation }) =>
        `"${rotation.name}" is never on call: ${rotation.windows?.length === 0 ? 'its windows are empty' : 'the rotations above it always are'}.`,
    );
  return {
    live,
    rotations: written,
    unfit: all,
    merged: merged.notes,
    leftOut: [...ended, ...hidden],
  };
}

/** If rotations replace each other, and one cannot be expressed, it is unknown when the others are on call. */
function dependent(live: readonly SourceRotation[], unfit: readonly UnfitRotation[]): UnfitRotation[] {
  const known = new Set(unfit.map(({ id }) => id));
  const names = unfit.map(({ name }) => `"${name}"`).join(', ');
  return live
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, level }) => ({ id, name, level, reasons: [`When it is on call depends on ${names}.`] }));
}

function fitted(
  rotation: SourceRotation,
  all: readonly SourceRotation[],
  now: number,
): { layers: Draft['layers']; notes: readonly string[]; reason?: string } {
  const result = levelled(rotation, all, now);
  if ('reason' in result) return { layers: [], notes: [], reason: result.reason };
  if (result.pieces.every(({ windows }) => windows.length === 0)) {
    return { layers: [], notes: [] };
  }
  return {
    layers: layersOf(result.rotation, result.pieces, now),
    notes: [...rotation.notes, ...lengthNotes(rotation, now), ...endNotes(rotation, now), ...result.notes],
  };
}

function lengthNotes({ shiftLength, zone }: SourceRotation, now: number): string[] {
  const hasClockChanges = offsetFrom(zoneOf(zone), now).untilMs !== Number.POSITIVE_INFINITY;
  if (shiftLength.unit !== 'hours' || !hasClockChanges) return [];
  return ['Its turns keep their local times, so one is an hour longer or shorter when the clocks change.'];
}

function endNotes({ activeFrom, activeUntil }: SourceRotation, now: number): string[] {
  return [
    ...(activeFrom > now ? [`It starts on ${formatInstant(activeFrom)}.`] : []),
    ...(activeUntil === Number.POSITIVE_INFINITY
      ? []
      : [`It ends on ${formatInstant(activeUntil)}, as a planned change to nobody.`]),
  ];
}

function withinLimits(rotation: SourceRotation): SourceRotation | UnfitRotation {
  const { id, name, level, crews } = rotation;
  const size = Math.min(MAX_AT_ONCE, Math.max(...crews.map((crew) => crew.length)));
  const positions = crews.length * size;
  if (positions <= MAX_POSITIONS) return rotation;
  return { id, name, level, reasons: [`It has ${positions} positions; a layer has ${MAX_POSITIONS} at most.`] };
}

/**
 * If more than four people are on call at once, the others get their own schedule. Its empty positions are filled with people who are on call anyway.
 */
function splitCrews(rotation: SourceRotation): SourceRotation[] {
  const size = Math.max(...rotation.crews.map((crew) => crew.length));
  if (size <= MAX_AT_ONCE) return [rotation];
  return Array.from({ length: Math.ceil(size / MAX_AT_ONCE) }, (_, part) => ({
    ...rotation,
    id: part === 0 ? rotation.id : `${rotation.id}-${part + 1}`,
    sourceIds: rotation.sourceIds ?? [rotation.id],
    name: part === 0 ? rotation.name : `${rotation.name} (${part + 1})`,
    crews: rotation.crews.map((crew) => {
      const some = crew.slice(part * MAX_AT_ONCE, (part + 1) * MAX_AT_ONCE);
      return some.length > 0 ? some : crew.slice(0, 1);
    }),
    notes: [
      ...rotation.notes,
      `${size} people are on call at once; a schedule has ${MAX_AT_ONCE} at most, so it becomes several.`,
    ],
  }));
}

function draftsOf(product: Product, schedule: SourceSchedule, fitting: readonly Fitting[]): Draft[] {
  return fitting.map(({ rotation, layers }) => ({
    externalId: externalIdOf(product, schedule.id, rotation.id),
    name: shortened(fitting.length === 1 ? schedule.name : `${schedule.name}: ${rotation.name}`),
    ...(schedule.description !== undefined && { description: schedule.description }),
    zone: zoneOf(rotation.zone),
    layers,
    rotationIds: rotation.sourceIds ?? [rotation.id],
    isForOverrides: false,
    overrides: [],
  }));
}

/** As many schedules as the largest crew of the source's timeline needs. */
function draftsForOverrides(product: Product, schedule: SourceSchedule, now: number): Draft[] {
  const { rendered } = schedule;
  const sizes = rendered === undefined ? [] : segmentsOf(rendered.shifts, rendered.start, rendered.end);
  const count = Math.max(1, Math.ceil(Math.max(0, ...sizes.map(({ people }) => people.length)) / MAX_AT_ONCE));
  return Array.from({ length: count }, (_, part) => ({
    externalId: externalIdOf(product, schedule.id, part === 0 ? 'overrides' : `overrides-${part + 1}`),
    name: shortened(
      `${schedule.name}${schedule.rotations.length > 1 ? ': others' : ''}${part === 0 ? '' : ` (${part + 1})`}`,
    ),
    ...(schedule.description !== undefined && { description: schedule.description }),
    zone: zoneOf(schedule.zone),
    layers: [emptyLayer({ name: 'Overrides only' }, now)],
    rotationIds: schedule.rotations.filter(isUnfit).map(({ id }) => id),
    isForOverrides: true,
    overrides: [],
  }));
}

function zoneOf(name: string): Zone {
  return findZone(name) ?? (findZone('UTC') as Zone);
}

function correctDrafts({ rendered }: SourceSchedule, drafts: readonly Draft[], now: number): Difference[] {
  if (rendered === undefined) return [];
  const { start, end } = correctedInterval(rendered, now);
  return correct(drafts, segmentsOf(rendered.shifts, start, end), CORRECTION_REASON);
}

/** Where overrides can correct the drafts. */
function correctedInterval({ start, end }: RenderedTimeline, now: number): Interval {
  return { start: Math.max(now, start), end };
}

function proofOf({ rendered }: SourceSchedule, drafts: readonly Draft[], now: number): Proof | undefined {
  if (rendered === undefined || rendered.end <= now) return undefined;
  const { start, end } = correctedInterval(rendered, now);
  const there = segmentsOf(rendered.shifts, start, end);
  return { start, end, differences: differencesBetween(there, unionSegments(drafts, start, end)) };
}

function textOf({ start, end, there, here }: Difference): string {
  return `that ${listOf(there)} ${there.length > 1 ? 'are' : 'is'} on call from ${formatInstant(start)} to ${formatInstant(end)} instead of ${listOf(here)}`;
}
