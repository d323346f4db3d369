/** Builds the HTTP service, for `serve` and for the tests. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type ConnectionError } from 'fastify';
import type { OidcConfig } from '../config/oidc.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../process/log.ts';
import { createLiveChanges } from '../services/live/changes.ts';
import type { Services } from '../services/shared/services.ts';
import type { AnswerLimits } from './answers/counted-body.ts';
import { ANSWER_LIMITS } from './answers/large-answers.ts';
import { envelope, installErrorHandler } from './error-handler.ts';
import { createEventStreams } from './event-streams.ts';
import { takeJsonBodies } from './json-bodies.ts';
import { createKnownMethods } from './known-methods.ts';
import { createRateLimit, type RequestCounter } from './limits/rate-limit.ts';
import { closeAtOnce, createLingering, LINGER_LIMITS, type Lingering, type LingerLimits } from './lingering-close.ts';
import { createResponseCounter } from './metrics/response-counts.ts';
import { installPipeline } from './pipeline.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { calendarFeedRoutes, calendarRoutes } from './routes/calendar-feeds.ts';
import { chatRoutes } from './routes/chat/chat.ts';
import { slackRoutes } from './routes/chat/slack.ts';
import { coverageRequestRoutes } from './routes/coverage-requests.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { eventRoutes } from './routes/events.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { noticeRoutes } from './routes/notifications/notices.ts';
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
import type { PublicOrigin } from './sign-in/csrf.ts';
import { createSessionCookie } from './sign-in/session-cookie.ts';
import type { App } from './typed-app.ts';
import { schemaController } from './validation.ts';

/** `publicUrl` is a function: with port 0 it is known only once the server listens. */
export interface AppOptions extends PublicOrigin {
  readonly services: Services;
  readonly docsUrl: string;
  readonly rateLimit: number;
  readonly log: Log;
  /** Undefined: no requests from Slack. */
  readonly slackSigningSecret?: string | undefined;
  /** Undefined: no single sign-on. */
  readonly oidc?: OidcConfig | undefined;
  /** The folder of the built web application; undefined: none. */
  readonly webFolder?: string | undefined;
  /** The folder of the built documentation; undefined: none. */
  readonly docsFolder?: string | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Counts requests; absent: in this process. */
  readonly requestCounter?: RequestCounter | undefined;
  /** Request timeout in ms; then 503. Undefined: no timeout. */
  readonly answerWithinMs?: number | undefined;
  /** How long a client may take to send a request with its body; then 408. */
  readonly requestTimeoutMs?: number | undefined;
  /** The most concurrent streams of live events. */
  readonly eventStreams?: number;
  /** For large answers; absent: `ANSWER_LIMITS`. */
  readonly answerLimits?: Partial<AnswerLimits>;
  /** Whether each request is logged. */
  readonly hasAccessLog?: boolean;
  /** How long the work of a request may take; absent: 24 s. */
  readonly workMs?: number;
  /** How long, and how much, a refused client may go on sending. */
  readonly lingerLimits?: LingerLimits;
}

const REQUEST_TIMEOUT_MS = 30_000;
const EVENT_STREAMS = 2_000;

/** How often Node checks for late requests, in each timeout. */
const CHECKS_PER_TIMEOUT = 10;

/** A connection without traffic for this long is closed. Longer than any response takes to begin. */
const SILENCE_TIMEOUT_MS = 120_000;

