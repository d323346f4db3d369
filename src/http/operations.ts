/**
 * An operation of the API as data, and the one function that carries each of them out: what happens between the checks of a request
 * (request-guard.ts, validation.ts) and its answer stands here, in this order.
 */
import type { FastifyRequest, FastifySchema } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { IdempotencyKey, IfMatch, IfMatchOrNone, NoContent, PaginationMeta, Tagged } from '../schemas/fields.ts';
import { lockOfSchedule } from '../services/plan/schedule-changes.ts';
import type { ExpectedTags } from '../services/shared/entity-tags.ts';
import { answerOnce } from '../services/shared/idempotency.ts';
import type { PageMeta } from '../services/shared/paging.ts';
import type { Services } from '../services/shared/services.ts';
import type { Authenticated } from '../services/sign-in/authentication.ts';
import { linksFrom } from './answers/page-links.ts';
import { expectedTagsOf, expectedTagsOrNone, sendTag } from './entity-tags.ts';
import { ONLY_SESSIONS } from './openapi/security.ts';
import { authenticatedOf, callerOf, requireSession, waitingCallerOf } from './request-guard.ts';
import type { App } from './typed-app.ts';

type ParamsOf<U extends string> = U extends `${string}:${infer P}/${infer Rest}`
  ? { readonly [K in P]: string } & ParamsOf<Rest>
  : U extends `${string}:${infer P}`
    ? { readonly [K in P]: string }
    : unknown;

/** What a caller asks for, already checked against the schemas of the operation. */
export interface Asked<U extends string, Q, B> {
  readonly caller: Authenticated['caller'];
  /** The same for work that is worth stopping when the caller has gone. */
  readonly waiting: Authenticated['caller'];
  readonly authenticated: Authenticated;
  readonly params: ParamsOf<U>;
  readonly query: Q;
  readonly body: B;
  /** What `if-match` says. */
  readonly expected: ExpectedTags;
  /** The same, or 'none' for `if-none-match: *`. */
  readonly expectedOrNone: ExpectedTags | 'none';
}

export interface Operation<U extends string, Q extends TSchema, B extends TSchema, A extends TSchema> {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** What the parameters of the path are, where that is not plain. */
  readonly paramsAbout?: Readonly<Record<string, string>>;
  readonly query?: Q;
  readonly body?: B;
  /** Takes `if-match`; with `or none` also `if-none-match: *`. */
  readonly ifMatch?: true | 'or none';
  /** Absent: the answer is 204. */
  readonly answer?: A;
  /** Of an answer with a body; absent: 200. */
  readonly status?: 200 | 201 | 202;
  readonly tagOf?: (answer: Static<A>) => string;
  /** Codes of its own: see openapi/error-codes.ts. */
  readonly errors?: readonly ErrorCode[];
  readonly mayBeLarge?: true;
  /** Refuses API keys; a text says why. */
  readonly session?: true | string;
  /** `none`: a key is ignored, since the answer has a secret. `afterwards`: its work is not one transaction, and the answer is stored at the end. */
  readonly idempotency?: 'none' | 'afterwards';
  /** Whether a request with this body only reads. */
  readonly isPreview?: (body: Static<B>) => boolean;
  readonly run: (asked: Asked<U, Static<Q>, Static<B>>) => Promise<Static<A>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `tag`: the chapter of the reference that the operations are in. */
export function operationsOf(app: App, services: Services, tag: string) {
  const adding =
    (method: Method) =>
    <const U extends string, Q extends TSchema, B extends TSchema, A extends TSchema>(
      url: U,
      operation: Operation<U, Q, B, A>,
    ): void =>
      add(app, services, { tag, method, url }, operation);
  return {
    get: adding('GET'),
    post: adding('POST'),
    put: adding('PUT'),
    patch: adding('PATCH'),
    del: adding('DELETE'),
  };
}

interface Place<U extends string> {
  readonly tag: string;
  readonly method: Method;
  readonly url: U;
}

function add<U extends string, Q extends TSchema, B extends TSchema, A extends TSchema>(
  app: App,
  services: Services,
  { tag, method, url }: Place<U>,
  operation: Operation<U, Q, B, A>,
): void {
  const { run, answer, status = answer === undefined ? 204 : 200, tagOf, session, idempotency, mayBeLarge } = operation;
  const { operationId, summary, description, query, body, ifMatch, errors, paramsAbout } = operation;
  const takesKey = method === 'POST' && idempotency !== 'none';
  const headers = takesKey ? IdempotencyKey : ifMatch === 'or none' ? IfMatchOrNone : ifMatch && IfMatch;
  const hasPages = (answer as { properties?: { meta?: unknown } } | undefined)?.properties?.meta === PaginationMeta;
  const params = paramsIn(url, paramsAbout);

  const schema: FastifySchema = {
    tags: [tag],
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(session !== undefined && { security: ONLY_SESSIONS }),
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    ...(errors !== undefined && { errors }),
    response: { [status]: answer === undefined ? NoContent : tagOf === undefined ? answer : Tagged(answer) },
  };

  async function work(asked: Asked<U, Static<Q>, Static<B>>) {
    return { status: status as number, body: (await run(asked)) as unknown, isReplay: false };
  }

  function once(request: FastifyRequest, key: string, asked: Asked<U, Static<Q>, Static<B>>) {
    const { schedule_id: scheduleId } = request.params as { readonly schedule_id?: string };
    const locks = scheduleId === undefined ? [] : [lockOfSchedule(asked.caller, scheduleId)];
    const same = { key, route: `POST ${url}`, path: request.url, body: request.body, locks };
    const isShared = idempotency !== 'afterwards' && operation.isPreview?.(asked.body) !== true;
    return answerOnce(services, asked.caller, same, () => work(asked), isShared);
  }

  app.route({
    method,
    url,
    config: { ...(mayBeLarge && { mayBeLarge }) },
    schema,
    ...(session !== undefined && { onRequest: requireSession(session === true ? undefined : session) }),
    ...((body as { default?: unknown } | undefined)?.default !== undefined && { preValidation: fillBody }),
    handler: async (request, reply) => {
      const asked = new AskedBy(request) as unknown as Asked<U, Static<Q>, Static<B>>;
      const key = takesKey ? request.headers['idempotency-key'] : undefined;
      const done = typeof key === 'string' ? await once(request, key, asked) : await work(asked);
      if (done.isReplay) reply.header('idempotency-replayed', 'true');
      if (tagOf !== undefined) sendTag(reply, tagOf(done.body as Static<A>));
      if (hasPages) reply.header('link', linksFrom(request.raw.url, (done.body as { meta: PageMeta }).meta));
      return reply.code(done.status).send(done.body ?? null);
    },
  });
}

class AskedBy {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get caller() {
    return callerOf(this.#request);
  }
  get waiting() {
    return waitingCallerOf(this.#request);
  }
  get authenticated() {
    return authenticatedOf(this.#request);
  }
  get params() {
    return this.#request.params;
  }
  get query() {
    return this.#request.query;
  }
  get body() {
    return this.#request.body;
  }
  get expected() {
    return expectedTagsOf(this.#request as never);
  }
  get expectedOrNone() {
    return expectedTagsOrNone(this.#request as never);
  }
}

/** A body that may be left out. */
async function fillBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

function paramsIn(url: string, about: Operation<string, TSchema, TSchema, TSchema>['paramsAbout'] = {}) {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  return Type.Object(
    Object.fromEntries(
      names.map((name) => [name, Type.String(about[name] === undefined ? {} : { description: about[name] })]),
    ),
  );
}
