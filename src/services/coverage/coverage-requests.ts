/**
 * Asking for cover, and declining: rules COV-1 to COV-4 and COV-6. `pending → accepted | canceled` are stored, each by a write that requires the
 * request to be pending. Accepting is in coverage-acceptance.ts.
 */
import { type CoverageAnswerRow, insertCoverageAnswer } from '../../db/coverage/coverage-answers.ts';
import {
  type CoverageRequestRow,
  cancelCoverageRequest as cancelRow,
  insertCoverageRequest,
  pendingCoverageRequestsOfUser,
  setNextCoverageReminder,
} from '../../db/coverage/coverage-requests.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { peopleInLayers } from '../../db/jobs/reminders.ts';
import { lockUsers, type UserRow } from '../../db/people/users.ts';
import { type ScheduleRow, schedulesOfUser } from '../../db/schedules/schedules.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type UserId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { CoverageRequest, NewCoverageRequest } from '../../schemas/coverage/coverage-requests.ts';
import { parseInstant } from '../../time/iso.ts';
import { acceptancesOf, declinesIn, loadAcceptancesOf, openShifts, statusOf } from '../coverage-state/acceptances.ts';
import {
  intervalToCover,
  requireFewSchedules,
  requireNotAskedAlready,
  shiftsToCover,
} from '../coverage-state/coverage-shifts.ts';
import { loadTimelines, type OpenParts, openPartsOf, workOfRequests } from '../coverage-state/open-parts.ts';
import { loadPlaces, loadRequestState, schedulesIn } from '../coverage-state/request-state.ts';
import { isReached } from '../notifications/channels.ts';
import { enqueue } from '../outbox/outbox.ts';
import { noUser } from '../people/users.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs, currentUser } from '../shared/callers.ts';
import { getScheduleRow, isTheirSchedule } from '../shared/schedule-access.ts';
import type { Services } from '../shared/services.ts';
import { type CoverageShift, storedShifts } from '../shared/stored-shifts.ts';
import { started, waitForAll } from '../shared/wait-for-all.ts';
import { loadSchedules, requireWorking, workingOnly } from '../timelines/timelines.ts';
import { loadSubscriptions } from '../webhooks/announcements.ts';
import { announceRequests, loadSettled, notifyCannotCover, notifyCoverageRequested } from './coverage-notifications.ts';
import {
  findCoverageRow,
  noCoverageRequest,
  notPending,
  presentRequest,
  requireAsked,
  requireRow,
} from './coverage-reads.ts';
import { nextReminderAt } from './reminder-times.ts';

