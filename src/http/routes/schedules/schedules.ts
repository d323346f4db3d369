import { IfMatch, NoContent, Tagged } from '../../../schemas/fields.ts';
import {
  NewSchedule,
  RevisionParams,
  RevisionsAnswer,
  RevisionsQuery,
  ScheduleAnswer,
  ScheduleParams,
  SchedulesAnswer,
  SchedulesQuery,
  ScheduleUpdate,
  ShiftsAnswer,
  ShiftsQuery,
} from '../../../schemas/schedules/schedules.ts';
import { cancelRevision, listRevisions } from '../../../services/schedules/revisions.ts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
} from '../../../services/schedules/schedules.ts';
import { listShifts } from '../../../services/schedules/shifts.ts';
import { tagOfSchedule } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { expectedTagsOf, sendTag } from '../../entity-tags.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function scheduleRoutes(app: App, services: Services): void {
  const tags = ['Schedules'];
  const params = ScheduleParams;

  app.get(
    '/schedules',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listSchedules',
        summary: 'All schedules',
        querystring: SchedulesQuery,
        errors: ['not_found'],
        response: { 200: SchedulesAnswer },
      },
    },
    async (request) => listSchedules(services, callerOf(request), request.query),
  );

  app.post(
    '/schedules',
    {
      schema: {
        tags,
        operationId: 'createSchedule',
        summary: 'Create a schedule',
        body: NewSchedule,
        errors: ['not_found', 'unprocessable_entity', 'duplicate_external_id', 'too_many_turns'],
        response: { 201: ScheduleAnswer },
      },
    },
    async (request, reply) => {
      const schedule = await createSchedule(services, callerOf(request), request.body);
      return reply.code(201).send({ schedule });
    },
  );

  app.get(
    '/schedules/:schedule_id',
    {
      schema: {
        tags,
        operationId: 'getSchedule',
        summary: 'A schedule',
        params,
        response: { 200: Tagged(ScheduleAnswer) },
      },
    },
    async (request, reply) => {
      const answer = await getSchedule(services, callerOf(request), request.params.schedule_id);
      sendTag(reply, tagOfSchedule(answer.schedule));
      return answer;
    },
  );

  app.patch(
    '/schedules/:schedule_id',
    {
      schema: {
        tags,
        operationId: 'updateSchedule',
        summary: 'Change a schedule',
        params,
        headers: IfMatch,
        body: ScheduleUpdate,
        errors: [
          'unprocessable_entity',
          'duplicate_external_id',
          'revision_not_planned',
          'schedule_broken',
          'too_many_turns',
        ],
        response: { 200: Tagged(ScheduleAnswer) },
      },
    },
    async (request, reply) => {
      const { schedule_id } = request.params;
      const expected = expectedTagsOf(request);
      const schedule = await updateSchedule(services, callerOf(request), schedule_id, request.body, expected);
      sendTag(reply, tagOfSchedule(schedule));
      return { schedule };
    },
  );

  app.delete(
    '/schedules/:schedule_id',
    {
      schema: {
        tags,
        operationId: 'deleteSchedule',
        summary: 'Delete a schedule',
        params,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await deleteSchedule(services, callerOf(request), request.params.schedule_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/schedules/:schedule_id/shifts/',
    {
      schema: {
        tags,
        operationId: 'listShifts',
        summary: 'The shifts of a schedule in an interval',
        params,
        querystring: ShiftsQuery,
        errors: ['unprocessable_entity', 'schedule_broken', 'too_much_work'],
        response: { 200: ShiftsAnswer },
      },
    },
    async (request) => listShifts(services, callerOf(request), request.params.schedule_id, request.query),
  );

  app.get(
    '/schedules/:schedule_id/revisions/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listRevisions',
        summary: 'The revisions of a schedule',
        params,
        querystring: RevisionsQuery,
        response: { 200: RevisionsAnswer },
      },
    },
    async (request) => listRevisions(services, callerOf(request), request.params.schedule_id, request.query),
  );

  app.delete(
    '/schedules/:schedule_id/revisions/:revision',
    {
      schema: {
        tags,
        operationId: 'cancelRevision',
        summary: 'Cancel a planned revision: the layer before it stays in force',
        params: RevisionParams,
        headers: IfMatch,
        errors: ['unprocessable_entity', 'revision_not_planned', 'schedule_broken'],
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { schedule_id, revision } = request.params;
      await cancelRevision(services, callerOf(request), schedule_id, revision, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );
}
