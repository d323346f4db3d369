/**
 * An operation of the API as data (rule OPS-1), and the one function that carries each of them out (rule OPS-2). What happens before stands in
 * pipeline.ts.
 */
import type { FastifyRequest, FastifySchema } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { Caller } from '../permissions.ts';
import { IdempotencyKey, IfMatch, IfMatchOrNone, NoContent, PaginationMeta, Tagged } from '../schemas/fields.ts';
import { lockOfSchedule } from '../services/plan/schedule-changes.ts';
import type { ExpectedTags } from '../services/shared/entity-tags.ts';
import { answerOnce } from '../services/shared/idempotency.ts';
import type { PageMeta } from '../services/shared/paging.ts';
import type { Services } from '../services/shared/services.ts';
import type { Authenticated } from '../services/sign-in/authentication.ts';
import type { Visitor } from '../services/sign-in/sessions.ts';
import type { Access, Who } from './access.ts';
import { requireRoom, written } from './answers/large-answers.ts';
import { linksFrom } from './answers/page-links.ts';
import { callerOf } from './callers.ts';
import { expectedTagsOf, sendTag } from './entity-tags.ts';
import { visitorOf } from './limits/client-address.ts';
import { type ToolWords, toolOf } from './mcp/tools.ts';
import type { App } from './typed-app.ts';

type ParamsOf<U extends string> = U extends `${string}:${infer P}/${infer Rest}`
  ? { readonly [K in P]: string } & ParamsOf<Rest>
  : U extends `${string}:${infer P}`
    ? { readonly [K in P]: string }
    : unknown;

/** What a request asks for, already checked against the schemas of the operation. */
export interface Asked<U extends string, Q, B, W = Who | undefined> {
  readonly caller: W extends 'anyone' ? never : Caller;
  /** The caller with the key or session that was used. */
  readonly authenticated: W extends 'anyone' ? Authenticated | null : Authenticated;
  readonly visitor: Visitor;
  readonly params: ParamsOf<U>;
  readonly query: Q;
  readonly body: B;
  /** What `if-match` says, and `if-none-match` if the operation takes it. */
  readonly expected: ExpectedTags;
}

export interface Operation<
  U extends string,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
  W extends Who | undefined,
  K = unknown,
