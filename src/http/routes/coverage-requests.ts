import { CandidatesQuery, CoverageCandidates } from '../../schemas/coverage/coverage-candidates.ts';
import {
  CoverageAcceptanceBody,
  CoverageRequestAnswer,
  CoverageRequestParams,
  CoverageRequestsAnswer,
  CoverageRequestsQuery,
  NewCoverageRequest,
  NewCoverageRequestFor,
  UserCoverageRequestsQuery,
} from '../../schemas/coverage/coverage-requests.ts';
import { NoContent } from '../../schemas/fields.ts';
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
import { callerOf, waitingCallerOf } from '../request-guard.ts';
import type { App } from '../typed-app.ts';

export function coverageRequestRoutes(app: App, services: Services): void {
  const tags = ['Coverage requests'];

  app.get(
    '/coverage_requests/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listCoverageRequests',
        summary: 'All coverage requests, oldest first',
        querystring: CoverageRequestsQuery,
        errors: ['too_much_work'],
        response: { 200: CoverageRequestsAnswer },
      },
    },
    async (request) => listCoverageRequests(services, waitingCallerOf(request), request.query),
  );

  app.get(
    '/coverage_candidates',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listCoverageCandidates',
        summary: 'Who could cover the shifts of a request, or of a user in an interval, the best first',
        querystring: CandidatesQuery,
        errors: [
          'forbidden',
          'not_found',
          'unprocessable_entity',
          'too_many_shifts_in_coverage_request',
          'too_much_work',
        ],
        response: { 200: CoverageCandidates },
      },
    },
    async (request) => listCandidates(services, waitingCallerOf(request), request.query),
  );

  app.get(
    '/coverage_requests/:coverage_request_id',
    {
      schema: {
        tags,
        operationId: 'getCoverageRequest',
        summary: 'A coverage request',
        params: CoverageRequestParams,
        errors: ['too_much_work'],
        response: { 200: CoverageRequestAnswer },
      },
    },
    async (request) => ({
      coverage_request: await getCoverageRequest(
        services,
        waitingCallerOf(request),
        request.params.coverage_request_id,
      ),
    }),
  );

  app.post(
    '/coverage_requests/:coverage_request_id/accept',
    {
      schema: {
        tags,
        operationId: 'acceptCoverageRequest',
        summary: 'Accept a coverage request: you take over its shifts, or some of them',
        params: CoverageRequestParams,
        body: CoverageAcceptanceBody,
        errors: [
          'unprocessable_entity',
          'coverage_request_not_pending',
          'coverage_request_self_owned',
          'shifts_not_available',
          'schedule_broken',
          'too_much_work',
        ],
        response: { 200: CoverageRequestAnswer },
      },
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request) => ({
      coverage_request: await acceptCoverageRequest(
        services,
        callerOf(request),
        request.params.coverage_request_id,
        request.body.shifts,
      ),
    }),
  );

  app.post(
    '/coverage_requests/:coverage_request_id/decline',
    {
      schema: {
        tags,
        operationId: 'declineCoverageRequest',
        summary: 'Say that you cannot cover: the requester is told once',
        params: CoverageRequestParams,
        errors: ['coverage_request_not_pending', 'coverage_request_self_owned', 'too_much_work'],
        response: { 200: CoverageRequestAnswer },
      },
    },
    async (request) => {
      const { coverage_request_id } = request.params;
      const { request: answered } = await declineCoverageRequest(services, callerOf(request), coverage_request_id);
      return { coverage_request: answered };
    },
  );

  app.post(
    '/coverage_requests',
    {
      schema: {
        tags,
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
        response: { 201: CoverageRequestAnswer },
      },
    },
    async (request, reply) => {
      const coverageRequest = await createCoverageRequest(services, callerOf(request), request.body);
      return reply.code(201).send({ coverage_request: coverageRequest });
    },
  );

  app.get(
    '/user/coverage_requests/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listOwnCoverageRequests',
        summary: 'The coverage requests of the user of the API key, oldest first',
        querystring: UserCoverageRequestsQuery,
        errors: ['too_much_work'],
        response: { 200: CoverageRequestsAnswer },
      },
    },
    async (request) => listUserCoverageRequests(services, waitingCallerOf(request), request.query),
  );

  app.post(
    '/user/coverage_requests',
    {
      schema: {
        tags,
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
        response: { 201: CoverageRequestAnswer },
      },
    },
    async (request, reply) => {
      const coverageRequest = await createCoverageRequest(services, callerOf(request), request.body);
      return reply.code(201).send({ coverage_request: coverageRequest });
    },
  );

  app.delete(
    '/user/coverage_requests/:coverage_request_id',
    {
      schema: {
        tags,
        operationId: 'cancelOwnCoverageRequest',
        summary: 'Cancel your own pending coverage request',
        params: CoverageRequestParams,
        errors: ['coverage_request_not_pending'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await cancelCoverageRequest(services, callerOf(request), request.params.coverage_request_id);
      return reply.code(204).send(null);
    },
  );
}
