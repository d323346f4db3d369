/**
 * Rules WRK-1 and WRK-2: at a handoff, notifies channels and marks user groups as due. Messages are about the present: handoffs that were missed
 * while no worker ran are announced as one, with the result.
 */

import { channelsOfSchedules } from '../../db/chat/chat-links.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { dueHandoffs, updateNextChanges } from '../../db/jobs/due-work.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { samePeople } from '../../engine/rotation.ts';
import { nextLookAfter, onCallAt, overrideAt, type Timeline } from '../../engine/timeline.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { counters } from '../../process/counters.ts';
import { MAX_INSTANT } from '../../time/iso.ts';
import { DAY_MS } from '../../time/units.ts';
import { markGroupsOf } from '../chat-links/chat-group-marks.ts';
import { type Acceptance, loadAcceptancesWithin } from '../coverage-state/acceptances.ts';
import { outgoingOf } from '../messages/change-notifications.ts';
import { enqueue, type Outgoing } from '../outbox/outbox.ts';
import { onCallFact } from '../plan/schedule-facts.ts';
import type { OnCallChange } from '../plan/schedule-plan.ts';
import type { Services } from '../shared/services.ts';
import { markBroken } from '../timelines/broken-schedules.ts';
import { NEVER, newSearchBudget, type OnCallAhead, onCallAhead } from '../timelines/on-call-ahead.ts';
import { isBroken } from '../timelines/rotations.ts';
import { type LoadedSchedule, loadSchedules, nowAndNext, workingOnly } from '../timelines/timelines.ts';
import { announce, loadSubscriptions } from '../webhooks/announcements.ts';

const BATCH_SIZE = 500;

/** The shifts of acceptances that overlap an instant, in one organization. */
const MAX_COVERED_SHIFTS = 20_000;

/** Most schedules hand off again within it. For the others, the whole future is loaded. */
const AHEAD_MS = 35 * DAY_MS;

/** Processes due handoffs, and returns the number of schedules. */
export async function processHandoffs(services: Services): Promise<number> {
  const count = await services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(dueHandoffs, { now: services.clock.now(), limit: BATCH_SIZE });
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      await noticeIn(services, tx, organizationId, rows);
    }
    return due.length;
  });
  counters.handoffs += count;
  return count;
}

async function noticeIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly ScheduleRow[],
): Promise<void> {
  const now = services.clock.now();
  const since = Math.min(...rows.map(({ next_change_at }) => next_change_at ?? now)) - 1;
  const loads = await loadSchedules(tx, organizationId, rows, { start: since, end: now + AHEAD_MS });
  await markBroken(tx, loads.filter(isBroken));
  const loaded = workingOnly(loads);
  const ids = loaded.map(({ row }) => row.id);
  await storeNextChanges(tx, organizationId, loaded, now);
  await markGroupsOf(services, tx, organizationId, ids);
  await enqueue(services, tx, organizationId, await messagesOf(services, tx, organizationId, loaded, now));
  await tellWebhooks(services, tx, organizationId, loaded, now);
}

/**
 * Reports only the outcome, like the channels. It includes changes made after the handoff was due and before it was processed:
 * such a change sends no event by itself.
 */
async function tellWebhooks(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  loaded: readonly LoadedSchedule[],
  now: number,
): Promise<void> {
  const subscriptions = await loadSubscriptions(tx, organizationId);
  if (subscriptions.length === 0) return;
  const changes = loaded.flatMap(({ row, timeline }) => {
    const changedAt = row.next_change_at ?? now;
    const [before, after] = [onCallAt(timeline, changedAt - 1), onCallAt(timeline, now)];
    return samePeople(before, after) ? [] : [{ row, timeline, changedAt, before, after }];
  });
  if (changes.length === 0) return;
  const aheadIn = await loadAhead(tx, organizationId, changes, now);
  const since = Math.min(...changes.map(({ changedAt }) => changedAt)) - 1;
  const which = { organizationId, start: since, end: now + 1 };
  const covers = await loadAcceptancesWithin(tx, which, { mostShifts: MAX_COVERED_SHIFTS });
  const facts = changes.map(({ row, timeline, changedAt, before, after }) => {
    const isCover = (at: number, users: readonly UserId[]) =>
      overrideAt(timeline, at) !== undefined && covers.some((cover) => isCovering(cover, row.id, at, users));
    const why = isCover(now, after) || isCover(changedAt - 1, before) ? 'cover' : reasonFor(timeline, changedAt, now);
    return onCallFact(row, { before, after, why, ...aheadIn(row) }, changedAt);
  });
  await announce(services, tx, organizationId, subscriptions, facts);
}

