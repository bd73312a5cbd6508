/** Fast email sinks: an SMTP server and an HTTP provider that do only what the protocol requires. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type EmailSink = { url: string; emails(): number; bytes(): number; close(): Promise<void> };

const END_OF_EMAIL = Buffer.from('\r\n.\r\n');

export async function startFastSmtpSink(): Promise<EmailSink> {
  const count = { emails: 0, bytes: 0 };
  const server = createServer((socket) => serve(socket, count));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emails: () => count.emails,
    bytes: () => count.bytes,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, count: { emails: number; bytes: number }) {
  let isData = false;
  /** Incomplete line, or the last bytes of an email, whose end may be split between chunks. */
  let rest: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 load ESMTP\r\n');
  socket.on('data', (chunk) => {
    count.bytes += chunk.length;
    if (isData) readData(chunk);
    else readCommands(chunk);
  });
  /**
   * Reads an email's data. The end of the email is also the end of the chunk, because the client waits for the reply.
   */
  function readData(chunk: Buffer) {
    const end = chunk.length < END_OF_EMAIL.length ? Buffer.concat([rest, chunk]) : chunk;
    rest = end.subarray(-END_OF_EMAIL.length);
    if (!rest.equals(END_OF_EMAIL)) return;
    rest = Buffer.alloc(0);
    isData = false;
    count.emails++;
    socket.write('250 accepted\r\n');
  }
  /** Answers pipelined commands (RFC 2920) with a single write. DATA can only be the last of them. */
  function readCommands(chunk: Buffer) {
    const lines = Buffer.concat([rest, chunk]).toString('latin1').split('\r\n');
    rest = Buffer.from(lines.pop()!, 'latin1');
    isData = lines.some((line) => /^DATA$/i.test(line));
    socket.write(lines.map(replyTo).join(''));
    if (lines.some((line) => /^QUIT$/i.test(line))) socket.end();
  }
}

function replyTo(line: string) {
  if (/^EHLO/i.test(line)) return '250-load\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
  return /^DATA$/i.test(line) ? '354 go on\r\n' : '250 ok\r\n';
}

export async function startFastHttpSink(): Promise<EmailSink> {
  const count = { emails: 0, bytes: 0 };
  const server = createHttpServer((req, res) => {
    req.on('data', (chunk: Buffer) => {
      count.bytes += chunk.length;
    });
    req.on('end', () => {
      count.emails++;
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    emails: () => count.emails,
    bytes: () => count.bytes,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
