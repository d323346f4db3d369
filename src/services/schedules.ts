import type { Queryable, Transaction } from '../db/database.ts';
import { insertRevision, revisionsOfSchedules } from '../db/revisions.ts';
import {
  addScheduleUsers,
  deleteSchedule as deleteScheduleRow,
  insertSchedule,
  linkTeam,
  lockSchedule,
  removeScheduleUsers,
  type ScheduleRow,
  scheduleById,
  scheduleIsOf,
  schedulesOfTeamPage,
  schedulesOfTeamTotal,
  schedulesPage,
  schedulesTotal,
  teamsOfSchedules,
  unlinkTeams,
  updateNextChange,
  updateSchedule as updateScheduleRow,
} from '../db/schedules.ts';
import { planRevision, reignsOf } from '../engine/revisions.ts';
import type { Layer, Revision } from '../engine/schedule.ts';
import { nextChangeAfter } from '../engine/timeline.ts';
import { AppError } from '../errors.ts';
import { parseId, type TeamId, type UserId } from '../ids.ts';
import { type Caller, requirePermission } from '../permissions.ts';
import type { NewLayer, NewSchedule, Schedule, ScheduleUpdate } from '../schemas/schedules.ts';
import { parseInstant, TIME_ENDS } from '../time/iso.ts';
import { WEEK_MS } from '../time/units.ts';
import { findZone } from '../time/zones.ts';
import { writeAuditEntry } from './audit-log.ts';
import { detachChatOf, settleUserGroup } from './chat-group-sync.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from './pages.ts';
import { presentSchedules } from './schedule-answers.ts';
import type { Services } from './services.ts';
import { areTheirTeams, getTeamRow, resolveTeams } from './teams.ts';
import { loadSchedule, loadSchedules, nowAndNext, revisionOf } from './timelines.ts';
import { resolveUsers } from './user-references.ts';

export async function getSchedule(services: Services, caller: Caller, id: string): Promise<Schedule> {
  const row = await getScheduleRow(services.db, caller, id);
  const [schedule] = await present(services, caller, [row]);
  if (schedule === undefined) throw noSchedule(id);
  return schedule;
}

export async function listSchedules(
  services: Services,
  caller: Caller,
  { team_id, query = '', ...page }: PageRequest & { team_id?: string; query?: string },
): Promise<{ schedules: Schedule[]; meta: PageMeta }> {
  const { db } = services;
  const { organizationId } = caller;
  const pattern = patternFor(query);
  if (team_id === undefined) {
    const rows = await db.all(schedulesPage, { organizationId, pattern, ...limitsOf(page) });
    const meta = metaOf(page, await db.first(schedulesTotal, { organizationId, pattern }));
    return { schedules: await present(services, caller, rows), meta };
  }
  const { id: teamId } = await getTeamRow(db, caller, team_id);
  const rows = await db.all(schedulesOfTeamPage, { organizationId, teamId, pattern, ...limitsOf(page) });
  const meta = metaOf(page, await db.first(schedulesOfTeamTotal, { organizationId, teamId, pattern }));
  return { schedules: await present(services, caller, rows), meta };
}

export async function createSchedule(services: Services, caller: Caller, wanted: NewSchedule): Promise<Schedule> {
  const { db, clock, newId } = services;
  await requirePermission(caller, 'create schedule', async () =>
    areTheirTeams(db, caller, await resolveTeams(db, caller, wanted.team_ids)),
  );
  const { organizationId, userId } = caller;
  const id = newId('schedule');
  const key = { organizationId, id };

  await db.transaction(async (tx) => {
    const now = clock.now();
    const teamIds = await resolveTeams(tx, caller, wanted.team_ids);
    const revision = planRevision(undefined, await layerOf(tx, caller, wanted.layers), now) as Revision;
    await tx.run(insertSchedule, {
      ...key,
      ...nameOf(wanted.name),
      description: wanted.description || null,
      timeZone: findZone(wanted.time_zone)?.name ?? wanted.time_zone,
      nextChangeAt: null,
      createdBy: userId,
      createdAt: now,
    });
    await appendRevision(services, tx, caller, id, revision);
    await linkTeams(tx, key, teamIds);
    await refreshScheduleUsers(tx, caller, id);
    await refreshNextChange(services, tx, caller, id);
    await writeAuditEntry(services, tx, caller, { action: 'schedule.created', targetId: id, detail: wanted });
  });
  return getSchedule(services, caller, id);
}

