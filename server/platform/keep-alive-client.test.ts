import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { createKeepAliveClient, ResponseLostError } from './keep-alive-client.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function clientFor(listener: RequestListener, { connections = 2, timeoutMs = 5_000 } = {}) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mails`;
  return createKeepAliveClient(url, { connections, timeoutMs });
}

it('posts everything over at most the allowed connections, and returns the responses', async () => {
  const sockets = new Set<unknown>();
  const post = await clientFor(async (req, res) => {
    sockets.add(req.socket);
    res.writeHead(201, { 'x-key': req.headers['x-key'] }).end((await text(req)).toUpperCase());
  });
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => post({ 'x-key': `${n}` }, `mél ${n}`)));
  expect(results.map(({ status, headers, text }) => [status, headers['x-key'], text])).toEqual(
    results.map((_, n) => [201, `${n}`, `MÉL ${n}`]),
  );
  expect(sockets.size).toBe(2);
});

it('times out on a silent server and an endless response', async () => {
  const timeoutMessage = /no response within 0\.1 s/;
  const silent = await clientFor(() => {}, { timeoutMs: 100 });
  await expect(silent({}, '')).rejects.toThrow(timeoutMessage);
  server.closeAllConnections();
  server.close();
  const endless = await clientFor(
    (_req, res) => {
      const drip = setInterval(() => res.write('.'), 10);
      res.once('close', () => clearInterval(drip));
    },
    { timeoutMs: 100 },
  );
  await expect(endless({}, '')).rejects.toThrow(timeoutMessage);
});

it('says whether the server may have received the request', async () => {
  const lost = await clientFor((req) => req.resume().on('end', () => req.socket.destroy()));
  await expect(lost({}, 'body')).rejects.toBeInstanceOf(ResponseLostError);
  await expect((await clientFor(() => {}, { timeoutMs: 100 }))({}, '')).rejects.toBeInstanceOf(ResponseLostError);
  const { port } = server.address() as AddressInfo;
  const options = { connections: 1, timeoutMs: 100 };
  const failureAt = (url: string) => createKeepAliveClient(url, options)({}, 'body').catch((reason) => reason);
  // The first server speaks plain HTTP, so the TLS handshake fails.
  const failures = [`https://127.0.0.1:${port}`, 'http://127.0.0.1:1', 'https://127.0.0.1:1', 'http://host.invalid'];
  for (const url of failures) {
    const error = await failureAt(url);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ResponseLostError);
  }
  const silent = createTcpServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const error = await failureAt(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  silent.close();
  // The TLS handshake doesn't end, so the request wasn't sent.
  expect(error.message).toMatch(/no response within/);
  expect(error).not.toBeInstanceOf(ResponseLostError);
});

it("doesn't follow redirects, which would leak the key", async () => {
  const post = await clientFor((_req, res) => res.writeHead(307, { location: 'http://elsewhere.test/' }).end());
  expect(await post({ authorization: 'Bearer secret' }, '')).toMatchObject({ status: 307 });
});
