/**
 * Coverage requests: rules COV-1 to COV-4. `pending → accepted | canceled` are stored, each by a write that requires the request to be
 * pending. A pending request is `expired` from its end on, which every read computes.
 */
import {
  acceptCoverageRequest as acceptRow,
  type CoverageRequestRow,
  cancelCoverageRequest as cancelRow,
  coverageRequestById,
  coverageRequestsOfUserPage,
  coverageRequestsOfUserTotal,
  coverageRequestsPage,
  coverageRequestsTotal,
  coverageRequestsWithStatusPage,
  coverageRequestsWithStatusTotal,
  insertCoverageRequest,
  pendingCoverageRequestsOfUser,
  unansweredCoverageRequestsPage,
  unansweredCoverageRequestsTotal,
} from '../../db/coverage-requests.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { type ScheduleRow, schedulesOfUser } from '../../db/schedules.ts';
import { coveringOverrides } from '../../engine/coverage.ts';
import { onCallAt, type Timeline } from '../../engine/timeline.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type ScheduleId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { CoverageRequest, CoverageRequestStatus, NewCoverageRequest } from '../../schemas/coverage-requests.ts';
import type { User } from '../../schemas/users.ts';
import { formatInstant, MAX_INSTANT, MIN_INSTANT, parseInstant } from '../../time/iso.ts';
import { writeAuditEntry } from '../audit/audit-log.ts';
import { statusOf } from '../chat/coverage-words.ts';
import { getUserRow, loadUsers } from '../people/users.ts';
import { getScheduleRow, planningOf } from '../schedules/schedule-changes.ts';
import { lockStates } from '../schedules/schedule-locks.ts';
import { planScheduleChange, type SchedulePlan } from '../schedules/schedule-plan.ts';
import { withPeople } from '../schedules/schedule-state.ts';
import { writePlans } from '../schedules/schedule-writes.ts';
import { loadSchedules, requireWorking, workingOnly } from '../schedules/timelines.ts';
import { changeAs, currentUser } from '../shared/callers.ts';
import { type PageMeta, type PageRequest, questionsOfPage, readPage } from '../shared/paging.ts';
import type { Prefetch } from '../shared/prefetch.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { announce, loadSubscriptions, type Subscription } from '../webhooks/announcements.ts';
import { type CoverageEvent, coverageFact } from '../webhooks/coverage-facts.ts';
import {
  notifyCannotCover,
  notifyCoverageAccepted,
  notifyCoverageCanceled,
  notifyCoverageRequested,
} from './coverage-notifications.ts';
import {
  type CoverageShift,
  intervalToCover,
  readShifts,
  requireNotAskedAlready,
  shiftsToCover,
} from './coverage-shifts.ts';

interface CoverageRequestsPage {
  coverage_requests: CoverageRequest[];
  meta: PageMeta;
}

export function getCoverageRequest(services: Services, caller: Caller, id: string): Promise<CoverageRequest> {
  return readCoverageRequest(services, services.db, caller, id);
}

