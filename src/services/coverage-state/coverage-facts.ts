/** A coverage request with its current state, in responses and in events. */
import type { CoverageRequestRow } from '../../db/coverage/coverage-requests.ts';
import type { UserId } from '../../ids.ts';
import { formatInstant } from '../../time/iso.ts';
import type { CoverageShift } from '../shared/stored-shifts.ts';
import type { Fact, FindPerson } from '../webhooks/announcements.ts';
import { type Acceptance, askedUsers, endedAt, shiftsAsked, statusOf } from './acceptances.ts';

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

export type CoverageEvent =
  | { readonly type: 'coverage_request.created' | 'coverage_request.canceled' | 'coverage_request.expired' }
  /** What was just taken. */
  | { readonly type: 'coverage_request.accepted'; readonly taken: Part }
  /** What is open again, since the person who took it left. */
  | { readonly type: 'coverage_request.reopened'; readonly reopened: Part };

export function coverageFact(event: CoverageEvent, state: CoverageState): Fact {
  const { row, acceptances, declinedBy } = state;
  const about = {
    scheduleIds: shiftsAsked(row).map(({ scheduleId }) => scheduleId),
    people: [
      row.user_id,
      row.asked_by ?? [],
      askedUsers(row) ?? [],
      acceptances.map(({ by }) => by),
      declinedBy,
      'reopened' in event ? event.reopened.by : [],
    ].flat(),
  };
  const data = (person: FindPerson) => {
    const { request, times, parts, outcome } = presentedParts(state, person);
    return { coverage_request: { ...request, ...times, ...parts, ...outcome } };
  };
  const { type } = event;
  switch (type) {
    case 'coverage_request.accepted':
      return { ...about, type, data: (person) => ({ ...data(person), taken: presentPart(event.taken, person) }) };
    case 'coverage_request.reopened':
      return { ...about, type, data: (person) => ({ ...data(person), reopened: presentPart(event.reopened, person) }) };
    default:
      return { ...about, type, data };
  }
}

function presentPart({ by, shifts }: Part, person: FindPerson) {
  return { user: person(by), shifts: shifts.map(presentShift) };
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
