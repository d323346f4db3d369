/** Reads and formats coverage requests. A pending request is `expired` from its end on, which every read computes. */
import {
  type AnswerWithDepartureRow,
  answersOfRequests,
  usersWhoAnswered,
} from '../../db/coverage/coverage-answers.ts';
import {
  type CoverageRequestRow,
  coverageRequestById,
  coverageRequestsOfUserPage,
  coverageRequestsOfUserTotal,
  coverageRequestsPage,
  coverageRequestsTotal,
  coverageRequestsWithStatusPage,
  coverageRequestsWithStatusTotal,
  unansweredCoverageRequestsPage,
  unansweredCoverageRequestsTotal,
} from '../../db/coverage/coverage-requests.ts';
import type { Queryable } from '../../db/driver/database.ts';
import { usersByIds } from '../../db/people/users.ts';
import { AppError, quoted } from '../../errors.ts';
import { parseId, type UserId } from '../../ids.ts';
import type { Caller } from '../../permissions.ts';
import type { CoverageRequest, CoverageRequestStatus } from '../../schemas/coverage/coverage-requests.ts';
import type { User } from '../../schemas/people/users.ts';
import { MAX_INSTANT, MIN_INSTANT } from '../../time/iso.ts';
import { acceptancesOf, askedUsers, declinesIn, statusOf } from '../coverage-state/acceptances.ts';
import { presentedParts } from '../coverage-state/coverage-facts.ts';
import {
  loadTimelines,
  NOTHING_OPEN,
  type OpenParts,
  openPartsOfEach,
  workOfRequests,
} from '../coverage-state/open-parts.ts';
import { type RequestState, usersNamedIn } from '../coverage-state/request-state.ts';
import { finderIn } from '../people/users.ts';
import { type PageMeta, type PageRequest, readPage } from '../shared/paging.ts';
import type { Services } from '../shared/services.ts';
import { waitForAll } from '../shared/wait-for-all.ts';

interface CoverageRequestsPage {
  coverage_requests: CoverageRequest[];
  meta: PageMeta;
}

export function getCoverageRequest(services: Services, caller: Caller, id: string): Promise<CoverageRequest> {
  return readCoverageRequest(services, services.db, caller, id);
}