/** Until when people are on call, and who is next. For schedules in which that is far ahead, a year is loaded. */
async function loadAhead(
  tx: Transaction,
  organizationId: OrganizationId,
  changes: readonly Pick<LoadedSchedule, 'row' | 'timeline'>[],
  now: number,
): Promise<(row: ScheduleRow) => OnCallAhead> {
  const known = new Map(changes.map(({ row, timeline }) => [row.id, onCallAhead(timeline, now, { continuations: 0 })]));
  const far = changes.filter(({ row }) => (known.get(row.id)?.next?.start ?? MAX_INSTANT) >= now + AHEAD_MS);
  const rows = far.map(({ row }) => row);
  const loads = rows.length === 0 ? [] : await loadSchedules(tx, organizationId, rows, nowAndNext(now));
  const budget = newSearchBudget();
  for (const { row, timeline } of workingOnly(loads)) known.set(row.id, onCallAhead(timeline, now, budget));
  return ({ id }) => known.get(id) ?? NEVER;
}

/** Whether one of the people on call took the shift from somebody else. */
function isCovering({ by, shifts }: Acceptance, id: ScheduleId, at: number, users: readonly UserId[]): boolean {
  return (
    users.includes(by) && shifts.some(({ scheduleId, start, end }) => scheduleId === id && start <= at && at < end)
  );
}

/** The start and the end of an override are handoffs too. */
function reasonFor(timeline: Timeline, changedAt: number, now: number): OnCallChange['why'] {
  const isOverride = (at: number) => overrideAt(timeline, at) !== undefined;
  return isOverride(now) || isOverride(changedAt - 1) ? 'override' : 'handoff';
}

/** Where the search for the next handoff ends early, the schedule is due at the instant reached: then nothing is announced, and it is continued. */
async function storeNextChanges(
  tx: Transaction,
  organizationId: OrganizationId,
  loaded: readonly LoadedSchedule[],
  now: number,
): Promise<void> {
  const soon = loaded.map(({ row, timeline }) => ({ row, at: nextLookAfter(timeline, now)?.at ?? MAX_INSTANT }));
  const far = soon.filter(({ at }) => at >= now + AHEAD_MS).map(({ row }) => row);
  const all = far.length === 0 ? [] : await loadSchedules(tx, organizationId, far, { start: now, end: MAX_INSTANT });
  const later = workingOnly(all).map(
    ({ row, timeline }) => [row.id, nextLookAfter(timeline, now)?.at ?? null] as const,
  );
  const known = new Map<ScheduleId, number | null>([...soon.map(({ row, at }) => [row.id, at] as const), ...later]);
  const rows = [...known].map(([id, nextChangeAt]) => ({
    organization_id: organizationId,
    id,
    next_change_at: nextChangeAt,
  }));
  await tx.run(updateNextChanges, { rows });
}

/** Says nothing if the channel already knows who is on call now. */
async function messagesOf(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  loaded: readonly LoadedSchedule[],
  now: number,
): Promise<Outgoing[]> {
  const links = await tx.all(channelsOfSchedules, { organizationId, ids: loaded.map(({ row }) => row.id) });
  const schedules = new Map(loaded.map((load) => [load.row.id, load]));
  const toTell = links.flatMap(({ schedule_id, channel_id, told_users_json }) => {
    const load = schedules.get(schedule_id);
    if (load === undefined) return [];
    const before = onCallAt(load.timeline, (load.row.next_change_at ?? now) - 1);
    const event = { kind: 'schedule', scheduleId: schedule_id, before, changes: [] } as const;
    return [{ row: load.row, event, channelId: channel_id, toldJson: told_users_json }];
  });
  return outgoingOf(services, tx, organizationId, toTell);
}
