/** Metrics for Prometheus, open like `/healthz`. Plain text, and not part of the documented API. */
import type { Services } from '../../../services/shared/services.ts';
import { createMetrics } from '../../metrics/metrics.ts';
import type { App } from '../../typed-app.ts';

export function metricsRoutes(app: App, services: Services): void {
  const measure = createMetrics(services, app.responses.counts);
  const config = { access: { who: 'anyone', isProbe: true } as const };

  app.get('/metrics', { config, schema: { hide: true } }, async (_, reply) => {
    const { contentType, text } = await measure();
    return reply.type(contentType).send(text);
  });
}