/** Rule COV-6: for the given user, or else for the caller. */
export function createCoverageRequest(
  services: Services,
  caller: Caller,
  { user_id, ...wanted }: NewCoverageRequest & { readonly user_id?: string },
): Promise<CoverageRequest> {
  const { clock, newId } = services;
  const { organizationId } = caller;
  const asked = { start: parseInstant(wanted.start) as number, end: parseInstant(wanted.end) as number };
  const id = newId('coverageRequest');

  return services.db.transaction(async (tx) => {
    const now = clock.now();
    const loadFor = (userId: UserId) => {
      const within = { ...asked, start: Math.max(asked.start, now) };
      return waitForAll([
        schedulesToCover(tx, caller, userId, wanted.schedule_ids, within.start),
        tx.all(pendingCoverageRequestsOfUser, { organizationId, userId, ...within }),
      ]);
    };
    const own = user_id === undefined ? started(loadFor(caller.userId)) : undefined;
    const asker = await currentUser(tx, caller);
    const current = { ...caller, role: asker.role, seat: asker.seat };
    await requirePermission(current, 'cover');
    const user = user_id === undefined ? asker : await lockActiveUser(tx, caller, user_id);
    const { id: userId } = user;
    const within = intervalToCover(asked, now);
    const [schedules, pending] = await (own ?? loadFor(userId));
    requireFewSchedules(schedules);
    const isForOther = userId !== asker.id;
    if (isForOther && wanted.schedule_ids) await requireMayChange(services, tx, current, schedules);
    const scheduleIds = schedules.map((row) => row.id);
    const locked = lockUsersAsked(tx, caller, wanted.asked_user_ids);
    const [askedRows, loads, askedAlready, places, inLayers, subscriptions] = await waitForAll([
      locked,
      loadSchedules(tx, organizationId, schedules, within),
      remainingIn(tx, pending, now),
      loadPlaces(tx, organizationId, scheduleIds),
      tx.all(peopleInLayers, { organizationId, ids: scheduleIds, now }),
      loadSubscriptions(tx, organizationId),
    ]);
    // A broken schedule that is named is refused. Without names, broken schedules are left out.
    const loaded = wanted.schedule_ids ? loads.map(requireWorking) : workingOnly(loads);
    const shifts = shiftsToCover(loaded, { userId, isForOther }, within);
    const concerned = new Set(schedulesIn(shifts));
    if (isForOther) {
      await requireMayChange(
        services,
        tx,
        current,
        schedules.filter((row) => concerned.has(row.id)),
      );
    }
    const askedIds = wanted.asked_user_ids && askableUsers(askedRows, userId, wanted.asked_user_ids);
    requireNotAskedAlready(shifts, askedAlready, isForOther);
    const row: CoverageRequestRow = {
      id,
      organization_id: organizationId,
      user_id: userId,
      reason: wanted.reason.trim(),
      status: 'pending',
      start_at: asked.start,
      end_at: asked.end,
      shifts_json: storedShifts(shifts),
      asked_users_json: askedIds === undefined ? null : JSON.stringify(askedIds),
      asked_by: isForOther ? asker.id : null,
      next_reminder_at: nextReminderAt(shifts, now),
      created_at: now,
      accepted_by: null,
      accepted_at: null,
      expired_at: null,
    };
    tx.send(insertCoverageRequest, row);
    await tx.wakeWorkers();
    const request = { row, answers: [], users: [asker, user, ...askedRows] };
    const open: OpenParts = { takeable: shifts, unknown: [] };
    const inRotation = inLayers.filter(({ schedule_id }) => concerned.has(schedule_id));
    await notifyCoverageRequested(services, tx, { request, places, open }, inRotation);
    const detail = isForOther ? { ...wanted, user: userId } : wanted;
    await writeAuditEntry(services, tx, caller, { action: 'coverage_request.created', targetId: id, detail });
    await announceRequests(services, tx, subscriptions, organizationId, { type: 'coverage_request.created' }, [
      { request, open },
    ]);
    return presentRequest(request, open, now);
  });
}