> extends Access<W> {
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
  /** Codes of its own: see scripts/openapi/error-codes.ts. */
  readonly errors?: readonly ErrorCode[];
  readonly mayBeLarge?: true;
  /** `none`: a key is ignored, since the answer has a secret. `afterwards`: its work is not one transaction, and the answer is stored at the end. */
  readonly idempotency?: 'none' | 'afterwards';
  /** If the answer may have more than 8 KB, it is not stored with a key: what is stored instead, and how a retry reads the answer again. */
  readonly readAgain?: {
    readonly keep: (answer: Static<A>, asked: Asked<U, Static<Q>, Static<B>, W>) => K;
    readonly read: (asked: Asked<U, Static<Q>, Static<B>, W>, kept: K) => Promise<Static<A>>;
  };
  /** Whether a request with this body only reads. */
  readonly isPreview?: (body: Static<B>) => boolean;
  /** Offers the operation to agents. */
  readonly tool?: ToolWords<Static<A>>;
  readonly run: (asked: Asked<U, Static<Q>, Static<B>, W>) => Promise<Static<A>>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isOperation?: true;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `chapter`: of the reference that the operations are in. */
export function operationsOf(app: App, services: Services, chapter: string) {
  const adding =
    (method: Method) =>
    <
      const U extends string,
      Q extends TSchema,
      B extends TSchema,
      A extends TSchema,
      const W extends Who | undefined = undefined,
      K = never,
    >(
      url: U,
      operation: Operation<U, Q, B, A, W, K>,
    ): void =>
      add(app, services, { chapter, method, url }, operation as unknown as AnyOperation);
  return {
    get: adding('GET'),
    post: adding('POST'),
    put: adding('PUT'),
    patch: adding('PATCH'),
    del: adding('DELETE'),
  };
}

/** After its types have done their work. */
type AnyOperation = Omit<
  Operation<string, TSchema, TSchema, TSchema, undefined>,
  'run' | 'readAgain' | 'tagOf' | 'isPreview'
> & {
  readonly run: (asked: unknown) => Promise<unknown>;
  readonly readAgain?: {
    readonly keep: (answer: unknown, asked: unknown) => unknown;
    readonly read: (asked: unknown, kept: unknown) => Promise<unknown>;
  };
  readonly tagOf?: (answer: unknown) => string;
  readonly isPreview?: (body: unknown) => boolean;
};

interface Place {
  readonly chapter: string;
  readonly method: Method;
  readonly url: string;
}

function add(app: App, services: Services, { chapter, method, url }: Place, operation: AnyOperation): void {
  const { operationId, summary, description, query, body, answer, errors, ifMatch, idempotency, tagOf } = operation;
  const { mayBeLarge, run, readAgain, tool } = operation;
  const status = operation.status ?? (answer === undefined ? 204 : 200);
  const takesKey = method === 'POST' && idempotency !== 'none';
  const hasPages = propertiesOf(answer).meta === PaginationMeta;
  const mayStop = method === 'GET' || idempotency === 'afterwards';
  const params = paramsIn(url, operation.paramsAbout);
  const headers = [takesKey && IdempotencyKey, ifMatch && (ifMatch === true ? IfMatch : IfMatchOrNone)];
  const headerFields = Object.assign({}, ...headers.map((one) => propertiesOf(one || undefined)));

  const schema: FastifySchema = {
    tags: [chapter],
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(Object.keys(headerFields).length > 0 && { headers: Type.Object(headerFields) }),
    ...(body !== undefined && { body }),
    ...(errors !== undefined && { errors }),
    response: { [status]: answer === undefined ? NoContent : tagOf === undefined ? answer : Tagged(answer) },
  };

  /** What `run` gets. */
  function askedBy(request: FastifyRequest, isReading = mayStop) {
    return {
      caller: request.authenticated === null ? undefined : callerOf(request, isReading),
      authenticated: request.authenticated,
      get visitor() {
        return visitorOf(request);
      },
      params: request.params,
      query: request.query,
      body: request.body,
      expected: ifMatch === undefined ? undefined : expectedTagsOf(request.headers, ifMatch === 'or none'),
    };
  }

  async function work(request: FastifyRequest) {
    return { status: status as number, body: await run(askedBy(request)), isReplay: false };
  }

  /** The work with this idempotency key, or the answer to an earlier request with it. */
  function once(request: FastifyRequest, key: string) {
    const caller = callerOf(request, mayStop);
    const { schedule_id: scheduleId } = request.params as { readonly schedule_id?: string };
    const locks = scheduleId === undefined ? [] : [lockOfSchedule(caller, scheduleId)];
    const same = { key, route: `POST ${url}`, path: request.url, body: request.body, locks };
    const isShared = idempotency !== 'afterwards' && operation.isPreview?.(request.body) !== true;
    const again = readAgain && {
      keep: (answer: unknown) => readAgain.keep(answer, askedBy(request, true)),
      read: (kept: unknown) => readAgain.read(askedBy(request, true), kept),
    };
    return answerOnce(services, caller, same, () => work(request), { isShared, again });
  }

  app.route({
    method,
    url,
    config: { access: operation, isOperation: true, ...(mayBeLarge && { mayBeLarge }) },
    schema,
    handler: async (request, reply) => {
      if (mayBeLarge) requireRoom(request);
      const key = takesKey ? request.headers['idempotency-key'] : undefined;
      const done = typeof key === 'string' ? await once(request, key) : await work(request);
      if (done.isReplay) reply.header('idempotency-replayed', 'true');
      if (tagOf !== undefined) sendTag(reply, tagOf(done.body));
      if (hasPages) reply.header('link', linksFrom(request.raw.url, (done.body as { meta: PageMeta }).meta));
      const sent = mayBeLarge ? await written(request, reply, done.body as object, query) : (done.body ?? null);
      return reply.code(done.status).send(sent);
    },
  });
  if (tool !== undefined) app.tools.push(toolOf(tool, { query, params, run }));
}

function paramsIn(url: string, about: Readonly<Record<string, string>> = {}): TObject | undefined {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const described = (name: string) => (about[name] === undefined ? {} : { description: about[name] });
  return Type.Object(Object.fromEntries(names.map((name) => [name, Type.String(described(name))])));
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
}
