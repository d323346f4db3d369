/** Turns every error into the error envelope. Unexpected errors are logged, and their response reveals nothing. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, PlannedRefusal } from '../errors.ts';
import type { Log } from '../process/log.ts';
import { CallerLeft } from '../services/shared/work.ts';
import { type KnownMethods, pathOf } from './known-methods.ts';
import { releaseWork } from './limits/held-work.ts';
import type { Lingering } from './lingering-close.ts';
import type { ResponseCounter } from './metrics/response-counts.ts';

/** Seconds after which a retry makes sense if the service is unavailable, and the error does not say otherwise. */
const RETRY_AFTER_S = 5;

/** Errors of Fastify itself, by code, in our words: its own may tell what is inside. */
const FASTIFY_ERRORS: Readonly<Record<string, readonly [ErrorCode, string?]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large'],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'bad_request',
    'The body is not valid JSON, or has a field that JavaScript reserves.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as content-length says.'],
};

/** What HTTP requires with a status. No scheme that makes a browser ask for a password. */
const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer realm="Watchbill", ApiKey realm="Watchbill", header="x-api-key"' },
  // The routes that take other types take every type.
  415: { accept: 'application/json' },
};

/** Headers of the answer that is not sent: it may be refused after the route has set them, because it is too large. */
const ANSWER_HEADERS = ['content-disposition', 'etag', 'link'];

export interface ErrorHandlerOptions {
  readonly docsUrl: string;
  readonly log: Log;
  readonly lingering: Lingering;
  readonly methods: KnownMethods;
  readonly responses: ResponseCounter;
}

export function installErrorHandler(
  app: FastifyInstance,
  { docsUrl, log, lingering, methods, responses }: ErrorHandlerOptions,
): void {
  app.setErrorHandler((error: FastifyError | AppError | CallerLeft, request, reply) => {
    // The connection is closed: nobody reads a response.
    if (error instanceof CallerLeft) {
      releaseWork(request);
      return reply.hijack();
    }
    const shown = known(error);
    reply.isPlanned = shown instanceof PlannedRefusal;
    if (shown.status >= 500 && !reply.isPlanned) {
      const { id: requestId, method, url } = request;
      log.error(shown.message, { request_id: requestId, method, path: pathOf(url), error });
    }
    return send(request, reply, shown);
  });
  app.setNotFoundHandler((request, reply) => send(request, reply, methods.refusalOf(request)));

  function send(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
    lingering.discardRest(request, reply);
    for (const name of ANSWER_HEADERS) reply.removeHeader(name);
    if (request.is404) responses.countUnrouted(error.status);
    const retryAfterS = error.retryAfterS ?? (error.status === 503 ? RETRY_AFTER_S : undefined);
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
    reply.headers(STATUS_HEADERS[error.status] ?? {});
    if (error.status === 405) reply.header('allow', methods.at(request.raw.url ?? '').join(', '));
    return reply.code(error.status).type('application/json; charset=utf-8').send(envelope(error, docsUrl));
  }
}

export function envelope({ code, status, message }: AppError, docsUrl: string): string {
  return JSON.stringify({ error: { code, status, message, docs_url: `${docsUrl}/errors#${code}` } });
}

function known(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const [code, message] = FASTIFY_ERRORS[error.code] ?? [];
  if (code !== undefined) return new AppError(code, message, { cause: error });
  const isOfCaller = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return new AppError(isOfCaller ? 'bad_request' : 'internal_server_error', undefined, { cause: error });
}
