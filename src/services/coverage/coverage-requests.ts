/**
 * Asking for cover, and declining: rules COV-1 to COV-4 and COV-6. `pending → accepted | canceled` are stored, each by a write that requires the
 * request to be pending. Accepting is in coverage-acceptance.ts.
 */
import { insertCoverageAnswer } from '../../db/coverage/coverage-answers.ts';
import {
  type CoverageRequestRow,
  cancelCoverageRequest as cancelRow,
  insertCoverageRequest,
  pendingCoverageRequestsOfUser,
  setNextCoverageReminder,
} from '../../db/coverage/coverage-requests.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { lockUsers, type UserRow } from '../../db/people/users.ts';
import { type ScheduleRow, schedulesOfUser } from '../../db/schedules/schedules.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { CoverageRequest, NewCoverageRequest } from '../../schemas/coverage/coverage-requests.ts';
import { parseInstant } from '../../time/iso.ts';
import { writeAuditEntry } from '../audit/audit-log.ts';
import { isReached } from '../notifications/channels.ts';
import { getUserRow, noUser } from '../people/users.ts';
import { getScheduleRow, isTheirSchedule } from '../schedules/schedule-changes.ts';
import { loadSchedules, requireWorking, workingOnly } from '../schedules/timelines.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { announce, loadSubscriptions, type Subscription } from '../webhooks/announcements.ts';
import { type CoverageEvent, coverageFact } from '../webhooks/coverage-facts.ts';
import { loadAcceptancesOf, loadDeclines, remainingOf, statusOf } from './acceptances.ts';
import { notifyCannotCover, notifyCoverageCanceled, notifyCoverageRequested } from './coverage-notifications.ts';
import { getCoverageRow, noCoverageRequest, notPending, readCoverageRequest, requireAsked } from './coverage-reads.ts';
import { type CoverageShift, intervalToCover, requireNotAskedAlready, shiftsToCover } from './coverage-shifts.ts';
import { nextReminderAt } from './reminder-times.ts';

/** Rule COV-6: for the given user, or else for the caller. */
export function createCoverageRequest(
  services: Services,
  caller: Caller,
  { user_id, ...wanted }: NewCoverageRequest & { readonly user_id?: string },
): Promise<CoverageRequest> {
  const { clock, newId } = services;
  const asked = { start: parseInstant(wanted.start) as number, end: parseInstant(wanted.end) as number };
  const id = newId('coverageRequest');

  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId } = caller;
    const userId = user_id === undefined ? caller.userId : await activeUser(tx, caller, user_id);
    const now = clock.now();
    const within = intervalToCover(asked, now);
    const schedules = await schedulesToCover(tx, caller, userId, wanted.schedule_ids, within.start);
    const isForOther = userId !== caller.userId;
    if (isForOther && wanted.schedule_ids) await requireMayChange(services, tx, caller, schedules);
    const loads = await loadSchedules(tx, organizationId, schedules, within);
    // A broken schedule that is named is refused. Without names, broken schedules are left out.
    const loaded = wanted.schedule_ids ? loads.map(requireWorking) : workingOnly(loads);
    const shifts = shiftsToCover(loaded, { userId, isForOther }, within);
    const concerned = new Set(shifts.map(({ scheduleId }) => scheduleId));
    if (isForOther) {
      await requireMayChange(
        services,
        tx,
        caller,
        schedules.filter((row) => concerned.has(row.id)),
      );
    }
    const askedIds = await askableUsers(tx, caller, userId, wanted.asked_user_ids);
    const pending = await tx.all(pendingCoverageRequestsOfUser, { organizationId, userId, ...within });
    requireNotAskedAlready(shifts, await remainingIn(tx, pending, now), isForOther);
    await tx.run(insertCoverageRequest, {
      organizationId,
      id,
      userId,
      reason: wanted.reason.trim(),
      startAt: asked.start,
      endAt: asked.end,
      shiftsJson: JSON.stringify(shifts),
      askedUsersJson: askedIds === undefined ? null : JSON.stringify(askedIds),
      askedBy: isForOther ? caller.userId : null,
      nextReminderAt: nextReminderAt(shifts, now),
      createdAt: now,
    });
    await tx.wakeWorkers();
    await notifyCoverageRequested(services, tx, await getCoverageRow(tx, caller, id), shifts);
    const detail = isForOther ? { ...wanted, user: userId } : wanted;
    const [, subscriptions] = await waitForAll([
      writeAuditEntry(services, tx, caller, { action: 'coverage_request.created', targetId: id, detail }),
      loadSubscriptions(tx, organizationId),
    ]);
    await tellWebhooks(services, tx, caller, subscriptions, 'coverage_request.created', id);
    return readCoverageRequest(services, tx, caller, id);
  });
}

async function activeUser(tx: Transaction, { organizationId }: Caller, id: string): Promise<UserId> {
  const userId = parseId('user', id);
  const [row] = userId === undefined ? [] : await tx.all(lockUsers, { organizationId, ids: [userId] });
  if (row === undefined) throw noUser(id);
  return row.id;
}