/** A path without a route. Paths that cannot be decoded are rewritten to it, so that they get the same response as every unknown path. */
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
  docsFolder,
  requestCounter,
  trustedProxies,
  answerWithinMs,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
  hasAccessLog = false,
  eventStreams = EVENT_STREAMS,
  answerLimits = {},
  workMs,
  lingerLimits = LINGER_LIMITS,
}: AppOptions): Promise<App> {
  const lingering = createLingering(lingerLimits);
  const app: App = Fastify({
    schemaController,
    trustProxy: trustedProxies === undefined ? false : [...trustedProxies],
    // A very long id is treated like any malformed id: the router must not respond itself.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER },
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : NOWHERE),
    requestTimeout: requestTimeoutMs,
    connectionTimeout: SILENCE_TIMEOUT_MS,
    http: {
      requireHostHeader: false,
      // Saves a twentieth of the time of a read.
      optimizeEmptyRequests: true,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / CHECKS_PER_TIMEOUT,
    },
    // Requests over open connections are still served during the shutdown.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: createRequestIds(),
    // Fields such as __proto__ are refused, not dropped: a body is used as it was sent, or not at all.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    clientErrorHandler: (error, socket) => refuse(error, socket, lingering, docsUrl),
  }).withTypeProvider<TypeBoxTypeProvider>();

  // `connectionTimeout` closes idle connections too, and a second limit would set two timers for each request. Fastify ignores 0 as an option.
  app.server.keepAliveTimeout = 0;
  // An unknown expectation must not get a response without the envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.removeContentTypeParser('text/plain');
  takeJsonBodies(app);
  const cookie = createSessionCookie(publicUrl);
  const signIn: SignInOptions = { services, publicUrl, trustsHost, cookie, oidc };
  const methods = createKnownMethods();
  const responses = createResponseCounter();
  const streams = createEventStreams(services, createLiveChanges(services), eventStreams);
  installPipeline(app, {
    ...signIn,
    methods,
    responses,
    lingering,
    rateLimit: createRateLimit(rateLimit, services.clock, requestCounter),
    clock: services.clock,
    requestLog: hasAccessLog ? log : undefined,
    answerWithinMs,
    answerLimits: { ...ANSWER_LIMITS, ...answerLimits },
    workMs,
    beforeClose: streams.endAll,
  });
  installErrorHandler(app, { docsUrl, log, lingering, methods, responses });

  await app.register(async (forms: App) => unsubscribeRoutes(forms, services));
  await app.register(async (forms: App) => slackRoutes(forms, services, slackSigningSecret));
  healthRoutes(app, services);
  metricsRoutes(app, services);
  signInRoutes(app, signIn);
  calendarRoutes(app, services, publicUrl);
  if (oidc !== undefined) oidcRoutes(app, oidc, signIn, log);
  docsRoutes(app, services, docsFolder);
  if (webFolder !== undefined) webAppRoutes(app, webFolder);
  userRoutes(app, services);
  erasureRoutes(app, services);
  settingsRoutes(app, services);
  notificationRoutes(app, services);
  sessionRoutes(app, signIn);
  invitationRoutes(app, services);
  identityRoutes(app, services);
  apiKeyRoutes(app, services);
  calendarFeedRoutes(app, services, publicUrl);
  organizationRoutes(app, services);
  auditLogRoutes(app, services);
  teamRoutes(app, services);
  scheduleRoutes(app, services);
  overrideRoutes(app, services);
  onCallRoutes(app, services);
  searchRoutes(app, services);
  timelineRoutes(app, services);
  coverageRequestRoutes(app, services);
  chatRoutes(app, services);
  deliveryRoutes(app, services);
  noticeRoutes(app, services);
  eventRoutes(app, streams);
  calendarRuleRoutes(app, services);
  reportRoutes(app, services);
  webhookRoutes(app, services);
  timeOffRoutes(app, services);
  mcpRoutes(app, log);
  methods.refuseOthers(app);
  return app;
}

/** Refuses what Node rejects before it is a complete request. */
function refuse({ code }: ConnectionError, socket: Socket, lingering: Lingering, docsUrl: string): void {
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = envelope(new AppError(isLate ? 'request_timeout' : 'bad_request'), docsUrl);
  const head = [
    isLate ? 'HTTP/1.1 408 Request Timeout' : 'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ].join('\r\n');
  const response = `${head}\r\n\r\n${body}`;
  // A late request must not be completed after its refusal: it would be carried out.
  if (isLate) closeAtOnce(socket, response);
  else lingering.closeAfter(socket, response);
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

/** Request ids, unique across nodes and restarts, to find a request in the log. */
function createRequestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
