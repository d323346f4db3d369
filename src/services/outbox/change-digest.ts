/** Merges change notifications of a burst, and drops those that cancel each other out. Pure functions. */
import type { OverrideChange, OverrideMove, ScheduleChange } from '../../chat/messages.ts';
import { isMove, type LayerPart, type Move, nextStarts, peopleIn } from '../../engine/differences.ts';
import { samePeople } from '../../engine/rotation.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { Timeline } from '../../engine/timeline.ts';
import type { OverrideId, UserId } from '../../ids.ts';
import type { People } from '../chat-links/chat-people.ts';

interface Attempted {
  /** A message with this was attempted, and may have arrived. So its undoing is announced too. */
  readonly isPossiblyTold?: true;
}

export interface ScheduleNotification extends Attempted {
  readonly kind: ScheduleChange['kind'];
  readonly by: readonly UserId[];
  readonly parts: readonly LayerPart[];
  /** When other people are first on call than before. */
  readonly from: number;
  readonly onCall: OnCall;
  readonly moves: readonly Move[];
  /** Set if it is about several changes: one may have undone a part of another. */
  readonly isMerged?: true;
}

/** Who was on call before the change, and who after it, at its time. */
interface OnCall {
  readonly before: readonly UserId[];
  readonly now: readonly UserId[];
}

export interface OverrideNotification extends Interval, Attempted {
  readonly kind: OverrideChange['kind'] | OverrideMove['kind'];
  readonly by: readonly UserId[];
  readonly overrideId: OverrideId;
  readonly before: readonly UserId[];
  readonly after: readonly UserId[];
  /** For a changed override: its current state, and who would be on call then without it. The other fields describe its earlier state. */
  readonly to?: Interval & { readonly users: readonly UserId[]; readonly inPlaceOf: readonly UserId[] };
  /** Set when a message is composed: others have a part of its earlier time. */
  readonly hasRest?: boolean;
  /** The first edition did not write it. */
  readonly onCall?: OnCall;
}

/** The stored form: plain JSON. */
export type ChangeNotification = (ScheduleNotification | OverrideNotification) & {
  /** The schedule had no channel: a channel that was linked later does not announce it. */
  readonly isForPeopleOnly?: true;
};

/** A burst ends after this long without a change: long enough to collect several changes, short enough for readers. */
const QUIET_MS = 5_000;
const MAX_BURST_MS = 30_000;

/** As many people of an override as anybody reads. */
const MAX_PEOPLE = 10;

/** When the notification of a burst is due, after a change was added to it. */
export function notificationDueAt(burstStart: number, now: number): number {
  return Math.min(now + QUIET_MS, burstStart + MAX_BURST_MS);
}

/**
 * Merges several changes into their result. An override that was created and then changed counts as created in its final form. One that was created
 * and removed is dropped, and so is one that was removed and created again, or changed and changed back. Changes that a channel may know of are never
 * dropped this way.
 */
export function digest(burst: readonly ChangeNotification[]): ChangeNotification[] {
  const changes = burst.filter((notification) => !isOverrideNotification(notification));
  const byOverride = Map.groupBy(burst.filter(isOverrideNotification), ({ overrideId }) => overrideId);
  const overrides = withoutUndone([...byOverride.values()].flatMap(outcomesOf));
  return [...(changes.length === 0 ? [] : [changes.reduce(together)]), ...overrides];
}

function outcomesOf(some: readonly OverrideNotification[]): OverrideNotification[] {
  return some.some(({ isPossiblyTold }) => isPossiblyTold) ? correctionsOf(some) : [outcomeOf(some) ?? []].flat();
}

/** The times and people of an override. Undefined: it does not exist. */
type OverrideState = (Interval & { readonly users: readonly UserId[] }) | undefined;

/**
 * Merges the notifications of one override, some of which may have arrived. It is unknown which state the readers know, so for each possible state
 * there is a notification of what happened to it.
 */
