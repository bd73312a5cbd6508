/** AI spending by many authors through several servers: compares the fake model's charges with our records. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { settleAbandoned } from '#server/ai/budget.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase, type Pool } from '#server/platform/database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { type ChildServer, startChildServer } from '../cluster.ts';
import { type Script, startFakeOpenAi } from '../fakes/openai.ts';
import { seededInt } from './kills.ts';

/** Cents per million tokens. A call for titles reserves about 4.3 cents and uses about 1.4. */
const PRICE = { input: 1_000, output: 10_000 };
const CENTS_PER_CALL = 1.4;
const RESPONSE_PIECES = [
  '{"options":["',
  ...Array.from({ length: 98 }, (_, index) => (index % 30 === 29 ? '","' : `word ${index} `)),
  '"]}',
];

type SpendingTrial = {
  databaseUrl: string;
  calls: number;
  processes: number;
  concurrency: number;
  kills: number;
  seed: number;
};
type Spending = {
  violations: string[];
  /** Numbers of calls by outcome. */
  live: number;
  offline: number;
  failed: number;
  kills: number;
  capCents: number;
  /** Spending according to the model's journal. */
  usedCents: number;
  /** Spending according to our records. */
  recordedCents: number;
};

/** Sends more than twice as many calls as the budget covers, so that it runs out midway. */
export async function spendUnderKills({
  databaseUrl,
  calls,
  processes,
  concurrency,
  kills,
  seed,
}: SpendingTrial): Promise<Spending> {
  const roll = seededInt(seed);
  const capCents = Math.ceil((calls * CENTS_PER_CALL) / 2.5);
  const openai = await startFakeOpenAi();
  openai.script(() => scriptFor(roll(20)));
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-ai-'));
  const { db, pool } = openDatabase(databaseUrl, { connections: 3 });
  const start = async (port: number) =>
    startChildServer({ databaseUrl, dataDir, port, env: environment(openai.url, capCents) });
  const servers: ChildServer[] = [];
  const watcher = watchBudget(pool, capCents);
  try {
    const ports = await Promise.all(Array.from({ length: processes }, freePort));
    await Promise.all(ports.map(async (port) => servers.push(await start(port))));
    const tally: Tally = { live: 0, offline: 0, failed: 0, unexpected: [] };
    let sent = 0;
    const simulateAuthor = async () => {
      while (sent < calls) {
        await sendCall(servers, { number: sent++, roll, tally });
        // Without a pause, keyless drafts would use up the calls before the model has answered one.
        await pause(100);
      }
    };
    const [actualKills] = await Promise.all([
      killServers(servers, { kills, calls, tally, start }),
      ...Array.from({ length: concurrency }, simulateAuthor),
    ]);
    for (const server of servers) await server.stop();
    const violations = [...tally.unexpected, ...(await watcher.stop())];
    // Ten minutes ahead, so that the sweep charges abandoned calls.
    const later = () => new Date(systemClock.now().getTime() + 600_000);
    await settleAbandoned({ db, now: later });
    const records = await readRecords(pool);
    const usedCents = openai.spentCents(PRICE);
    violations.push(...violationsIn({ ...records, capCents, usedCents }));
    const { live, offline, failed } = tally;
    if (actualKills < kills)
      violations.push(`${kills - actualKills} of ${kills} servers ended before they were killed`);
    if (!live || !offline) violations.push(`only one kind was tested: ${live} live, ${offline} offline`);
    return {
      violations,
      live,
      offline,
      failed,
      kills: actualKills,
      capCents,
      usedCents,
      recordedCents: records.requestCents,
    };
  } finally {
    for (const server of servers) await server.kill();
    await watcher.stop();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    await openai.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const environment = (openAiUrl: string, capCents: number) => ({
  ROLE: 'web',
  // A web process starts no fake Stripe, and this trial needs none.
  SANDBOX_STRIPE_URL: 'http://127.0.0.1:9',
  TRUST_PROXY: '1',
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: openAiUrl,
  OPENAI_MODEL: 'story-model',
  OPENAI_INPUT_CENTS_PER_MILLION: String(PRICE.input),
  OPENAI_OUTPUT_CENTS_PER_MILLION: String(PRICE.output),
  OPENAI_REASONING_TOKENS: '0',
  AI_DAILY_BUDGET_CENTS: String(capCents),
});

/** Returns a call's script: most succeed; others are slow, fail, are cut off, lack token counts, or are too long. */
function scriptFor(side: number): Script {
  const pieces = RESPONSE_PIECES;
  if (side < 3) return { pieces, paceMs: 15 };
  if (side === 3) return { status: 500 };
  if (side === 4) return { pieces, breakAfter: 40 };
  if (side === 5) return { pieces, endAfter: 60 };
  if (side === 6) return { pieces, hasNoUsage: true };
  if (side === 7) return { pieces: [...RESPONSE_PIECES, ...RESPONSE_PIECES] };
  return { pieces };
}

type Tally = { live: number; offline: number; failed: number; unexpected: string[] };

type CallOptions = { number: number; roll: (sides: number) => number; tally: Tally };

/**
 * Sends one author's request from a separate address. Some authors accept JSON, and some disconnect early. Retries
 * while the server is down.
 */
async function sendCall(servers: readonly ChildServer[], { number, roll, tally }: CallOptions): Promise<void> {
  const variant = roll(10);
  try {
    const response = await fetch(`${servers[roll(servers.length)]!.url}/api/v1/ai/title`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: variant < 5 ? 'application/json' : 'text/event-stream',
        'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      },
      body: JSON.stringify({ genre: 'mystery', keywords: 'harbor, ledger', count: 3, seed: number }),
      signal: AbortSignal.timeout(variant === 0 ? 400 : 120_000),
    });
    const text = await response.text();
    if (response.status === 503 || text.includes('event: error')) tally.failed += 1;
    else if (response.status !== 200) tally.unexpected.push(`call ${number} got ${response.status}: ${text}`);
    else tally[text.includes('"source":"live"') ? 'live' : 'offline'] += 1;
  } catch (error) {
    if (isUnreachable(error)) {
      await pause(100);
      return sendCall(servers, { number, roll, tally });
    }
    // The server died, or the author disconnected.
    tally.failed += 1;
  }
}

const isUnreachable = (error: unknown) => (error as { cause?: { syscall?: string } }).cause?.syscall === 'connect';

type KillOptions = { kills: number; calls: number; tally: Tally; start: (port: number) => Promise<ChildServer> };

/**
 * Sends SIGKILL to one server after another during the calls, and starts a new process on the same port each time.
 * Returns how many servers the signal ended. The first kill waits for a response from the model, because one server may
 * hold all of the budget's reservations.
 */
async function killServers(servers: ChildServer[], { kills, calls, tally, start }: KillOptions): Promise<number> {
  const completed = () => tally.live + tally.offline + tally.failed + tally.unexpected.length;
  let killed = 0;
  for (let kill = 0; kill < kills; kill++) {
    const due = ((kill + 1) * calls) / (kills + 2);
    while (completed() < due || (!tally.live && completed() < calls)) await pause(20);
    const index = kill % servers.length;
    const previous = servers[index]!;
    await previous.kill();
    if ((await previous.exited).signal === 'SIGKILL') killed++;
    servers[index] = await start(Number(new URL(previous.url).port));
  }
  return killed;
}

/** Watches the budget continuously and reports when it's exceeded. */
function watchBudget(pool: Pool, capCents: number) {
  const exceeded = new Set<string>();
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const { rows } = await pool.query<{ spent_cents: number }>('select spent_cents::float8 from ai_budgets');
      for (const { spent_cents } of rows)
        if (spent_cents > capCents) exceeded.add(`the records show ${spent_cents} of ${capCents} cents`);
      await pause(20);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await loop;
      return [...exceeded];
    },
  };
}

