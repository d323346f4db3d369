import { NotificationSettings, NotificationsUpdate } from '../../../schemas/notifications.ts';
import {
  getNotificationSettings,
  updateNotificationSettings,
} from '../../../services/notifications/notification-settings.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function notificationRoutes(app: App, services: Services): void {
  const tags = ['Users'];

  app.get(
    '/user/notifications/',
    {
      schema: {
        tags,
        operationId: 'getOwnNotificationSettings',
        summary: 'How notifications reach the user that owns the API key',
        errors: ['not_found'],
        response: { 200: NotificationSettings },
      },
    },
    (request) => getNotificationSettings(services, callerOf(request)),
  );

  app.patch(
    '/user/notifications/',
    {
      schema: {
        tags,
        operationId: 'updateOwnNotificationSettings',
        summary: 'Choose how notifications reach the user that owns the API key',
        body: NotificationsUpdate,
        errors: ['not_found'],
        response: { 200: NotificationSettings },
      },
    },
    (request) => updateNotificationSettings(services, callerOf(request), request.body.notifications),
  );
}
