/**
 * Rule CH-6: what a channel hears of a schedule, decided from the state at that moment. Nobody hears twice in a row that the same people
 * are on call, and whoever heard something that is no longer so hears what is. So the last word of a channel about who is on call is right.
 */
import { handoffMessage, newsMessage } from '../chat/messages.ts';
import type { ChatMessage } from '../chat/provider.ts';
import type { Transaction } from '../db/database.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import { samePeople } from '../engine/rotation.ts';
import { nextChangeAfter, nextPeopleAfter, onCallAt, type Timeline } from '../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../ids.ts';
import type { ScheduleEvent } from './chat-events.ts';
import { personOf } from './chat-people.ts';
import { type News, newsNow, usersIn, wordsFor } from './news-digest.ts';
import type { Services } from './services.ts';
import { readIds } from './stored-layers.ts';
import { loadSchedules, nowAndNext, workingOnly } from './timelines.ts';
import { loadUsers } from './users.ts';

/** A message as it is sent, and who it says is on call. */
export interface Composed {
  readonly message: ChatMessage;
  readonly told: readonly { readonly scheduleId: ScheduleId; readonly users: readonly UserId[] }[];
}

export interface ScheduleToTell {
  readonly row: ScheduleRow;
  readonly event: ScheduleEvent;
  /** The column of the link to the channel: who the channel last heard to be on call. */
  readonly toldJson: string | null;
}

/** What there is to say, before anyone is looked up. */
interface Decision {
  readonly news: readonly News[];
  /** Undefined when the channel knows already. */
  readonly onCall: OnCallNow | undefined;
}

interface OnCallNow {
  /** Undefined when it is not known who the channel takes to be on call. */
  readonly before: readonly UserId[] | undefined;
  readonly now: readonly UserId[];
  readonly until: number | undefined;
  readonly next: { readonly users: readonly UserId[]; readonly start: number } | undefined;
}

/** For each, in the same order; undefined where nothing is left to say, or nobody can tell because the schedule is broken. */
export async function composeScheduleEvents(
  { clock }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  wanted: readonly ScheduleToTell[],
): Promise<(Composed | undefined)[]> {
  const now = clock.now();
  const rows = [...new Map(wanted.map(({ row }) => [row.id, row])).values()];
  const loads = workingOnly(await loadSchedules(tx, organizationId, rows, nowAndNext(now)));
  const timelines = new Map(loads.map(({ row, timeline }) => [row.id, timeline]));
  const decisions = wanted.map(({ row, event, toldJson }) => {
    const timeline = timelines.get(row.id);
    return timeline && decide(timeline, event, toldJson, now);
  });
  const findUser = await loadUsers(tx, organizationId, decisions.flatMap(usersOf));
  const people = (users: readonly UserId[]) => users.map((id) => personOf(findUser(id)));

  return wanted.map(({ row }, i) => {
    const decision = decisions[i];
    if (decision === undefined) return undefined;
    const { news, onCall } = decision;
    const about = { schedule: row.name, zone: row.time_zone };
    const before = onCall?.before && people(onCall.before);
    const told = onCall === undefined ? [] : [{ scheduleId: row.id, users: onCall.now }];
    if (news.length === 0 && onCall !== undefined) {
      const { now, until, next } = onCall;
      const then = next && { people: people(next.users), start: next.start };
      return { message: handoffMessage({ ...about, before, now: people(now), until, next: then }), told };
    }
    const words = news.map((one) => wordsFor(one, findUser, now));
    const change = onCall && { before, now: people(onCall.now) };
    return { message: newsMessage({ ...about, news: words, onCall: change }), told };
  });
}

function decide(timeline: Timeline, event: ScheduleEvent, toldJson: string | null, now: number): Decision | undefined {
  const within = nowAndNext(now);
  const news = newsNow(event.news, timeline, within);
  const users = onCallAt(timeline, now);
  // Never told: the channel is taken to know who was on call before. Told, and not readable: nobody knows what arrived there.
  const believed = toldJson === null ? event.before : readIds<UserId>(toldJson);
  const isKnown = believed !== undefined && samePeople(believed, users);
  if (isKnown) {
    const told = news.filter((one) => !('isMerged' in one) || one.moves.length > 0);
    return told.length === 0 ? undefined : { news: told, onCall: undefined };
  }
  const before = believed ?? event.before;
  const until = nextChangeAfter(timeline, now);
  return {
    news,
    onCall: {
      before: samePeople(before, users) ? undefined : before,
      now: users,
      until: until !== undefined && until < within.end ? until : undefined,
      next: nextPeopleAfter(timeline, now),
    },
  };
}

function usersOf(decision: Decision | undefined): UserId[] {
  if (decision === undefined) return [];
  const { news, onCall } = decision;
  return [...news.flatMap(usersIn), ...(onCall?.before ?? []), ...(onCall?.now ?? []), ...(onCall?.next?.users ?? [])];
}
