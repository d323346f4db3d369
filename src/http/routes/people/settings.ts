import { UserSettingsAnswer, UserSettingsUpdate } from '../../../schemas/people/settings.ts';
import { getUserSettings, updateUserSettings } from '../../../services/people/user-settings.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function settingsRoutes(app: App, services: Services): void {
  const tags = ['Users'];

  app.get(
    '/user/settings/',
    {
      schema: {
        tags,
        operationId: 'getOwnSettings',
        summary: 'The settings of the user of the API key',
        errors: ['not_found'],
        response: { 200: UserSettingsAnswer },
      },
    },
    async (request) => ({ settings: await getUserSettings(services, callerOf(request)) }),
  );

  app.patch(
    '/user/settings/',
    {
      schema: {
        tags,
        operationId: 'updateOwnSettings',
        summary: 'Change the settings of the user of the API key',
        body: UserSettingsUpdate,
        errors: ['not_found'],
        response: { 200: UserSettingsAnswer },
      },
    },
    async (request) => ({
      settings: await updateUserSettings(services, callerOf(request), request.body.settings),
    }),
  );
}
