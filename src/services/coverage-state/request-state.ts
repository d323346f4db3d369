/** Rule STO-6: a coverage request with everything that responses and messages say about it, each part loaded in one round trip. */
import { channelsOfSchedules } from '../../db/chat/chat-links.ts';
import {
  type AnswerWithDepartureRow,
  answersOfRequests,
  usersWhoAnswered,
} from '../../db/coverage/coverage-answers.ts';
import type { CoverageRequestRow } from '../../db/coverage/coverage-requests.ts';
import type { Queryable } from '../../db/driver/database.ts';
import type { RowOf } from '../../db/driver/statement.ts';
import { type UserRow, usersByIds } from '../../db/people/users.ts';
import { type ScheduleRow, schedulesByIds } from '../../db/schedules/schedules.ts';
import type { OrganizationId, ScheduleId, UserId } from '../../ids.ts';
import { waitForAll } from '../shared/wait-for-all.ts';
import { askedUsers, shiftsAsked } from './acceptances.ts';

export interface RequestState {
  readonly row: CoverageRequestRow;
  /** In order. */
  readonly answers: readonly AnswerWithDepartureRow[];
  /** Everyone in the request and its answers. */
  readonly users: readonly UserRow[];
}

/** Where a request is announced. */
export interface RequestPlaces {
  /** Without deleted ones. */
  readonly schedules: ReadonlyMap<ScheduleId, ScheduleRow>;
  readonly channels: readonly RowOf<typeof channelsOfSchedules>[];
}

export async function loadRequestState(db: Queryable, row: CoverageRequestRow): Promise<RequestState> {
  const { organization_id: organizationId, id } = row;
  const [answers, answering, others] = await waitForAll([
    db.all(answersOfRequests, { organizationId, ids: [id] }),
    db.all(usersWhoAnswered, { organizationId, ids: [id] }),
    db.all(usersByIds, { organizationId, ids: [...new Set(usersNamedIn(row))] }),
  ]);
  return { row, answers, users: [...others, ...answering] };
}

export function usersNamedIn(row: CoverageRequestRow): UserId[] {
  return [row.user_id, row.accepted_by ?? [], row.asked_by ?? [], askedUsers(row) ?? []].flat();
}

export function schedulesAsked(row: CoverageRequestRow): ScheduleId[] {
  return schedulesIn(shiftsAsked(row));
}

export function schedulesIn(shifts: readonly { readonly scheduleId: ScheduleId }[]): ScheduleId[] {
  return [...new Set(shifts.map(({ scheduleId }) => scheduleId))];
}

export async function loadPlaces(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly ScheduleId[],
): Promise<RequestPlaces> {
  const [rows, channels] = await waitForAll([
    db.all(schedulesByIds, { organizationId, ids }),
    db.all(channelsOfSchedules, { organizationId, ids }),
  ]);
  return { schedules: new Map(rows.map((row) => [row.id, row])), channels };
}
