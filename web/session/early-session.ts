import type { QueryClient } from '@tanstack/react-query';
import { api, type GetAnswer, unwrap } from '../api/client.ts';
import { harmlessAnswer } from '../api/harmless-answer.ts';
import { getQuery } from '../api/queries.ts';
import type { Session } from './session.tsx';

declare global {
  /** What the document has asked for before the application was there: public/early.js. */
  var earlySession: Promise<Response | undefined> | undefined;
}

/** Resolves when it is known who is signed in; undefined when nobody is, or that cannot be known. */
export async function takeEarlySession(client: QueryClient): Promise<Session | undefined> {
  const wanted = { ...getQuery('/session/'), queryFn: readEarly, retry: false };
  await client.prefetchQuery(wanted);
  const { user, organization } = client.getQueryData(wanted.queryKey)?.session ?? {};
  return user && organization && { user, organization };
}

async function readEarly(): Promise<GetAnswer<'/session/'>> {
  const early = await globalThis.earlySession;
  return early?.ok ? (await harmlessAnswer(early)).json() : unwrap(api.GET('/session/'));
}
