/**
 * Rule CH-6: what people do to a schedule, told in its channels. A change that alters somebody's time leaves a piece of news,
 * in its own transaction; the pieces of a burst wait for each other and are told as one message. Schedules without channels
 * have none.
 */
import { newsMessage, scheduleDeletedMessage } from '../chat/messages.ts';
import { channelsOfSchedules } from '../db/chat-links.ts';
import type { Transaction } from '../db/database.ts';
import { clearNewsDue, deleteNewsOfSchedules, newsOfSchedules, schedulesWithDueNews } from '../db/news.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import { onCallAt } from '../engine/timeline.ts';
import type { OrganizationId, ScheduleId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import { personOf } from './chat-people.ts';
import { enqueue } from './deliveries.ts';
import { digest, type News, usersIn, wordsFor } from './news-digest.ts';
import { isBroken } from './rotations.ts';
import type { Services } from './services.ts';
import { loadSchedule } from './timelines.ts';
import { loadUsers } from './users.ts';

const AT_ONCE = 100;
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
