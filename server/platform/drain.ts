/** Graceful shutdown of an HTTP server: every request in progress is answered. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Long enough for most clients' next request to get the response that asks them to disconnect. */
const NOTICE_MS = 1_000;
/** Upper bound: a server without new connections needs a few milliseconds. */
const LET_IN_MS = 4_000;
const SWEEP_MS = 50;
const QUIET_TURNS = 3;

type Connection = { answering: ServerResponse | null; idleSince: number };

/**
 * Tracks a server's connections from its start. `drain` accepts pending connections, stops listening, and asks the
 * others to disconnect; it resolves when the last connection is closed.
 */
export function watchConnections(server: Server): { drain(): Promise<void> } {
  const open = new Map<Socket, Connection>();
  let isDraining = false;
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted++;
    open.set(socket, { answering: null, idleSince: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  // Registered before the application's listener, which has started to write when it returns.
  server.prependListener('request', (req, res) => {
    const connection = open.get(req.socket);
    if (!connection) return;
    connection.answering = res;
    if (isDraining) res.setHeader('Connection', 'close');
    res.once('close', () => Object.assign(connection, { answering: null, idleSince: performance.now() }));
  });

  async function drain() {
    await letWaitingIn();
    // Not http.Server's close, which ends idle connections immediately: a request may be in transit on any of them.
    const closePromise = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // Set after close(): clients told to disconnect reconnect immediately.
    isDraining = true;
    for (const { answering } of open.values())
      if (answering && !answering.headersSent) answering.setHeader('Connection', 'close');
    const sweep = setInterval(() => void pollOver().then(closeIdle), SWEEP_MS);
    await closePromise;
    clearInterval(sweep);
  }

  /**
   * Accepts pending connections, one per turn of the event loop. Closing the listener would reset those still in the
   * backlog.
   */
  async function letWaitingIn() {
    const until = performance.now() + LET_IN_MS;
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < until; ) {
      const before = accepted;
      await pollOver();
      quiet = accepted === before ? quiet + 1 : 0;
    }
  }

  function closeIdle() {
    const before = performance.now() - NOTICE_MS;
    for (const [socket, { answering, idleSince }] of open) if (!answering && idleSince < before) socket.destroy();
  }

  return { drain };
}

/** Resolves right after pending input was read. */
const pollOver = () => new Promise<void>((resolve) => setImmediate(resolve));
