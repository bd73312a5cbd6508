/** POSTs to one URL over keep-alive connections, for millions of requests: fetch takes twice as long for each. */
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

export type PostResult = { status: number; headers: IncomingHttpHeaders; text: string };
export type Post = (headers: Record<string, string>, body: string) => Promise<PostResult>;

/** Rejects if the complete response isn't there in time. Follows no redirects. */
export function createKeepAliveClient(
  url: string,
  { connections, timeoutMs }: { connections: number; timeoutMs: number },
): Post {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (headers, body) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body);
      const asked = request(url, { agent, method: 'POST', headers: { ...headers, 'content-length': bytes.length } });
      const tooLate = setTimeout(() => {
        // Rejected before destroying, because the destroyed request would only report that it was aborted.
        reject(new Error(`no response within ${timeoutMs / 1000} s`));
        asked.destroy();
      }, timeoutMs);
      asked
        .once('response', (answer) =>
          text(answer).then(
            (said) => resolve({ status: answer.statusCode!, headers: answer.headers, text: said }),
            reject,
          ),
        )
        .once('error', reject)
        .once('close', () => clearTimeout(tooLate))
        .end(bytes);
    });
}