async function readCoverageRequest(
  services: Services,
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<CoverageRequest> {
  const row = await getRow(db, caller, id);
  const [request] = await present(services, db, caller, [row]);
  return request as CoverageRequest;
}

const ALL = { page: coverageRequestsPage, total: coverageRequestsTotal };
const WITH_STATUS = { page: coverageRequestsWithStatusPage, total: coverageRequestsWithStatusTotal };
const UNANSWERED = { page: unansweredCoverageRequestsPage, total: unansweredCoverageRequestsTotal };
const OF_USER = { page: coverageRequestsOfUserPage, total: coverageRequestsOfUserTotal };

/** Of pending and expired ones, the question has the time in it: it cannot be the same twice. */
export const prefetchCoverageRequests: Prefetch<PageRequest & { readonly status?: CoverageRequestStatus }> = (
  { organizationId },
  { status, ...page },
) => {
  if (status === undefined) return questionsOfPage(ALL, { organizationId }, page);
  if (status === 'pending' || status === 'expired') return [];
  return questionsOfPage(WITH_STATUS, { organizationId, status }, page);
};

export const prefetchUserCoverageRequests: Prefetch<PageRequest> = ({ organizationId, userId }, page) =>
  questionsOfPage(OF_USER, { organizationId, userId }, page);

export async function listCoverageRequests(
  services: Services,
  caller: Caller,
  { status, ...page }: PageRequest & { readonly status?: CoverageRequestStatus },
): Promise<CoverageRequestsPage> {
  const { rows, meta } = await readPageOf(services, caller, status, page);
  return { coverage_requests: await present(services, services.db, caller, rows), meta };
}

/** Those that the caller made. */
export async function listUserCoverageRequests(
  services: Services,
  caller: Caller,
  page: PageRequest,
): Promise<CoverageRequestsPage> {
  const { organizationId, userId } = caller;
  const { rows, meta } = await readPage(services.db, OF_USER, { organizationId, userId }, page);
  return { coverage_requests: await present(services, services.db, caller, rows), meta };
}

export function createCoverageRequest(
  services: Services,
  caller: Caller,
  wanted: NewCoverageRequest,
): Promise<CoverageRequest> {
  const { clock, newId } = services;
  const asked = { start: parseInstant(wanted.start) as number, end: parseInstant(wanted.end) as number };
  const id = newId('coverageRequest');

  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId } = caller;
    const within = intervalToCover(asked, clock.now());
    const schedules = await schedulesToCover(tx, caller, wanted.schedule_ids, within.start);
    const loads = await loadSchedules(tx, organizationId, schedules, within);
    // A broken schedule that the caller names is refused; of all their schedules, broken ones are left out.
    const loaded = wanted.schedule_ids ? loads.map(requireWorking) : workingOnly(loads);
    const shifts = shiftsToCover(loaded, userId, within);
    const pending = await tx.all(pendingCoverageRequestsOfUser, { organizationId, userId, ...within });
    requireNotAskedAlready(shifts, pending.flatMap(shiftsOf));
    await tx.run(insertCoverageRequest, {
      organizationId,
      id,
      userId,
      reason: wanted.reason.trim(),
      startAt: asked.start,
      endAt: asked.end,
      shiftsJson: JSON.stringify(shifts),
      createdAt: clock.now(),
    });
    await notifyCoverageRequested(services, tx, { organizationId, id }, shifts);
    const [, subscriptions] = await waitForAll([
      writeAuditEntry(services, tx, caller, { action: 'coverage_request.created', targetId: id, detail: wanted }),
      loadSubscriptions(tx, organizationId),
    ]);
    await tellWebhooks(services, tx, caller, subscriptions, 'coverage_request.created', id);
    return readCoverageRequest(services, tx, caller, id);
  });
}

/** Rule COV-4. */
export function cancelCoverageRequest(services: Services, caller: Caller, requestId: string): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId } = caller;
    const { id, user_id } = await getRow(tx, caller, requestId);
    if (user_id !== userId) throw noCoverageRequest(requestId);
    const canceled = await tx.run(cancelRow, { organizationId, id, userId, now: services.clock.now() });
    if (canceled === 0) throw await notPending(services, tx, caller, id);
    await notifyCoverageCanceled(services, tx, { organizationId, id });
    const [, subscriptions] = await waitForAll([
      writeAuditEntry(services, tx, caller, { action: 'coverage_request.canceled', targetId: id }),
      loadSubscriptions(tx, organizationId),
    ]);
    await tellWebhooks(services, tx, caller, subscriptions, 'coverage_request.canceled', id);
  });
}

