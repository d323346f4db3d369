/**
 * Who may send a request to a route, and how much of it is read (rule OPS-4). All of it is decided before a byte of the body is read. What a route does
 * not say is the safe choice: a key or a session is needed, changes need a member's seat, and the request counts.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type Action, requirePossible } from '../permissions.ts';
import type { Authenticated } from '../services/sign-in/authentication.ts';
import { isSafeMethod } from './sign-in/csrf.ts';

export type Who = 'anyone' | 'session';

export interface Access<W extends Who | undefined = Who | undefined> {
  /** `anyone`: without a key or session. `session`: API keys are refused. Absent: with either. */
  readonly who?: W;
  /** The permission below which a caller has nothing to ask here, whatever the thing. `viewer`: none. Absent: none for reads, a member's seat for changes. */
  readonly floor?: Action | 'viewer';
  /** Changes nothing, whatever its method: viewers and read-only keys are enough. */
  readonly onlyReads?: true;
  /** `own`: only pages of the service may send it, also without a session. `not foreign`: programs too, but no page of another origin. */
  readonly pages?: 'own' | 'not foreign';
  /** Says why an API key is refused. */
  readonly noKeys?: string;
  /** The largest body in bytes; absent: `BODY_BYTES`, without a key or session `OPEN_BODY_BYTES`. Say why it has to be more. */
  readonly bodyBytes?: number;
  /** For a secret address: finds what its requests are counted for; absent or undefined: the key, the user or the network. */
  readonly countedFor?: (request: FastifyRequest) => Promise<string | undefined>;
  /** Probes: a load balancer that gets no answer takes the node out of service. They count in no limit, and their keys are not looked up. */
  readonly isProbe?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Ten times what people send to most routes. */
export const BODY_BYTES = 64 * 1024;

/** Enough for a form. */
export const OPEN_BODY_BYTES = 16 * 1024;

/** For the few routes that take files, or the parts of many things. */
export const LARGE_BODY_BYTES = 1024 * 1024;

const READ_ONLY_KEY = 'This API key may only read: GET and HEAD. Use another key for changes.';
const NO_KEYS = 'An API key cannot do this: sign in to the web application.';

/** Throws if the caller may not send this request, whatever its body says. */
export function requireAccess(request: FastifyRequest, authenticated: Authenticated | null, access: Access): void {
  const isReading = access.onlyReads === true || isSafeMethod(request);
  if (authenticated?.isReadOnly && !isReading) throw new AppError('forbidden', READ_ONLY_KEY);
  if (access.who === 'anyone') return;
  if (authenticated === null) throw new AppError('unauthorized');
  if (access.who === 'session' && authenticated.sessionId === undefined) {
    throw new AppError('forbidden', access.noKeys ?? NO_KEYS);
  }
  const floor = access.floor ?? (isReading ? 'viewer' : 'cover');
  if (floor !== 'viewer') requirePossible(authenticated.caller, floor);
}