async function requireMayChange(
  services: Services,
  tx: Transaction,
  caller: Caller,
  schedules: readonly ScheduleRow[],
): Promise<void> {
  for (const { id } of schedules) {
    await requirePermission(caller, 'change schedule', () => isTheirSchedule(services, tx, caller, id));
  }
}

/** Rule COV-6: without duplicates. An unknown user is 404; a viewer and the requester could not accept. */
async function askableUsers(
  tx: Transaction,
  { organizationId }: Caller,
  requester: UserId,
  given: readonly string[] | undefined,
): Promise<UserId[] | undefined> {
  if (given === undefined) return undefined;
  const ids = [...new Set(given)];
  const users = await tx.all(lockUsers, { organizationId, ids: ids.flatMap((id) => parseId('user', id) ?? []) });
  const found = new Map<string, UserRow>(users.map((row) => [row.id, row]));
  return ids.map((id, i) => {
    const user = found.get(id);
    if (user === undefined) throw noUser(id);
    const problem = user.seat === 'viewer' ? 'has a viewer seat' : 'is the one whose shifts are to be covered';
    if (user.seat === 'viewer' || user.id === requester) {
      throw new AppError('unprocessable_entity', `asked_user_ids[${i}] cannot cover: ${quoted(id)} ${problem}.`);
    }
    return user.id;
  });
}

/** Rule COV-4. */
export function cancelCoverageRequest(services: Services, caller: Caller, requestId: string): Promise<void> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId } = caller;
    const { id, user_id, asked_by } = await getCoverageRow(tx, caller, requestId);
    if (user_id !== userId && asked_by !== userId) throw noCoverageRequest(requestId);
    const canceled = await tx.run(cancelRow, { organizationId, id, now: services.clock.now() });
    if (canceled === 0) throw notPending(await getCoverageRow(tx, caller, id), services.clock.now());
    await notifyCoverageCanceled(services, tx, { organizationId, id });
    const [, subscriptions] = await waitForAll([
      writeAuditEntry(services, tx, caller, { action: 'coverage_request.canceled', targetId: id }),
      loadSubscriptions(tx, organizationId),
    ]);
    await tellWebhooks(services, tx, caller, subscriptions, 'coverage_request.canceled', id);
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
  const row = await getCoverageRow(tx, caller, id);
  const state = { row, acceptances: await loadAcceptancesOf(tx, row), now: services.clock.now() };
  await announce(services, tx, caller.organizationId, subscriptions, [coverageFact(type, state)]);
}

/** Rule COV-6: tells the requester, once, that the caller declined. `told`: the name of the requester, if they now get a message in the chat. */
export function declineCoverageRequest(
  services: Services,
  caller: Caller,
  requestId: string,
): Promise<{ readonly request: CoverageRequest; readonly told: string | undefined }> {
  return changeAs(services, caller, async (tx, caller) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId } = caller;
    const row = await getCoverageRow(tx, caller, requestId);
    if (row.user_id === userId) throw new AppError('coverage_request_self_owned');
    requireAsked(row, userId);
    const now = services.clock.now();
    // The write serialises this with a concurrent decision.
    const { id, next_reminder_at: nextReminderAt } = row;
    if (statusOf(row, now) !== 'pending') throw notPending(row, now);
    const declines = await loadDeclines(tx, row);
    if (declines.some((decline) => decline.userId === userId)) {
      return { request: await readCoverageRequest(services, tx, caller, id), told: undefined };
    }
    await tx.run(setNextCoverageReminder, { organizationId, id, nextReminderAt });
    await tx.run(insertCoverageAnswer, {
      organizationId,
      id: services.newId('coverageAnswer'),
      requestId: id,
      userId,
      now,
      shiftsJson: null,
      startAt: null,
      endAt: null,
    });
    const requester = await getUserRow(tx, caller, row.user_id);
    await notifyCannotCover(services, tx, { organizationId, id }, { requester, by: userId });
    await writeAuditEntry(services, tx, caller, { action: 'coverage_request.declined', targetId: id });
    const told = isReached(services, organizationId, requester, 'cover_taken') ? requester.name : undefined;
    return { request: await readCoverageRequest(services, tx, caller, id), told };
  });
}

/** The given schedules, or all schedules of the user. */
export async function schedulesToCover(
  tx: Queryable,
  caller: Caller,
  userId: UserId,
  ids: readonly string[] | undefined,
  since: number,
): Promise<readonly ScheduleRow[]> {
  const { organizationId } = caller;
  if (ids === undefined) return tx.all(schedulesOfUser, { organizationId, userId, since });
  const schedules: ScheduleRow[] = [];
  for (const id of new Set(ids)) schedules.push(await getScheduleRow(tx, caller, id));
  return schedules;
}

/** The parts of these requests that nobody has taken yet. */
async function remainingIn(
  tx: Transaction,
  rows: readonly CoverageRequestRow[],
  now: number,
): Promise<CoverageShift[]> {
  const found = await Promise.all(rows.map(async (row) => remainingOf(row, await loadAcceptancesOf(tx, row), now)));
  return found.flat();
}
