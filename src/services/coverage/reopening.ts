/**
 * Rule TRU-3: when somebody who took cover leaves, their part that is still to come is open again, and the requester is told. It is open again where
 * the requester is on call after the departure, so cover that was passed on to somebody else stays.
 *
 * This is a part of the departure (departures/departures.ts). Requests are looked at one by one, each in a transaction of its own. What is open is computed
 * before the transaction, in slices, since it may be thousands of shifts. The transaction only checks that nothing has changed since.
 */
import { isDeepStrictEqual } from 'node:util';
import { answersOfRequests } from '../../db/coverage/coverage-answers.ts';
import {
  type CoverageRequestRow,
  coverageRequestById,
  reopenCoverageRequest,
  takenRequestsOfLeavers,
} from '../../db/coverage/coverage-requests.ts';
import type { Queryable, Transaction } from '../../db/driver/database.ts';
import { advanceDeparture, type DepartureRow, departuresOf } from '../../db/people/departures.ts';
import { usersByIds } from '../../db/people/users.ts';
import { type ScheduleRow, schedulesByIds } from '../../db/schedules/schedules.ts';
import type { Interval } from '../../engine/schedule.ts';
import type { CoverageRequestId, OrganizationId, UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import { intersectIntervals } from '../../time/intervals.ts';
import { type Acceptance, acceptancesOf, takenBySchedule } from '../coverage-state/acceptances.ts';
import type { Part } from '../coverage-state/coverage-facts.ts';
import {
  type AnsweredRequest,
  loadOpenParts,
  NOTHING_OPEN,
  type OpenParts,
  schedulesOfPending,
  workOfDeparture,
} from '../coverage-state/open-parts.ts';
import { loadPlaces, loadRequestState, schedulesAsked, schedulesIn } from '../coverage-state/request-state.ts';
import type { CardState } from '../messages/coverage-words.ts';
import { type LeaseTerm, LostLease } from '../outbox/leases.ts';
import { enqueue, type Outgoing } from '../outbox/outbox.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { BeginAgain, beginningAgain } from '../shared/begin-again.ts';
import type { Services } from '../shared/services.ts';
import type { CoverageShift } from '../shared/stored-shifts.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { loadSubscriptions, type Subscription } from '../webhooks/announcements.ts';
import { announceRequests, notificationsOfReopening } from './coverage-notifications.ts';
import { nextReminderAt } from './reminder-times.ts';

/** Who deactivated them. */
export type Author = Pick<Caller, 'organizationId' | 'userId' | 'address'>;

interface Leaver {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

export interface Departed extends Leaver {
  readonly leftAt: number;
}

/** All that decides what is open. */
interface Basis {
  /** Somebody who left took a part of it. */
  readonly request: AnsweredRequest;
  /** Without deleted ones. */
  readonly schedules: readonly ScheduleRow[];
  readonly departures: readonly DepartureRow[];
}

/**
 * The first requests to look at, in the order of their ids. Also those that people took who left before: the user may have been on call in their place.
 */
export async function requestsToLookAt(
  db: Queryable,
  { organizationId, userId }: Leaver,
  { now, after, limit }: { readonly now: number; readonly after?: CoverageRequestId | null; readonly limit: number },
): Promise<CoverageRequestId[]> {
  const rows = await db.all(takenRequestsOfLeavers, { organizationId, userId, now, after: after ?? '', limit });
  return rows.map(({ id }) => id);
}

/** Opens the request again where that is due. Throws `LostLease` if another process has the departure. */
export async function lookAtRequest(
  services: Services,
  author: Author,
  departed: Departed,
  id: CoverageRequestId,
  term: () => LeaseTerm,
): Promise<void> {
  const { organizationId, userId } = departed;
  await beginningAgain(async () => {
    const now = services.clock.now();
    const basis = await loadBasis(services.db, departed, id, now);
    if (basis === undefined) return;
    const { request } = basis;
    using work = workOfDeparture(author);
    const pending = { ...request, row: asIfPending(request.row) };
    const open = await loadOpenParts(services.db, organizationId, basis.schedules, pending, now, work);
    const part = partOpenAgain(basis, open, userId);
    await services.db.transaction(async (tx) => {
      const current = await loadBasis(tx, departed, id, now);
      if (!isDeepStrictEqual(versionOf(current), versionOf(basis)))
        throw new BeginAgain('the request or a schedule has changed');
      const advanced = await tx.run(advanceDeparture, { organizationId, userId, reopenedTo: id, ...term() });
      if (advanced === 0) throw new LostLease('another process has the departure');
      if (part === undefined) return;
      const subscriptions = await loadSubscriptions(tx, organizationId);
      const messages = await reopen(services, tx, author, request, open, part, subscriptions, now);
      await enqueue(services, tx, organizationId, messages);
    });
  });
}

async function loadBasis(
  db: Queryable,
  { organizationId, userId, leftAt }: Departed,
  id: CoverageRequestId,
  now: number,
): Promise<Basis | undefined> {
  const [row, answers, departures] = await waitForAll([
    db.first(coverageRequestById, { organizationId, id }),
    db.all(answersOfRequests, { organizationId, ids: [id] }),
    db.all(departuresOf, { organizationId }),
  ]);
  if (row === undefined) return undefined;
  const acceptances = acceptancesOf(row, answers).map((one) => (one.by === userId ? { ...one, leftAt } : one));
  const ids = schedulesOfPending([asIfPending(row)], now);
  return {
    request: { row, acceptances },
    schedules: await db.all(schedulesByIds, { organizationId, ids }),
    departures,
  };
}

function asIfPending(row: CoverageRequestRow): CoverageRequestRow {
  return { ...row, status: 'pending' };
}

/** Departures count, because reads take those who left out of schedules that are not yet written. */
function versionOf(basis: Basis | undefined): unknown {
  return (
    basis && {
      request: [basis.request.row, basis.request.acceptances.length],
      schedules: basis.schedules.map(({ id, change_count }) => `${id} ${change_count}`).sort(),
      departures: basis.departures.map(({ user_id }) => user_id).sort(),
    }
  );
}

/**
 * The open part of what the person took. A request that is still accepted opens again also for parts of people who left before. Those whose departure
 * is not finished are left out: it opens their parts.
 */
function partOpenAgain(
  { request: { row, acceptances }, departures }: Basis,
  { takeable, unknown }: OpenParts,
  leaver: UserId,
): Part | undefined {
  const own = acceptances.filter(({ by }) => by === leaver);
  const leaving = new Set(departures.map(({ user_id }) => user_id));
  const before = acceptances.filter(({ by, leftAt }) => leftAt !== undefined && !leaving.has(by));
  const ended = row.status === 'accepted' ? [...before, ...own] : own;
  const shifts = [...openIn(ended, takeable), ...openIn(own, unknown)].sort(byStart);
  if (shifts.length === 0) return undefined;
  const last = ended.findLast((one) => openIn([one], shifts).length > 0) as Acceptance;
  return { by: last.by, shifts };
}

function openIn(acceptances: readonly Acceptance[], open: readonly CoverageShift[]): CoverageShift[] {
  const taken = takenBySchedule(acceptances.flatMap(({ shifts }) => shifts));
  const bySchedule = Map.groupBy(open, ({ scheduleId }) => scheduleId);
  return [...bySchedule].flatMap(([scheduleId, own]) => {
    const { scheduleName } = own[0] as CoverageShift;
    const parts = intersectIntervals(own.sort(byStart), taken.get(scheduleId) ?? []);
    return parts.map((part) => ({ scheduleId, scheduleName, ...part }));
  });
}

function byStart(a: Interval, b: Interval): number {
  return a.start - b.start;
}

/** Returns the messages to enqueue. */
async function reopen(
  services: Services,
  tx: Transaction,
  author: Author,
  request: AnsweredRequest,
  open: OpenParts,
  part: Part,
  subscriptions: readonly Subscription[],
  now: number,
): Promise<Outgoing[]> {
  // The requester no longer asks: they are only told.
  const isCanceled = request.row.status === 'canceled';
  const row = isCanceled ? request.row : storeReopened(tx, request.row, open, now);
  const card = await loadCardOf(tx, row, isCanceled ? NOTHING_OPEN : open, part.by);
  if (!isCanceled) {
    const detail = { user: part.by, schedules: schedulesIn(part.shifts) };
    await writeAuditEntry(services, tx, author, { action: 'coverage_request.reopened', targetId: row.id, detail });
    const event = { type: 'coverage_request.reopened', reopened: part } as const;
    await announceRequests(services, tx, subscriptions, author.organizationId, event, [card]);
  }
  return notificationsOfReopening(services, tx, card, part, author.userId);
}

function storeReopened(
  tx: Transaction,
  row: CoverageRequestRow,
  { takeable, unknown }: OpenParts,
  now: number,
): CoverageRequestRow {
  const { organization_id: organizationId, id } = row;
  const reminderAt = nextReminderAt([...takeable, ...unknown], now);
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
