import Type from 'typebox';
import { VERSION } from '../../../process/version.ts';
import { checkReady, type Services } from '../../../services/shared/services.ts';
import { singleFlight } from '../../limits/single-flight.ts';
import { operationsOf } from '../../operations.ts';
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
  const { get } = operationsOf(app, services, 'Service');
  const check = singleFlight(() => checkReady(services));

  get('/healthz', {
    operationId: 'getHealth',
    summary: 'Liveness: the process runs',
    who: 'anyone',
    isProbe: true,
    answer: Health,
    run: async () => ({ status: 'ok' as const, version: VERSION }),
  });

  get('/readyz', {
    operationId: 'getReadiness',
    summary: 'Readiness: the database accepts writes, the clocks agree, and the process is not shutting down',
    who: 'anyone',
    isProbe: true,
    answer: Ready,
    async run() {
      if (app.isShuttingDown) throw new NodeIsStopping();
      await check();
      return { status: 'ok' as const };
    },
  });
}
