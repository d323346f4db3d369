import {
  AwayAnswer,
  AwayQuery,
  NewTimeOff,
  TimeOffAnswer,
  TimeOffImport,
  TimeOffImportAnswer,
  TimeOffQuery,
  TimeOffsAnswer,
  TimeOffUpdate,
} from '../../schemas/time-off.ts';
import { tagOfTimeOff } from '../../services/shared/entity-tags.ts';
import type { Services } from '../../services/shared/services.ts';
import { listAway } from '../../services/time-off/away.ts';
import {
  createTimeOff,
  deleteTimeOff,
  getTimeOff,
  listTimeOff,
  updateTimeOff,
} from '../../services/time-off/time-off.ts';
import { countsOf, importTimeOff, readImportAgain } from '../../services/time-off/time-off-import.ts';
import { LARGE_BODY_BYTES } from '../access.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

const TAG = 'Time off';
const IMPORT =
  'All events of the file that are not over become time off. An event that was imported before is changed, not made again.';

export function timeOffRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, TAG);

  ownTimeOffRoutes(app, services);
  userTimeOffRoutes(app, services);

  get('/away/', {
    operationId: 'listAway',
    summary: 'When users are away: time off and public holidays',
    mayBeLarge: true,
    query: AwayQuery,
    errors: ['not_found', 'unprocessable_entity'],
    answer: AwayAnswer,
    run: async ({ caller, query }) => ({ away: await listAway(services, caller, query) }),
  });
}

function ownTimeOffRoutes(app: App, services: Services): void {
  const { get, post, patch, del } = operationsOf(app, services, TAG);

  get('/user/time_off/', {
    operationId: 'listOwnTimeOff',
    summary: 'Your time off, by start',
    mayBeLarge: true,
    query: TimeOffQuery,
    errors: ['not_found', 'too_much_work'],
    answer: TimeOffsAnswer,
    run: ({ caller, query }) => listTimeOff(services, caller, caller.userId, query),
  });

  post('/user/time_off/', {
    operationId: 'createOwnTimeOff',
    summary: 'Take time off',
    description: 'It changes no rotation. The answer lists your shifts that collide with it.',
    body: NewTimeOff,
    errors: ['not_found', 'unprocessable_entity', 'too_much_work'],
    status: 201,
    answer: TimeOffAnswer,
    run: async ({ caller, body }) => ({ time_off: await createTimeOff(services, caller, caller.userId, body) }),
    readAgain: {
      keep: ({ time_off }) => time_off.id,
      read: async ({ caller }, id) => ({ time_off: await getTimeOff(services, caller, caller.userId, id) }),
    },
  });

  post('/user/time_off/import', {
    operationId: 'importOwnTimeOff',
    summary: 'Take time off as in a calendar file',
    description: IMPORT,
    // A calendar file of years.
    bodyBytes: LARGE_BODY_BYTES,
    idempotency: 'afterwards',
    mayBeLarge: true,
    body: TimeOffImport,
    errors: ['not_found', 'unprocessable_entity', 'too_much_work'],
    answer: TimeOffImportAnswer,
    run: ({ caller, body }) => importTimeOff(services, caller, caller.userId, body),
    readAgain: {
      keep: countsOf,
      read: ({ caller, body }, counts) => readImportAgain(services, caller, caller.userId, body, counts),
    },
  });

  get('/user/time_off/:time_off_id', {
    operationId: 'getOwnTimeOff',
    summary: 'One of your entries of time off',
    errors: ['too_much_work'],
    answer: TimeOffAnswer,
    tagOf: ({ time_off }) => tagOfTimeOff(time_off),
    run: async ({ caller, params }) => ({
      time_off: await getTimeOff(services, caller, caller.userId, params.time_off_id),
    }),
  });

  patch('/user/time_off/:time_off_id', {
    operationId: 'updateOwnTimeOff',
    summary: 'Change your time off',
    ifMatch: true,
    body: TimeOffUpdate,
    errors: ['unprocessable_entity', 'too_much_work'],
    answer: TimeOffAnswer,
    tagOf: ({ time_off }) => tagOfTimeOff(time_off),
    run: async ({ caller, params, body, expected }) => ({
      time_off: await updateTimeOff(services, caller, caller.userId, params.time_off_id, body, expected),
    }),
  });

  del('/user/time_off/:time_off_id', {
    operationId: 'deleteOwnTimeOff',
    summary: 'Delete your time off',
    ifMatch: true,
    run: ({ caller, params, expected }) => deleteTimeOff(services, caller, caller.userId, params.time_off_id, expected),
  });
}