function correctionsOf(some: readonly OverrideNotification[]): OverrideNotification[] {
  const [first, last] = [some[0], some.at(-1)];
  if (first === undefined || last === undefined) return [];
  const believed = some.flatMap((notification, i) => {
    const { from, to } = statesOf(notification);
    if (notification.isPossiblyTold) return [from, to];
    return i === 0 ? [from] : [];
  });
  const final = statesOf(last).to;
  const by = [...new Set(some.flatMap((notification) => notification.by))];
  const { to: _, ...earliest } = first;
  const about = { ...earliest, by, isPossiblyTold: true } as const;
  const outdated = believed.filter((state) => state !== undefined && !isSameState(state, final));
  const different = outdated.filter((state, i) => outdated.findIndex((other) => isSameState(other, state)) === i);
  const corrections = different.flatMap((state): OverrideNotification[] => {
    if (state === undefined) return [];
    const was = { ...about, start: state.start, end: state.end, before: state.users, after: last.after };
    if (final === undefined) return [{ ...was, kind: 'override removed' }];
    return [{ ...was, kind: 'override changed', to: { ...final, inPlaceOf: inPlaceOf(last) } }];
  });
  if (corrections.length > 0 || final === undefined || !believed.includes(undefined)) return corrections;
  const { start, end, users } = final;
  return [{ ...about, kind: 'override created', start, end, before: inPlaceOf(last), after: users }];
}

function statesOf({ kind, start, end, before, after, to }: OverrideNotification): {
  readonly from: OverrideState;
  readonly to: OverrideState;
} {
  if (kind === 'override created') return { from: undefined, to: { start, end, users: after } };
  return { from: { start, end, users: before }, to: to && { start: to.start, end: to.end, users: to.users } };
}

function inPlaceOf({ before, to }: OverrideNotification): readonly UserId[] {
  return to === undefined ? before : to.inPlaceOf;
}

/** A running override that was changed and changed back starts at its last change. */
function isSameState(a: OverrideState, b: OverrideState): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.end === b.end && Math.abs(a.start - b.start) <= MAX_BURST_MS && samePeople(a.users, b.users);
}

/** The merged notification of one override; undefined if it was created and removed. */
function outcomeOf([first, ...later]: readonly OverrideNotification[]): OverrideNotification | undefined {
  let outcome = first;
  for (const notification of later) outcome = outcome === undefined ? notification : followed(outcome, notification);
  return outcome;
}

function followed(earlier: OverrideNotification, later: OverrideNotification): OverrideNotification | undefined {
  if (later.kind === 'override removed') {
    if (earlier.kind === 'override created') return undefined;
    const { kind, start, end, before } = earlier;
    return kind === 'override changed' ? { ...later, start, end, before } : later;
  }
  if (later.to === undefined) return later;
  const by = [...new Set([...earlier.by, ...later.by])];
  if (earlier.kind === 'override changed') {
    const isUndone = isAgain(earlier, { ...later, ...later.to, after: later.to.users });
    return isUndone ? undefined : { ...earlier, by, after: later.after, to: later.to };
  }
  const { start, end, users, inPlaceOf } = later.to;
  return { ...earlier, by, start, end, before: inPlaceOf, after: users };
}

/** An override that was removed and created again has another id, and starts at its creation if it is running. */
function withoutUndone(overrides: readonly OverrideNotification[]): OverrideNotification[] {
  const undone = new Set<OverrideNotification>();
  const untold = overrides.filter(({ isPossiblyTold }) => !isPossiblyTold);
  for (const removed of untold.filter(({ kind }) => kind === 'override removed')) {
    const again = untold.find(
      (notification) =>
        notification.kind === 'override created' && !undone.has(notification) && isAgain(removed, notification),
    );
    if (again !== undefined) undone.add(removed).add(again);
  }
  return overrides.filter((notification) => !undone.has(notification));
}

function isAgain(removed: OverrideNotification, created: OverrideNotification): boolean {
  const later = created.start - removed.start;
  return (
    removed.end === created.end && later >= 0 && later <= MAX_BURST_MS && samePeople(removed.before, created.after)
  );
}