async function lockActiveUser(tx: Transaction, { organizationId }: Caller, id: string): Promise<UserRow> {
  const userId = parseId('user', id);
  const [row] = userId === undefined ? [] : await tx.all(lockUsers, { organizationId, ids: [userId] });
  if (row === undefined) throw noUser(id);
  return row;
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

async function lockUsersAsked(
  tx: Transaction,
  { organizationId }: Caller,
  given: readonly string[] | undefined,
): Promise<readonly UserRow[]> {
  if (given === undefined) return [];
  return tx.all(lockUsers, { organizationId, ids: [...new Set(given)].flatMap((id) => parseId('user', id) ?? []) });
}

/** Rule COV-6: without duplicates. An unknown user is 404; a viewer and the requester could not accept. */
function askableUsers(users: readonly UserRow[], requester: UserId, given: readonly string[]): UserId[] {
  const found = new Map<string, UserRow>(users.map((row) => [row.id, row]));
  return [...new Set(given)].map((id, i) => {
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
  const { organizationId, userId } = caller;
  const cancel = async (tx: Transaction, caller: Caller, _: UserRow, found: CoverageRequestRow | undefined) => {
    await requirePermission(caller, 'cover');
    const row = requireRow(found, requestId);
    if (row.user_id !== userId && row.asked_by !== userId) throw noCoverageRequest(requestId);
    const now = services.clock.now();
    if (statusOf(row, now) !== 'pending') throw notPending(row, now);
    const canceled = { ...row, status: 'canceled', next_reminder_at: null } as const;
    const [settled, subscriptions] = await waitForAll([
      loadSettled(services, tx, canceled),
      loadSubscriptions(tx, organizationId),
    ]);
    tx.send(cancelRow, { organizationId, id: row.id, now });
    await enqueue(services, tx, organizationId, settled.cards);
    await writeAuditEntry(services, tx, caller, { action: 'coverage_request.canceled', targetId: row.id });
    await announceRequests(services, tx, subscriptions, organizationId, { type: 'coverage_request.canceled' }, [
      settled,
    ]);
  };
  return changeAs(services, caller, cancel, (tx) => findCoverageRow(tx, caller, requestId));
}

/** Rule COV-6: tells the requester, once, that the caller declined. `told`: the name of the requester, if they now get a message in the chat. */
export function declineCoverageRequest(
  services: Services,
  caller: Caller,
  requestId: string,
): Promise<{ readonly request: CoverageRequest; readonly told: string | undefined }> {
  const decline = async (tx: Transaction, caller: Caller, user: UserRow, found: CoverageRequestRow | undefined) => {
    await requirePermission(caller, 'cover');
    const { organizationId, userId } = caller;
    const row = requireRow(found, requestId);
    if (row.user_id === userId) throw new AppError('coverage_request_self_owned');
    requireAsked(row, userId);
    const now = services.clock.now();
    const { id, next_reminder_at: nextReminderAt } = row;
    if (statusOf(row, now) !== 'pending') throw notPending(row, now);
    using work = workOfRequests(caller);
    const [before, timelines] = await waitForAll([
      loadRequestState(tx, row),
      loadTimelines(tx, organizationId, [row], now, work),
    ]);
    const asked = { row, acceptances: acceptancesOf(row, before.answers) };
    const open = await openPartsOf(asked, timelines, now, work);
    if (declinesIn(before.answers).some((decline) => decline.userId === userId)) {
      return { request: presentRequest(before, open, now), told: undefined };
    }
    const answer: CoverageAnswerRow = {
      id: services.newId('coverageAnswer'),
      organization_id: organizationId,
      request_id: id,
      user_id: userId,
      answered_at: now,
      shifts_json: null,
      start_at: null,
      end_at: null,
    };
    // The write of the request serialises this with a concurrent decision.
    tx.send(setNextCoverageReminder, { organizationId, id, nextReminderAt });
    tx.send(insertCoverageAnswer, answer);
    const answers = [...before.answers, { ...answer, left_at: null }];
    const after = { ...before, answers, users: [...before.users, user] };
    const requester = before.users.find((one) => one.id === row.user_id) as UserRow;
    await notifyCannotCover(services, tx, { request: after, open }, { requester, by: userId });
    await writeAuditEntry(services, tx, caller, { action: 'coverage_request.declined', targetId: id });
    const told = isReached(services, organizationId, requester, 'cover_taken') ? requester.name : undefined;
    return { request: presentRequest(after, open, now), told };
  };
  return changeAs(services, caller, decline, (tx) => findCoverageRow(tx, caller, requestId));
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
  return waitForAll<ScheduleRow[]>([...new Set(ids)].map((id) => getScheduleRow(tx, caller, id)));
}

/** The parts of these requests that nobody has taken yet. */
async function remainingIn(
  tx: Transaction,
  rows: readonly CoverageRequestRow[],
  now: number,
): Promise<CoverageShift[]> {
  const found = await Promise.all(rows.map(async (row) => openShifts(row, await loadAcceptancesOf(tx, row), now)));
  return found.flat();
}
