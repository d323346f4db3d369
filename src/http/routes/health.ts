import Type from 'typebox';
import { AppError } from '../../errors.ts';
import { checkReady, type Services } from '../../services/services.ts';
import type { App } from '../app.ts';

const Health = Type.Object({ status: Type.Literal('ok') });

export function healthRoutes(app: App, services: Services): void {
  const shared = { tags: ['Service'], security: [], response: { 200: Health } };

  app.get('/healthz', { schema: { ...shared, summary: 'The process runs' } }, async () => ({ status: 'ok' as const }));

  app.get(
    '/readyz',
    {
      schema: {
        ...shared,
        summary: 'The database answers, takes writes and has the same time, and the process is not stopping',
      },
    },
    async () => {
      if (app.leaving.isSo) throw new AppError('service_unavailable', 'This node is stopping.');
      await checkReady(services);
      return { status: 'ok' as const };
    },
  );
}
