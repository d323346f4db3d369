import type { Queryable, Transaction } from '../db/database.ts';
import {
  deleteOverride as deleteOverrideRow,
  endOverride,
  endOverrideUsers,
  highestRank,
  insertOverride,
  insertOverrideUser,
  type OverrideRow,
  overrideById,
  overridesPage,
  overridesTotal,
  unfinishedOverridesTotal,
} from '../db/overrides.ts';
import type { ScheduleRow } from '../db/schedules.ts';
import { placeOverride, removeOverride } from '../engine/overrides.ts';
import type { Override } from '../engine/schedule.ts';
import { AppError, quoted } from '../errors.ts';
import { type OverrideId, parseId, type UserId } from '../ids.ts';
import type { Caller } from '../permissions.ts';
import type { NewOverride, ScheduleOverride } from '../schemas/overrides.ts';
import type { User } from '../schemas/users.ts';
import { formatInstant, parseInstant } from '../time/iso.ts';
import { writeAuditEntry } from './audit-log.ts';
import { changeAs } from './callers.ts';
import { type IntervalRequest, intervalOf } from './intervals.ts';
import { notingOverride } from './news.ts';
import { limitsOf, metaOf, type PageMeta, type PageRequest } from './pages.ts';
import { refreshNextChange } from './schedule-changes.ts';
import { getScheduleRow, getScheduleToChange, lockScheduleRow } from './schedules.ts';
import type { Services } from './services.ts';
import { resolveUsers } from './user-references.ts';
import { loadUsers } from './users.ts';

/** Far more than people plan by hand; what is on call now and next is computed from all of them. */
const MOST_UNFINISHED = 1_000;

export interface StoredOverride extends Override {
  readonly id: OverrideId;
}

export async function getOverride(
  { db }: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<ScheduleOverride> {
  return readOverride(db, caller, await getScheduleRow(db, caller, scheduleId), overrideId);
}

async function readOverride(
  db: Queryable,
  caller: Caller,
  schedule: ScheduleRow,
  overrideId: string,
): Promise<ScheduleOverride> {
  const row = await getOverrideRow(db, caller, schedule, overrideId);
  return presentOverride(row, await loadUsers(db, caller.organizationId, usersOf(row)));
}

export async function listOverrides(
  { db, clock }: Services,
  caller: Caller,
  scheduleId: string,
  request: PageRequest & IntervalRequest,
): Promise<{ overrides: ScheduleOverride[]; meta: PageMeta }> {
  const { organizationId } = caller;
  const { id } = await getScheduleRow(db, caller, scheduleId);
  const which = { organizationId, scheduleId: id, ...intervalOf(request, clock.now()) };
  const rows = await db.all(overridesPage, { ...which, ...limitsOf(request) });
  const findUser = await loadUsers(db, organizationId, rows.flatMap(usersOf));
  return {
    overrides: rows.map((row) => presentOverride(row, findUser)),
    meta: metaOf(request, await db.first(overridesTotal, which)),
  };
}

export function createOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  { start, end, user_references }: NewOverride,
): Promise<ScheduleOverride> {
  return changeAs(services, caller, async (tx, caller) => {
    const { id } = await getScheduleToChange(services, tx, caller, scheduleId);
    const users = await resolveUsers(tx, caller, user_references);
    const schedule = await lockScheduleRow(tx, caller, id);
    const override = placeOverride(
      { start: parseInstant(start) as number, end: parseInstant(end) as number, users },
      services.clock.now(),
    );
    const news = { kind: 'override created', ...override } as const;
    const overrideId = await notingOverride(services, tx, caller, schedule, news, async () => {
      const [created] = await addOverrides(services, tx, caller, id, [override]);
      return (created as StoredOverride).id;
    });
    return readOverride(tx, caller, schedule, overrideId);
  });
}

