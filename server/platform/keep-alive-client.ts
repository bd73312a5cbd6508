/** POSTs to one URL over keep-alive connections, for millions of requests: fetch takes twice as long for each. */
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

export type PostResult = { status: number; headers: IncomingHttpHeaders; text: string };
export type Post = (headers: Record<string, string>, body: string) => Promise<PostResult>;

/** The server may have received the complete request, although no complete response arrived. */
export class ResponseLostError extends Error {}

/**
 * Posts reject if the complete response doesn't arrive within the timeout. Once the request is written, they reject
 * with a ResponseLostError. Redirects aren't followed.
 */
export function createKeepAliveClient(
  url: string,
  { connections, timeoutMs }: { connections: number; timeoutMs: number },
): Post {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (headers, body) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body);
      const outgoing = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': bytes.length } });
      let isWritten = false;
      const fail = (error: Error) => reject(isWritten ? new ResponseLostError(error.message, { cause: error }) : error);
      const timeout = setTimeout(() => {
        // Rejected before destroying, because the destroyed request would only report that it was aborted.
        fail(new Error(`no response within ${timeoutMs / 1000} s`));
        outgoing.destroy();
      }, timeoutMs);
      outgoing
        .once('response', (response) =>
          text(response).then(
            (received) => resolve({ status: response.statusCode!, headers: response.headers, text: received }),
            fail,
          ),
        )
        .once('finish', () => {
          isWritten = true;
        })
        .once('error', fail)
        .once('close', () => clearTimeout(timeout))
        .end(bytes);
    });
}
