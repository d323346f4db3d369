/** Metrics for Prometheus, open like `/healthz`. Plain text, and not part of the documented API. */
import type { Services } from '../../../services/shared/services.ts';
import { createScraper, type Scraper } from '../../metrics.ts';
import { singleFlight } from '../../single-flight.ts';
import type { App } from '../../typed-app.ts';

export function metricsRoutes(app: App, services: Services): void {
  let scraper: Promise<Scraper> | undefined;

  const measure = singleFlight(async () => {
    scraper ??= createScraper(services, app.responseCounts);
    const { contentType, scrape } = await scraper;
    return { contentType, text: await scrape() };
  });

  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    const { contentType, text } = await measure();
    return reply.type(contentType).send(text);
  });
}
