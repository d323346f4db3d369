/**
 * Generates requests for each operation of the OpenAPI document: valid ones from its schemas, and variants with something wrong in the body, its
 * text, the query, the path, the method or the headers.
 */
import { METHODS } from 'node:http';
import fc from 'fast-check';
import type { Operation } from '../drivers/openapi.ts';
import { SAME_ORIGIN } from '../drivers/sessions.ts';
import { changeOfJson, fitting, interval, type Json, oddText, token } from './json-arbitraries.ts';

/** A request before its tokens are replaced. Plain text, so that a failure is readable. */
export interface WireRequest {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly encoding: BufferEncoding;
}

interface Draft {
  method: string;
  /** As they stand between the slashes. */
  segments: string[];
  /** As they stand between the ampersands. */
  query: string[];
  headers: Record<string, string>;
  body: Json;
  encoding: BufferEncoding;
  readonly inText: ((text: string) => string)[];
}

type Change = (draft: Draft) => void;

/** Requests that are valid by the schemas. */
export function rightRequestsTo(operation: Operation): fc.Arbitrary<WireRequest> {
  return rightDraft(operation).map((draft) => written(operation, draft));
}

/** Requests with one to three errors: of many errors only the first is reported. */
export function wrongRequestsTo(operation: Operation): fc.Arbitrary<WireRequest> {
  const change = changeOf(operation);
  const changes = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(change) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
  );
  return fc.tuple(rightDraft(operation), changes).map(([draft, all]) => {
    const copy = structuredClone(draft);
    for (const apply of all) apply(copy);
    return written(operation, copy);
  });
}

