/**
 * Rule TRU-3: when somebody who took cover leaves, their part that is still to come is open again, and the requester is told. It is open again where
 * the requester is on call after the departure, so cover that was passed on to somebody else stays.
 */
import { answersOfRequests, insertCoverageAnswer } from '../../db/coverage/coverage-answers.ts';
import {
  type CoverageRequestRow,
  coverageRequestsOfLeavers,
  reopenCoverageRequest,
} from '../../db/coverage/coverage-requests.ts';
import type { Transaction } from '../../db/driver/database.ts';
import { usersByIds } from '../../db/people/users.ts';
import { schedulesByIds } from '../../db/schedules/schedules.ts';
import type { OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { intersectIntervals, subtractIntervals } from '../../time/intervals.ts';
import { writeAuditEntry } from '../audit/audit-log.ts';
import type { CardState } from '../chat/messages/coverage-words.ts';
import { enqueue, type Outgoing } from '../jobs/outbox.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { loadSubscriptions, type Subscription } from '../webhooks/announcements.ts';
import type { Part } from '../webhooks/coverage-facts.ts';
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

/** Who deactivated them. */
type Author = Pick<Caller, 'organizationId' | 'userId' | 'address'>;

interface Leaver {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** A request that somebody who leaves, or has left, took a part of. */
interface TakenRequest extends AnsweredRequest {
  /** Acceptances of a version without partial acceptance: only `accepted_by` says who took all that was left. */
  readonly unstored: readonly Acceptance[];
}

interface Covered extends TakenRequest {
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
  const rows = await requestsOfLeavers(tx, { organizationId, userId }, now);
  const requests = await loadTaken(tx, organizationId, rows);
  if (requests.length === 0) return [];
  const open = await loadOpenIfPending(tx, caller, requests, now);
  return requests.map((request, i) => ({ ...request, openBefore: open[i] as OpenParts }));
}

async function loadTaken(
  tx: Transaction,
  organizationId: OrganizationId,
  rows: readonly CoverageRequestRow[],
): Promise<TakenRequest[]> {
  if (rows.length === 0) return [];
  const answers = await tx.all(answersOfRequests, { organizationId, ids: rows.map(({ id }) => id) });
  const byRequest = Map.groupBy(answers, ({ request_id }) => request_id);
  return rows.map((row) => {
    const own = byRequest.get(row.id) ?? [];
    const acceptances = acceptancesOf(row, own);
    return { row, acceptances, unstored: acceptances.slice(own.filter((one) => one.shifts_json !== null).length) };
  });
}

/** To be called after the departure is written. Returns the messages to enqueue. */
export async function reopenCovered(
  services: Services,
  tx: Transaction,
  caller: Caller,
  { userId }: Leaver,
  covered: readonly Covered[],
  subscriptions: readonly Subscription[],
  leftAt: number,
): Promise<Outgoing[]> {
  if (covered.length === 0) return [];
  const after = covered.map((request) => withoutLeaver(request, userId, leftAt));
  const open = await loadOpenIfPending(tx, caller, after, leftAt);
  const messages: Outgoing[] = [];
  for (const [i, request] of covered.entries()) {
    const openAfter = open[i] as OpenParts;
    const part = { by: userId, shifts: newlyOpen(request.openBefore, openAfter) };
    if (part.shifts.length === 0) continue;
    messages.push(...(await reopen(services, tx, caller, request, openAfter, part, subscriptions, leftAt)));
  }
  return messages;
}

/** What the user, or anybody who left before, has taken. */
export function requestsOfLeavers(
  tx: Transaction,
  leaver: Leaver,
  now: number,
): Promise<readonly CoverageRequestRow[]> {
  return tx.all(coverageRequestsOfLeavers, { ...leaver, now });
}

/**
 * To be called when a departure is finished, with `requestsOfLeavers`: an older version that deactivated somebody, now or earlier, has reopened nothing. A request that is still
 * accepted, though the requester is on call for a part that somebody who left took, is open again.
 */
export async function reopenMissed(
  services: Services,
  tx: Transaction,
  author: Author,
  { userId, leftAt }: { readonly userId: UserId; readonly leftAt: number },
  rows: readonly CoverageRequestRow[],
): Promise<void> {
  const { organizationId } = author;
  const now = services.clock.now();
  const accepted = rows.filter(({ status }) => status === 'accepted');
  const requests = (await loadTaken(tx, organizationId, accepted)).map((one) => withoutLeaver(one, userId, leftAt));
  if (requests.length === 0) return;
  const open = await loadOpenIfPending(tx, author, requests, now);
  const subscriptions = await loadSubscriptions(tx, organizationId);
  const messages: Outgoing[] = [];
  for (const [i, request] of requests.entries()) {
    const openNow = open[i] as OpenParts;
    const part = partOfLeavers(request, openNow);
    if (part === undefined) continue;
    messages.push(...(await reopen(services, tx, author, request, openNow, part, subscriptions, now)));
  }
  await enqueue(services, tx, organizationId, messages);
}

/** What is open of what people who have left took, and the last of them who took any of it. */
function partOfLeavers({ acceptances }: AnsweredRequest, { takeable }: OpenParts): Part | undefined {
  const ended = acceptances.filter(({ leftAt }) => leftAt !== undefined);
  const openIn = (taken: ReturnType<typeof takenBySchedule>) =>
    takeable.flatMap((shift) =>
      intersectIntervals([shift], taken.get(shift.scheduleId) ?? []).map((part) => ({ ...shift, ...part })),
    );
  const last = ended.findLast(({ shifts }) => openIn(takenBySchedule(shifts)).length > 0);
  return last && { by: last.by, shifts: openIn(takenBySchedule(ended.flatMap(({ shifts }) => shifts))) };
}

function withoutLeaver<R extends AnsweredRequest>(request: R, leaver: UserId, leftAt: number): R {
  const { acceptances } = request;
  return { ...request, acceptances: acceptances.map((one) => (one.by === leaver ? { ...one, leftAt } : one)) };
}

/** Returns the messages to enqueue. */
async function reopen(
  services: Services,
  tx: Transaction,
  author: Author,
  request: TakenRequest,
  open: OpenParts,
  part: Part,
  subscriptions: readonly Subscription[],
  now: number,
): Promise<Outgoing[]> {
  // The requester no longer asks: they are only told.
  const isCanceled = request.row.status === 'canceled';
  const row = isCanceled ? request.row : await storeReopened(services, tx, request, open, now);
  const card = await loadCardOf(tx, row, isCanceled ? NOTHING_OPEN : open, part.by);
  if (!isCanceled) {
    const detail = { user: part.by, schedules: schedulesIn(part.shifts) };
    await writeAuditEntry(services, tx, author, { action: 'coverage_request.reopened', targetId: row.id, detail });
    const about = { reopened: part };
    const { organizationId } = author;
    await announceRequests(services, tx, subscriptions, organizationId, 'coverage_request.reopened', [card], about);
  }
  return notificationsOfReopening(services, tx, card, part, author.userId);
}

async function loadOpenIfPending(
  tx: Transaction,
  author: Author,
  answered: readonly AnsweredRequest[],
  now: number,
): Promise<OpenParts[]> {
  const { organizationId } = author;
  const rows = answered.map(({ row }) => ({ ...row, status: 'pending' as const }));
  const requests = answered.map(({ acceptances }, i) => ({ row: rows[i] as CoverageRequestRow, acceptances }));
  const ids = schedulesOfPending(rows, now);
  const schedules = await tx.all(schedulesByIds, { organizationId, ids });
  using work = workOfDeparture(author);
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
  { row, unstored }: TakenRequest,
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