/** Rule COV-3. The schedules are locked in the order of their ids, so that two acceptances never wait for each other. */
export function acceptCoverageRequest(services: Services, caller: Caller, requestId: string): Promise<CoverageRequest> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId: acceptor } = caller;
    const row = await getRow(tx, caller, requestId);
    const { id, user_id: requester } = row;
    if (requester === acceptor) throw new AppError('coverage_request_self_owned');
    const asked = Map.groupBy(shiftsOf(row), ({ scheduleId }) => scheduleId);
    const now = services.clock.now();
    const [states, user] = await waitForAll([
      lockStates(services, tx, organizationId, asked.keys()),
      currentUser(tx, caller),
    ]);
    const schedules = states.map((state) => state.row);
    if ((await tx.run(acceptRow, { organizationId, id, acceptedBy: acceptor, now })) === 0) {
      throw await notPending(services, tx, caller, id);
    }

    const loads = await loadSchedules(tx, organizationId, schedules, { start: now, end: row.end_at });
    const timelines = new Map(workingOnly(loads).map(({ row, timeline }) => [row.id, timeline]));
    const plans = states.flatMap((state) => {
      const timeline = timelines.get(state.row.id);
      const shifts = asked.get(state.row.id) ?? [];
      if (timeline === undefined) return [];
      const overrides = coveringOverrides(timeline, shifts, { requester, acceptor }, now);
      const change = { kind: 'add overrides', overrides, isNotified: false } as const;
      const plan = planScheduleChange(withPeople(state, [user]), change, planningOf(services, caller, now));
      return plan.overrides.added.length > 0 ? plan : [];
    });
    await writePlans(services, tx, caller, plans);
    const covered = plans.flatMap(({ state, overrides }) =>
      overrides.added.map((override) => ({ ...override, scheduleId: state.row.id })),
    );
    if (covered.length === 0) {
      throw new AppError(
        'unprocessable_entity',
        `There is nothing left to cover in ${id}: its requester is no longer on call for any of it.`,
      );
    }
    await notifyCoverageAccepted(
      services,
      tx,
      { organizationId, id },
      { requester, acceptor, shifts: covered },
      handoffsOf(plans, timelines, now),
    );
    await writeAuditEntry(services, tx, caller, {
      action: 'coverage_request.accepted',
      targetId: id,
      detail: { user: requester, overrides: covered.map((override) => override.id) },
    });
    if (states.some(({ hasWebhooks }) => hasWebhooks)) {
      const subscriptions = await loadSubscriptions(tx, organizationId);
      await tellWebhooks(services, tx, caller, subscriptions, 'coverage_request.accepted', id);
    }
    return readCoverageRequest(services, tx, caller, id);
  });
}

async function tellWebhooks(
  services: Services,
  tx: Transaction,
  caller: Caller,
  subscriptions: readonly Subscription[],
  type: CoverageEvent,
  id: string,
): Promise<void> {
  if (subscriptions.length === 0) return;
  const row = await getRow(tx, caller, id);
  await announce(services, tx, caller.organizationId, subscriptions, [coverageFact(type, row)]);
}

/** Says to the one who asks that the caller cannot. Gives their name if they will hear it now; undefined when they heard it before. */
export function declineCoverageRequest(
  services: Services,
  caller: Caller,
  requestId: string,
): Promise<string | undefined> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId } = caller;
    const row = await getRow(tx, caller, requestId);
    if (row.user_id === userId) throw new AppError('coverage_request_self_owned');
    if (statusOf(row, services.clock.now()) !== 'pending') throw await notPending(services, tx, caller, row.id);
    const { name, chat_id: requesterChatId } = await getUserRow(tx, caller, row.user_id);
    if (requesterChatId === null) return undefined;
    const isNew = await notifyCannotCover(services, tx, { organizationId, id: row.id }, { userId, requesterChatId });
    return isNew ? name : undefined;
  });
}

