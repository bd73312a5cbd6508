/** Migrations connect as the address says. */
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { migrate, schemaScript } from './migrations.ts';

/** The first message of a connection that wants TLS: its length, and a number in the place of the protocol's version. */
const TLS_REQUEST = '0000000804d2162f';

it.each([
  ['?sslmode=verify-full', true],
  ['', false],
])('asks for TLS in every connection where DATABASE_URL ends in “%s”: %s', async (query, expected) => {
  const firstMessages: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      firstMessages.push(bytes.subarray(0, 8).toString('hex'));
      // No TLS here: whoever wants it leaves.
      socket.end('N');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `postgresql://deckle:secret@127.0.0.1:${(server.address() as AddressInfo).port}/deckle${query}`;
  await expect(migrate(url)).rejects.toThrow();
  await expect(schemaScript(url)).rejects.toThrow();
  expect(firstMessages.length).toBeGreaterThanOrEqual(2);
  expect(new Set(firstMessages.map((message) => message === TLS_REQUEST))).toEqual(new Set([expected]));
  server.close();
});
