/** The events of a coverage request, with its current state. */
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
  { row, acceptances, declinedBy, remaining, now }: CoverageState,
  { taken, reopened }: { readonly taken?: Part; readonly reopened?: Part } = {},
): Fact {
  const shifts = shiftsAsked(row);
  const { accepted_by, accepted_at, asked_by } = row;
  const asked = askedUsers(row);
  return {
    type,
    scheduleIds: shifts.map(({ scheduleId }) => scheduleId),
    people: [
      row.user_id,
      asked_by ?? [],
      asked ?? [],
      acceptances.map(({ by }) => by),
      declinedBy,
      reopened?.by ?? [],
    ].flat(),
    data: (person) => ({
      coverage_request: {
        id: row.id,
        user: person(row.user_id),
        reason: row.reason,
        status: statusOf(row, now),
        start: formatInstant(row.start_at),
        end: formatInstant(row.end_at),
        created_at: formatInstant(row.created_at),
        ...(asked_by !== null && { asked_by: person(asked_by) }),
        ...(asked !== undefined && { asked_users: asked.map(person) }),
        shifts: shifts.map(shiftData),
        remaining_shifts: remaining.map(shiftData),
        acceptances: acceptances.map((acceptance) => ({
          user: person(acceptance.by),
          accepted_at: formatInstant(acceptance.at),
          shifts: acceptance.shifts.map(shiftData),
          ...endedAt(acceptance),
        })),
        declined_by: declinedBy.map(person),
        ...(accepted_by !== null && { accepted_by: person(accepted_by) }),
        ...(accepted_at !== null && { accepted_at: formatInstant(accepted_at) }),
      },
      ...(taken !== undefined && { taken: { user: person(taken.by), shifts: taken.shifts.map(shiftData) } }),
      ...(reopened !== undefined && {
        reopened: { user: person(reopened.by), shifts: reopened.shifts.map(shiftData) },
      }),
    }),
  };
}

function shiftData({ scheduleId, scheduleName, start, end }: CoverageShift) {
  return {
    start: formatInstant(start),
    end: formatInstant(end),
    schedule_reference: { id: scheduleId, name: scheduleName },
  };
}
