/** Three web processes and a worker on one database, as docker-compose's `scale` profile runs them, with Stripe's stand-in beside them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStripe } from '#server/billing/stripe.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { type Database, openDatabase, type Pool } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type SandboxStripe, startSandboxStripe } from '#server/sandbox/stripe/server.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from './child-server.ts';

const WEBS = 3;

type Process = { role: 'web' | 'worker'; port: number };

export type House = {
  databaseUrl: string;
  dataDir: string;
  db: Database;
  pool: Pool;
  clock: Clock;
  stripe: SandboxStripe;
  api: Deps['stripe']['api'];
  /** At the same addresses after each kill. */
  servers: ChildServer[];
  worker: ChildServer;
  processes: Process[];
};

export async function withHouse<T>(databaseUrl: string, work: (house: House) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-house-'));
  const { db, pool } = openDatabase(databaseUrl, { connections: 8 });
  const processes: Process[] = [];
  for (let i = 0; i < WEBS; i++) processes.push({ role: 'web', port: await freePort() });
  processes.push({ role: 'worker', port: await freePort() });
  const stripe = await startSandboxStripe({
    journalFile: join(dataDir, 'stripe-journal.jsonl'),
    now: () => systemClock.now(),
    webhook: { url: () => `http://127.0.0.1:${processes[0]!.port}/api/v1/stripe/webhook`, secret: 'whsec_sandbox' },
  });
  const { host, port, protocol, secretKey } = stripe;
  const api = createStripe(secretKey, { host, port, protocol });
  const house = { databaseUrl, dataDir, db, pool, clock: systemClock, stripe, api, processes } as House;
  const alive = () => [...(house.servers ?? []), house.worker].filter((child) => child !== undefined);
  try {
    house.servers = [];
    for (const process of processes.slice(0, WEBS)) house.servers.push(await start(house, process));
    house.worker = await start(house, processes[WEBS]!);
    return await work(house);
  } finally {
    await Promise.all(alive().map((child) => child.kill()));
    await stripe.close();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const start = ({ databaseUrl, dataDir, stripe }: House, { role, port }: Process) =>
  startChildServer({ databaseUrl, dataDir, stripe, port, env: { ROLE: role, LOG_LEVEL: 'silent' } });

/** A busy database may refuse a process that begins; it is started again, as compose's `restart` does. */
async function startAgain(house: House, process: Process, tries = 10): Promise<ChildServer> {
  return start(house, process).catch((error) => {
    if (tries === 0) throw error;
    return startAgain(house, process, tries - 1);
  });
}

/** kill -9, and back at the same address. */
export async function killSomebody(house: House, roll: (sides: number) => number) {
  const place = roll(house.processes.length);
  const process = house.processes[place]!;
  if (process.role === 'worker') {
    await house.worker.kill();
    house.worker = await startAgain(house, process);
  } else {
    await house.servers[place]!.kill();
    house.servers[place] = await startAgain(house, process);
  }
}
