/**
 * Rule HOOK-3: which addresses a webhook may call. A user who may create webhooks must not be able to reach what only this server can reach: its own
 * machine, its network, the metadata service of its cloud.
 */
import { BlockList, isIP } from 'node:net';
import { parseAddress } from '../network/network-address.ts';

/** IPv4 networks that are not public: the special-purpose registry of IANA, multicast, and what is reserved. */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Includes the metadata services of most clouds.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Serves credentials to machines of Azure, and looks public.
  '168.63.129.16/32',
];

/** Global unicast. It excludes ::1, unique local, link-local, site-local, multicast, IPv4-compatible and NAT64 addresses. */
const PUBLIC_IPV6 = '2000::/3';

/** Parts of it that lead elsewhere: Teredo and other protocols, documentation, and 6to4, which contains an IPv4 address. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = networksOf([...NOT_PUBLIC_IPV4, ...NOT_PUBLIC_IPV6]);
const globalUnicast = networksOf([PUBLIC_IPV6]);

export interface AddressRules {
  /** Whether an endpoint may have the address. */
  isAllowed(address: string): boolean;
  /** Whether the operator has listed it: then it may be called without https. */
  isNamed(address: string): boolean;
  /** Whether the operator has listed any. */
  readonly hasNamed: boolean;
}

/** `named`: addresses and networks that the operator allows although they are not public. */
export function createAddressRules(named: readonly string[]): AddressRules {
  const allowed = networksOf(named);
  function isNamed(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && has(allowed, address);
  }
  return {
    hasNamed: named.length > 0,
    isNamed,
    isAllowed(text) {
      const address = parseAddress(text);
      if (address === undefined) return false;
      return has(allowed, address) || isPublic(address);
    },
  };
}

/** An IPv4 address inside an IPv6 address counts as such: `parseAddress` has extracted it. */
function isPublic(address: string): boolean {
  if (has(notPublic, address)) return false;
  return isIP(address) === 4 || has(globalUnicast, address);
}

function has(networks: BlockList, address: string): boolean {
  return networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const version = isIP(address);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    networks.addSubnet(address, bits === undefined ? (version === 4 ? 32 : 128) : Number(bits), family);
  }
  return networks;
}
