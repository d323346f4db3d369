/** Parses network addresses, and groups them into networks for rate limits. */
import { isIP, SocketAddress } from 'node:net';

/** An IPv4 address as IPv6 sockets show it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/** The canonical form of an address, without its port; undefined for other text. */
export function parseAddress(text: string): string | undefined {
  const [, inBrackets, version4] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? version4 ?? text;
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  const written = new SocketAddress({ address, family: 'ipv6' }).address;
  return MAPPED.exec(written)?.[1] ?? written;
}

/** The unit of rate limits: an IPv4 address, or the /64 of an IPv6 address, since one internet connection gets a whole /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}
