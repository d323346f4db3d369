import type { FastifyReply } from 'fastify';
import { IfMatch, NoContent, Tagged } from '../../schemas/fields.ts';
import { UserParams } from '../../schemas/people/users.ts';
import {
  AwayAnswer,
  AwayQuery,
  NewTimeOff,
  type TimeOff,
  TimeOffAnswer,
  TimeOffImport,
  TimeOffImportAnswer,
  TimeOffParams,
  TimeOffQuery,
  TimeOffsAnswer,
  TimeOffUpdate,
  UserTimeOffParams,
} from '../../schemas/time-off.ts';
import { tagOfTimeOff } from '../../services/shared/entity-tags.ts';
import type { Services } from '../../services/shared/services.ts';
import { listAway } from '../../services/time-off/away.ts';
import {
  createTimeOff,
  deleteTimeOff,
  getTimeOff,
  importTimeOff,
  listTimeOff,
  updateTimeOff,
} from '../../services/time-off/time-off.ts';
import { expectedTagsOf, sendTag } from '../entity-tags.ts';
import { callerOf, waitingCallerOf } from '../request-guard.ts';
import type { App } from '../typed-app.ts';

const tags = ['Time off'];
const IMPORT =
  'All events of the file that are not over become time off. An event that was imported before is changed, not made again.';

export function timeOffRoutes(app: App, services: Services): void {
  ownTimeOffRoutes(app, services);
  userTimeOffRoutes(app, services);

  app.get(
    '/away/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listAway',
        summary: 'When users are away: time off and public holidays',
        querystring: AwayQuery,
        errors: ['not_found', 'unprocessable_entity'],
        response: { 200: AwayAnswer },
      },
    },
    async (request) => ({ away: await listAway(services, callerOf(request), request.query) }),
  );
}

