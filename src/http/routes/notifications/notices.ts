import { NoticesAnswer } from '../../../schemas/notices.ts';
import { listNotices } from '../../../services/notifications/notices.ts';
import type { Services } from '../../../services/shared/services.ts';
import { operationsOf } from '../../operations.ts';
import type { App } from '../../typed-app.ts';

export function noticeRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, 'Chat');

  get('/notices/', {
    operationId: 'listNotices',
    summary: 'Notices for admins',
    description:
      'For admins: messages or user groups that do not reach the chat, since when, and what to do. A notice disappears when things work again.',
    floor: 'handle deliveries',
    errors: ['forbidden'],
    answer: NoticesAnswer,
    run: async ({ caller }) => ({ notices: await listNotices(services, caller) }),
  });
}
