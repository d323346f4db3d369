/** A coverage request with its current state, in responses and in events. */
import type { CoverageRequestRow } from '../../db/coverage/coverage-requests.ts';
import type { UserId } from '../../ids.ts';
import type { WebhookEvent } from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import type { CoverageShift } from '../shared/stored-shifts.ts';
import type { Fact } from '../webhooks/announcements.ts';
import { type Acceptance, askedUsers, endedAt, shiftsAsked, statusOf } from './acceptances.ts';

export type CoverageEvent = Extract<WebhookEvent, `coverage_request.${string}`>;

export interface CoverageState {
  readonly row: CoverageRequestRow;
  readonly acceptances: readonly Acceptance[];
  readonly declinedBy: readonly UserId[];
  readonly remaining: readonly CoverageShift[];
  readonly now: number;
}

export interface Part {
  readonly by: UserId;
  readonly shifts: readonly CoverageShift[];
}

/** `taken`: what was just taken; `reopened`: what is open again, since the person who took it left. */
export function coverageFact(
  type: CoverageEvent,
  state: CoverageState,
  { taken, reopened }: { readonly taken?: Part; readonly reopened?: Part } = {},
): Fact {
  const { row, acceptances, declinedBy } = state;
  return {
    type,
    scheduleIds: shiftsAsked(row).map(({ scheduleId }) => scheduleId),
    people: [
      row.user_id,
      row.asked_by ?? [],
      askedUsers(row) ?? [],
      acceptances.map(({ by }) => by),
      declinedBy,
      reopened?.by ?? [],
    ].flat(),
    data: (person) => {
      const { request, times, parts, outcome } = presentedParts(state, person);
      return {
        coverage_request: { ...request, ...times, ...parts, ...outcome },
        ...(taken !== undefined && { taken: { user: person(taken.by), shifts: taken.shifts.map(presentShift) } }),
        ...(reopened !== undefined && {
          reopened: { user: person(reopened.by), shifts: reopened.shifts.map(presentShift) },
        }),
      };
    },
  };
}

/** The fields of a request, in groups: responses and events have them in different orders. */
export function presentedParts<P>(
  { row, acceptances, declinedBy, remaining, now }: CoverageState,
  person: (id: UserId) => P,
) {
  const { accepted_by, accepted_at, asked_by } = row;
  const asked = askedUsers(row);
  return {
    request: { id: row.id, user: person(row.user_id), reason: row.reason, status: statusOf(row, now) },
    times: {
      start: formatInstant(row.start_at),
      end: formatInstant(row.end_at),
      created_at: formatInstant(row.created_at),
      ...(asked_by !== null && { asked_by: person(asked_by) }),
      ...(asked !== undefined && { asked_users: asked.map(person) }),
    },
    parts: {
      shifts: shiftsAsked(row).map(presentShift),
      remaining_shifts: remaining.map(presentShift),
      acceptances: acceptances.map((acceptance) => ({
        user: person(acceptance.by),
        accepted_at: formatInstant(acceptance.at),
        shifts: acceptance.shifts.map(presentShift),
        ...endedAt(acceptance),
      })),
    },
    outcome: {
      declined_by: declinedBy.map(person),
      ...(accepted_by !== null && { accepted_by: person(accepted_by) }),
      ...(accepted_at !== null && { accepted_at: formatInstant(accepted_at) }),
    },
  };
}

export function presentShift({ scheduleId, scheduleName, start, end }: CoverageShift) {
  return {
    start: formatInstant(start),
    end: formatInstant(end),
    schedule_reference: { id: scheduleId, name: scheduleName },
  };
}
