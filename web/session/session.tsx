/** The signed-in user. All pages but the sign-in pages are behind the gate. */
import { createContext, type ReactNode, useContext } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { Schemas } from '../api/client.ts';
import { useGet } from '../api/queries.ts';
import { setDisplay } from '../time/display.ts';
import { ProblemNote } from '../ui/feedback/problem.tsx';
import { PageSkeleton } from '../ui/frame/page.tsx';

export type Person = Schemas['User'];

export interface Session {
  readonly user: Person;
  readonly organization: Schemas['Organization'];
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useGet('/session/');
  const [path] = useLocation();
  const search = useSearch();
  // Once shown, the page stays, with everything typed on it, even if the server stops responding.
  if (data === undefined) {
    return error === null ? <PageSkeleton /> : <ProblemNote error={error} onRetry={() => void refetch()} />;
  }
  const { user, organization, display } = data.session;
  if (user === undefined || organization === undefined) {
    const to = search === '' ? path : `${path}?${search}`;
    return <Redirect replace to={to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`} />;
  }
  setDisplay(display);
  return <SessionContext value={{ user, organization }}>{children}</SessionContext>;
}

/** Can be used only below the gate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('nobody is signed in here');
  return session;
}

export function useMe(): Person {
  return useSession().user;
}

/** The reader's zone, or else the organization's. */
export function useReaderZone(): string {
  return zoneOf(useSession());
}

export function zoneOf({ user, organization }: Session): string {
  return user.time_zone ?? organization.time_zone;
}
