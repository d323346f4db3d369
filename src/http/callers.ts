/** The caller of a request, for routes that need one. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../permissions.ts';
import type { Authenticated } from '../services/sign-in/authentication.ts';
import { holdingWork } from './limits/held-work.ts';
import { isSafeMethod } from './sign-in/csrf.ts';

/** `mayStop`: whether the work ends when the caller has gone. A change that is one transaction is carried out to its end. */
export function callerOf(request: FastifyRequest, mayStop = isSafeMethod(request)): Caller {
  const { caller } = authenticatedOf(request);
  if (!mayStop) return caller;
  const { socket, server } = request;
  return { ...caller, hasLeft: () => socket.destroyed, afterAnswer: holdingWork(request), workMs: server.workMs };
}

export function authenticatedOf({ authenticated }: FastifyRequest): Authenticated {
  if (authenticated === null) throw new Error('a route without authentication asked who is calling');
  return authenticated;
}
