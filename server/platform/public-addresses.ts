import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose ranges: loopback, private networks, cloud metadata, multicast, documentation. */
const SPECIAL_IPV4 = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [network, bits] = range.split('/') as [string, string];
  SPECIAL_IPV4.addSubnet(network, Number(bits));
}
/** All public IPv6 addresses are in 2000::/3, but some ranges in it aren't public: Teredo, documentation, 6to4. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_IPV6 = new BlockList();
SPECIAL_IPV6.addSubnet('2001::', 23, 'ipv6');
SPECIAL_IPV6.addSubnet('2001:db8::', 32, 'ipv6');
SPECIAL_IPV6.addSubnet('2002::', 16, 'ipv6');
SPECIAL_IPV6.addSubnet('3fff::', 20, 'ipv6');

export function isPublicAddress(address: string) {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_IPV4.check(address);
  return family === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}
