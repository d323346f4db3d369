import type { Queryable, Transaction } from '../db/database.ts';
import { countSchedules } from '../db/organizations.ts';
import {
  deleteSchedule as deleteScheduleRow,
  insertSchedule,
  linkTeam,
  lockSchedule,
  type ScheduleRow,
  scheduleById,
  scheduleIsOf,
  teamsOfSchedules,
  unlinkTeams,
  updateSchedule as updateScheduleRow,
} from '../db/schedules.ts';
import { partsChanged } from '../engine/differences.ts';
import { planRevision } from '../engine/revisions.ts';
import type { Layer, Revision } from '../engine/schedule.ts';
import { AppError } from '../errors.ts';
import { parseId, type TeamId } from '../ids.ts';
import { type Caller, requirePermission } from '../permissions.ts';
import type { NewLayer, NewSchedule, Schedule, ScheduleUpdate } from '../schemas/schedules.ts';
import { parseInstant } from '../time/iso.ts';
import { findZone } from '../time/zones.ts';
import { writeAuditEntry } from './audit-log.ts';
import { changeAs } from './callers.ts';
import { detachChatOf } from './chat-group-sync.ts';
import { type ExpectedTags, requireScheduleTag } from './entity-tags.ts';
import { notingScheduleChange, tellScheduleDeleted } from './news.ts';
import type { PageMeta, PageRequest } from './pages.ts';
import { showSchedule, showSchedules } from './schedule-answers.ts';
import { appendRevision, getLatestRevision, refreshNextChange, refreshScheduleUsers } from './schedule-changes.ts';
import { readSchedulesPage } from './schedule-pages.ts';
import { searchKey } from './searching.ts';
import type { Services } from './services.ts';
import { areTheirTeams, getTeamRow, resolveTeams } from './teams.ts';
import { noSchedule } from './timelines.ts';
import { resolveUsers } from './user-references.ts';

export function getSchedule(services: Services, caller: Caller, id: string): Promise<{ readonly schedule: Schedule }> {
  return readSchedule(services, services.db, caller, id);
}

async function readSchedule(
  { clock }: Services,
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<{ readonly schedule: Schedule }> {
  const shown = await showSchedule(db, await getScheduleRow(db, caller, id), clock.now());
  if (shown === undefined) throw noSchedule(id);
  return shown;
}

export async function listSchedules(
  services: Services,
  caller: Caller,
  { team_id, query, ...page }: PageRequest & { team_id?: string; query?: string },
): Promise<{ schedules: Schedule[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const teamId = team_id === undefined ? undefined : (await getTeamRow(services.db, caller, team_id)).id;
  const { rows, meta } = await readSchedulesPage(services.db, { organizationId, teamId, query }, page);
  return { schedules: await showSchedules(services.db, organizationId, rows, services.clock.now()), meta };
}

export function createSchedule(services: Services, caller: Caller, wanted: NewSchedule): Promise<Schedule> {
  const id = services.newId('schedule');
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'create schedule', async () =>
      areTheirTeams(tx, caller, await resolveTeams(tx, caller, wanted.team_ids)),
    );
    const { organizationId, userId } = caller;
    const key = { organizationId, id };
    const now = services.clock.now();
    await tx.run(countSchedules, { id: organizationId, change: 1 });
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
    await refreshScheduleUsers(services, tx, caller, id);
    await refreshNextChange(services, tx, caller, id);
    await writeAuditEntry(services, tx, caller, { action: 'schedule.created', targetId: id, detail: wanted });
    return (await readSchedule(services, tx, caller, id)).schedule;
  });
}

export function updateSchedule(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { time_zone, ...wanted }: ScheduleUpdate,
  expected?: ExpectedTags,
): Promise<Schedule> {
  return changeAs(services, caller, async (tx, caller) => {
    const { id } = await getScheduleToChange(services, tx, caller, scheduleId);
    if (time_zone !== undefined) {
      throw new AppError('unprocessable_entity', 'time_zone cannot be changed once a schedule is created.');
    }
    const key = { organizationId: caller.organizationId, id };
    const layer = wanted.layers && (await layerOf(tx, caller, wanted.layers));
    const row = await lockScheduleRow(tx, caller, id);
    await requireScheduleTag(tx, row, expected);
    if (wanted.team_ids !== undefined) await replaceTeams(tx, caller, key, wanted.team_ids);
    const latest = layer && (await getLatestRevision(tx, row));
    const revision = layer && planRevision(latest, layer, services.clock.now());
    await tx.run(updateScheduleRow, {
      ...key,
      ...nameOf(wanted.name ?? row.name),
      description: (wanted.description ?? row.description) || null,
      latestRevision: revision?.number ?? row.latest_revision,
    });
    if (latest !== undefined && revision !== undefined) {
      await notingScheduleChange(services, tx, caller, row, async () => {
        await appendRevision(services, tx, caller, id, revision);
        await refreshScheduleUsers(services, tx, caller, id);
        await refreshNextChange(services, tx, caller, id);
        return partsChanged(latest.layer, revision.layer);
      });
    }
    await writeAuditEntry(services, tx, caller, { action: 'schedule.updated', targetId: id, detail: wanted });
    return (await readSchedule(services, tx, caller, id)).schedule;
  });
}

export function deleteSchedule(
  services: Services,
  caller: Caller,
  scheduleId: string,
  expected?: ExpectedTags,
): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    const { organizationId } = caller;
    const { id } = await getScheduleToChange(services, tx, caller, scheduleId);
    await tx.run(countSchedules, { id: organizationId, change: -1 });
    const row = await lockScheduleRow(tx, caller, id);
    await requireScheduleTag(tx, row, expected);
    await tellScheduleDeleted(services, tx, caller, row);
    await detachChatOf(services, tx, organizationId, id);
    await tx.run(deleteScheduleRow, { organizationId, id });
    await writeAuditEntry(services, tx, caller, {
      action: 'schedule.deleted',
      targetId: id,
      detail: { name: row.name },
    });
  });
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

/**
 * The row, if the caller may change the schedule. Only an answer from the transaction of the change counts; outside of it, the
 * check spares other work that would be refused. The row is not locked: a change that locks users locks them first.
 */
export async function getScheduleToChange(
  services: Services,
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<ScheduleRow> {
  const row = await getScheduleRow(db, caller, id);
  await requirePermission(caller, 'change schedule', () => isTheirSchedule(services, db, caller, row));
  return row;
}

/** Whether the caller rotates in the schedule, created it, or is in one of its teams. */
export async function isTheirSchedule(
  { clock }: Services,
  db: Queryable,
  { organizationId, userId }: Caller,
  { id }: ScheduleRow,
): Promise<boolean> {
  return (await db.first(scheduleIsOf, { organizationId, id, userId, now: clock.now() })) !== undefined;
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
