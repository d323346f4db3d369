import { NewOverride, OverrideAnswer, OverridesAnswer, OverrideUpdate } from '../../../schemas/schedules/overrides.ts';
import { OverridesQuery } from '../../../schemas/schedules/schedules.ts';
import {
  createOverride,
  deleteOverride,
  getOverride,
  listOverrides,
  updateOverride,
} from '../../../services/schedules/overrides.ts';
import { tagOfOverride } from '../../../services/shared/entity-tags.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function overrideRoutes(app: App, services: Services): void {
  const { get, post, patch, del } = operationsOf(app, services, 'Overrides');

  get('/schedules/:schedule_id/overrides/', {
    operationId: 'listOverrides',
    summary: 'The overrides of a schedule in an interval',
    query: OverridesQuery,
    errors: ['unprocessable_entity'],
    answer: OverridesAnswer,
    run: ({ caller, params, query }) => listOverrides(services, caller, params.schedule_id, query),
  });

  post('/schedules/:schedule_id/overrides/', {
    operationId: 'createOverride',
    summary: 'Create an override',
    body: NewOverride,
    errors: ['unprocessable_entity'],
    status: 201,
    answer: OverrideAnswer,
    run: async ({ caller, params, body }) => ({
      override: await createOverride(services, caller, params.schedule_id, body),
    }),
  });

  get('/schedules/:schedule_id/overrides/:override_id', {
    operationId: 'getOverride',
    summary: 'An override',
    answer: OverrideAnswer,
    tagOf: ({ override }) => tagOfOverride(override),
    run: async ({ caller, params }) => {
      const { schedule_id, override_id } = params;
      const override = await getOverride(services, caller, schedule_id, override_id);
      return { override };
    },
  });

  patch('/schedules/:schedule_id/overrides/:override_id', {
    operationId: 'updateOverride',
    summary: 'Change an override; the past part of a running one stays',
    description:
      'Absent fields are not changed. The override keeps its id, and its rank among overlapping overrides. A start in the past becomes now; a running override that keeps its users keeps its start too.',
    ifMatch: true,
    body: OverrideUpdate,
    errors: ['unprocessable_entity', 'override_already_finished', 'schedule_broken'],
    answer: OverrideAnswer,
    tagOf: ({ override }) => tagOfOverride(override),
    run: async ({ caller, params, body, expected }) => ({
      override: await updateOverride(services, caller, params, body, expected),
    }),
  });

  del('/schedules/:schedule_id/overrides/:override_id', {
    operationId: 'deleteOverride',
    summary: 'Delete an override; a running one ends now',
    ifMatch: true,
    errors: ['override_already_finished'],
    run: ({ caller, params, expected }) => deleteOverride(services, caller, params, expected),
  });
}
