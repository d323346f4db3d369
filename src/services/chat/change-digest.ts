/** Pieces of news, and what is said of those that belong together. Nothing here is loaded or stored. */
import type { OverrideChange, ScheduleChange } from '../../chat/messages.ts';
import { isMove, type LayerPart, type Move, nextStarts, peopleIn } from '../../engine/differences.ts';
import { samePeople } from '../../engine/rotation.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { Timeline } from '../../engine/timeline.ts';
import type { OverrideId, UserId } from '../../ids.ts';
import type { People } from './chat-people.ts';

export interface ScheduleNews {
  readonly kind: ScheduleChange['kind'];
  readonly by: readonly UserId[];
  readonly parts: readonly LayerPart[];
  /** When others are on call than before for the first time. */
  readonly from: number;
  readonly onCall: OnCall;
  readonly moves: readonly Move[];
  /** Of several changes: some of what one did, another may have undone. */
  readonly isMerged?: true;
}

/** When it happened: who was on call before it, and who after it. */
interface OnCall {
  readonly before: readonly UserId[];
  readonly now: readonly UserId[];
}

export interface OverrideNews extends Interval {
  readonly kind: OverrideChange['kind'];
  readonly by: readonly UserId[];
  readonly overrideId: OverrideId;
  readonly before: readonly UserId[];
  readonly after: readonly UserId[];
  /** Older versions did not write it. */
  readonly onCall?: OnCall;
}

/** As it is stored: plain JSON. */
export type News = ScheduleNews | OverrideNews;

/** Who changes several things changes the next within this; who waits for the message hardly notices. */
const CALM_MS = 5_000;
const LONGEST_BURST_MS = 30_000;

/** As many people of an override as anybody reads. */
const MOST_PEOPLE = 10;

/** When a burst is told to which something was just added. */
export function newsDueAt(burstStart: number, now: number): number {
  return Math.min(now + CALM_MS, burstStart + LONGEST_BURST_MS);
}

/** An override that was created and removed within the burst is dropped, and of several changes only their outcome is left. */
export function digest(burst: readonly News[]): News[] {
  const created = idsOf(burst, 'override created');
  const passing = created.intersection(idsOf(burst, 'override removed'));
  const overrides = burst.filter(isOverrideNews).filter(({ overrideId }) => !passing.has(overrideId));
  const changes = burst.filter((news) => !isOverrideNews(news));
  return [...(changes.length === 0 ? [] : [changes.reduce(together)]), ...overrides];
}

/** Who was on call before the burst began; undefined when nobody wrote it down. */
export function onCallBefore(burst: readonly News[]): readonly UserId[] | undefined {
  return burst.find(({ onCall }) => onCall !== undefined)?.onCall?.before;
}

/** What of a burst is true now, with the times and people of now. What is over is dropped. */
export function newsNow(burst: readonly News[], timeline: Timeline, within: Interval): News[] {
  return digest(burst).flatMap((news): News[] =>
    isOverrideNews(news) ? overrideNow(news, timeline, within) : [changeNow(news, timeline, within)],
  );
}

/** A shift that was to begin meanwhile is left to the words about who is on call now. */
function changeNow(change: ScheduleNews, timeline: Timeline, within: Interval): ScheduleNews {
  const now = within.start;
  const starts = nextStarts(timeline, within);
  const moves = change.moves
    .map((move) => ({ ...move, after: starts.get(move.user) ?? null }))
    .filter((move) => (move.before === null || move.before > now) && isMove(move, timeline, within));
  if (change.isMerged === undefined) return { ...change, moves };
  const times = moves.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  return { ...change, moves, from: times.length === 0 ? now : Math.min(...times) };
}

function overrideNow(news: OverrideNews, timeline: Timeline, within: Interval): OverrideNews[] {
  if (news.end <= within.start) return [];
  // Further ahead than anyone looks: as it was planned.
  if (news.start >= within.end) return [news];
  const left = { start: Math.max(news.start, within.start), end: Math.min(news.end, within.end) };
  const people = peopleIn(timeline, left, MOST_PEOPLE);
  if (news.kind === 'override created') return news.after.some((user) => people.includes(user)) ? [news] : [];
  return samePeople(people, news.before) ? [] : [{ ...news, after: people }];
}

/** What a message says of it, now. Who did it knows of it. */
export function wordsFor(news: News, people: People, now: number): ScheduleChange | OverrideChange {
  const by = news.by.map((id) => people.name(id));
  if (isOverrideNews(news)) {
    const { kind, start, end, before, after } = news;
    const relieved = people.mentioned(before, 'taken_off_call', [...after, ...news.by]);
    const added = people.mentioned(after, 'put_on_call', [...before, ...news.by]);
    return { kind, by, start, end, before: relieved, after: added };
  }
  const { kind, parts, moves, from } = news;
  return {
    kind,
    by,
    parts,
    from: from > now ? from : undefined,
    moves: moves.flatMap(({ user, before, after }) =>
      people.mentioned([user], 'shift_moved', news.by).map((person) => ({
        person,
        before: before ?? undefined,
        after: after ?? undefined,
      })),
    ),
  };
}

/** Everybody that it names. */
export function usersIn(news: News): UserId[] {
  if (isOverrideNews(news)) return [...news.by, ...news.before, ...news.after];
  return [...news.by, ...news.moves.map(({ user }) => user)];
}

/** Two changes, one after the other, as if they had been one. */
function together(earlier: ScheduleNews, later: ScheduleNews): ScheduleNews {
  const moves = new Map(earlier.moves.map((move) => [move.user, move]));
  for (const move of later.moves) {
    moves.set(move.user, { ...move, before: (moves.get(move.user) ?? move).before });
  }
  return {
    kind: 'schedule changed',
    by: [...new Set([...earlier.by, ...later.by])],
    parts: [...new Set([...earlier.parts, ...later.parts])],
    from: Math.min(earlier.from, later.from),
    onCall: { before: earlier.onCall.before, now: later.onCall.now },
    moves: [...moves.values()].filter(({ before, after }) => before !== after),
    isMerged: true,
  };
}

function idsOf(burst: readonly News[], kind: OverrideNews['kind']): Set<OverrideId> {
  return new Set(burst.filter(isOverrideNews).flatMap((news) => (news.kind === kind ? [news.overrideId] : [])));
}

function isOverrideNews(news: News): news is OverrideNews {
  return news.kind !== 'schedule changed';
}
