/** Takes mail as fast as it comes: an SMTP server, and an HTTP provider, that do no more than the protocol asks. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type Swallow = { url: string; mails(): number; bytes(): number; close(): Promise<void> };

const END_OF_MAIL = Buffer.from('\r\n.\r\n');

export async function swallowSmtp(): Promise<Swallow> {
  const count = { mails: 0, bytes: 0 };
  const server = createServer((socket) => serve(socket, count));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: () => count.mails,
    bytes: () => count.bytes,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, count: { mails: number; bytes: number }) {
  let isData = false;
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 load ESMTP\r\n');
  socket.on('data', (chunk) => {
    count.bytes += chunk.length;
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    // What came together is answered together (RFC 2920).
    socket.cork();
    for (let more = true; more; ) more = isData ? takeMail() : takeLine();
    socket.uncork();
  });
  function takeMail() {
    const end = rest.indexOf(END_OF_MAIL);
    if (end < 0) {
      // The end may be cut in two.
      rest = rest.subarray(Math.max(0, rest.length - END_OF_MAIL.length + 1));
      return false;
    }
    rest = rest.subarray(end + END_OF_MAIL.length);
    isData = false;
    count.mails++;
    socket.write('250 taken\r\n');
    return true;
  }
  function takeLine() {
    const end = rest.indexOf('\r\n');
    if (end < 0) return false;
    const verb = rest.toString('latin1', 0, 4).toUpperCase();
    rest = rest.subarray(end + 2);
    isData = verb === 'DATA';
    socket.write(
      verb === 'EHLO' ? '250-load\r\n250-PIPELINING\r\n250 8BITMIME\r\n' : isData ? '354 go on\r\n' : '250 ok\r\n',
    );
    if (verb === 'QUIT') socket.end();
    return true;
  }
}

export async function swallowHttp(): Promise<Swallow> {
  const count = { mails: 0, bytes: 0 };
  const server = createHttpServer((req, res) => {
    req.on('data', (chunk: Buffer) => {
      count.bytes += chunk.length;
    });
    req.on('end', () => {
      count.mails++;
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    mails: () => count.mails,
    bytes: () => count.bytes,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
