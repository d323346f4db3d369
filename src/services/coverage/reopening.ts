/**
 * Rule TRU-3: when somebody who took cover leaves, their part that is still to come is open again, and the requester is told. It is open again where
 * the requester is on call after the departure, so cover that was passed on to somebody else stays.
 */
import { answersOfRequests, insertCoverageAnswer } from '../../db/coverage/coverage-answers.ts';
import {
  type CoverageRequestRow,
  coverageRequestsCoveredBy,
  reopenCoverageRequest,
} from '../../db/coverage/coverage-requests.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { usersByIds } from '../../db/people/users.ts';
import { schedulesByIds } from '../../db/schedules/schedules.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { subtractIntervals } from '../../time/intervals.ts';
import { writeAuditEntry } from '../audit/audit-log.ts';
import type { CardState } from '../chat/messages/coverage-words.ts';
import type { Outgoing } from '../jobs/outbox.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import type { Subscription } from '../webhooks/announcements.ts';
import { type Acceptance, acceptancesOf, takenBySchedule } from './acceptances.ts';
import { announceRequests, notificationsOfReopening } from './coverage-notifications.ts';
import type { CoverageShift } from './coverage-shifts.ts';
import {
  type AnsweredRequest,
  loadOpenParts,
  NOTHING_OPEN,
  type OpenParts,
  schedulesOfPending,
  workOfDeparture,
} from './open-parts.ts';
import { nextReminderAt } from './reminder-times.ts';
import { loadPlaces, loadRequestState, schedulesAsked, schedulesIn } from './request-state.ts';

interface Leaver {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** A request that somebody who leaves, or has left, took a part of. */
interface Covered extends AnsweredRequest {
  /** Acceptances of a version without partial acceptance: only `accepted_by` says who took all that was left. */
  readonly unstored: readonly Acceptance[];
  /** What would be open if the request were pending, before the departure. */
  readonly openBefore: OpenParts;
}

/** To be called before the departure is written. */
export async function loadCovered(
  tx: Transaction,
  caller: Caller,
  { organizationId, userId }: Leaver,
  now: number,
): Promise<Covered[]> {
  const rows = await tx.all(coverageRequestsCoveredBy, { organizationId, userId, now });
  if (rows.length === 0) return [];
  const answers = await tx.all(answersOfRequests, { organizationId, ids: rows.map(({ id }) => id) });
  const byRequest = Map.groupBy(answers, ({ request_id }) => request_id);
  const requests = rows.map((row) => {
    const own = byRequest.get(row.id) ?? [];
    const acceptances = acceptancesOf(row, own);
    return { row, acceptances, unstored: acceptances.slice(own.filter((one) => one.shifts_json !== null).length) };
  });
  const open = await loadOpenIfPending(tx, caller, requests, now);
  return requests.map((request, i) => ({ ...request, openBefore: open[i] as OpenParts }));
}

/** To be called after the departure is written. Returns the messages to enqueue. */
export async function reopenCovered(
  services: Services,
  tx: Transaction,
  caller: Caller,
  { organizationId, userId }: Leaver,
  covered: readonly Covered[],
  subscriptions: readonly Subscription[],
  leftAt: number,
): Promise<Outgoing[]> {
  if (covered.length === 0) return [];
  const after = covered.map(({ row, acceptances }) => ({
    row,
    acceptances: acceptances.map((acceptance) => (acceptance.by === userId ? { ...acceptance, leftAt } : acceptance)),
  }));
  const open = await loadOpenIfPending(tx, caller, after, leftAt);
  const messages: Outgoing[] = [];
  for (const [i, request] of covered.entries()) {
    const openAfter = open[i] as OpenParts;
    const part = { by: userId, shifts: newlyOpen(request.openBefore, openAfter) };
    if (part.shifts.length === 0) continue;
    // The requester no longer asks: they are only told.
    const isCanceled = request.row.status === 'canceled';
    const row = isCanceled ? request.row : await storeReopened(services, tx, request, openAfter, leftAt);
    const card = await loadCardOf(tx, row, isCanceled ? NOTHING_OPEN : openAfter, userId);
    if (!isCanceled) {
      const detail = { user: userId, schedules: schedulesIn(part.shifts) };
      await writeAuditEntry(services, tx, caller, { action: 'coverage_request.reopened', targetId: row.id, detail });
      const about = { reopened: part };
      await announceRequests(services, tx, subscriptions, organizationId, 'coverage_request.reopened', [card], about);
    }
    messages.push(...(await notificationsOfReopening(services, tx, card, part, caller.userId)));
  }
  return messages;
}

function loadOpenIfPending(tx: Transaction, caller: Caller, requests: readonly AnsweredRequest[], now: number) {
  return loadOpen(
    tx,
    caller,
    requests.map(({ row, acceptances }) => ({ row: { ...row, status: 'pending' as const }, acceptances })),
    now,
  );
}

async function loadOpen(
  tx: Transaction,
  caller: Caller,
  requests: readonly AnsweredRequest[],
  now: number,
): Promise<OpenParts[]> {
  const { organizationId } = caller;
  const ids = schedulesOfPending(
    requests.map(({ row }) => row),
    now,
  );
  const schedules = await tx.all(schedulesByIds, { organizationId, ids });
  using work = workOfDeparture(caller);
  return loadOpenParts(tx, organizationId, schedules, requests, now, work);
}

function newlyOpen(before: OpenParts, after: OpenParts): CoverageShift[] {
  const known = takenBySchedule([...before.takeable, ...before.unknown]);
  return [...after.takeable, ...after.unknown]
    .flatMap((shift) =>
      subtractIntervals(shift, known.get(shift.scheduleId) ?? []).map((part) => ({ ...shift, ...part })),
    )
    .sort((a, b) => a.start - b.start);
}

async function storeReopened(
  services: Services,
  tx: Transaction,
  { row, unstored }: Covered,
  { takeable, unknown }: OpenParts,
  now: number,
): Promise<CoverageRequestRow> {
  const { organization_id: organizationId, id } = row;
  const reminderAt = nextReminderAt([...takeable, ...unknown], now);
  for (const { by, at, shifts } of unstored) {
    tx.send(insertCoverageAnswer, {
      id: services.newId('coverageAnswer'),
      organizationId,
      organization_id: organizationId,
      request_id: id,
      user_id: by,
      answered_at: at,
      shifts_json: JSON.stringify(shifts),
      start_at: Math.min(...shifts.map(({ start }) => start)),
      end_at: Math.max(...shifts.map(({ end }) => end)),
    });
  }
  tx.send(reopenCoverageRequest, { organizationId, id, nextReminderAt: reminderAt });
  return { ...row, status: 'pending', accepted_by: null, accepted_at: null, next_reminder_at: reminderAt };
}

/** With the person who left: they may have taken the part from somebody who had taken it before. */
async function loadCardOf(
  tx: Transaction,
  row: CoverageRequestRow,
  open: OpenParts,
  leaver: UserId,
): Promise<CardState> {
  const { organization_id: organizationId } = row;
  const [{ answers, users }, places, left] = await waitForAll([
    loadRequestState(tx, row),
    loadPlaces(tx, organizationId, schedulesAsked(row)),
    tx.all(usersByIds, { organizationId, ids: [leaver] }),
  ]);
  return { request: { row, answers, users: [...users, ...left] }, places, open };
}
