import { IfMatch, NoContent, Tagged } from '../../../schemas/fields.ts';
import {
  NewOverride,
  OverrideAnswer,
  OverrideParams,
  OverridesAnswer,
  OverrideUpdate,
} from '../../../schemas/schedules/overrides.ts';
import { OverridesQuery, ScheduleParams } from '../../../schemas/schedules/schedules.ts';
import {
  createOverride,
  deleteOverride,
  getOverride,
  listOverrides,
  updateOverride,
} from '../../../services/schedules/overrides.ts';
import { tagOfOverride } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { expectedTagsOf, sendTag } from '../../entity-tags.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function overrideRoutes(app: App, services: Services): void {
  const tags = ['Overrides'];

  app.get(
    '/schedules/:schedule_id/overrides/',
    {
      schema: {
        tags,
        operationId: 'listOverrides',
        summary: 'The overrides of a schedule in an interval',
        params: ScheduleParams,
        querystring: OverridesQuery,
        errors: ['unprocessable_entity'],
        response: { 200: OverridesAnswer },
      },
    },
    async (request) => listOverrides(services, callerOf(request), request.params.schedule_id, request.query),
  );

  app.post(
    '/schedules/:schedule_id/overrides/',
    {
      schema: {
        tags,
        operationId: 'createOverride',
        summary: 'Create an override',
        params: ScheduleParams,
        body: NewOverride,
        errors: ['unprocessable_entity'],
        response: { 201: OverrideAnswer },
      },
    },
    async (request, reply) => {
      const override = await createOverride(services, callerOf(request), request.params.schedule_id, request.body);
      return reply.code(201).send({ override });
    },
  );

  app.get(
    '/schedules/:schedule_id/overrides/:override_id',
    {
      schema: {
        tags,
        operationId: 'getOverride',
        summary: 'An override',
        params: OverrideParams,
        response: { 200: Tagged(OverrideAnswer) },
      },
    },
    async (request, reply) => {
      const { schedule_id, override_id } = request.params;
      const override = await getOverride(services, callerOf(request), schedule_id, override_id);
      sendTag(reply, tagOfOverride(override));
      return { override };
    },
  );

  app.patch(
    '/schedules/:schedule_id/overrides/:override_id',
    {
      schema: {
        tags,
        operationId: 'updateOverride',
        summary: 'Change an override; the past part of a running one stays',
        description:
          'Absent fields are not changed. The override keeps its id, and its rank among overlapping overrides. A start in the past becomes now; a running override that keeps its users keeps its start too.',
        params: OverrideParams,
        headers: IfMatch,
        body: OverrideUpdate,
        errors: ['unprocessable_entity', 'override_already_finished', 'schedule_broken'],
        response: { 200: Tagged(OverrideAnswer) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const override = await updateOverride(services, callerOf(request), params, body, expectedTagsOf(request));
      sendTag(reply, tagOfOverride(override));
      return { override };
    },
  );

  app.delete(
    '/schedules/:schedule_id/overrides/:override_id',
    {
      schema: {
        tags,
        operationId: 'deleteOverride',
        summary: 'Delete an override; a running one ends now',
        params: OverrideParams,
        headers: IfMatch,
        errors: ['override_already_finished'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await deleteOverride(services, callerOf(request), request.params, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );
}
