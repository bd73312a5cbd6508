/** POSTs to one address over connections that are kept, for what is posted by the million: fetch takes twice as long over each. */
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

export type Posted = { status: number; headers: IncomingHttpHeaders; text: string };
export type Post = (headers: Record<string, string>, body: string) => Promise<Posted>;

/** Rejects when there is no whole answer in time. Follows no redirects. */
export function keptConnections(
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
        // Said first: an answer that is cut off would only say that it was.
        reject(new Error(`no answer within ${timeoutMs / 1000} s`));
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
