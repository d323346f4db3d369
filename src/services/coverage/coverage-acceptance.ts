/**
 * Rules COV-3 and COV-5: accepting a coverage request, or parts of it. One transaction decides. It locks the schedules in the order of their ids, so
 * that two acceptances never deadlock, and writes the request, so that nobody else accepts or cancels it meanwhile.
 */
import { type CoverageAnswerRow, insertCoverageAnswer } from '../../db/coverage/coverage-answers.ts';
import { acceptCoverageRequest as acceptRow, type CoverageRequestRow } from '../../db/coverage/coverage-requests.ts';
import type { Transaction } from '../../db/driver/database.ts';
import type { UserRow } from '../../db/people/users.ts';
import { coveringOverrides } from '../../engine/coverage.ts';
import type { Interval } from '../../engine/schedule.ts';
import { onCallAt } from '../../engine/timeline.ts';
import { AppError, quoted } from '../../errors.ts';
import type { ScheduleId } from '../../ids.ts';
import { type Caller, requirePermission } from '../../permissions.ts';
import type { AcceptedShift, CoverageRequest } from '../../schemas/coverage/coverage-requests.ts';
import { subtractIntervals } from '../../time/intervals.ts';
import { formatInstant, parseInstant } from '../../time/iso.ts';
import { acceptancesOf, openShifts, statusOf, takenBySchedule } from '../coverage-state/acceptances.ts';
import {
  type OpenParts,
  openPartsOf,
  type TimelinesNow,
  timelinesIn,
  workOfRequests,
} from '../coverage-state/open-parts.ts';
import { loadPlaces, loadRequestState, type RequestState, schedulesAsked } from '../coverage-state/request-state.ts';
import { messagesAbout } from '../outbox/outbox.ts';
import { planningIn } from '../plan/change.ts';
import { addition } from '../plan/override-effects.ts';
import { lockStates } from '../plan/schedule-locks.ts';
import { planScheduleChange, type SchedulePlan } from '../plan/schedule-plan.ts';
import { type ScheduleState, withPeople } from '../plan/schedule-state.ts';
import { writePlans } from '../plan/schedule-writes.ts';
import { timelineFor } from '../plan/times.ts';
import { writeAuditEntry } from '../shared/audit-log.ts';
import { changeAs } from '../shared/callers.ts';
import type { Services } from '../shared/services.ts';
import { type CoverageShift, storedShifts } from '../shared/stored-shifts.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { type BrokenSchedule, isBroken } from '../timelines/rotations.ts';
import { loadSchedules, readSchedules, requireWorking } from '../timelines/timelines.ts';
import { announceRequests, type Handoff, notifyCoverageAccepted } from './coverage-notifications.ts';
import {
  findRequestWithAnswers,
  notPending,
  presentRequest,
  type RequestWithAnswers,
  requireAsked,
  requireRow,
} from './coverage-reads.ts';
import { nextReminderAt } from './reminder-times.ts';