type SpendingRecords = { days: number; budgetCents: number; requestCents: number; openReservations: number };

async function readRecords(pool: Pool): Promise<SpendingRecords> {
  const { rows } = await pool.query<SpendingRecords>(`
    select (select count(*)::int from ai_budgets) as days,
      (select coalesce(sum(spent_cents), 0)::float8 from ai_budgets) as "budgetCents",
      (select coalesce(sum(spent_cents), 0)::float8 from ai_requests) as "requestCents",
      (select count(*)::int from ai_requests where settled_at is null) as "openReservations"`);
  return rows[0]!;
}

/** Returns the violated rules. A run past midnight may spend two days' budgets. */
function violationsIn({
  days,
  budgetCents,
  requestCents,
  openReservations,
  capCents,
  usedCents,
}: SpendingRecords & { capCents: number; usedCents: number }) {
  const rules: [string, boolean][] = [
    [`the model was paid ${usedCents} cents, the cap is ${capCents}`, usedCents > capCents * days],
    [`the model was paid ${usedCents} cents, the records show ${requestCents}`, usedCents > requestCents],
    [`the budgets show ${budgetCents} cents, their requests ${requestCents}`, budgetCents !== requestCents],
    [`${openReservations} reservations are still open`, openReservations > 0],
  ];
  return rules.filter(([, isViolated]) => isViolated).map(([text]) => text);
}