export async function readCoverageRequest(
  services: Services,
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<CoverageRequest> {
  const [request] = await present(services, db, caller, [await getCoverageRow(db, caller, id)]);
  return request as CoverageRequest;
}

const ALL = { page: coverageRequestsPage, total: coverageRequestsTotal };
const WITH_STATUS = { page: coverageRequestsWithStatusPage, total: coverageRequestsWithStatusTotal };
const UNANSWERED = { page: unansweredCoverageRequestsPage, total: unansweredCoverageRequestsTotal };
const OF_USER = { page: coverageRequestsOfUserPage, total: coverageRequestsOfUserTotal };

export async function listCoverageRequests(
  services: Services,
  caller: Caller,
  { status, ...page }: PageRequest & { readonly status?: CoverageRequestStatus },
): Promise<CoverageRequestsPage> {
  const { rows, meta } = await readPageOf(services, caller, status, page);
  return { coverage_requests: await present(services, services.db, caller, rows), meta };
}

/** Requests of the caller. */
export async function listUserCoverageRequests(
  services: Services,
  caller: Caller,
  page: PageRequest,
): Promise<CoverageRequestsPage> {
  const { organizationId, userId } = caller;
  const { rows, meta } = await readPage(services.db, OF_USER, { organizationId, userId }, page);
  return { coverage_requests: await present(services, services.db, caller, rows), meta };
}

export async function getCoverageRow(
  db: Queryable,
  caller: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<CoverageRequestRow> {
  return requireRow(await findCoverageRow(db, caller, id), id);
}

export async function findCoverageRow(
  db: Queryable,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<CoverageRequestRow | undefined> {
  const requestId = parseId('coverageRequest', id);
  return requestId === undefined ? undefined : db.first(coverageRequestById, { organizationId, id: requestId });
}

export function requireRow(row: CoverageRequestRow | undefined, id: string): CoverageRequestRow {
  if (row === undefined) throw noCoverageRequest(id);
  return row;
}

/** Undefined and empty if there is no request with this id. */
export interface RequestWithAnswers {
  readonly row: CoverageRequestRow | undefined;
  readonly answers: readonly AnswerWithDepartureRow[];
}

export async function findRequestWithAnswers(
  db: Queryable,
  { organizationId }: Pick<Caller, 'organizationId'>,
  id: string,
): Promise<RequestWithAnswers> {
  const requestId = parseId('coverageRequest', id);
  if (requestId === undefined) return { row: undefined, answers: [] };
  const [row, answers] = await waitForAll<[CoverageRequestRow | undefined, readonly AnswerWithDepartureRow[]]>([
    findCoverageRow(db, { organizationId }, id),
    db.all(answersOfRequests, { organizationId, ids: [requestId] }),
  ]);
  return { row, answers };
}

/** Rule COV-6. */
export function requireAsked(row: CoverageRequestRow, userId: UserId): void {
  const asked = askedUsers(row);
  if (asked === undefined || asked.includes(userId)) return;
  throw new AppError('forbidden', `The coverage request ${row.id} asks other people: only they can answer it.`);
}

export function notPending(row: CoverageRequestRow, now: number): AppError {
  return new AppError(
    'coverage_request_not_pending',
    `The coverage request ${row.id} is no longer pending: it is ${statusOf(row, now)}.`,
  );
}

export function noCoverageRequest(id: string): AppError {
  return new AppError('not_found', `There is no coverage request ${quoted(id)}.`);
}

/** Rule COV-2: requests that are stored as pending and have ended are expired. */
async function readPageOf(
  { db, clock }: Services,
  { organizationId }: Caller,
  status: CoverageRequestStatus | undefined,
  page: PageRequest,
) {
  if (status === undefined) return readPage(db, ALL, { organizationId }, page);
  if (status === 'pending' || status === 'expired') {
    const now = clock.now();
    const ends =
      status === 'pending' ? { endsAfter: now, endsBy: MAX_INSTANT } : { endsAfter: MIN_INSTANT, endsBy: now };
    return readPage(db, UNANSWERED, { organizationId, ...ends }, page);
  }
  return readPage(db, WITH_STATUS, { organizationId, status }, page);
}

async function present(
  { clock }: Services,
  db: Queryable,
  caller: Caller,
  rows: readonly CoverageRequestRow[],
): Promise<CoverageRequest[]> {
  const { organizationId } = caller;
  const now = clock.now();
  const ids = rows.map(({ id }) => id);
  const people = new Set(rows.flatMap(usersNamedIn));
  using work = workOfRequests(caller);
  const [answers, answering, others, timelines] = await waitForAll([
    db.all(answersOfRequests, { organizationId, ids }),
    db.all(usersWhoAnswered, { organizationId, ids }),
    db.all(usersByIds, { organizationId, ids: [...people] }),
    loadTimelines(db, organizationId, rows, now, work),
  ]);
  const byRequest = Map.groupBy(answers, ({ request_id }) => request_id);
  const requests = rows.map((row) => ({ row, acceptances: acceptancesOf(row, byRequest.get(row.id) ?? []) }));
  const open = await openPartsOfEach(requests, timelines, now, work);
  const findUser = finderIn([...others, ...answering]);
  return rows.map((row, i) => {
    const answered = { row, answers: byRequest.get(row.id) ?? [] };
    return coverageRequestOf(answered, open[i] ?? NOTHING_OPEN, now, findUser);
  });
}

export function presentRequest(request: RequestState, open: OpenParts, now: number): CoverageRequest {
  return coverageRequestOf(request, open, now, finderIn(request.users));
}

function coverageRequestOf(
  { row, answers }: Pick<RequestState, 'row' | 'answers'>,
  open: OpenParts,
  now: number,
  findUser: (id: UserId) => User,
): CoverageRequest {
  const { request, times, parts, outcome } = presentedParts(
    {
      row,
      acceptances: acceptancesOf(row, answers),
      declinedBy: declinesIn(answers).map(({ userId }) => userId),
      remaining: open.takeable,
      now,
    },
    findUser,
  );
  return { ...request, ...parts, ...times, ...outcome };
}
