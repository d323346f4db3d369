/** The API as the page calls it: typed by the OpenAPI document, its errors as `ApiProblem`. */
import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { PathsWithMethod } from 'openapi-typescript-helpers';
import { harmlessAnswer } from './harmless-answer.ts';
import type { components, paths } from './schema.d.ts';

export type Schemas = components['schemas'];
export type GetPath = PathsWithMethod<paths, 'get'>;
export type GetInit<P extends GetPath> = MaybeOptionalInit<paths[P], 'get'>;
export type GetAnswer<P extends GetPath> = NonNullable<
  FetchResponse<paths[P]['get'] & Record<string | number, unknown>, unknown, 'application/json'>['data']
>;

/** The header that a form on another site cannot send: without it, nothing that a cookie vouches for is changed. */
export const api = createClient<paths>({
  headers: { 'x-watchbill-request': '1' },
  fetch: async (request) => harmlessAnswer(await fetch(request)),
});

/** An answer that is an error, or no answer at all. The message is for the person in front of the page. */
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

/** What was read, with its entity tag where it has one: a form sends it back in `If-Match` (rule STO-8). */
export type Tagged<T> = T & { readonly etag?: string };

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer; throws an `ApiProblem` when it is an error. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await outcomeOf(call)).data as T;
}

export async function unwrapWithTag<T>(call: Promise<Answer<T>>): Promise<Tagged<T>> {
  const { data, response } = await outcomeOf(call);
  // A proxy that compresses answers makes their tags weak, and a weak tag matches nothing.
  const etag = response.headers.get('etag')?.replace(/^W\//, '');
  return { ...(data as T), ...(etag !== undefined && { etag }) };
}

/** The header of a change to what was read with that tag. */
export function ifMatch(etag: string | undefined): { header?: { 'if-match': string } } {
  return etag === undefined ? {} : { header: { 'if-match': etag } };
}

/** Whether a change was refused because somebody else has changed the same since it was read. */
export function isOutdated(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 412;
}

async function outcomeOf<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call.catch(() => {
    throw new ApiProblem('no_answer', 0, 'The server does not answer. Check your connection, then try again.');
  });
  if (answer.response.ok) return answer;
  throw problemOf(answer.error, answer.response.status);
}

function problemOf(body: unknown, status: number): ApiProblem {
  const error = (body as Partial<Schemas['Error']> | undefined)?.error;
  if (error === undefined) return new ApiProblem('no_answer', status, `The server unwrap with ${status}.`);
  return new ApiProblem(error.code, status, error.message);
}