/** Without `shifts`, the caller accepts all that remains. */
export function acceptCoverageRequest(
  services: Services,
  caller: Caller,
  requestId: string,
  shifts?: readonly AcceptedShift[],
): Promise<CoverageRequest> {
  const accept = async (tx: Transaction, current: Caller, user: UserRow, found: RequestWithAnswers) => {
    const { organizationId, userId: acceptor } = caller;
    await requirePermission(current, 'cover');
    const row = requireRow(found.row, requestId);
    const { id, user_id: requester } = row;
    if (requester === acceptor) throw new AppError('coverage_request_self_owned');
    requireAsked(row, acceptor);
    const now = services.clock.now();
    if (statusOf(row, now) !== 'pending') throw notPending(row, now);
    const acceptances = acceptancesOf(row, found.answers);
    const untaken = openShifts(row, acceptances, now);
    const wanted = shifts && wantedOf(shifts, now);
    const within = { start: now, end: row.end_at };
    const scheduleIds = [...new Set(untaken.map(({ scheduleId }) => scheduleId))].sort();
    // The locks come first, so that everything else is read under them.
    const [states, reads, request, places, posted] = await waitForAll([
      lockStates(services, tx, organizationId, scheduleIds),
      readSchedules(tx, organizationId, scheduleIds, within),
      loadRequestState(tx, row),
      loadPlaces(tx, organizationId, schedulesAsked(row)),
      messagesAbout(tx, organizationId, id),
    ]);
    const rows = states.map((state) => state.row);
    const loads = await loadSchedules(tx, organizationId, rows, within, reads);
    const timelines = timelinesIn(loads);
    using work = workOfRequests(caller);
    const open = await openPartsOf({ row, acceptances }, timelines, now, work);
    const brokenOnes = loads.filter(isBroken);
    const taken = takenBySchedule(wanted === undefined ? open.takeable : chosenFrom(open, wanted, untaken, brokenOnes));
    const planning = { ...planningIn(services, organizationId, now), by: acceptor };
    const plans = states.flatMap((loaded) => {
      const state = withPeople(loaded, [user]);
      const timeline = timelines.get(state.row.id);
      if (timeline === undefined || timeline === 'broken') return [];
      const overrides = coveringOverrides(timeline, taken.get(state.row.id) ?? [], { requester, acceptor }, now);
      const effect = addition(state, { overrides, isNotified: false }, planning);
      const plan = planScheduleChange(state, effect, planning);
      return plan.overrides.added.length > 0 ? plan : [];
    });
    const covered = plans.flatMap(({ state, overrides }) =>
      overrides.added.map(({ id, start, end }) => ({
        overrideId: id,
        scheduleId: state.row.id,
        scheduleName: state.row.name,
        start,
        end,
      })),
    );
    if (covered.length === 0) {
      brokenOnes.forEach(requireWorking);
      throw new AppError(
        'unprocessable_entity',
        `There is nothing left to cover in ${id}: the requester is no longer on call in any of its shifts.`,
      );
    }
    const left = [...open.takeable, ...open.unknown].flatMap((shift) =>
      subtractIntervals(shift, taken.get(shift.scheduleId) ?? []),
    );
    const isComplete = left.length === 0;
    const decided: CoverageRequestRow = isComplete
      ? { ...row, status: 'accepted', accepted_by: acceptor, accepted_at: now, next_reminder_at: null }
      : { ...row, next_reminder_at: nextReminderAt(left, now) };
    tx.send(acceptRow, {
      organizationId,
      id,
      status: decided.status,
      acceptedBy: decided.accepted_by,
      acceptedAt: decided.accepted_at,
      nextReminderAt: decided.next_reminder_at,
      now,
    });
    await writePlans(services, tx, { ...caller, user }, plans);
    const acceptance = covered
      .map(({ scheduleId, scheduleName, start, end }) => ({ scheduleId, scheduleName, start, end }))
      .sort((a, b) => a.start - b.start);
    const answer: CoverageAnswerRow = {
      id: services.newId('coverageAnswer'),
      organization_id: organizationId,
      request_id: id,
      user_id: acceptor,
      answered_at: now,
      shifts_json: storedShifts(acceptance),
      start_at: Math.min(...covered.map(({ start }) => start)),
      end_at: Math.max(...covered.map(({ end }) => end)),
    };
    tx.send(insertCoverageAnswer, answer);
    const after: RequestState = {
      row: decided,
      answers: [...request.answers, { ...answer, left_at: null }],
      users: [...request.users, user],
    };
    const accepted = { row: decided, acceptances: acceptancesOf(decided, after.answers) };
    const newTimelines = timelinesAfter(states, plans);
    using workAfter = workOfRequests(caller);
    const stillOpen = await openPartsOf(accepted, newTimelines, now, workAfter);
    await notifyCoverageAccepted(
      services,
      tx,
      { request: after, places, timelines: newTimelines, open: stillOpen },
      posted,
      { requester, acceptor, shifts: covered },
      handoffsOf(plans, timelines, now),
    );
    await writeAuditEntry(services, tx, caller, {
      action: 'coverage_request.accepted',
      targetId: id,
      detail: { user: requester, overrides: covered.map(({ overrideId }) => overrideId), complete: isComplete },
    });
    // All states have the same webhooks.
    const { subscriptions = [] } = states[0] ?? {};
    const presented = { request: after, open: stillOpen };
    await announceRequests(
      services,
      tx,
      subscriptions,
      organizationId,
      { type: 'coverage_request.accepted', taken: { by: acceptor, shifts: acceptance } },
      [presented],
    );
    return presentRequest(after, stillOpen, now);
  };
  return changeAs(services, caller, accept, (tx) => findRequestWithAnswers(tx, caller, requestId));
}