/** The schedules in which others are on call now because of the plans. */
function handoffsOf(plans: readonly SchedulePlan[], timelines: ReadonlyMap<ScheduleId, Timeline>, now: number) {
  return plans.flatMap(({ state: { row }, overrides }) => {
    const timeline = timelines.get(row.id);
    const isRunning = overrides.added.some(({ start, end }) => start <= now && now < end);
    return timeline !== undefined && isRunning ? [{ row, before: onCallAt(timeline, now) }] : [];
  });
}

/** Where the user may be on call: in the schedules that they name, or else in all of theirs. */
async function schedulesToCover(
  tx: Transaction,
  caller: Caller,
  ids: readonly string[] | undefined,
  since: number,
): Promise<readonly ScheduleRow[]> {
  const { organizationId, userId } = caller;
  if (ids === undefined) return tx.all(schedulesOfUser, { organizationId, userId, since });
  const schedules: ScheduleRow[] = [];
  for (const id of new Set(ids)) schedules.push(await getScheduleRow(tx, caller, id));
  return schedules;
}

async function getRow(db: Queryable, { organizationId }: Caller, id: string): Promise<CoverageRequestRow> {
  const requestId = parseId('coverageRequest', id);
  const row = requestId && (await db.first(coverageRequestById, { organizationId, id: requestId }));
  if (row === undefined) throw noCoverageRequest(id);
  return row;
}

/** Rule COV-2: of those stored as pending, the ones that have ended are expired. */
async function readPageOf(
  { db, clock }: Services,
  { organizationId }: Caller,
  status: CoverageRequestStatus | undefined,
  page: PageRequest,
) {
  if (status === undefined) return readPage(db, ALL, { organizationId }, page);
  if (status === 'pending' || status === 'expired') {
    const now = clock.now();
    const ends =
      status === 'pending' ? { endsAfter: now, endsBy: MAX_INSTANT } : { endsAfter: MIN_INSTANT, endsBy: now };
    return readPage(db, UNANSWERED, { organizationId, ...ends }, page);
  }
  return readPage(db, WITH_STATUS, { organizationId, status }, page);
}

async function present(
  { clock }: Services,
  db: Queryable,
  { organizationId }: Caller,
  rows: readonly CoverageRequestRow[],
): Promise<CoverageRequest[]> {
  const now = clock.now();
  const findUser = await loadUsers(
    db,
    organizationId,
    rows.flatMap(({ user_id, accepted_by }) => [user_id, ...(accepted_by === null ? [] : [accepted_by])]),
  );
  return rows.map((row) => coverageRequestOf(row, now, findUser));
}

function coverageRequestOf(row: CoverageRequestRow, now: number, findUser: (id: UserId) => User): CoverageRequest {
  return {
    id: row.id,
    user: findUser(row.user_id),
    reason: row.reason,
    status: statusOf(row, now),
    shifts: shiftsOf(row).map(({ scheduleId, scheduleName, start, end }) => ({
      start: formatInstant(start),
      end: formatInstant(end),
      schedule_reference: { id: scheduleId, name: scheduleName },
    })),
    start: formatInstant(row.start_at),
    end: formatInstant(row.end_at),
    created_at: formatInstant(row.created_at),
    ...(row.accepted_by !== null && { accepted_by: findUser(row.accepted_by) }),
    ...(row.accepted_at !== null && { accepted_at: formatInstant(row.accepted_at) }),
  };
}

/** Rule STO-5: a request whose shifts cannot be read is shown without any, and nothing is left to cover in it. */
function shiftsOf({ shifts_json }: CoverageRequestRow): CoverageShift[] {
  return readShifts(shifts_json) ?? [];
}

async function notPending({ clock }: Services, tx: Transaction, caller: Caller, id: string): Promise<AppError> {
  const status = statusOf(await getRow(tx, caller, id), clock.now());
  return new AppError(
    'coverage_request_not_pending',
    `The coverage request ${id} is no longer pending: it is ${status}.`,
  );
}

function noCoverageRequest(id: string): AppError {
  return new AppError('not_found', `There is no coverage request ${quoted(id)}.`);
}
