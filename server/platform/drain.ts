/** An orderly stop of a server: every request that somebody has begun is answered. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Long enough for people's next request to meet the answer that asks them to go elsewhere. */
const NOTICE_MS = 1_000;
/** At the most: a server that nobody new comes to needs a few milliseconds. */
const LET_IN_MS = 4_000;
const SWEEP_MS = 50;
const QUIET_TURNS = 3;

type Connection = { answering: ServerResponse | null; idleSince: number };

/**
 * Watches a server from its start on. `drain` lets in whoever has connected, then nobody, and asks everybody else to leave; it
 * resolves when the last connection is gone.
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
  // In front of the application, which has begun to write when it returns.
  server.prependListener('request', (req, res) => {
    const connection = open.get(req.socket);
    if (!connection) return;
    connection.answering = res;
    if (isDraining) res.setHeader('Connection', 'close');
    res.once('close', () => Object.assign(connection, { answering: null, idleSince: performance.now() }));
  });

  async function drain() {
    await letWaitingIn();
    // Not the HTTP server's own close, which cuts idle connections at once: a request may be on its way on any of them.
    const gone = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // Only now: whoever is sent away comes back at once, and would wait at the door.
    isDraining = true;
    for (const { answering } of open.values())
      if (answering && !answering.headersSent) answering.setHeader('Connection', 'close');
    const sweep = setInterval(() => void pollOver().then(closeIdle), SWEEP_MS);
    await gone;
    clearInterval(sweep);
  }

  /** Each turn lets one in. A closing door would turn those away unheard who have connected and wait behind it. */
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

/** Right after what had arrived was read. */
const pollOver = () => new Promise<void>((resolve) => setImmediate(resolve));