function rightDraft(operation: Operation): fc.Arbitrary<Draft> {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  return fc
    .record({
      segments: rightSegments(operation),
      query: rightQuery(operation),
      caller: callerOf(operation),
      body: schema === undefined ? fc.constant(undefined) : fitting(schema),
    })
    .map(({ segments, query, caller, body }) => ({
      method: operation.method,
      segments,
      query,
      headers: {
        ...caller,
        ...(operation.security?.length === 0 && SAME_ORIGIN),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
      encoding: 'utf8',
      inText: [],
    }));
}

/** Usually with a key; with a session if the operation needs one. */
function callerOf({ security }: Operation): fc.Arbitrary<Record<string, string>> {
  const needsSession = security?.some((scheme) => 'cookieAuth' in scheme);
  const withKey = fc
    .oneof(
      { weight: 12, arbitrary: fc.constant('~key.owner~') },
      { weight: 5, arbitrary: fc.constant('~key.member~') },
      { weight: 1, arbitrary: fc.constantFrom('~key.viewer~', 'wb_no') },
    )
    .map((key) => ({ 'x-api-key': key }));
  const withSession = fc
    .constantFrom('~session.owner~', '~session.owner~', '~session.member~', '~session.viewer~')
    .map((cookie) => ({ ...SAME_ORIGIN, cookie }));
  return fc.oneof(
    { weight: 17, arbitrary: needsSession ? withSession : withKey },
    { weight: 2, arbitrary: needsSession ? withKey : withSession },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

/** An override exists only under its own schedule, and a delivery under its webhook: both get the same index. */
function rightSegments({ path }: Operation): fc.Arbitrary<string[]> {
  const names = path.split('/').slice(1);
  const pair = PAIRS.find((kinds) => Object.keys(kinds).every((parameter) => names.includes(`{${parameter}}`)));
  return fc.array(fc.nat({ max: 5 }), { minLength: names.length, maxLength: names.length }).map((indexes) =>
    names.map((name, i) => {
      const [, parameter] = /^\{(\w+)\}$/.exec(name) ?? [];
      if (parameter === undefined) return name;
      return pair === undefined ? `~${parameter}.${indexes[i]}~` : `~${pair[parameter]}.${indexes[0]}~`;
    }),
  );
}

/** Parameters that belong together, with the kinds of their tokens. */
const PAIRS: readonly Readonly<Record<string, string>>[] = [
  { schedule_id: 'schedule_of_override', override_id: 'override_id' },
  { user_id: 'user_of_time_off', time_off_id: 'time_off_of_user' },
  { webhook_id: 'webhook_of_delivery', delivery_id: 'delivery_of_webhook' },
];

function rightQuery({ parameters }: Operation): fc.Arbitrary<string[]> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const values = Object.fromEntries(inQuery.map(({ name, schema }) => [name, fitting(schema, name)]));
  const hasInterval = values.from !== undefined && values.to !== undefined;
  return fc
    .tuple(fc.record(values, { requiredKeys: [] }), hasInterval ? interval : fc.constant([]))
    .map(([query, [from, to]]) => Object.entries({ ...query, ...(hasInterval && { from, to }) }))
    .map((query) => query.map(([name, value]) => `${name}=${encoded(String(value))}`));
}

function changeOf({ requestBody, parameters }: Operation): fc.Arbitrary<Change> {
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  return fc.oneof(
    { weight: requestBody === undefined ? 1 : 12, arbitrary: changeOfBody },
    { weight: requestBody === undefined ? 1 : 4, arbitrary: changeOfText },
    { weight: hasQuery ? 8 : 2, arbitrary: changeOfQuery },
    { weight: 4, arbitrary: changeOfPath },
    { weight: 1, arbitrary: changeOfMethod },
    { weight: 3, arbitrary: changeOfHeaders },
  );
}

const changeOfBody = changeOfJson.map(
  (apply): Change =>
    (draft) => {
      draft.body = apply(draft.body);
      draft.headers['content-type'] ??= 'application/json';
    },
);

const TEXTS = [
  '',
  ' ',
  'null',
  'NaN',
  '"',
  '{',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
  '\ufeff{}',
  "{'a':1}",
  '[1,]',
  '{}//',
];

/** Deep enough to overflow the stack of a recursive function. */
const LARGE_TEXTS = [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`];
/** Larger than the limit of a body. */
const TOO_LARGE = `{"name":"${'x'.repeat(1024 * 1024)}"}`;

const changeOfText: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<BufferEncoding>('utf16le', 'latin1').map(
    (encoding): Change =>
      (draft) => {
        draft.encoding = encoding;
      },
  ),
  fc
    .oneof(
      { weight: 8, arbitrary: fc.constantFrom(...TEXTS).map((other) => () => other) },
      { weight: 4, arbitrary: fc.constantFrom(...LARGE_TEXTS).map((other) => () => other) },
      { weight: 1, arbitrary: fc.constant(() => TOO_LARGE) },
      {
        weight: 8,
        arbitrary: fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\\0é0e-~ ')).map(([at, mark]) => (text: string) => {
          const place = at % (text.length + 1);
          return text.slice(0, place) + mark + text.slice(place);
        }),
      },
      { weight: 8, arbitrary: fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))) },
      { weight: 2, arbitrary: fc.constant((text: string) => text + text) },
    )
    .map(
      (apply): Change =>
        (draft) => {
          draft.inText.push(apply);
          draft.headers['content-type'] ??= 'application/json';
        },
    ),
);

const QUERIES = [
  'page',
  'page=',
  '=',
  '&&',
  'page=1&page=2',
  'page[]=1',
  'page%5B%5D=1',
  'page=%zz',
  'page=%',
  'page=%00',
];
const MORE_QUERIES = [
  'page=1.0',
  'page=0x1',
  'page=%ED%A0%80',
  'per_page=101',
  '__proto__=1',
  'constructor=1',
  'colour=red',
  '?',
  ';',
];

const changeOfQuery: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...QUERIES, ...MORE_QUERIES, 'page=1&'.repeat(500)).map(
    (part): Change =>
      (draft) => {
        draft.query.push(part);
      },
  ),
  fc.tuple(fc.nat(), oddText).map(
    ([at, odd]): Change =>
      (draft) => {
        const place = at % Math.max(1, draft.query.length);
        const [name = 'page'] = draft.query[place]?.split('=') ?? [];
        draft.query[place] = `${name}=${encoded(odd)}`;
      },
  ),
  fc.nat().map(
    (at): Change =>
      ({ query }) => {
        if (query.length > 0) query.push(query[at % query.length] ?? '');
      },
  ),
);

const SEGMENTS = [
  '%00',
  '%2F',
  '%zz',
  '%',
  '%c0%af',
  '%ED%A0%80',
  '%25',
  '%2e%2e',
  '.',
  '..',
  '*',
  ':id',
  '{id}',
  'null',
  '-1',
  '',
];

const changeOfPath: fc.Arbitrary<Change> = fc
  .tuple(
    fc.nat(),
    fc.oneof(fc.constantFrom(...SEGMENTS, 'x'.repeat(500)), oddText.map(encoded), token('user_id')),
    fc.nat(3),
  )
  .map(([at, odd, how]) => ({ segments }) => {
    const place = at % segments.length;
    if (how === 0) segments.splice(place, 0, odd);
    else if (how === 1) segments[place] += odd;
    else segments[place] = odd;
  });

const changeOfMethod = fc.constantFrom(...METHODS, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE').map(
  (method): Change =>
    (draft) => {
      draft.method = method;
    },
);

const TYPES = [
  'application/json; charset=utf-8',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
];
const MORE_TYPES = [
  'application/json; charset=latin1',
  'application/merge-patch+json',
  'application/*',
  '*/*',
  'json',
  '',
  ';',
  'a'.repeat(9000),
];

const changeOfHeaders = fc
  .oneof(
    fc.tuple(fc.constant('content-type'), fc.constantFrom(...TYPES, ...MORE_TYPES)),
    fc.tuple(
      fc.constant('x-api-version'),
      fc.constantFrom('2026-11-01', '2026-11-02', '', '1', 'latest', '9'.repeat(5000)),
    ),
    fc.tuple(fc.constant('x-api-key'), fc.constantFrom('', ' ', 'x'.repeat(8000), `wb_${'0'.repeat(40)}`, '__proto__')),
    fc.constantFrom(
      ['content-length', '3'],
      ['content-length', '99999999999'],
      ['content-encoding', 'gzip'],
      ['accept', 'text/html'],
      ['accept-version', '1.0.0'],
      ['if-none-match', '*'],
      ['range', 'bytes=0-1'],
      ['x-http-method-override', 'DELETE'],
      ['host', '['],
      ['cookie', 'a=b; __proto__=1'],
      ['x-forwarded-for', 'anything, 999.0.0.1'],
      ['x-api-key', '~key.reader~'],
    ),
  )
  .map(
    ([name = '', value = '']): Change =>
      ({ headers }) => {
        headers[name] = value;
      },
  );

function written({ method, path }: Operation, draft: Draft): WireRequest {
  const query = draft.query.length === 0 ? '' : `?${draft.query.join('&')}`;
  const first = JSON.stringify(draft.body)?.replaceAll(/"~raw\.([\w.+-]+?)~"/g, '$1');
  const body = draft.inText.length === 0 ? first : draft.inText.reduce((text, apply) => apply(text), first ?? '');
  return {
    operation: `${method} ${path}`,
    method: draft.method,
    url: `/${draft.segments.join('/')}${query}`,
    headers: draft.headers,
    ...(body !== undefined && { body }),
    encoding: draft.encoding,
  };
}

/** Percent-encoded; an unpaired surrogate as its three bytes. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}
