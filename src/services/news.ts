/**
 * Rule CH-6: what people do to a schedule, told in its channels. A change that alters somebody's time leaves a piece of news,
 * in its own transaction; the pieces of a burst wait for each other and are told as one message. Schedules without channels
 * pay for one query.
 */
import { newsMessage, scheduleDeletedMessage } from '../chat/messages.ts';
import { channelsOfSchedules } from '../db/chat-links.ts';
import type { Transaction } from '../db/database.ts';
import {
  clearNewsDue,
  deleteNewsOfSchedules,
  insertNews,
  newsOfSchedules,
  oldestNews,
  schedulesWithDueNews,
  updateNewsDue,
} from '../db/news.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import { firstDifference, type LayerPart, movesBetween, peopleIn } from '../engine/differences.ts';
import type { Interval, Override } from '../engine/schedule.ts';
import { onCallAt, type Timeline } from '../engine/timeline.ts';
import type { OrganizationId, OverrideId, ScheduleId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import { personOf } from './chat-people.ts';
import { enqueue } from './deliveries.ts';
import { digest, type News, type OverrideNews, usersIn, wordsFor } from './news-digest.ts';
import { isBroken } from './rotations.ts';
import type { Services } from './services.ts';
import { loadSchedule, nowAndNext } from './timelines.ts';
import { loadUsers } from './users.ts';

/** Who changes several things changes the next within this; who waits for the message hardly notices. */
const CALM_MS = 5_000;
const LONGEST_BURST_MS = 30_000;

const AT_ONCE = 100;
const MOST_PEOPLE_OF_OVERRIDE = 10;

interface Difference {
  readonly before: Timeline;
  readonly after: Timeline;
  readonly from: number;
}

/** Carries out a change to the layers of a schedule, which is locked. `change` gives what of them it changed. */
export async function notingScheduleChange(
  services: Services,
  tx: Transaction,
  { userId }: Caller,
  row: ScheduleRow,
  change: () => Promise<readonly LayerPart[]>,
): Promise<void> {
  const within = nowAndNext(services.clock.now());
  await noting(services, tx, row, within, change, (parts, { before, after, from }) => {
    // Later than when the change began, which holds from somewhere in between.
    const now = services.clock.now();
    return {
      kind: 'schedule changed',
      by: [userId],
      parts,
      from,
      onCall: { before: onCallAt(before, now), now: onCallAt(after, now) },
      moves: movesBetween(before, after, { start: now, end: within.end }),
    };
  });
}

/** Carries out what makes an override of a schedule, which is locked, or removes what is left of one. */
export async function notingOverride(
  services: Services,
  tx: Transaction,
  { userId }: Caller,
  row: ScheduleRow,
  { kind, start, end, users }: Override & Pick<OverrideNews, 'kind'>,
  change: () => Promise<OverrideId>,
): Promise<OverrideId> {
  const within = { start, end: Math.min(end, nowAndNext(start).end) };
  const others = (timeline: Timeline) => peopleIn(timeline, within, MOST_PEOPLE_OF_OVERRIDE);
  return noting(services, tx, row, within, change, (overrideId, { before, after }) => ({
    kind,
    by: [userId],
    overrideId,
    start,
    end,
    ...(kind === 'override created'
      ? { before: others(before), after: users }
      : { before: users, after: others(after) }),
  }));
}

/** Before the schedule is deleted: its channels go with it, and what was not told yet. */
export async function tellScheduleDeleted(
  services: Services,
  tx: Transaction,
  { organizationId, userId }: Caller,
  row: ScheduleRow,
): Promise<void> {
  const channels = await tx.all(channelsOfSchedules, { organizationId, ids: [row.id] });
  if (channels.length === 0) return;
  const now = services.clock.now();
  const load = await loadSchedule(tx, row, { start: now, end: now + 1 });
  const onCall = isBroken(load) ? [] : onCallAt(load.timeline, now);
  const findUser = await loadUsers(tx, organizationId, [userId, ...onCall]);
  const message = scheduleDeletedMessage({
    schedule: row.name,
    by: findUser(userId).name,
    onCall: onCall.map((id) => personOf(findUser(id))),
  });
  const outgoing = channels.map(({ channel_id }) => ({ destinationId: channel_id, message }));
  await enqueue(services, tx, organizationId, outgoing);
}

/** Tells what is due, and gives how many schedules it was about. */
export async function tellNews(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(schedulesWithDueNews, { now: services.clock.now(), limit: AT_ONCE });
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      await tellIn(services, tx, organizationId, rows);
    }
    return due.length;
  });
}

async function noting<T>(
  services: Services,
  tx: Transaction,
  row: ScheduleRow,
  within: Interval,
  change: () => Promise<T>,
  newsOf: (changed: T, difference: Difference) => News,
): Promise<T> {
  const { organization_id: organizationId, id } = row;
  const channels = await tx.all(channelsOfSchedules, { organizationId, ids: [id] });
  if (channels.length === 0) return change();
  const earlier = await loadSchedule(tx, row, within);
  const changed = await change();
  const later = await loadSchedule(tx, row, within);
  // Nobody knows whose time the change altered.
  if (isBroken(earlier) || isBroken(later)) return changed;
  const { before, after } = { before: earlier.timeline, after: later.timeline };
  const from = firstDifference(before, after, within);
  if (from !== undefined) await addNews(services, tx, row, newsOf(changed, { before, after, from }));
  return changed;
}

async function addNews(
  { clock, newId }: Services,
  tx: Transaction,
  { organization_id: organizationId, id: scheduleId }: ScheduleRow,
  news: News,
): Promise<void> {
  const now = clock.now();
  const key = { organizationId, scheduleId };
  await tx.run(insertNews, { ...key, id: newId('news'), newsJson: JSON.stringify(news), createdAt: now });
  const burstStart = (await tx.first(oldestNews, key))?.created_at ?? now;
  await tx.run(updateNewsDue, { ...key, dueAt: Math.min(now + CALM_MS, burstStart + LONGEST_BURST_MS) });
  await tx.wakeWorkers();
}

async function tellIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
): Promise<void> {
  const which = { organizationId, ids: rows.map(({ id }) => id) };
  const channels = Map.groupBy(await tx.all(channelsOfSchedules, which), (link) => link.schedule_id);
  const news = await digestsOf(tx, which);
  const findUser = await loadUsers(tx, organizationId, [...news.values()].flat().flatMap(usersIn));
  const outgoing = rows.flatMap((row) => {
    const told = (news.get(row.id) ?? []).map((one) => wordsFor(one, findUser, services.clock.now()));
    if (told.length === 0) return [];
    const message = newsMessage({ schedule: row.name, zone: row.time_zone, news: told });
    return (channels.get(row.id) ?? []).map(({ channel_id }) => ({ destinationId: channel_id, message }));
  });
  await enqueue(services, tx, organizationId, outgoing);
  await tx.run(deleteNewsOfSchedules, which);
  await tx.run(clearNewsDue, which);
}

/** A piece that cannot be read is dropped: it must not keep the news of all schedules back. */
function readNews({ news_json }: { readonly news_json: string }): News[] {
  try {
    return [JSON.parse(news_json) as News];
  } catch {
    return [];
  }
}

async function digestsOf(
  tx: Transaction,
  which: { readonly organizationId: OrganizationId; readonly ids: readonly ScheduleId[] },
): Promise<Map<ScheduleId, News[]>> {
  const bySchedule = Map.groupBy(await tx.all(newsOfSchedules, which), (row) => row.schedule_id);
  return new Map([...bySchedule].map(([id, rows]) => [id, digest(rows.flatMap(readNews))]));
}