function ownTimeOffRoutes(app: App, services: Services): void {
  app.get(
    '/user/time_off/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listOwnTimeOff',
        summary: 'Your time off, by start',
        querystring: TimeOffQuery,
        errors: ['not_found', 'too_much_work'],
        response: { 200: TimeOffsAnswer },
      },
    },
    async (request) => {
      const caller = waitingCallerOf(request);
      return listTimeOff(services, caller, caller.userId, request.query);
    },
  );

  app.post(
    '/user/time_off/',
    {
      schema: {
        tags,
        operationId: 'createOwnTimeOff',
        summary: 'Take time off',
        description: 'It changes no rotation. The answer lists your shifts that collide with it.',
        body: NewTimeOff,
        errors: ['not_found', 'unprocessable_entity', 'too_much_work'],
        response: { 201: TimeOffAnswer },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return reply.code(201).send({ time_off: await createTimeOff(services, caller, caller.userId, request.body) });
    },
  );

  app.post(
    '/user/time_off/import',
    {
      // It waits for a thread, and must not do that in a transaction. Importing a file twice changes nothing.
      config: { idempotency: 'afterwards', mayBeLarge: true },
      schema: {
        tags,
        operationId: 'importOwnTimeOff',
        summary: 'Take time off as in a calendar file',
        description: IMPORT,
        body: TimeOffImport,
        errors: ['not_found', 'unprocessable_entity', 'too_much_work'],
        response: { 200: TimeOffImportAnswer },
      },
    },
    async (request) => {
      const caller = waitingCallerOf(request);
      return importTimeOff(services, caller, caller.userId, request.body);
    },
  );

  app.get(
    '/user/time_off/:time_off_id',
    {
      schema: {
        tags,
        operationId: 'getOwnTimeOff',
        summary: 'One of your entries of time off',
        params: TimeOffParams,
        errors: ['too_much_work'],
        response: { 200: Tagged(TimeOffAnswer) },
      },
    },
    async (request, reply) => {
      const caller = waitingCallerOf(request);
      return answer(reply, await getTimeOff(services, caller, caller.userId, request.params.time_off_id));
    },
  );

  app.patch(
    '/user/time_off/:time_off_id',
    {
      schema: {
        tags,
        operationId: 'updateOwnTimeOff',
        summary: 'Change your time off',
        params: TimeOffParams,
        headers: IfMatch,
        body: TimeOffUpdate,
        errors: ['unprocessable_entity', 'too_much_work'],
        response: { 200: Tagged(TimeOffAnswer) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { params, body } = request;
      const expected = expectedTagsOf(request);
      return answer(reply, await updateTimeOff(services, caller, caller.userId, params.time_off_id, body, expected));
    },
  );

  app.delete(
    '/user/time_off/:time_off_id',
    {
      schema: {
        tags,
        operationId: 'deleteOwnTimeOff',
        summary: 'Delete your time off',
        params: TimeOffParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await deleteTimeOff(services, caller, caller.userId, request.params.time_off_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );
}

function userTimeOffRoutes(app: App, services: Services): void {
  app.get(
    '/users/:user_id/time_off/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags,
        operationId: 'listUserTimeOff',
        summary: 'The time off of a user, by start',
        description: 'Reasons are shown to the user and to admins alone.',
        params: UserParams,
        querystring: TimeOffQuery,
        errors: ['too_much_work'],
        response: { 200: TimeOffsAnswer },
      },
    },
    async (request) => listTimeOff(services, waitingCallerOf(request), request.params.user_id, request.query),
  );

  app.post(
    '/users/:user_id/time_off/',
    {
      schema: {
        tags,
        operationId: 'createUserTimeOff',
        summary: 'Enter time off of a user',
        description:
          'For admins. It changes no rotation. The answer lists the shifts of the user that collide with it.',
        params: UserParams,
        body: NewTimeOff,
        errors: ['unprocessable_entity', 'too_much_work'],
        response: { 201: TimeOffAnswer },
      },
    },
    async (request, reply) => {
      const timeOff = await createTimeOff(services, callerOf(request), request.params.user_id, request.body);
      return reply.code(201).send({ time_off: timeOff });
    },
  );

  app.post(
    '/users/:user_id/time_off/import',
    {
      // It waits for a thread, and must not do that in a transaction. Importing a file twice changes nothing.
      config: { idempotency: 'afterwards', mayBeLarge: true },
      schema: {
        tags,
        operationId: 'importUserTimeOff',
        summary: 'Enter time off of a user as in a calendar file',
        description: `For admins. ${IMPORT}`,
        params: UserParams,
        body: TimeOffImport,
        errors: ['unprocessable_entity', 'too_much_work'],
        response: { 200: TimeOffImportAnswer },
      },
    },
    async (request) => importTimeOff(services, waitingCallerOf(request), request.params.user_id, request.body),
  );

  app.get(
    '/users/:user_id/time_off/:time_off_id',
    {
      schema: {
        tags,
        operationId: 'getUserTimeOff',
        summary: 'One entry of the time off of a user',
        description: 'The reason is shown to the user and to admins alone.',
        params: UserTimeOffParams,
        errors: ['too_much_work'],
        response: { 200: Tagged(TimeOffAnswer) },
      },
    },
    async (request, reply) => {
      const { user_id, time_off_id } = request.params;
      return answer(reply, await getTimeOff(services, waitingCallerOf(request), user_id, time_off_id));
    },
  );

  app.patch(
    '/users/:user_id/time_off/:time_off_id',
    {
      schema: {
        tags,
        operationId: 'updateUserTimeOff',
        summary: 'Change time off of a user',
        description: 'For admins.',
        params: UserTimeOffParams,
        headers: IfMatch,
        body: TimeOffUpdate,
        errors: ['unprocessable_entity', 'too_much_work'],
        response: { 200: Tagged(TimeOffAnswer) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const expected = expectedTagsOf(request);
      const caller = callerOf(request);
      return answer(reply, await updateTimeOff(services, caller, params.user_id, params.time_off_id, body, expected));
    },
  );

  app.delete(
    '/users/:user_id/time_off/:time_off_id',
    {
      schema: {
        tags,
        operationId: 'deleteUserTimeOff',
        summary: 'Delete time off of a user',
        description: 'For admins.',
        params: UserTimeOffParams,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { user_id, time_off_id } = request.params;
      await deleteTimeOff(services, callerOf(request), user_id, time_off_id, expectedTagsOf(request));
      return reply.code(204).send(null);
    },
  );
}

function answer(reply: FastifyReply, timeOff: TimeOff): { time_off: TimeOff } {
  sendTag(reply, tagOfTimeOff(timeOff));
  return { time_off: timeOff };
}
