/** The networks by which rate limits count, and the wider ranges around an address. */
import { expect, it } from 'vitest';
import { startTestServer } from '#server/testing/app.ts';
import { networkOf, rangesOf } from './network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:7:1::5', '2001:db8:7:1::/64'],
  ['2001:0DB8:0007:0001:ffff:ffff:ffff:ffff', '2001:db8:7:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, counted) => {
  expect(networkOf(address)).toBe(counted);
});

it.each([
  ['203.0.113.7', '203.0.113.0/24', null],
  ['::ffff:203.0.113.7', '203.0.113.0/24', null],
  ['2001:db8:7:12ab::5', '2001:db8:7:1200::/56', '2001:db8:7::/48'],
  ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['unknown', null, null],
])('%s is in the ranges %s and %s', (address, subnet, site) => {
  expect(rangesOf(address)).toEqual({ subnet, site });
});

it('shares limits within one network and keeps neighboring networks separate', async () => {
  const server = await startTestServer({ env: { TRUST_PROXY: '1' } });
  const write = (from: string) =>
    fetch(`${server.url}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ name: 'Ada Quill', email: 'ada@example.test', message: 'How do I book?' }),
    }).then(({ status }) => status);
  const statuses: number[] = [];
  for (let i = 1; i <= 21; i++) statuses.push(await write(`2001:db8:7:1::${i.toString(16)}`));
  expect(statuses).toEqual([...Array(20).fill(statuses[0]), 429]);
  expect(statuses[0]).toBeLessThan(300);
  expect(await write('2001:db8:7:2::1')).toBe(statuses[0]);
  await server.close();
});