function userTimeOffRoutes(app: App, services: Services): void {
  const { get, post, patch, del } = operationsOf(app, services, TAG);

  get('/users/:user_id/time_off/', {
    operationId: 'listUserTimeOff',
    summary: 'The time off of a user, by start',
    description: 'Reasons are shown to the user and to admins alone.',
    mayBeLarge: true,
    query: TimeOffQuery,
    errors: ['too_much_work'],
    answer: TimeOffsAnswer,
    run: ({ caller, params, query }) => listTimeOff(services, caller, params.user_id, query),
  });

  post('/users/:user_id/time_off/', {
    operationId: 'createUserTimeOff',
    summary: 'Enter time off of a user',
    description: 'For admins. It changes no rotation. The answer lists the shifts of the user that collide with it.',
    body: NewTimeOff,
    errors: ['unprocessable_entity', 'too_much_work'],
    status: 201,
    answer: TimeOffAnswer,
    run: async ({ caller, params, body }) => ({
      time_off: await createTimeOff(services, caller, params.user_id, body),
    }),
    readAgain: {
      keep: ({ time_off }) => time_off.id,
      read: async ({ caller, params }, id) => ({ time_off: await getTimeOff(services, caller, params.user_id, id) }),
    },
  });

  post('/users/:user_id/time_off/import', {
    operationId: 'importUserTimeOff',
    summary: 'Enter time off of a user as in a calendar file',
    description: `For admins. ${IMPORT}`,
    // A calendar file of years.
    bodyBytes: LARGE_BODY_BYTES,
    idempotency: 'afterwards',
    mayBeLarge: true,
    body: TimeOffImport,
    errors: ['unprocessable_entity', 'too_much_work'],
    answer: TimeOffImportAnswer,
    run: ({ caller, params, body }) => importTimeOff(services, caller, params.user_id, body),
    readAgain: {
      keep: countsOf,
      read: ({ caller, params, body }, counts) => readImportAgain(services, caller, params.user_id, body, counts),
    },
  });

  get('/users/:user_id/time_off/:time_off_id', {
    operationId: 'getUserTimeOff',
    summary: 'One entry of the time off of a user',
    description: 'The reason is shown to the user and to admins alone.',
    errors: ['too_much_work'],
    answer: TimeOffAnswer,
    tagOf: ({ time_off }) => tagOfTimeOff(time_off),
    run: async ({ caller, params }) => {
      const { user_id, time_off_id } = params;
      return { time_off: await getTimeOff(services, caller, user_id, time_off_id) };
    },
  });

  patch('/users/:user_id/time_off/:time_off_id', {
    operationId: 'updateUserTimeOff',
    summary: 'Change time off of a user',
    description: 'For admins.',
    ifMatch: true,
    body: TimeOffUpdate,
    errors: ['unprocessable_entity', 'too_much_work'],
    answer: TimeOffAnswer,
    tagOf: ({ time_off }) => tagOfTimeOff(time_off),
    run: async ({ caller, params, body, expected }) => ({
      time_off: await updateTimeOff(services, caller, params.user_id, params.time_off_id, body, expected),
    }),
  });

  del('/users/:user_id/time_off/:time_off_id', {
    operationId: 'deleteUserTimeOff',
    summary: 'Delete time off of a user',
    description: 'For admins.',
    ifMatch: true,
    run: ({ caller, params, expected }) => {
      const { user_id, time_off_id } = params;
      return deleteTimeOff(services, caller, user_id, time_off_id, expected);
    },
  });
}