export function deleteOverride(
  services: Services,
  caller: Caller,
  scheduleId: string,
  overrideId: string,
): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    const { id } = await getScheduleToChange(services, tx, caller, scheduleId);
    const now = services.clock.now();
    const schedule = await lockScheduleRow(tx, caller, id);
    const row = await getOverrideRow(tx, caller, schedule, overrideId);
    const removal = removeOverride({ start: row.start_at, end: row.end_at }, now);
    const whatIsLeft = { start: Math.max(row.start_at, now), end: row.end_at, users: usersOf(row) };
    await notingOverride(services, tx, caller, schedule, { kind: 'override removed', ...whatIsLeft }, async () => {
      await takeAway(tx, row, removal);
      await refreshNextChange(services, tx, caller, id);
      return row.id;
    });
    await writeAuditEntry(services, tx, caller, {
      action: 'override.deleted',
      targetId: row.id,
      detail: { schedule: id },
    });
  });
}

/** As many as there are, while the schedule has room for them. Who calls it has locked the schedule. */
export async function addOverrides(
  services: Services,
  tx: Transaction,
  caller: Caller,
  scheduleId: ScheduleRow['id'],
  overrides: Iterable<Override>,
): Promise<StoredOverride[]> {
  const key = { organizationId: caller.organizationId, scheduleId };
  const unfinished = await tx.first(unfinishedOverridesTotal, { ...key, now: services.clock.now() });
  const room = MOST_UNFINISHED - (unfinished?.total ?? 0);
  const stored: StoredOverride[] = [];
  for (const override of overrides) {
    if (stored.length >= room) {
      throw new AppError(
        'unprocessable_entity',
        `A schedule may have up to ${MOST_UNFINISHED} overrides that are not yet finished; ${scheduleId} would have more.`,
      );
    }
    stored.push({ ...override, id: await storeOverride(services, tx, caller, scheduleId, override) });
  }
  if (stored.length > 0) await refreshNextChange(services, tx, caller, scheduleId);
  return stored;
}

/**
 * One override, as it is to hold, made now or, with the rank of another, in that one's place. Who calls it has locked the
 * schedule, and refreshes it afterwards.
 */
export async function storeOverride(
  services: Services,
  tx: Transaction,
  caller: Caller,
  scheduleId: ScheduleRow['id'],
  { start, end, users }: Override,
  rank?: number,
): Promise<OverrideId> {
  const { organizationId, userId } = caller;
  const id = services.newId('override');
  const highest = await tx.first(highestRank, { organizationId, scheduleId });
  await tx.run(insertOverride, {
    organizationId,
    scheduleId,
    id,
    startAt: start,
    endAt: end,
    rank: rank ?? (highest?.rank ?? 0) + 1,
    usersJson: JSON.stringify(users),
    createdBy: userId,
    createdAt: services.clock.now(),
  });
  for (const user of users)
    await tx.run(insertOverrideUser, { organizationId, overrideId: id, userId: user, endAt: end });
  await writeAuditEntry(services, tx, caller, {
    action: 'override.created',
    targetId: id,
    detail: { schedule: scheduleId, start: formatInstant(start), end: formatInstant(end), users },
  });
  return id;
}

async function takeAway(
  tx: Transaction,
  { organization_id: organizationId, schedule_id: scheduleId, id }: OverrideRow,
  removal: ReturnType<typeof removeOverride>,
): Promise<void> {
  if (removal.kind === 'gone') {
    await tx.run(deleteOverrideRow, { organizationId, scheduleId, id });
  } else {
    await tx.run(endOverride, { organizationId, scheduleId, id, now: removal.end });
    await tx.run(endOverrideUsers, { organizationId, overrideId: id, now: removal.end });
  }
}

async function getOverrideRow(
  db: Queryable,
  { organizationId }: Caller,
  { id: scheduleId }: ScheduleRow,
  id: string,
): Promise<OverrideRow> {
  const overrideId = parseId('override', id);
  const row = overrideId && (await db.first(overrideById, { organizationId, scheduleId, id: overrideId }));
  if (row === undefined) throw new AppError('not_found', `There is no override ${quoted(id)} in ${scheduleId}.`);
  return row;
}

function usersOf({ users_json }: OverrideRow): UserId[] {
  return JSON.parse(users_json) as UserId[];
}

function presentOverride(row: OverrideRow, findUser: (id: UserId) => User): ScheduleOverride {
  return {
    id: row.id,
    start: formatInstant(row.start_at),
    end: formatInstant(row.end_at),
    users: usersOf(row).map(findUser),
  };
}
