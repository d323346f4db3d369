import { NoticesAnswer } from '../../../schemas/notices.ts';
import { listNotices } from '../../../services/notifications/notices.ts';
import type { Services } from '../../../services/shared/services.ts';
import { callerOf } from '../../request-guard.ts';
import type { App } from '../../typed-app.ts';

export function noticeRoutes(app: App, services: Services): void {
  app.get(
    '/notices/',
    {
      schema: {
        tags: ['Chat'],
        operationId: 'listNotices',
        summary: 'Notices for admins',
        description:
          'For admins: messages or user groups that do not reach the chat, since when, and what to do. A notice disappears when things work again.',
        errors: ['forbidden'],
        response: { 200: NoticesAnswer },
      },
    },
    async (request) => ({ notices: await listNotices(services, callerOf(request)) }),
  );
}
