import { NotificationSettings, NotificationsUpdate } from '../../../schemas/notifications.ts';
import {
  getNotificationSettings,
  updateNotificationSettings,
} from '../../../services/notifications/notification-settings.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function notificationRoutes(app: App, services: Services): void {
  const { get, patch } = operationsOf(app, services, 'Users');

  get('/user/notifications/', {
    operationId: 'getOwnNotificationSettings',
    summary: 'How notifications reach the user that owns the API key',
    errors: ['not_found'],
    answer: NotificationSettings,
    run: ({ caller }) => getNotificationSettings(services, caller),
  });

  patch('/user/notifications/', {
    operationId: 'updateOwnNotificationSettings',
    summary: 'Choose how notifications reach the user that owns the API key',
    floor: 'viewer',
    body: NotificationsUpdate,
    errors: ['not_found'],
    answer: NotificationSettings,
    run: ({ caller, body }) => updateNotificationSettings(services, caller, body.notifications),
  });
}