/** A chosen shift, without its past part. */
interface WantedShift extends Interval {
  readonly scheduleId: string;
}

function wantedOf(shifts: readonly AcceptedShift[], now: number): WantedShift[] {
  return shifts.map(({ schedule_id, ...given }, i) => {
    const [start, end] = [parseInstant(given.start) as number, parseInstant(given.end) as number];
    if (end <= start) {
      const rule = `shifts[${i}].end must be after shifts[${i}].start`;
      throw new AppError('unprocessable_entity', `${rule}: end is ${given.end}, start is ${given.start}.`);
    }
    if (end <= now) {
      throw new AppError('shifts_not_available', `shifts[${i}] is over: it ended at ${formatInstant(end)}.`);
    }
    return { scheduleId: schedule_id, start: Math.max(start, now), end };
  });
}

/** Rule COV-5: everything chosen must be takeable. `untaken`: including what the requester is no longer on call for. */
function chosenFrom(
  { takeable }: OpenParts,
  wanted: readonly WantedShift[],
  untaken: readonly CoverageShift[],
  broken: readonly BrokenSchedule[],
): (Interval & { readonly scheduleId: ScheduleId })[] {
  const [available, asked] = [takenBySchedule(takeable), takenBySchedule(untaken)];
  for (const [i, shift] of wanted.entries()) {
    const id = shift.scheduleId as ScheduleId;
    const [notAsked] = subtractIntervals(shift, asked.get(id) ?? []);
    if (notAsked !== undefined) {
      throw notAvailable(i, shift, notAsked, 'somebody else took it, or it is not in the request');
    }
    broken.filter(({ row }) => row.id === id).forEach(requireWorking);
    const [gone] = subtractIntervals(shift, available.get(id) ?? []);
    if (gone !== undefined) throw notAvailable(i, shift, gone, 'the requester is no longer on call then');
  }
  return wanted.map((shift) => ({ ...shift, scheduleId: shift.scheduleId as ScheduleId }));
}

function notAvailable(i: number, { scheduleId }: WantedShift, { start, end }: Interval, why: string): AppError {
  return new AppError(
    'shifts_not_available',
    `shifts[${i}] cannot be taken: in ${quoted(scheduleId)} from ${formatInstant(start)} to ${formatInstant(end)}, ${why}.`,
  );
}

/** From now on. */
function timelinesAfter(states: readonly ScheduleState[], plans: readonly SchedulePlan[]): TimelinesNow {
  const changed = new Map(plans.map(({ state }) => [state.row.id, state]));
  return new Map(
    states.map((state) => {
      const timeline = timelineFor(changed.get(state.row.id) ?? state);
      return [state.row.id, typeof timeline === 'string' ? 'broken' : timeline] as const;
    }),
  );
}

/** The schedules in which the plans change who is on call now. */
function handoffsOf(plans: readonly SchedulePlan[], timelines: TimelinesNow, now: number): Handoff[] {
  return plans.flatMap(({ state: { row }, overrides }) => {
    const timeline = timelines.get(row.id);
    const isRunning = overrides.added.some(({ start, end }) => start <= now && now < end);
    if (timeline === undefined || timeline === 'broken' || !isRunning) return [];
    return [{ row, before: onCallAt(timeline, now) }];
  });
}
