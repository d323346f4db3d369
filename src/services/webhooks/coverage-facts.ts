/** What those who listen hear of a coverage request: how it is at that moment. */
import type { CoverageRequestRow } from '../../db/coverage-requests.ts';
import type { WebhookEvent } from '../../schemas/webhooks.ts';
import { formatInstant } from '../../time/iso.ts';
import { readShifts } from '../coverage/coverage-shifts.ts';
import type { Fact } from './announcements.ts';

export type CoverageEvent = Extract<WebhookEvent, `coverage_request.${string}`>;

type DecidedRequest = Omit<CoverageRequestRow, 'status'> & {
  readonly status: CoverageRequestRow['status'] | 'expired';
};

export function coverageFact(type: CoverageEvent, row: DecidedRequest): Fact {
  const shifts = readShifts(row.shifts_json) ?? [];
  const { accepted_by, accepted_at } = row;
  return {
    type,
    scheduleIds: shifts.map(({ scheduleId }) => scheduleId),
    people: [row.user_id, ...(accepted_by === null ? [] : [accepted_by])],
    data: (person) => ({
      coverage_request: {
        id: row.id,
        user: person(row.user_id),
        reason: row.reason,
        status: row.status,
        start: formatInstant(row.start_at),
        end: formatInstant(row.end_at),
        shifts: shifts.map(({ scheduleId, scheduleName, start, end }) => ({
          start: formatInstant(start),
          end: formatInstant(end),
          schedule_reference: { id: scheduleId, name: scheduleName },
        })),
        ...(accepted_by !== null && { accepted_by: person(accepted_by) }),
        ...(accepted_at !== null && { accepted_at: formatInstant(accepted_at) }),
      },
    }),
  };
}
