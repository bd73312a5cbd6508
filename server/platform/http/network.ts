import { isIPv6 } from 'node:net';
import { mac } from '../signed.ts';

/**
 * The key that rate limits count by: an IPv4 address, or the network of an IPv6 address, because a household has 2^64
 * of those.
 */
export function networkOf(address: string): string {
  const [plain = address] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped || !isIPv6(plain)) return mapped ?? plain;
  const [before = '', after] = plain.split('::');
  const head = before ? before.split(':') : [];
  const tail = after ? after.split(':') : [];
  const groups = after === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Identifies a network in logs. Without the installation's secret, addresses can't be guessed from it. */
export const networkHash = (secret: string, address = 'unknown') =>
  mac(secret, 'network', networkOf(address)).toString('base64url');
