import type { Caller } from '../../permissions.ts';
import { CandidatesQuery, CoverageCandidates } from '../../schemas/coverage/coverage-candidates.ts';
import {
  CoverageAcceptanceBody,
  CoverageRequestAnswer,
  CoverageRequestsAnswer,
  CoverageRequestsQuery,
  NewCoverageRequest,
  NewCoverageRequestFor,
  UserCoverageRequestsQuery,
} from '../../schemas/coverage/coverage-requests.ts';
import { acceptCoverageRequest } from '../../services/coverage/coverage-acceptance.ts';
import { listCandidates } from '../../services/coverage/coverage-candidates.ts';
import {
  getCoverageRequest,
  listCoverageRequests,
  listUserCoverageRequests,
} from '../../services/coverage/coverage-reads.ts';
import {
  cancelCoverageRequest,
  createCoverageRequest,
  declineCoverageRequest,
} from '../../services/coverage/coverage-requests.ts';
import type { Services } from '../../services/shared/services.ts';
import { LARGE_BODY_BYTES } from '../access.ts';
import { PAGES } from '../mcp/tools.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

export function coverageRequestRoutes(app: App, services: Services): void {
  const { get, post, del } = operationsOf(app, services, 'Coverage requests');
  const readAgain = {
    keep: ({ coverage_request }: CoverageRequestAnswer) => coverage_request.id,
    read: async ({ caller }: { readonly caller: Caller }, id: string) => ({
      coverage_request: await getCoverageRequest(services, caller, id),
    }),
  };

  get('/coverage_requests/', {
    operationId: 'listCoverageRequests',
    summary: 'All coverage requests, oldest first',
    mayBeLarge: true,
    query: CoverageRequestsQuery,
    errors: ['too_much_work'],
    answer: CoverageRequestsAnswer,
    tool: {
      name: 'list_coverage_requests',
      title: 'Coverage requests',
      description: `Who has asked for cover, for which shifts, and who has taken them; by status. ${PAGES}`,
    },
    run: ({ caller, query }) => listCoverageRequests(services, caller, query),
  });

  get('/coverage_candidates', {
    operationId: 'listCoverageCandidates',
    summary: 'Who could cover the shifts of a request, or of a user in an interval, the best first',
    floor: 'cover',
    mayBeLarge: true,
    query: CandidatesQuery,
    errors: ['forbidden', 'not_found', 'unprocessable_entity', 'too_many_shifts_in_coverage_request', 'too_much_work'],
    answer: CoverageCandidates,
    tool: {
      name: 'who_could_cover',
      title: 'Who could cover',
      description:
        'Who could cover what remains of a coverage request, or the shifts of a user in an interval: the best first, each with the reasons.',
    },
    run: ({ caller, query }) => listCandidates(services, caller, query),
  });

  get('/coverage_requests/:coverage_request_id', {
    operationId: 'getCoverageRequest',
    summary: 'A coverage request',
    errors: ['too_much_work'],
    answer: CoverageRequestAnswer,
    run: async ({ caller, params }) => ({
      coverage_request: await getCoverageRequest(services, caller, params.coverage_request_id),
    }),
  });

  post('/coverage_requests/:coverage_request_id/accept', {
    operationId: 'acceptCoverageRequest',
    summary: 'Accept a coverage request: you take over its shifts, or some of them',
    // 500 parts of shifts.
    bodyBytes: LARGE_BODY_BYTES,
    body: CoverageAcceptanceBody,
    errors: [
      'unprocessable_entity',
      'coverage_request_not_pending',
      'coverage_request_self_owned',
      'shifts_not_available',
      'schedule_broken',
      'too_much_work',
    ],
    answer: CoverageRequestAnswer,
    run: async ({ caller, params, body }) => ({
      coverage_request: await acceptCoverageRequest(services, caller, params.coverage_request_id, body.shifts),
    }),
    readAgain,
  });

  post('/coverage_requests/:coverage_request_id/decline', {
    operationId: 'declineCoverageRequest',
    summary: 'Say that you cannot cover: the requester is told once',
    errors: ['coverage_request_not_pending', 'coverage_request_self_owned', 'too_much_work'],
    answer: CoverageRequestAnswer,
    run: async ({ caller, params }) => {
      const { coverage_request_id } = params;
      const { request: answered } = await declineCoverageRequest(services, caller, coverage_request_id);
      return { coverage_request: answered };
    },
    readAgain,
  });

  post('/coverage_requests', {
    operationId: 'createCoverageRequest',
    summary: 'Ask others to cover the shifts of a user, if you may change all the schedules concerned',
    body: NewCoverageRequestFor,
    errors: [
      'not_found',
      'unprocessable_entity',
      'too_many_shifts_in_coverage_request',
      'schedule_broken',
      'too_much_work',
    ],
    status: 201,
    answer: CoverageRequestAnswer,
    run: async ({ caller, body }) => ({ coverage_request: await createCoverageRequest(services, caller, body) }),
    readAgain,
  });

  get('/user/coverage_requests/', {
    operationId: 'listOwnCoverageRequests',
    summary: 'The coverage requests of the user of the API key, oldest first',
    mayBeLarge: true,
    query: UserCoverageRequestsQuery,
    errors: ['too_much_work'],
    answer: CoverageRequestsAnswer,
    run: ({ caller, query }) => listUserCoverageRequests(services, caller, query),
  });

  post('/user/coverage_requests', {
    operationId: 'createOwnCoverageRequest',
    summary: 'Ask others to cover your shifts in an interval',
    body: NewCoverageRequest,
    errors: [
      'not_found',
      'unprocessable_entity',
      'too_many_shifts_in_coverage_request',
      'schedule_broken',
      'too_much_work',
    ],
    status: 201,
    answer: CoverageRequestAnswer,
    run: async ({ caller, body }) => ({ coverage_request: await createCoverageRequest(services, caller, body) }),
    readAgain,
  });

  del('/user/coverage_requests/:coverage_request_id', {
    operationId: 'cancelOwnCoverageRequest',
    summary: 'Cancel your own pending coverage request',
    errors: ['coverage_request_not_pending'],
    run: ({ caller, params }) => cancelCoverageRequest(services, caller, params.coverage_request_id),
  });
}
