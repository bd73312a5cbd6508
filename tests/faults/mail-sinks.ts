/** Email sinks for tests: a real SMTP server, and an HTTP provider that remembers idempotency keys. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';

export type ReceivedEmail = { from: string; to: string; raw: string };
/** Reply to an email; null accepts it. `lose` accepts it, but the connection breaks before the reply. */
export type SinkReply = { code: number; text: string; at: 'rcpt' | 'data' } | { lose: true } | null;

export type SmtpSink = {
  url: string;
  /** Number of accepted emails by recipient. */
  accepted: Map<string, number>;
  /** Calls `onAccepted` for every accepted email from now on, instead of the callback of an earlier call. */
  watch(onAccepted: (to: string) => void): void;
  received: ReceivedEmail[];
  close(): Promise<void>;
};

type SmtpOptions = {
  /** Called at RCPT and at the end of DATA. */
  verdict?: (to: string) => SinkReply;
  /** Delay before the reply that accepts an email. A function may change it while emails arrive. */
  delayMs?: number | (() => number);
  /** Stores the messages in addition to counting them. */
  keepsMessages?: boolean;
};

export async function startSmtpSink({
  verdict = () => null,
  delayMs = 0,
  keepsMessages = true,
}: SmtpOptions = {}): Promise<SmtpSink> {
  const accepted = new Map<string, number>();
  const received: ReceivedEmail[] = [];
  let onAccepted: (to: string) => void = () => {};
  const refusal = (reply: SinkReply, at: 'rcpt' | 'data') =>
    reply && 'code' in reply && reply.at === at
      ? Object.assign(new Error(reply.text), { responseCode: reply.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // By default it waits 30 seconds for clients that keep their connections.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => done(refusal(verdict(address), 'rcpt')),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo[0]!.address;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => keepsMessages && chunks.push(chunk));
      stream.on('end', () => {
        const reply = verdict(to);
        const refused = refusal(reply, 'data');
        if (refused) return done(refused);
        accepted.set(to, (accepted.get(to) ?? 0) + 1);
        const from = (session.envelope.mailFrom as SMTPServerAddress).address;
        if (keepsMessages) received.push({ from, to, raw: Buffer.concat(chunks).toString('latin1') });
        onAccepted(to);
        if (reply && 'lose' in reply) return breakConnection(server, session.id);
        const delay = typeof delayMs === 'function' ? delayMs() : delayMs;
        if (delay) setTimeout(() => done(), delay);
        else done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    watch: (callback) => {
      onAccepted = callback;
    },
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Breaks a connection. smtp-server's types don't include its connections' sockets. */
function breakConnection(server: SMTPServer, id: string) {
  for (const connection of (server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> })
    .connections)
    if (connection.id === id) connection._socket.destroy();
}

export type HttpSink = {
  url: string;
  accepted: Map<string, number>;
  watch(onAccepted: (to: string) => void): void;
  /** Number of posts that were refused because their key was already used. */
  repeated: number;
  bodies: { key: string; to: string; [field: string]: unknown }[];
  close(): Promise<void>;
};

type HttpOptions = {
  /** Failure of a post: `status` refuses the email, `lose` accepts it and breaks the connection, null accepts it. */
  fault?: (
    to: string,
    postNumber: number,
  ) => { status: number; retryAfter?: number; name?: string } | { lose: true } | null;
  delayMs?: number;
  keepsMessages?: boolean;
  /** For a control: accepts the same key again. */
  shouldIgnoreKeys?: boolean;
};

export const HTTP_KEY = 'key of the sink';

export async function startHttpSink({
  fault = () => null,
  delayMs = 0,
  keepsMessages = true,
  shouldIgnoreKeys = false,
}: HttpOptions = {}): Promise<HttpSink> {
  const keys = new Set<string>();
  let onAccepted: (to: string) => void = () => {};
  const sink: HttpSink = {
    url: '',
    accepted: new Map(),
    watch: (callback) => {
      onAccepted = callback;
    },
    repeated: 0,
    bodies: [],
    close: async () => {},
  };
  let posts = 0;
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { to: string };
    const key = String(req.headers['idempotency-key']);
    const reply = fault(body.to, ++posts);
    if (req.headers.authorization !== `Bearer ${HTTP_KEY}`) return void res.writeHead(401).end();
    if (reply && 'status' in reply) {
      const { status, retryAfter = '', name } = reply;
      return void res.writeHead(status, { 'retry-after': String(retryAfter) }).end(JSON.stringify({ name }));
    }
    if (keys.has(key) && !shouldIgnoreKeys) {
      sink.repeated++;
      return void res.writeHead(409).end('{}');
    }
    keys.add(key);
    sink.accepted.set(body.to, (sink.accepted.get(body.to) ?? 0) + 1);
    if (keepsMessages) sink.bodies.push({ key, ...body });
    onAccepted(body.to);
    if (reply && 'lose' in reply) return void req.socket.destroy();
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"accepted"}');
  };
  const server = createServer((req, res) => void respond(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emails`;
  sink.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return sink;
}
