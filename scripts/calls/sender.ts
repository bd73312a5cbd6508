/**
 * Raw HTTP or HTTPS calls over a few keep-alive connections: fast enough for thousands of calls, and low-level enough
 * for malformed ones.
 */
import * as http from 'node:http';
import * as https from 'node:https';

export type ApiCall = {
  method: string;
  /** With its query, percent-encoded. */
  path: string;
  headers?: http.OutgoingHttpHeaders;
  /** Objects are sent as JSON, text and bytes unchanged. */
  body?: unknown;
};
export type ApiResponse = {
  status: number;
  /** The media type, without parameters. */
  type: string;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Parsed if it is JSON. */
  body: unknown;
};

/** Twice the server's own limit for a request. */
const RESPONSE_TIMEOUT_MS = 60_000;

export type Sender = { send(call: ApiCall): Promise<ApiResponse>; close(): void };

/** At most `connections` calls run concurrently; the others wait. */
export function createSender(base: string, { connections = 8 } = {}): Sender {
  const { Agent, request } = base.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  // The path is sent unchanged; URL would normalize dots and broken escapes.
  const { hostname, port } = new URL(base);
  const send = (call: ApiCall, isRetry = false) =>
    new Promise<ApiResponse>((resolve, reject) => {
      const { bytes, type } = encodeBody(call.body);
      const headers = {
        accept: 'application/json',
        ...(bytes ? { 'content-length': bytes.length } : {}),
        ...(type ? { 'content-type': type } : {}),
        ...call.headers,
      };
      const { method, path } = call;
      const req = request({ hostname, port, path, method, agent: isRetry ? false : agent, headers }, (res) => {
        const chunks: Buffer[] = [];
        const done = () => resolve(apiResponseOf(res, Buffer.concat(chunks).toString()));
        res.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          // Event streams may be endless; the first events are enough.
          if (!/^text\/event-stream/.test(res.headers['content-type'] ?? '')) return;
          done();
          req.destroy();
        });
        res.on('error', reject);
        res.on('end', done);
      });
      req.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection just as it's reused. Retry on a new connection, which can't be idle.
        const wasIdle = req.reusedSocket && error.code === 'ECONNRESET' && !isRetry;
        return wasIdle ? send(call, true).then(resolve, reject) : reject(error);
      });
      req.setTimeout(RESPONSE_TIMEOUT_MS, () =>
        req.destroy(new Error(`no response within ${RESPONSE_TIMEOUT_MS / 1000} seconds`)),
      );
      req.end(bytes);
    });
  return { send: (call) => send(call), close: () => agent.destroy() };
}

function encodeBody(body: unknown): { bytes?: Buffer; type?: string } {
  if (body === undefined) return {};
  if (Buffer.isBuffer(body)) return { bytes: body };
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'application/json' };
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

function apiResponseOf({ statusCode = 0, headers }: http.IncomingMessage, text: string): ApiResponse {
  const type = (headers['content-type'] ?? '').split(';')[0]!;
  return { status: statusCode, type, headers, text, body: type === 'application/json' ? parseJson(text) : undefined };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
