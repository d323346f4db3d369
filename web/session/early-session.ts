import type { QueryClient } from '@tanstack/react-query';
import { api, type GetAnswer, received, unwrap } from '../api/client.ts';
import { getQuery } from '../api/queries.ts';
import type { Session } from './session.tsx';

declare global {
  /** The request that public/early.js sends before the application is loaded. */
  var earlySession: Promise<Response | undefined> | undefined;
}

/** Resolves with the session; undefined if nobody is signed in, or if that could not be read. */
export async function takeEarlySession(client: QueryClient): Promise<Session | undefined> {
  const wanted = { ...getQuery('/session/'), queryFn: readEarly, retry: false };
  await client.prefetchQuery(wanted);
  const { user, organization } = client.getQueryData(wanted.queryKey)?.session ?? {};
  return user && organization && { user, organization };
}

async function readEarly(): Promise<GetAnswer<'/session/'>> {
  const early = await globalThis.earlySession;
  return early?.ok ? received(early, performance.now()).json() : unwrap(api.GET('/session/'));
}
