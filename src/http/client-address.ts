/**
 * Where a request comes from. Behind trusted proxies that is the last entry of `X-Forwarded-For` that none of them wrote about
 * another of them. A proxy may pass on any text there; text that is no address counts as the proxy's own address.
 */
import type { FastifyRequest } from 'fastify';
import { networkOf, parseAddress } from '../network-address.ts';

export function clientAddressOf({ ip, ips, socket }: FastifyRequest): string {
  return parseAddress(ip) ?? parseAddress(ips?.at(-2) ?? '') ?? socket.remoteAddress ?? '';
}

/** What the limits for callers without a key or session count for. */
export function clientNetworkOf(request: FastifyRequest): string {
  return networkOf(clientAddressOf(request));
}
