/**
 * Cluster of web processes and a worker on one database, as in docker-compose's `scale` profile, with a fake Stripe.
 */
import { join } from 'node:path';
import { createStripe } from '#server/billing/stripe.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type SandboxStripe, startSandboxStripe } from '#server/sandbox/stripe/server.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, type Cluster, withCluster } from '../cluster.ts';

type Process = { role: 'web' | 'worker'; port: number; server: ChildServer };

/** `servers` are the web processes, which keep their addresses after a restart. */
export type ScaledCluster = Cluster & {
  clock: Clock;
  stripe: SandboxStripe;
  api: Deps['stripe']['api'];
  /** Kills the process with this index in `processes`, and starts a replacement on the same port. */
  killAndRestart(index: number): Promise<void>;
  processes: readonly Process[];
};

type Options = { webs?: number; env?: Record<string, string> };

export const withScaledCluster = <T>(
  databaseUrl: string,
  work: (cluster: ScaledCluster) => Promise<T>,
  { webs = 3, env = {} }: Options = {},
): Promise<T> =>
  withCluster(databaseUrl, async (cluster) => {
    const ports = await Promise.all(Array.from({ length: webs + 1 }, freePort));
    const stripe = await startSandboxStripe({
      journalFile: join(cluster.dataDir, 'stripe-journal.jsonl'),
      now: () => systemClock.now(),
      webhook: { url: () => `http://127.0.0.1:${ports[0]!}/api/v1/stripe/webhook`, secret: 'whsec_sandbox' },
    });
    const { host, port, protocol, secretKey } = stripe;
    const { dataDir } = cluster;
    const start = ({ role, port }: Omit<Process, 'server'>) =>
      cluster.start({ dataDir, stripe, port, env: { ROLE: role, LOG_LEVEL: 'silent', ...env } });
    const processes: Process[] = [];
    const scaled: ScaledCluster = {
      ...cluster,
      clock: systemClock,
      stripe,
      api: createStripe(secretKey, { host, port, protocol }),
      processes,
      killAndRestart: async (index) => {
        const killed = processes[index]!;
        await killed.server.kill();
        killed.server = await retryStart(() => start(killed));
        if (killed.role === 'web') scaled.servers[index] = killed.server;
      },
    };
    try {
      for (const [index, port] of ports.entries()) {
        const process = { role: index < webs ? ('web' as const) : ('worker' as const), port };
        processes.push({ ...process, server: await start(process) });
        if (process.role === 'web') scaled.servers.push(processes[index]!.server);
      }
      return await work(scaled);
    } finally {
      await Promise.all(processes.map(({ server }) => server.kill()));
      await stripe.close();
    }
  });

/** Retries a start that a busy database refused, like compose's `restart`. */
const retryStart = (start: () => Promise<ChildServer>, tries = 10): Promise<ChildServer> =>
  start().catch((error) => {
    if (tries === 0) throw error;
    return retryStart(start, tries - 1);
  });
