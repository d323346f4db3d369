/** The API client of the web application, typed by the OpenAPI document. Errors are thrown as `ApiProblem`. */
import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { PathsWithMethod } from 'openapi-typescript-helpers';
import type { components, paths } from '../../src/api-client/schema.d.ts';
import { parseInstant } from '../../src/time/iso.ts';
import { noticeServerTime } from '../time/now.ts';
import { harmlessAnswer } from './harmless-answer.ts';

export type Schemas = components['schemas'];
export type GetPath = PathsWithMethod<paths, 'get'>;
export type GetInit<P extends GetPath> = MaybeOptionalInit<paths[P], 'get'>;
export type GetAnswer<P extends GetPath> = NonNullable<
  FetchResponse<paths[P]['get'] & Record<string | number, unknown>, unknown, 'application/json'>['data']
>;

/** CSRF protection: a form on another site cannot send this header, and the server refuses changes with a cookie but without it. */
export const api = createClient<paths>({
  headers: { 'x-watchbill-request': '1' },
  fetch: async (request) => {
    const askedAt = performance.now();
    const answer = await fetch(request);
    return received(answer, performance.now() - askedAt);
  },
});

/** Every response passes through here, with the time that it took. */
export function received(answer: Response, tookMs: number): Response {
  const sentAt = parseInstant(answer.headers.get('x-watchbill-time') ?? '');
  if (sentAt !== undefined) noticeServerTime(sentAt, tookMs);
  return harmlessAnswer(answer);
}

/** An error response, or no response at all. The message is shown to the user. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** A response with its entity tag, if it has one. Forms send the tag back in `If-Match` (rule STO-8). */
export type Tagged<T> = T & { readonly etag?: string };

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a response. Throws an `ApiProblem` if the response is an error. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await outcomeOf(call)).data as T;
}

export async function unwrapWithTag<T>(call: Promise<Answer<T>>): Promise<Tagged<T>> {
  const { data, response } = await outcomeOf(call);
  // A proxy that compresses responses makes their tags weak, and a weak tag never matches in `If-Match`.
  const etag = response.headers.get('etag')?.replace(/^W\//, '');
  return { ...(data as T), ...(etag !== undefined && { etag }) };
}

/** The `If-Match` header for a change to what was read with this tag. */
export function ifMatch(etag: string | undefined): { header?: { 'if-match': string } } {
  return etag === undefined ? {} : { header: { 'if-match': etag } };
}

/** Whether a change was refused because somebody else changed the same thing after it was read. */
export function isOutdated(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 412;
}

/** The server says that nothing is there for this user: it was deleted, or they may no longer read it. */
export function isDenied(error: Error | null): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 403);
}

async function outcomeOf<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call.catch(() => {
    throw new ApiProblem('no_answer', 0, 'The server does not answer. Check your connection, then try again.');
  });
  if (answer.response.ok) return answer;
  throw problemOf(answer.error, answer.response.status);
}

function problemOf(body: unknown, status: number): ApiProblem {
  const error = (body as Partial<Schemas['ErrorAnswer']> | undefined)?.error;
  if (error === undefined) return new ApiProblem('no_answer', status, `The server answered with status ${status}.`);
  return new ApiProblem(error.code, status, error.message);
}
