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

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer; throws an `ApiProblem` when it is an error. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call.catch(() => {
    throw new ApiProblem('no_answer', 0, 'The server does not answer. Check your connection, then try again.');
  });
  if (response.ok) return data as T;
  throw problemOf(error, response.status);
}

function problemOf(body: unknown, status: number): ApiProblem {
  const error = (body as Partial<Schemas['Error']> | undefined)?.error;
  if (error === undefined) return new ApiProblem('no_answer', status, `The server answered with ${status}.`);
  return new ApiProblem(error.code, status, error.message);
}
