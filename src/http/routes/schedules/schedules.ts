import {
  NewSchedule,
  RevisionsAnswer,
  RevisionsQuery,
  ScheduleAnswer,
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
import { LARGE_BODY_BYTES } from '../../access.ts';
import { PAGES } from '../../mcp/tools.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function scheduleRoutes(app: App, services: Services): void {
  const { get, post, patch, del } = operationsOf(app, services, 'Schedules');

  get('/schedules', {
    operationId: 'listSchedules',
    summary: 'All schedules',
    mayBeLarge: true,
    query: SchedulesQuery,
    errors: ['not_found'],
    answer: SchedulesAnswer,
    tool: {
      name: 'list_schedules',
      title: 'Schedules',
      description: `Schedules with their rotation, who is on call now and who is next; by team or by a part of the name. ${PAGES}`,
    },
    run: ({ caller, query }) => listSchedules(services, caller, query),
  });

  post('/schedules', {
    operationId: 'createSchedule',
    summary: 'Create a schedule',
    // 21 layers of 50 people each: what holds now and what is planned.
    bodyBytes: LARGE_BODY_BYTES,
    body: NewSchedule,
    errors: ['not_found', 'unprocessable_entity', 'duplicate_external_id', 'too_many_turns'],
    status: 201,
    answer: ScheduleAnswer,
    run: async ({ caller, body }) => ({ schedule: await createSchedule(services, caller, body) }),
    readAgain: {
      keep: ({ schedule }) => schedule.id,
      read: ({ caller }, id) => getSchedule(services, caller, id),
    },
  });

  get('/schedules/:schedule_id', {
    operationId: 'getSchedule',
    summary: 'A schedule',
    answer: ScheduleAnswer,
    tagOf: (answer) => tagOfSchedule(answer.schedule),
    run: ({ caller, params }) => getSchedule(services, caller, params.schedule_id),
  });

  patch('/schedules/:schedule_id', {
    operationId: 'updateSchedule',
    summary: 'Change a schedule',
    // 21 layers of 50 people each: what holds now and what is planned.
    bodyBytes: LARGE_BODY_BYTES,
    ifMatch: true,
    body: ScheduleUpdate,
    errors: [
      'unprocessable_entity',
      'duplicate_external_id',
      'revision_not_planned',
      'schedule_broken',
      'too_many_turns',
    ],
    answer: ScheduleAnswer,
    tagOf: ({ schedule }) => tagOfSchedule(schedule),
    run: async ({ caller, params, body, expected }) => {
      const { schedule_id } = params;
      const schedule = await updateSchedule(services, caller, schedule_id, body, expected);
      return { schedule };
    },
  });

  del('/schedules/:schedule_id', {
    operationId: 'deleteSchedule',
    summary: 'Delete a schedule',
    ifMatch: true,
    run: ({ caller, params, expected }) => deleteSchedule(services, caller, params.schedule_id, expected),
  });

  get('/schedules/:schedule_id/shifts/', {
    operationId: 'listShifts',
    summary: 'The shifts of a schedule in an interval',
    query: ShiftsQuery,
    errors: ['unprocessable_entity', 'schedule_broken', 'too_much_work'],
    answer: ShiftsAnswer,
    tool: {
      name: 'list_shifts',
      title: 'Shifts of a schedule',
      description: `The shifts of a schedule in an interval, overrides included, by start. ${PAGES}`,
      ids: { schedule_id: 'From list_schedules' },
    },
    run: ({ caller, params, query }) => listShifts(services, caller, params.schedule_id, query),
  });

  get('/schedules/:schedule_id/revisions/', {
    operationId: 'listRevisions',
    summary: 'The revisions of a schedule',
    mayBeLarge: true,
    query: RevisionsQuery,
    answer: RevisionsAnswer,
    run: ({ caller, params, query }) => listRevisions(services, caller, params.schedule_id, query),
  });

  del('/schedules/:schedule_id/revisions/:revision', {
    operationId: 'cancelRevision',
    summary: 'Cancel a planned revision: the layer before it stays in force',
    paramsAbout: { revision: 'Number of the revision' },
    ifMatch: true,
    errors: ['unprocessable_entity', 'revision_not_planned', 'schedule_broken'],
    run: ({ caller, params, expected }) => {
      const { schedule_id, revision } = params;
      return cancelRevision(services, caller, schedule_id, revision, expected);
    },
  });
}
