/**
 * Rule CH-6: composes messages about a schedule, from the current state. A channel is not told twice in a row that the same people are on
 * call, and a channel that was told something outdated is told the current state. So the last message about who is on call is correct.
 */
import { type About, changeMessage, handoffMessage } from '../../chat/messages.ts';
import type { ChatMessage } from '../../chat/provider.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { usersByIds } from '../../db/people/users.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { samePeople } from '../../engine/rotation.ts';
import { onCallAt, type Timeline } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { type People, peopleIn } from '../chat-links/chat-people.ts';
import { type ChangeNotification, notificationsNow, usersIn, wordsFor } from '../outbox/change-digest.ts';
import type { ScheduleEvent } from '../outbox/chat-events.ts';
import type { Services } from '../shared/services.ts';
import { readIds } from '../shared/stored-values.ts';
import { newSearchBudget, type OnCallAhead, onCallAhead, type SearchBudget } from '../timelines/on-call-ahead.ts';
import { loadSchedules, nowAndNext, workingOnly } from '../timelines/timelines.ts';
import { schedulePage } from './page-links.ts';

/** A message, and who it says is on call. */
export interface Composed {
  readonly message: ChatMessage;
  readonly told: readonly { readonly scheduleId: ScheduleId; readonly users: readonly UserId[] }[];
}

export interface ScheduleToTell {
  readonly row: ScheduleRow;
  readonly event: ScheduleEvent;
  /** The column of the link to the channel: who is on call according to its last message. */
  readonly toldJson: string | null;
}

/** Without broken schedules. */
type Timelines = ReadonlyMap<ScheduleId, Timeline>;

/** What to say, before people are looked up. */
interface Decision {
  readonly changes: readonly ChangeNotification[];
  /** Undefined if the channel knows it already. */
  readonly onCall: OnCallNow | undefined;
}

interface OnCallNow extends OnCallAhead {
  /** Undefined if it is unknown who is on call according to the channel. */
  readonly before: readonly UserId[] | undefined;
  readonly now: readonly UserId[];
}

/** One for each, in the same order; undefined if there is nothing left to say, or the schedule is broken. */
export async function composeScheduleEvents(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  wanted: readonly ScheduleToTell[],
): Promise<(Composed | undefined)[]> {
  const now = services.clock.now();
  const decisions = decideAll(await loadTimelines(services, tx, organizationId, wanted), wanted, now);
  const ids = [...new Set(decisions.flatMap(usersOf))];
  const people = peopleIn(ids.length === 0 ? [] : await tx.all(usersByIds, { organizationId, ids }));
  return wanted.map(({ row }, i) => {
    const decision = decisions[i];
    if (decision === undefined) return undefined;
    const about = { schedule: row.name, zone: row.time_zone, url: schedulePage(services, row.id) };
    const told = decision.onCall === undefined ? [] : [{ scheduleId: row.id, users: decision.onCall.now }];
    return { message: messageOf(decision, about, people, now), told };
  });
}

/** Those events that say something now. The schedules must be locked. */
export async function withSomethingToTell<T extends ScheduleToTell>(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  wanted: readonly T[],
): Promise<T[]> {
  return withSomethingToTellIn(services, await loadTimelines(services, tx, organizationId, wanted), wanted);
}

/** The same from timelines that are loaded already, and correct from now on. */
export function withSomethingToTellIn<T extends ScheduleToTell>(
  { clock }: Services,
  timelines: Timelines,
  wanted: readonly T[],
): T[] {
  const decisions = decideAll(timelines, wanted, clock.now());
  return wanted.filter((_, i) => decisions[i] !== undefined);
}

async function loadTimelines(
  { clock }: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  wanted: readonly ScheduleToTell[],
): Promise<Timelines> {
  const rows = [...new Map(wanted.map(({ row }) => [row.id, row])).values()];
  const loads = workingOnly(await loadSchedules(tx, organizationId, rows, nowAndNext(clock.now())));
  return new Map(loads.map(({ row, timeline }) => [row.id, timeline]));
}

function decideAll(timelines: Timelines, wanted: readonly ScheduleToTell[], now: number): (Decision | undefined)[] {
  const budget = newSearchBudget();
  return wanted.map(({ row, event, toldJson }) => {
    const timeline = timelines.get(row.id);
    return timeline && decide(timeline, event, toldJson, now, budget);
  });
}

function messageOf({ changes, onCall }: Decision, about: About, people: People, now: number): ChatMessage {
  const words = changes.map((one) => wordsFor(one, people, now));
  if (onCall === undefined) return changeMessage({ ...about, changes: words });
  const begin = people.mentioned(onCall.now, 'put_on_call', onCall.before);
  if (changes.length > 0) {
    const before = onCall.before && people.mentioned(onCall.before, 'taken_off_call', onCall.now);
    return changeMessage({ ...about, changes: words, onCall: { before, now: begin } });
  }
  const { until, next } = onCall;
  const before = onCall.before && people.mentioned(onCall.before, 'shift_ended', onCall.now);
  const then = next && { people: people.named(next.users), start: next.start };
  return handoffMessage({ ...about, before, now: begin, until, next: then });
}

function decide(
  timeline: Timeline,
  event: ScheduleEvent,
  toldJson: string | null,
  now: number,
  budget: SearchBudget,
): Decision | undefined {
  const within = nowAndNext(now);
  const changes = notificationsNow(event.changes, timeline, within);
  const users = onCallAt(timeline, now);
  // Without an earlier message, the channel is assumed to know who was on call before. If the column cannot be read, it is
  // unknown what arrived.
  const believed = toldJson === null ? event.before : readIds<UserId>(toldJson);
  const isKnown = believed !== undefined && samePeople(believed, users);
  if (isKnown) {
    const told = changes.filter((one) => !('isMerged' in one) || one.isPossiblyTold || one.moves.length > 0);
    return told.length === 0 ? undefined : { changes: told, onCall: undefined };
  }
  const before = believed ?? event.before;
  return {
    changes,
    onCall: {
      before: samePeople(before, users) ? undefined : before,
      now: users,
      ...onCallAhead(timeline, now, budget),
    },
  };
}

function usersOf(decision: Decision | undefined): UserId[] {
  if (decision === undefined) return [];
  const { changes, onCall } = decision;
  return [
    ...changes.flatMap(usersIn),
    ...(onCall?.before ?? []),
    ...(onCall?.now ?? []),
    ...(onCall?.next?.users ?? []),
  ];
}