/** Who was on call before the burst; undefined if it was not stored. */
export function onCallBefore(burst: readonly ChangeNotification[]): readonly UserId[] | undefined {
  return burst.find(({ onCall }) => onCall !== undefined)?.onCall?.before;
}

/** The notifications that are still true, with current times and people. Past ones are dropped. */
export function notificationsNow(
  burst: readonly ChangeNotification[],
  timeline: Timeline,
  within: Interval,
): ChangeNotification[] {
  return digest(burst).flatMap((notification): ChangeNotification[] =>
    isOverrideNotification(notification)
      ? overrideNow(notification, timeline, within)
      : [changeNow(notification, timeline, within)],
  );
}

/** A shift that was to begin meanwhile is left out: the message says who is on call now. */
function changeNow(change: ScheduleNotification, timeline: Timeline, within: Interval): ScheduleNotification {
  const now = within.start;
  const starts = nextStarts(timeline, within);
  if (starts === undefined) return { ...change, moves: [] };
  const moves = change.moves
    .map((move) => ({ ...move, after: starts.get(move.user) ?? null }))
    .filter((move) => (move.before === null || move.before > now) && isMove(move, timeline, within));
  if (change.isMerged === undefined) return { ...change, moves };
  const times = moves.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  return { ...change, moves, from: times.length === 0 ? now : Math.min(...times) };
}

/** Who is on call in the time that the override no longer covers. */
function changedNow(
  notification: OverrideNotification,
  to: NonNullable<OverrideNotification['to']>,
  timeline: Timeline,
  within: Interval,
): OverrideNotification[] {
  if (Math.max(notification.end, to.end) <= within.start) return [];
  const rest = [
    { start: notification.start, end: Math.min(notification.end, to.start) },
    { start: Math.max(notification.start, to.end), end: notification.end },
  ].map(({ start, end }) => ({ start: Math.max(start, within.start), end: Math.min(end, within.end) }));
  const people = rest.flatMap((part) => (part.start < part.end ? peopleIn(timeline, part, MAX_PEOPLE) : []));
  const hasRest = rest.some(({ start, end }) => start < end);
  return [{ ...notification, after: [...new Set(people)], ...(hasRest && { hasRest }) }];
}

function overrideNow(notification: OverrideNotification, timeline: Timeline, within: Interval): OverrideNotification[] {
  if (notification.to !== undefined) return changedNow(notification, notification.to, timeline, within);
  if (notification.end <= within.start) return [];
  // Too far ahead to be checked: as it was planned.
  if (notification.start >= within.end) return [notification];
  const left = { start: Math.max(notification.start, within.start), end: Math.min(notification.end, within.end) };
  const people = peopleIn(timeline, left, MAX_PEOPLE);
  if (notification.kind === 'override created')
    return notification.after.some((user) => people.includes(user)) ? [notification] : [];
  return samePeople(people, notification.before) ? [] : [{ ...notification, after: people }];
}

/** The text for a message sent now. The author is not mentioned. */
export function wordsFor(
  notification: ChangeNotification,
  people: People,
  now: number,
): ScheduleChange | OverrideChange | OverrideMove {
  const by = notification.by.map((id) => people.name(id));
  if (isOverrideNotification(notification)) {
    const { kind, start, end, before, after, to } = notification;
    if (to !== undefined) return changeWords({ ...notification, to }, by, people);
    const added = people.mentioned(after, 'put_on_call', [...before, ...notification.by]);
    const isCreated = kind === 'override created';
    const left = isCreated ? without(before, after) : before;
    const relieved = people.mentioned(left, 'taken_off_call', [...after, ...notification.by]);
    return { kind: isCreated ? kind : 'override removed', by, start, end, before: relieved, after: added };
  }
  const { kind, parts, moves, from } = notification;
  return {
    kind,
    by,
    parts,
    from: from > now ? from : undefined,
    moves: moves.flatMap(({ user, before, after }) =>
      people.mentioned([user], 'shift_moved', notification.by).map((person) => ({
        person,
        before: before ?? undefined,
        after: after ?? undefined,
      })),
    ),
  };
}