export async function updateSchedule(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { time_zone, ...wanted }: ScheduleUpdate,
): Promise<Schedule> {
  const { id } = await getScheduleToChange(services, caller, scheduleId);
  if (time_zone !== undefined) {
    throw new AppError('unprocessable_entity', 'time_zone cannot be changed once a schedule is created.');
  }
  const { db, clock } = services;
  const key = { organizationId: caller.organizationId, id };

  await db.transaction(async (tx) => {
    const layer = wanted.layers && (await layerOf(tx, caller, wanted.layers));
    const row = await lockScheduleRow(tx, caller, id);
    if (wanted.team_ids !== undefined) await replaceTeams(tx, caller, key, wanted.team_ids);
    const { latest } = await loadSchedule(tx, row, nowAndNext(clock.now()));
    const revision = layer && planRevision(latest, layer, clock.now());
    if (revision !== undefined) await appendRevision(services, tx, caller, id, revision);
    await tx.run(updateScheduleRow, {
      ...key,
      ...nameOf(wanted.name ?? row.name),
      description: (wanted.description ?? row.description) || null,
      latestRevision: revision?.number ?? row.latest_revision,
    });
    if (revision !== undefined) {
      await refreshScheduleUsers(tx, caller, id);
      await refreshNextChange(services, tx, caller, id);
    }
    await writeAuditEntry(services, tx, caller, { action: 'schedule.updated', targetId: id, detail: wanted });
  });
  return getSchedule(services, caller, id);
}

export async function deleteSchedule(services: Services, caller: Caller, scheduleId: string): Promise<void> {
  const { id, name } = await getScheduleToChange(services, caller, scheduleId);
  const { organizationId } = caller;
  const groupId = await services.db.transaction(async (tx) => {
    const groupId = await detachChatOf(services, tx, organizationId, id);
    if ((await tx.run(deleteScheduleRow, { organizationId, id })) === 0) throw noSchedule(scheduleId);
    await writeAuditEntry(services, tx, caller, { action: 'schedule.deleted', targetId: id, detail: { name } });
    return groupId;
  });
  if (groupId !== undefined) await settleUserGroup(services, organizationId, groupId);
}

export async function getScheduleRow(db: Queryable, { organizationId }: Caller, id: string): Promise<ScheduleRow> {
  const scheduleId = parseId('schedule', id);
  const row = scheduleId && (await db.first(scheduleById, { organizationId, id: scheduleId }));
  if (row === undefined) throw noSchedule(id);
  return row;
}

/** The row, taken until the end of the transaction: changes to one schedule happen one after the other. */
export async function lockScheduleRow(
  tx: Transaction,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: ScheduleRow['id'],
): Promise<ScheduleRow> {
  const row = await tx.first(lockSchedule, { organizationId, id });
  if (row === undefined) throw noSchedule(id);
  return row;
}

export async function getScheduleToChange({ db, clock }: Services, caller: Caller, id: string): Promise<ScheduleRow> {
  const row = await getScheduleRow(db, caller, id);
  const { organizationId, userId } = caller;
  await requirePermission(
    caller,
    'change schedule',
    async () => (await db.first(scheduleIsOf, { organizationId, id: row.id, userId, now: clock.now() })) !== undefined,
  );
  return row;
}

/**
 * Rule WRK-1: when who is on call changes next, recomputed in the transaction of every change to the layers or overrides. It
 * mostly is soon, so overrides are loaded for a week first, and for longer only when nothing changes until then: what
 * starts after the change cannot move it.
 */
