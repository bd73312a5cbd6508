import { isIPv4, isIPv6 } from 'node:net';
import { mac } from '../signed.ts';

/**
 * The network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because a household has 2^64
 * addresses.
 */
export function networkOf(address: string): string {
  const { plain, groups } = parse(address);
  return groups ? prefixOf(groups, 4) : plain;
}

/**
 * Wider ranges that a provider may assign to one customer: the IPv4 /24 or IPv6 /56, and the IPv6 /48. Null where the
 * address has none.
 */
export function rangesOf(address: string): { subnet: string | null; site: string | null } {
  const { plain, groups } = parse(address);
  if (groups) return { subnet: prefixOf(groups, 3.5), site: prefixOf(groups, 3) };
  return { subnet: isIPv4(plain) ? plain.replace(/\d+$/, '0/24') : null, site: null };
}

/** `groups` are the eight parts of an IPv6 address; `plain` is the address without its zone or IPv4-mapped prefix. */
function parse(address: string): { plain: string; groups: number[] | null } {
  const [plain = address] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return { plain: mapped ?? plain, groups: null };
  const [before = '', after] = plain.split('::');
  const head = before ? before.split(':') : [];
  const tail = after ? after.split(':') : [];
  const groups = after === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return { plain, groups: groups.map((group) => Number.parseInt(group, 16)) };
}

/** The first `count` groups of 16 bits; half a group keeps its upper byte. */
function prefixOf(groups: readonly number[], count: number): string {
  const first = groups.slice(0, Math.ceil(count));
  if (count % 1) first.push(first.pop()! & 0xff00);
  return `${first.map((group) => group.toString(16)).join(':')}::/${16 * count}`;
}

/** Identifies a network in logs. Without the installation's secret, addresses can't be guessed from it. */
export const networkHash = (secret: string, address = 'unknown') =>
  mac(secret, 'network', networkOf(address)).toString('base64url');