/** Mentions people who were added to or removed from the override, and people whom it relieves or no longer relieves. */
function changeWords(
  {
    start,
    end,
    before,
    after,
    to,
    hasRest,
    by: doers,
  }: OverrideNotification & Required<Pick<OverrideNotification, 'to'>>,
  by: readonly string[],
  people: People,
): OverrideMove {
  return {
    kind: 'override changed',
    by,
    was: { start, end, people: people.mentioned(before, 'taken_off_call', [...to.users, ...doers]) },
    start: to.start,
    end: to.end,
    people: people.mentioned(to.users, 'put_on_call', [...before, ...doers]),
    inPlaceOf: people.mentioned(without(to.inPlaceOf, to.users), 'taken_off_call', [...before, ...after, ...doers]),
    rest: hasRest === true ? people.mentioned(after, 'put_on_call', [...before, ...to.users, ...doers]) : undefined,
  };
}

/** Nobody is on call in place of themselves. */
function without(people: readonly UserId[], others: readonly UserId[]): UserId[] {
  return people.filter((user) => !others.includes(user));
}

/** Whether someone else changed when the user is on call. */
export function concerns(notification: ChangeNotification, user: UserId): boolean {
  if (notification.by.includes(user)) return false;
  if (!isOverrideNotification(notification)) return notification.moves.some((move) => move.user === user);
  const { before, after, to } = notification;
  if (to === undefined) return before.includes(user) !== after.includes(user);
  return [before, after, to.users, to.inPlaceOf].some((users) => users.includes(user));
}

/** The start of the first shift that it changes for the user. */
export function firstStartOf(notification: ChangeNotification, user: UserId): number {
  if (isOverrideNotification(notification)) {
    return Math.min(notification.start, notification.to?.start ?? notification.start);
  }
  const { moves, onCall, from } = notification;
  const isNow = onCall.before.includes(user) !== onCall.now.includes(user);
  const starts = moves.filter((move) => move.user === user).flatMap(({ before, after }) => [before, after]);
  const known = starts.filter((start) => start !== null);
  return Math.min(...known, ...(isNow || known.length === 0 ? [from] : []));
}

/** All people that it names. */
export function usersIn(notification: ChangeNotification): UserId[] {
  if (isOverrideNotification(notification)) {
    const { by, before, after, to } = notification;
    return [...by, ...before, ...after, ...(to === undefined ? [] : [...to.users, ...to.inPlaceOf])];
  }
  return [...notification.by, ...notification.moves.map(({ user }) => user)];
}

/** Merges two consecutive changes into one. */
function together(earlier: ScheduleNotification, later: ScheduleNotification): ScheduleNotification {
  const moves = new Map(earlier.moves.map((move) => [move.user, move]));
  const isPossiblyTold = earlier.isPossiblyTold ?? later.isPossiblyTold;
  for (const move of later.moves) {
    const merged = { ...move, before: (moves.get(move.user) ?? move).before };
    // A change that may have been announced, and is now as before, is announced: it no longer applies.
    moves.set(move.user, isPossiblyTold && merged.before === merged.after ? move : merged);
  }
  return {
    kind: 'schedule changed',
    by: [...new Set([...earlier.by, ...later.by])],
    parts: [...new Set([...earlier.parts, ...later.parts])],
    from: Math.min(earlier.from, later.from),
    onCall: { before: earlier.onCall.before, now: later.onCall.now },
    moves: [...moves.values()].filter(({ before, after }) => before !== after),
    isMerged: true,
    ...(isPossiblyTold && { isPossiblyTold }),
  };
}

/** Used right before a message with these is sent. */
export function asPossiblyTold(notifications: readonly ChangeNotification[]): ChangeNotification[] {
  return notifications.map((notification) => ({ ...notification, isPossiblyTold: true }));
}

function isOverrideNotification(notification: ChangeNotification): notification is OverrideNotification {
  return notification.kind !== 'schedule changed';
}
