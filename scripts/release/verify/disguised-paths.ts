/** Paths of the service as a client may write them. The service decodes them, and a proxy must not take them for others. */

/** Some lead to another page, or to nothing. None may lead to the metrics of a process. */
export const METRICS: readonly string[] = [
  '/metrics',
  '/metrics/',
  '/metrics?x=1',
  '/metrics#x',
  '/%6detrics',
  '/%6Detrics/?x=1',
  '/%6d%65%74%72%69%63%73',
  '/metrics%2f',
  '//metrics',
  '/./metrics',
  '/app/../metrics',
  '/%2e/metrics',
  '/METRICS',
];

/** Answers of these have secrets in them. */
export const CALENDAR_FEEDS: readonly string[] = [
  '/user/calendar_feeds/?per_page=100',
  '/user/calendar_feed%73/?per_page=100',
  '/%75ser/calendar_feeds?per_page=100',
];
