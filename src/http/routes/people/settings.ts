import { UserSettingsAnswer, UserSettingsUpdate } from '../../../schemas/people/settings.ts';
import { getUserSettings, updateUserSettings } from '../../../services/people/user-settings.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function settingsRoutes(app: App, services: Services): void {
  const { get, patch } = operationsOf(app, services, 'Users');

  get('/user/settings/', {
    operationId: 'getOwnSettings',
    summary: 'The settings of the user of the API key',
    errors: ['not_found'],
    answer: UserSettingsAnswer,
    run: async ({ caller }) => ({ settings: await getUserSettings(services, caller) }),
  });

  patch('/user/settings/', {
    operationId: 'updateOwnSettings',
    summary: 'Change the settings of the user of the API key',
    floor: 'viewer',
    body: UserSettingsUpdate,
    errors: ['not_found'],
    answer: UserSettingsAnswer,
    run: async ({ caller, body }) => ({
      settings: await updateUserSettings(services, caller, body.settings),
    }),
  });
}
