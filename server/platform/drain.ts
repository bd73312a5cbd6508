/** Graceful shutdown of an HTTP server: every request in progress is answered. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/**
 * Idle time after which a connection is closed. Most clients send their next request sooner, and its response asks them
 * to disconnect.
 */
const MAX_IDLE_MS = 1_000;
/** Time limit for accepting pending connections, which takes only a few milliseconds when no new ones arrive. */
const MAX_ACCEPT_MS = 4_000;
const SWEEP_MS = 50;
const MIN_QUIET_TURNS = 3;

type Connection = { response: ServerResponse | null; idleSince: number };

/**
 * Tracks a server's connections from its start. `drain` accepts pending connections, stops listening, asks clients to
 * disconnect, and closes idle connections; it resolves when the last connection is closed.
 */
export function watchConnections(server: Server): { drain(): Promise<void> } {
  const open = new Map<Socket, Connection>();
  let isDraining = false;
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted++;
    open.set(socket, { response: null, idleSince: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  // Registered before the application's listener, which may have sent the headers by the time it returns.
  server.prependListener('request', (req, res) => {
    const connection = open.get(req.socket);
    if (!connection) return;
    connection.response = res;
    if (isDraining) res.setHeader('Connection', 'close');
    res.once('close', () => Object.assign(connection, { response: null, idleSince: performance.now() }));
  });

  async function drain() {
    await acceptPending();
    // Not http.Server's close, which ends idle connections immediately: a request may be in transit on any of them.
    const closePromise = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // Set after close(), because a client that is told to disconnect reconnects immediately.
    isDraining = true;
    for (const { response } of open.values())
      if (response && !response.headersSent) response.setHeader('Connection', 'close');
    const sweep = setInterval(() => void afterPoll().then(closeIdle), SWEEP_MS);
    await closePromise;
    clearInterval(sweep);
  }

  /**
   * Accepts pending connections, one per turn of the event loop. Closing the listener would reset those still in the
   * backlog.
   */
  async function acceptPending() {
    const until = performance.now() + MAX_ACCEPT_MS;
    for (let quiet = 0; quiet < MIN_QUIET_TURNS && performance.now() < until; ) {
      const before = accepted;
      await afterPoll();
      quiet = accepted === before ? quiet + 1 : 0;
    }
  }

  function closeIdle() {
    const before = performance.now() - MAX_IDLE_MS;
    for (const [socket, { response, idleSince }] of open) if (!response && idleSince < before) socket.destroy();
  }

  return { drain };
}

/** Resolves right after pending input has been read. */
const afterPoll = () => new Promise<void>((resolve) => setImmediate(resolve));