export async function refreshNextChange(
  { clock }: Services,
  tx: Transaction,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: ScheduleRow['id'],
): Promise<void> {
  const row = await tx.first(scheduleById, { organizationId, id });
  if (row === undefined) throw noSchedule(id);
  const now = clock.now();
  let nextChangeAt: number | undefined;
  for (
    let ahead = WEEK_MS, end = now;
    end < TIME_ENDS && (nextChangeAt === undefined || nextChangeAt >= end);
    ahead *= 8
  ) {
    end = Math.min(now + ahead, TIME_ENDS);
    const { timeline } = await loadSchedule(tx, row, { start: now, end });
    nextChangeAt = nextChangeAfter(timeline, now);
  }
  await tx.run(updateNextChange, { organizationId, id, nextChangeAt: nextChangeAt ?? null });
}

/** Who stands in the layers and until when, recomputed in the transaction of every change to them. */
export async function refreshScheduleUsers(
  tx: Transaction,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: ScheduleRow['id'],
): Promise<void> {
  const revisions = (await tx.all(revisionsOfSchedules, { organizationId, ids: [id] })).map(revisionOf);
  const untilAt = new Map<UserId, number>();
  for (const { end, revision } of reignsOf(revisions)) {
    for (const user of revision.layer.users) untilAt.set(user, Math.min(end, TIME_ENDS));
  }
  await tx.run(removeScheduleUsers, { organizationId, id });
  for (const [until, users] of Map.groupBy(untilAt, ([, end]) => end)) {
    await tx.run(addScheduleUsers, { organizationId, id, userIds: users.map(([user]) => user), untilAt: until });
  }
}

async function present({ db, clock }: Services, { organizationId }: Caller, rows: ScheduleRow[]): Promise<Schedule[]> {
  const now = clock.now();
  const loaded = await loadSchedules(db, organizationId, rows, nowAndNext(now));
  return presentSchedules(db, organizationId, loaded, now);
}

async function layerOf(tx: Transaction, caller: Caller, [layer]: readonly NewLayer[]): Promise<Layer> {
  if (layer === undefined) throw new AppError('bad_request', 'layers must have exactly 1 item.');
  const { restriction_intervals: windows = [] } = layer;
  return {
    name: layer.name.trim(),
    rotationStart: parseInstant(layer.rotation_start) as number,
    concurrentUsers: layer.concurrent_oncall_users,
    users: await resolveUsers(tx, caller, layer.user_references),
    shiftLength: layer.shift_length,
    ...(windows.length > 0 && { restrictionIntervals: windows }),
  };
}

export async function appendRevision(
  { clock }: Services,
  tx: Transaction,
  { organizationId, userId }: Caller,
  scheduleId: ScheduleRow['id'],
  { number, validFrom, layer }: Revision,
): Promise<void> {
  await tx.run(insertRevision, {
    organizationId,
    scheduleId,
    number,
    validFrom,
    layerJson: JSON.stringify(layer),
    createdBy: userId,
    createdAt: clock.now(),
  });
}

/** Whoever is not an admin may add only teams that they are in; those already linked may stay. */
async function replaceTeams(
  tx: Transaction,
  caller: Caller,
  key: { organizationId: Caller['organizationId']; id: ScheduleRow['id'] },
  ids: readonly string[],
): Promise<void> {
  const teamIds = await resolveTeams(tx, caller, ids);
  const linked = await tx.all(teamsOfSchedules, { organizationId: key.organizationId, ids: [key.id] });
  const added = teamIds.filter((id) => !linked.some((team) => team.id === id));
  await requirePermission(caller, 'create schedule', () => areTheirTeams(tx, caller, added));
  await tx.run(unlinkTeams, key);
  await linkTeams(tx, key, teamIds);
}

async function linkTeams(
  tx: Transaction,
  key: { organizationId: Caller['organizationId']; id: ScheduleRow['id'] },
  teamIds: readonly TeamId[],
): Promise<void> {
  for (const [position, teamId] of teamIds.entries()) await tx.run(linkTeam, { ...key, teamId, position });
}

function nameOf(name: string): { name: string; nameKey: string } {
  const trimmed = name.trim();
  return { name: trimmed, nameKey: searchKey(trimmed) };
}

/** Schedules with this in their name, for LIKE. */
export function patternFor(part: string): string {
  return `%${searchKey(part).replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function searchKey(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function noSchedule(id: string): AppError {
  return new AppError('not_found', `There is no schedule ${JSON.stringify(id)}.`);
}
