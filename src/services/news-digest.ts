/** Pieces of news, and what is said of those that belong together. Nothing here is loaded or stored. */
import type { OverrideChange, ScheduleChange } from '../chat/messages.ts';
import type { LayerPart, Move } from '../engine/differences.ts';
import { samePeople } from '../engine/rotation.ts';
import type { Interval } from '../engine/schedule.ts';
import type { OverrideId, UserId } from '../ids.ts';
import type { User } from '../schemas/users.ts';
import { personOf } from './chat-people.ts';

export interface ScheduleNews {
  readonly kind: ScheduleChange['kind'];
  readonly by: readonly UserId[];
  readonly parts: readonly LayerPart[];
  /** When others are on call than before for the first time. */
  readonly from: number;
  readonly onCall: { readonly before: readonly UserId[]; readonly now: readonly UserId[] };
  readonly moves: readonly Move[];
}

export interface OverrideNews extends Interval {
  readonly kind: OverrideChange['kind'];
  readonly by: readonly UserId[];
  readonly overrideId: OverrideId;
  readonly before: readonly UserId[];
  readonly after: readonly UserId[];
}

/** As it is stored: plain JSON. */
export type News = ScheduleNews | OverrideNews;

/** Who changes several things changes the next within this; who waits for the message hardly notices. */
const CALM_MS = 5_000;
const LONGEST_BURST_MS = 30_000;

/** When a burst is told to which something was just added. */
export function newsDueAt(burstStart: number, now: number): number {
  return Math.min(now + CALM_MS, burstStart + LONGEST_BURST_MS);
}

/** What is left to say of a burst: an override that came and went is none, and of several changes only their outcome. */
export function digest(burst: readonly News[]): News[] {
  const created = idsOf(burst, 'override created');
  const passing = created.intersection(idsOf(burst, 'override removed'));
  const overrides = burst.filter(isOverrideNews).filter(({ overrideId }) => !passing.has(overrideId));
  const changes = burst.filter((news) => !isOverrideNews(news));
  return [...(changes.length === 0 ? [] : [changes.reduce(together)]), ...overrides];
}

/** What a message says of it, now. */
export function wordsFor(news: News, findUser: (id: UserId) => User, now: number): ScheduleChange | OverrideChange {
  const people = (users: readonly UserId[]) => users.map((id) => personOf(findUser(id)));
  const by = news.by.map((id) => findUser(id).name);
  if (isOverrideNews(news)) return { ...news, by, before: people(news.before), after: people(news.after) };
  const { onCall, moves, from } = news;
  return {
    ...news,
    by,
    from: from > now ? from : undefined,
    onCall: samePeople(onCall.before, onCall.now)
      ? undefined
      : { before: people(onCall.before), now: people(onCall.now) },
    moves: moves.map(({ user, before, after }) => ({
      person: personOf(findUser(user)),
      before: before ?? undefined,
      after: after ?? undefined,
    })),
  };
}

/** Everybody that it names. */
export function usersIn(news: News): UserId[] {
  if (isOverrideNews(news)) return [...news.by, ...news.before, ...news.after];
  const { by, onCall, moves } = news;
  return [...by, ...onCall.before, ...onCall.now, ...moves.map(({ user }) => user)];
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
  };
}

function idsOf(burst: readonly News[], kind: OverrideNews['kind']): Set<OverrideId> {
  return new Set(burst.filter(isOverrideNews).flatMap((news) => (news.kind === kind ? [news.overrideId] : [])));
}

function isOverrideNews(news: News): news is OverrideNews {
  return news.kind !== 'schedule changed';
}
