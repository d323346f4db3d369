/** Builds the HTTP service, for `serve` and for the tests. */
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type ConnectionError } from 'fastify';
import type { OidcConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services/shared/services.ts';
import { logRequests } from './access-log.ts';
import type { PublicOrigin } from './csrf.ts';
import { envelope, installErrorHandler } from './error-handler.ts';
import { acceptIdempotencyKeys } from './idempotency.ts';
import { installOpenApi } from './openapi.ts';
import { createRateLimit, type RequestCounter } from './rate-limit.ts';
import { createRequestIds, installRequestGuard, limitBodies, requireAuthentication } from './request-guard.ts';
import { limitRequestTime } from './request-timeout.ts';
import { countResponses } from './response-counts.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { calendarFeedRoutes, calendarRoutes } from './routes/calendar-feeds.ts';
import { chatRoutes } from './routes/chat/chat.ts';
import { slackRoutes } from './routes/chat/slack.ts';
import { coverageRequestRoutes } from './routes/coverage-requests.ts';
import { eventRoutes } from './routes/events.ts';
import { deliveryRoutes } from './routes/jobs/deliveries.ts';
import { noticeRoutes } from './routes/jobs/notices.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { notificationRoutes } from './routes/notifications/notifications.ts';
import { unsubscribeRoutes } from './routes/notifications/unsubscribe.ts';
import { calendarRuleRoutes } from './routes/people/calendar-rules.ts';
import { erasureRoutes } from './routes/people/erasure.ts';
import { organizationRoutes } from './routes/people/organizations.ts';
import { searchRoutes } from './routes/people/search.ts';
import { settingsRoutes } from './routes/people/settings.ts';
import { teamRoutes } from './routes/people/teams.ts';
import { userRoutes } from './routes/people/users.ts';
import { reportRoutes } from './routes/reports.ts';
import { onCallRoutes } from './routes/schedules/oncall.ts';
import { overrideRoutes } from './routes/schedules/overrides.ts';
import { scheduleRoutes } from './routes/schedules/schedules.ts';
import { timelineRoutes } from './routes/schedules/timelines.ts';
import { docsRoutes } from './routes/server/docs.ts';
import { healthRoutes } from './routes/server/health.ts';
import { metricsRoutes } from './routes/server/metrics.ts';
import { webAppRoutes } from './routes/server/web-app.ts';
import { apiKeyRoutes } from './routes/sign-in/api-keys.ts';
import { identityRoutes } from './routes/sign-in/identities.ts';
import { oidcRoutes } from './routes/sign-in/oidc.ts';
import { invitationRoutes, type SignInOptions, sessionRoutes, signInRoutes } from './routes/sign-in/sessions.ts';
import { timeOffRoutes } from './routes/time-off.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { createSessionCookie } from './session-cookie.ts';
import { trackShutdown } from './shutdown.ts';
import type { App } from './typed-app.ts';
import { schemaController } from './validation.ts';

/** `publicUrl` is a function: on a port that was free it is known once the server listens. */
export interface AppOptions extends PublicOrigin {
  readonly services: Services;
  readonly docsUrl: string;
  readonly rateLimit: number;
  readonly log: Log;
  /** Undefined when nothing comes from Slack. */
  readonly slackSigningSecret?: string | undefined;
  /** Undefined when nobody signs in through another service. */
  readonly oidc?: OidcConfig | undefined;
  /** Where the built web application is; undefined when there is to be none. */
  readonly webFolder?: string | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Where requests are counted; in this process when absent. */
  readonly requestCounter?: RequestCounter | undefined;
  /** Request timeout in ms; then 503. Undefined: no timeout. */
  readonly answerWithinMs?: number | undefined;
  /** How long a client may take to send a request with its body; then 408. */
  readonly requestTimeoutMs?: number | undefined;
  /** Streams of live events at a time. */
  readonly eventStreams?: number;
  /** Whether each request is logged. */
  readonly hasAccessLog?: boolean;
}

const BODY_LIMIT_BYTES = 1024 * 1024;

const REQUEST_TIMEOUT_MS = 30_000;
const EVENT_STREAMS = 2_000;

/** How often Node checks for late requests, in each timeout. */
const CHECKS_PER_TIMEOUT = 10;

/** A connection without traffic for this long is closed. Longer than any response takes to begin. */
const SILENCE_TIMEOUT_MS = 120_000;

/** A path without a route. Paths that cannot be decoded are rewritten to it, so that they are answered like every unknown path. */
const NOWHERE = '/-';

export async function buildApp({
  services,
  docsUrl,
  publicUrl,
  trustsHost,
  rateLimit,
  log,
  slackSigningSecret,
  oidc,
  webFolder,
  requestCounter,
  trustedProxies,
  answerWithinMs,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  hasAccessLog = false,
  eventStreams = EVENT_STREAMS,
}: AppOptions): Promise<App> {
  const app: App = Fastify({
    schemaController,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies === undefined ? false : [...trustedProxies],
    // An id that is far too long is an id of nothing, like any other of the wrong shape: the router must not answer it itself.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER },
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : NOWHERE),
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    http: {
      requireHostHeader: false,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / CHECKS_PER_TIMEOUT,
    },
    // What still comes over an open connection while the service stops is answered like everything else.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: createRequestIds(),
    // Fields such as __proto__ are refused, not dropped: a body is taken as it was sent or not at all.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    clientErrorHandler: (error, socket) => refuse(error, socket, docsUrl),
  }).withTypeProvider<TypeBoxTypeProvider>();

  // An expectation that we do not know is no reason to answer without the envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeContentTypeParser('text/plain');
  // Many clients send a content type without a body: that is an empty body, not a broken one.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });
  const cookie = createSessionCookie(publicUrl);
  const signIn: SignInOptions = { services, publicUrl, trustsHost, cookie, oidc };
  if (hasAccessLog) logRequests(app, log);
  if (answerWithinMs !== undefined) limitRequestTime(app, answerWithinMs);
  installRequestGuard(app, { ...signIn, rateLimit: createRateLimit(rateLimit, services.clock, requestCounter) });
  installErrorHandler(app, docsUrl, log);
  installOpenApi(app);
  countResponses(app);
  trackShutdown(app);

  await app.register(async (open: App) => {
    limitBodies(open);
    healthRoutes(open, services);
    metricsRoutes(open, services);
    signInRoutes(open, signIn);
    calendarRoutes(open, services, publicUrl);
  });
  if (oidc !== undefined) {
    await app.register(async (open: App) => {
      limitBodies(open);
      oidcRoutes(open, oidc, signIn, log);
    });
  }
  await app.register(async (open: App) => unsubscribeRoutes(open, services));
  await app.register(docsRoutes);
  if (webFolder !== undefined) await app.register(async (web: App) => webAppRoutes(web, webFolder));
  await app.register(async (slack: App) => slackRoutes(slack, services, slackSigningSecret));
  await app.register(async (api: App) => {
    requireAuthentication(api);
    acceptIdempotencyKeys(api, services);
    userRoutes(api, services);
    erasureRoutes(api, services);
    settingsRoutes(api, services);
    notificationRoutes(api, services);
    sessionRoutes(api, signIn);
    invitationRoutes(api, services);
    identityRoutes(api, services);
    apiKeyRoutes(api, services);
    calendarFeedRoutes(api, services, publicUrl);
    organizationRoutes(api, services);
    auditLogRoutes(api, services);
    teamRoutes(api, services);
    scheduleRoutes(api, services);
    overrideRoutes(api, services);
    onCallRoutes(api, services);
    searchRoutes(api, services);
    timelineRoutes(api, services);
    coverageRequestRoutes(api, services);
    chatRoutes(api, services);
    deliveryRoutes(api, services);
    noticeRoutes(api, services);
    mcpRoutes(api, services, log);
    eventRoutes(api, services, eventStreams);
    calendarRuleRoutes(api, services);
    reportRoutes(api, services);
    webhookRoutes(api, services);
    timeOffRoutes(api, services);
  });
  return app;
}

/** What Node refuses before it is a request, or before it is a whole one. */
function refuse({ code }: ConnectionError, socket: Socket, docsUrl: string): void {
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = envelope(new AppError(isLate ? 'request_timeout' : 'bad_request'), docsUrl);
  const head = [
    isLate ? 'HTTP/1.1 408 Request Timeout' : 'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ].join('\r\n');
  // Ended alone, a connection stays open until the client ends it too.
  if (socket.writable) socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
