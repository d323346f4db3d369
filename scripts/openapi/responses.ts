/** What every operation can answer: its own responses with their headers, and errors. */
import { AppError, ERRORS, type ErrorCode } from '../../src/errors.ts';
import { envelope } from '../../src/http/error-handler.ts';
import { headersFor, ON_EVERY_ANSWER } from './headers.ts';

/** The plugin's text for a response without a description. */
const UNDESCRIBED = 'Default Response';

/** Where `docs_url` points in examples. */
const DOCS_URL = '/docs';

export interface Document {
  readonly components: { schemas: Record<string, unknown>; responses?: Record<string, Answer>; examples?: object };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks?: unknown;
}

export interface Operation {
  readonly summary?: string;
  description?: string;
  readonly security?: readonly object[];
  parameters?: { name?: string; in?: string; required?: boolean; schema?: { default?: unknown }; $ref?: string }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { default?: unknown } }> };
  readonly responses: Record<string, Answer>;
  /** Of all its errors; they move to the responses. */
  'x-error-codes'?: readonly ErrorCode[];
}

export interface Answer {
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema?: unknown; examples?: object }>;
  'x-error-codes'?: readonly ErrorCode[];
  $ref?: string;
}

/** What operations share. */
export interface SharedParts {
  /** The schema of every error. */
  readonly error: unknown;
  /** Gets the responses to which operations refer. */
  readonly responses: Record<string, Answer>;
  /** Gets an example of each error to which responses refer, by its code. */
  readonly examples: Record<string, object>;
}

export function complete(operation: Operation, shared: SharedParts): void {
  for (const answer of Object.values(operation.responses)) {
    if (answer.description === UNDESCRIBED) answer.description = operation.summary ?? 'Done';
    const own = [...Object.keys(answer.headers ?? {}), ...(isList(answer) ? ['link'] : [])];
    answer.headers = headersFor([...ON_EVERY_ANSWER, ...own]);
  }
  addErrors(operation, shared);
  // A parameter with a default is always present for the handler, so its schema says "required"; callers may omit it.
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema?.default !== undefined) parameter.required = false;
  }
  const { requestBody } = operation;
  if (requestBody?.content?.['application/json']?.schema?.default !== undefined) requestBody.required = false;
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/ApiVersion' }];
}

function addErrors(operation: Operation, shared: SharedParts): void {
  const { responses, 'x-error-codes': codes = [] } = operation;
  delete operation['x-error-codes'];
  const known = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.includes(code));
  for (const [status, ofStatus] of Map.groupBy(known, (code) => ERRORS[code].status)) {
    responses[status] = errorResponse(ofStatus, shared);
  }
  shared.responses.Error ??= anyError(shared);
  responses.default = { $ref: '#/components/responses/Error' };
}

/** Few operations share a response with many codes, and its name would be long. */
const MAX_SHARED_CODES = 2;

function errorResponse(codes: readonly ErrorCode[], { error, responses, examples: all }: SharedParts): Answer {
  for (const code of codes) all[code] ??= exampleOf(code);
  const meanings = codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`);
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const response = {
    description: codes.length === 1 ? meanings.join() : meanings.map((meaning) => `- ${meaning}`).join('\n'),
    'x-error-codes': codes,
    headers: headersFor(headersOf(codes)),
    content: { 'application/json': { schema: error, examples } },
  };
  if (codes.length > MAX_SHARED_CODES) return response;
  const name = codes.map(inPascalCase).join('Or');
  responses[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}

function exampleOf(code: ErrorCode): object {
  const { message, help } = ERRORS[code];
  return { summary: message, description: help, value: JSON.parse(envelope(new AppError(code), DOCS_URL)) };
}

/** Also of a code that is newer than the document. */
function anyError({ error }: SharedParts): Answer {
  return {
    description: 'The request failed: the error says why.',
    headers: headersFor([...ON_EVERY_ANSWER, 'retry-after']),
    content: { 'application/json': { schema: error } },
  };
}

/** A request that arrives too late is refused before it is counted. */
function headersOf(codes: readonly ErrorCode[]): readonly string[] {
  if (codes.includes('request_timeout')) return [];
  return [...ON_EVERY_ANSWER, ...new Set(codes.flatMap((code) => OWN_HEADERS[ERRORS[code].status] ?? []))];
}

/** By the status. */
const OWN_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  409: ['retry-after'],
  415: ['accept'],
  429: ['retry-after'],
  503: ['retry-after'],
};

/** `too_many_requests` → `TooManyRequests` */
function inPascalCase(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isList({ content }: Answer): boolean {
  const { properties = {} } = (content?.['application/json']?.schema ?? {}) as { properties?: object };
  return 'meta' in properties;
}
