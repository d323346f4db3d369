import Type from 'typebox';
import { checkReady, type Services } from '../../services/services.ts';
import type { App } from '../app.ts';

const Health = Type.Object({ status: Type.Literal('ok') });

export function healthRoutes(app: App, services: Services): void {
  app.get('/healthz', { schema: { summary: 'The process runs', response: { 200: Health } } }, async () => ({
    status: 'ok' as const,
  }));

  app.get('/readyz', { schema: { summary: 'The database answers', response: { 200: Health } } }, async () => {
    await checkReady(services);
    return { status: 'ok' as const };
  });
}
