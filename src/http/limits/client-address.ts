/**
 * The address of the client. Behind trusted proxies it is the last entry of `X-Forwarded-For` that is not a trusted proxy. A proxy may pass on any
 * text; text that is not an address counts as the proxy's own address.
 */
import type { FastifyRequest } from 'fastify';
import { networkOf, parseAddress } from '../../network/network-address.ts';
import type { Visitor } from '../../services/sign-in/sessions.ts';

export function clientAddressOf({ ip, ips, socket }: FastifyRequest): string {
  return parseAddress(ip) ?? parseAddress(ips?.at(-2) ?? '') ?? socket.remoteAddress ?? '';
}

/** The unit of limits for callers without a key or session. */
export function clientNetworkOf(request: FastifyRequest): string {
  return networkOf(clientAddressOf(request));
}

/** Who signs in, or tries to. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { address: clientAddressOf(request), browser: request.headers['user-agent'] };
}
