/**
 * Checks responses against docs/openapi.json: anything undocumented fails. Objects are closed: an undocumented field fails, unless the schema allows
 * others. That the document is the one of the routes is checked by openapi.test.ts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/schema';
import type { Answer } from './answer.ts';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly deprecated?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Response extends Content {
  readonly headers: Readonly<Record<string, object>>;
  /** Of an error. */
  readonly 'x-error-codes'?: readonly string[];
}

/** One method of one path, with all references resolved. */
export interface Operation {
  readonly method: string;
  /** `/teams/{team_id}` */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Ways to authenticate; empty: none needed. Absent: a key or a session. */
  readonly security?: readonly object[];
  readonly requestBody?: Content;
  /** By status, and `default` for errors with codes that are newer than the document. */
  readonly responses: Readonly<Record<string, Response>>;
}

interface Documented {
  readonly operations: readonly Operation[];
  /** Of any code: for requests that no operation takes. */
  readonly error: Response;
}

/** Of HTTP itself, and for browsers: they say nothing about an operation. */
const COMMON_HEADERS = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'cache-control',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

/** Of 405, which no operation answers, and of answers to the web application alone. */
const SENT_SOMETIMES = ['allow', 'set-cookie', 'x-watchbill-time'];

/** In UTC, to the second or the millisecond. Inputs end before 2200; responses may end at that instant. */
const ANSWERED_INSTANT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$';

/** Declared headers that only some responses have. */
const OPTIONAL: ReadonlySet<string> = new Set(['retry-after', 'idempotency-replayed']);

const BASE_URL = 'http://localhost';

/** Headers of files, which their operations do not mention. */
const OF_FILES: Readonly<Record<string, readonly string[]>> = { '/openapi.json': ['etag', 'vary'] };

let documented: Documented | undefined;
const validators = new WeakMap<Schema, ReturnType<typeof Compile>>();

export function documentedOperations(): readonly Operation[] {
  documented ??= readDocument();
  return documented.operations;
}

/** Asserts that the document allows this response. */
export function assertDocumented(method: string, url: string, answer: Answer): void {
  documented ??= readDocument();
  const { operations, error } = documented;
  const operation = findOperation(operations, method, url);
  const what = `${method} ${url.slice(0, 200)} → ${answer.status}`;
  const response = operation === undefined && answer.status >= 400 ? error : operation?.responses[answer.status];
  assert.ok(response, `${what}: the OpenAPI document has no such ${operation === undefined ? 'operation' : 'answer'}`);
  assertHeadersFit(response, answer, OF_FILES[operation?.path ?? ''] ?? [], what);
  assertBodyFits(response, answer, what);
  if (answer.status < 400) return;
  const { code, status } = answer.body.error;
  assert.equal(status, answer.status, `${what}: error.status`);
  const { 'x-error-codes': codes = [code] } = response;
  assert.ok(codes.includes(code), `${what}: the OpenAPI document has the codes ${codes.join(', ')}, not ${code}`);
}

function assertHeadersFit(
  { headers: documented }: Response,
  { headers }: Answer,
  ofFile: readonly string[],
  what: string,
): void {
  const missing = Object.keys(documented).filter((name) => headers[name] === undefined && !OPTIONAL.has(name));
  assert.deepEqual(missing, [], `${what}: documented headers are missing`);
  const allowed = [...Object.keys(documented), ...COMMON_HEADERS, ...SENT_SOMETIMES, ...ofFile];
  const unknown = Object.keys(headers).filter((name) => !allowed.includes(name));
  assert.deepEqual(unknown, [], `${what}: the OpenAPI document does not have these headers`);
}

function assertBodyFits({ content }: Response, { body, headers }: Answer, what: string): void {
  const [type, documented] = Object.entries(content ?? {})[0] ?? [];
  if (type === undefined || documented === undefined) {
    assert.equal(body, undefined, `${what}: the OpenAPI document says that there is no body`);
    return;
  }
  assert.equal(String(headers['content-type']).split(';')[0], type, `${what}: content-type`);
  assertFits(documented.schema, body, what);
}

/** Asserts that the value has the fields of the schema, and no others. */
export function assertFits(schema: Schema, value: unknown, what: string): void {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return;
  const [, errors] = validator.Errors(value);
  const problems = errors.map(({ instancePath, message, params }) =>
    [instancePath || 'the body', message, JSON.stringify(params)].join(' '),
  );
  assert.fail(`${what}: the body does not fit the OpenAPI document:\n${problems.join('\n')}\n${JSON.stringify(value)}`);
}

/**
 * The operation for a requested path, with ids, a query, and perhaps a trailing slash. `/users/batch` is never `/users/{user_id}`, not even for DELETE,
 * which only the latter has.
 */
function findOperation(operations: readonly Operation[], method: string, url: string): Operation | undefined {
  // Without a base before it, //teams names a host.
  const segments = segmentsOf(new URL(url.startsWith('//') ? BASE_URL + url : url, BASE_URL).pathname);
  const fitting = (alikeIn(operations).get(segments.length) ?? []).filter(({ wanted }) =>
    wanted.every((segment, i) => segment.startsWith('{') || segment === segments[i]),
  );
  const ofPath = fitting.filter(({ wanted }) => wanted.join('/') === fitting[0]?.wanted.join('/'));
  return ofPath.find(({ operation }) => operation.method === method)?.operation;
}

interface Alike {
  readonly operation: Operation;
  readonly wanted: readonly string[];
}

/** By the number of segments, those with few parameters first: every answer of every test is looked up. */
const alike = new WeakMap<readonly Operation[], Map<number, Alike[]>>();

function alikeIn(operations: readonly Operation[]): ReadonlyMap<number, readonly Alike[]> {
  const known = alike.get(operations);
  if (known !== undefined) return known;
  const parametersOf = ({ path }: Operation) => path.split('{').length;
  const all = operations
    .toSorted((a, b) => parametersOf(a) - parametersOf(b))
    .map((operation) => ({ operation, wanted: segmentsOf(operation.path) }));
  const grouped = Map.groupBy(all, ({ wanted }) => wanted.length);
  alike.set(operations, grouped);
  return grouped;
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function readDocument(): Documented {
  const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
  const { paths, components } = resolved(document, document) as {
    paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
    components: { responses: { Error: Response } };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return { operations, error: components.responses.Error };
}

/** The part with every `$ref` resolved. */
export function resolved(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((item) => resolved(item, document));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part && typeof part.$ref === 'string') {
    const keys = part.$ref.replace(/^#\//, '').split('/');
    // biome-ignore lint/suspicious/noExplicitAny: a walk down a JSON document
    const target = keys.reduce((place: any, key) => place?.[key], document);
    assert.ok(target !== undefined, `the OpenAPI document refers to ${part.$ref}, which it does not hold`);
    return resolved(target, document);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]));
}

function validatorOf(schema: Schema): ReturnType<typeof Compile> {
  const validator = validators.get(schema) ?? Compile(strict(schema) as object);
  validators.set(schema, validator);
  return validator;
}

/** The schema for checking responses: closed, and with date-times in the format of rule T-1. */
function strict(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(strict);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, strict(value)]));
  if (copy.format === 'date-time') return { type: 'string', pattern: ANSWERED_INSTANT };
  return copy.type === 'object' ? { additionalProperties: false, ...copy } : copy;
}
