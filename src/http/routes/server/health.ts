import Type from 'typebox';
import { VERSION } from '../../../process/version.ts';
import { checkReady, type Services } from '../../../services/shared/services.ts';
import { singleFlight } from '../../limits/single-flight.ts';
import { NodeIsStopping } from '../../shutdown.ts';
import type { App } from '../../typed-app.ts';

const Ready = Type.Object({ status: Type.Literal('ok') }, { title: 'ReadyAnswer' });
const Health = Type.Object(
  {
    status: Type.Literal('ok'),
    version: Type.String({ description: 'The version of Watchbill that runs', examples: ['1.0.0-rc.1'] }),
  },
  { title: 'HealthAnswer' },
);

export function healthRoutes(app: App, services: Services): void {
  const shared = { tags: ['Service'], security: [] };

  const check = singleFlight(() => checkReady(services));

  app.get(
    '/healthz',
    {
      schema: { ...shared, operationId: 'getHealth', summary: 'Liveness: the process runs', response: { 200: Health } },
    },
    async () => ({
      status: 'ok' as const,
      version: VERSION,
    }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        ...shared,
        operationId: 'getReadiness',
        summary: 'Readiness: the database accepts writes, the clocks agree, and the process is not shutting down',
        response: { 200: Ready },
      },
    },
    async () => {
      if (app.isShuttingDown) throw new NodeIsStopping();
      await check();
      return { status: 'ok' as const };
    },
  );
}
