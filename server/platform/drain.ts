/** An orderly stop of a server: every request that somebody has begun is answered. */
import type { Server } from 'node:http';

/** Long enough for people's next request to meet the answer that asks them to go elsewhere. */
const NOTICE_MS = 500;
const SWEEP_MS = 50;

/** Resolves when the last connection is gone. From the call on each answer closes its connection. */
export async function drain(server: Server): Promise<void> {
  // In front of the application: it has begun to write when it returns.
  server.prependListener('request', (_req, res) => {
    res.setHeader('Connection', 'close');
  });
  // A connection that is cut while it is idle may have a request on its way, so none is cut without notice.
  await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
}
