import Type from 'typebox';
import { AppError } from '../../errors.ts';
import { checkReady, type Services } from '../../services/services.ts';
import type { App } from '../app.ts';
import { singleFlight } from '../single-flight.ts';

const Health = Type.Object({ status: Type.Literal('ok') });

export function healthRoutes(app: App, services: Services): void {
  const shared = { tags: ['Service'], security: [], response: { 200: Health } };

  const check = singleFlight(() => checkReady(services));

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
      await check();
      return { status: 'ok' as const };
    },
  );
}
