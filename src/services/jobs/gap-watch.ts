/**
 * Reports upcoming gaps to webhooks: nobody will be on call within the next 24 hours, outside off hours. Each gap is reported
 * once. A schedule is checked when its next gap comes that near, and after each change.
 */
import type { Transaction } from '../../db/driver/database.ts';
import { dueGapWatches, endGapWatches, type GapWatchRow, updateGapWatches } from '../../db/jobs/gap-watch.ts';
import { schedulesByIds } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import { type Timeline, unplannedGapsIn } from '../../engine/timeline.ts';
import type { OrganizationId } from '../../ids.ts';
import { DAY_MS } from '../../time/units.ts';
import { gapFact } from '../plan/schedule-facts.ts';
import type { Services } from '../shared/services.ts';
import { loadSchedules, workingOnly } from '../timelines/timelines.ts';
import { announce, type Fact, loadSubscriptions } from '../webhooks/announcements.ts';

const BATCH_SIZE = 200;
const TOLD_AHEAD_MS = DAY_MS;

/** How far ahead a check searches. Without a gap, the schedule is checked again a day before the end of that time. */
const LOOKED_AHEAD_MS = 35 * DAY_MS;

/** Checks due schedules, and returns their number. */
export async function lookForGaps(services: Services): Promise<number> {
  return services.db.queueTransaction(async (tx) => {
    const due = await tx.claim(dueGapWatches, { now: services.clock.now(), limit: BATCH_SIZE });
    for (const [organizationId, rows] of Map.groupBy(due, (row) => row.organization_id)) {
      await lookIn(services, tx, organizationId, rows);
    }
    return due.length;
  });
}

async function lookIn(
  services: Services,
  tx: Transaction,
  organizationId: OrganizationId,
  watches: readonly GapWatchRow[],
): Promise<void> {
  const now = services.clock.now();
  const subscriptions = await loadSubscriptions(tx, organizationId);
  const ids = watches.map(({ schedule_id }) => schedule_id);
  if (!subscriptions.some(({ events }) => events.has('gap.ahead'))) {
    await tx.run(endGapWatches, { organizationId, ids });
    return;
  }
  const rows = await tx.all(schedulesByIds, { organizationId, ids });
  const gone = ids.filter((id) => !rows.some((row) => row.id === id));
  if (gone.length > 0) await tx.run(endGapWatches, { organizationId, ids: gone });
  const loads = workingOnly(await loadSchedules(tx, organizationId, rows, { start: now, end: now + LOOKED_AHEAD_MS }));
  const timelines = new Map(loads.map((load) => [load.row.id, load]));
  const facts: Fact[] = [];
  const looked = watches.filter(({ schedule_id }) => !gone.includes(schedule_id));
  const records = looked.map(({ schedule_id, told_until }) => {
    const load = timelines.get(schedule_id);
    // A broken schedule is checked again after a change, or tomorrow.
    if (load === undefined) return { schedule_id, due_at: now + DAY_MS, told_until: told_until ?? 0 };
    const look = lookAt(load.timeline, told_until, now);
    facts.push(...look.told.map((gap) => gapFact(load.row, gap)));
    return { schedule_id, due_at: look.dueAt, told_until: look.toldUntil ?? 0 };
  });
  if (records.length > 0) {
    const watches = records.map((record) => ({ organization_id: organizationId, ...record }));
    await tx.run(updateGapWatches, { ids: records.map(({ schedule_id }) => schedule_id), watches });
  }
  await announce(services, tx, organizationId, subscriptions, facts);
}

interface Look {
  readonly told: readonly Interval[];
  readonly toldUntil: number | undefined;
  readonly dueAt: number;
}

/** A gap that was reported and then closed counts as not reported: if it opens again, it is reported again. */
export function lookAt(timeline: Timeline, toldUntil: number | null, now: number): Look {
  const gaps = unplannedGapsIn(timeline, { start: now, end: now + LOOKED_AHEAD_MS });
  const isStillOpen = toldUntil !== null && gaps.some(({ start }) => start < toldUntil);
  const knownUntil = isStillOpen ? toldUntil : now;
  const told: Interval[] = [];
  let until = isStillOpen ? toldUntil : undefined;
  let dueAt = now + LOOKED_AHEAD_MS - TOLD_AHEAD_MS;
  for (const { start, end } of gaps) {
    if (end <= knownUntil) continue;
    const gap = { start: Math.max(start, knownUntil), end };
    if (gap.start > now + TOLD_AHEAD_MS) {
      dueAt = gap.start - TOLD_AHEAD_MS;
      break;
    }
    told.push(gap);
    until = end;
  }
  return { told, toldUntil: until, dueAt };
}
