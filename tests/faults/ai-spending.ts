/** Many authors, several servers, one budget: compares the spending of a fake model with our own records. */
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

/** Cents per million tokens; a call for titles reserves about 3 cents and uses about 1.4. */
const PRICE = { input: 1_000, output: 10_000 };
const CENTS_PER_CALL = 1.4;
const ANSWER = [
  '{"options":["',
  ...Array.from({ length: 98 }, (_, at) => (at % 30 === 29 ? '","' : `word ${at} `)),
  '"]}',
];

type Order = { databaseUrl: string; calls: number; processes: number; atOnce: number; kills: number; seed: number };
type Spending = {
  violations: string[];
  /** Counts of the calls' outcomes. */
  live: number;
  offline: number;
  failed: number;
  kills: number;
  capCents: number;
  /** By the model's journal, and by our records. */
  usedCents: number;
  bookedCents: number;
};

/** Fewer than half of the calls can be paid: the budget must run out in the middle of the rush. */
export async function spendUnderKills({
  databaseUrl,
  calls,
  processes,
  atOnce,
  kills,
  seed,
}: Order): Promise<Spending> {
  const roll = seededInt(seed);
  const capCents = Math.ceil((calls * CENTS_PER_CALL) / 2.5);
  const openai = await startFakeOpenAi();
  openai.script(() => scriptFor(roll(20)));
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-ai-'));
  const { db, pool } = openDatabase(databaseUrl, { connections: 3 });
  const start = async (port: number) =>
    startChildServer({ databaseUrl, dataDir, port, env: environment(openai.url, capCents) });
  const servers: ChildServer[] = [];
  const watch = watchBudget(pool, capCents);
  try {
    const ports = await Promise.all(Array.from({ length: processes }, freePort));
    await Promise.all(ports.map(async (port) => servers.push(await start(port))));
    const tally: Tally = { live: 0, offline: 0, failed: 0, unexpected: [] };
    let sent = 0;
    const author = async () => {
      while (sent < calls) {
        await ask(servers, { number: sent++, roll, tally });
        // Without a pause, answers from the offline tools would use up the calls before the model has answered one.
        await pause(100);
      }
    };
    const [killed] = await Promise.all([
      killServers(servers, { kills, calls, tally, start }),
      ...Array.from({ length: atOnce }, author),
    ]);
    for (const server of servers) await server.stop();
    const violations = [...tally.unexpected, ...(await watch.stop())];
    // Ten minutes later, so that the sweep charges abandoned calls.
    const later = () => new Date(systemClock.now().getTime() + 600_000);
    await settleAbandoned({ db, now: later });
    const books = await booksOf(pool);
    const usedCents = openai.spentCents(PRICE);
    violations.push(...wrongIn({ ...books, capCents, usedCents }));
    const { live, offline, failed } = tally;
    if (!live || !offline) violations.push(`nothing was tried: ${live} live, ${offline} offline`);
    return {
      violations,
      live,
      offline,
      failed,
      kills: killed,
      capCents,
      usedCents,
      bookedCents: books.requests,
    };
  } finally {
    for (const server of servers) await server.kill();
    await watch.stop();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
    await openai.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const environment = (openAiUrl: string, capCents: number) => ({
  ROLE: 'web',
  // A web process has no fake Stripe of its own, and none is needed here.
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

/** Most answers are fine; the others are slow, refused, cut off, without token counts, or longer than allowed. */
function scriptFor(side: number): Script {
  const pieces = ANSWER;
  if (side < 3) return { pieces, pace: 15 };
  if (side === 3) return { status: 500 };
  if (side === 4) return { pieces, breakAfter: 40 };
  if (side === 5) return { pieces, endAfter: 60 };
  if (side === 6) return { pieces, hasNoUsage: true };
  if (side === 7) return { pieces: [...ANSWER, ...ANSWER] };
  return { pieces };
}

type Tally = { live: number; offline: number; failed: number; unexpected: string[] };

type Asking = { number: number; roll: (sides: number) => number; tally: Tally };

/**
 * A request by one author from a separate address; some want JSON, some disconnect. If a server is down, the next one
 * is tried.
 */
async function ask(servers: readonly ChildServer[], { number, roll, tally }: Asking): Promise<void> {
  const mood = roll(10);
  try {
    const answer = await fetch(`${servers[roll(servers.length)]!.url}/api/v1/ai/title`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: mood < 5 ? 'application/json' : 'text/event-stream',
        'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      },
      body: JSON.stringify({ genre: 'mystery', keywords: 'harbor, ledger', count: 3, seed: number }),
      signal: AbortSignal.timeout(mood === 0 ? 400 : 120_000),
    });
    const text = await answer.text();
    if (answer.status === 503 || text.includes('event: error')) tally.failed += 1;
    else if (answer.status !== 200) tally.unexpected.push(`call ${number} was answered ${answer.status}: ${text}`);
    else tally[text.includes('"source":"live"') ? 'live' : 'offline'] += 1;
  } catch (error) {
    if (isNotThere(error)) {
      await pause(100);
      return ask(servers, { number, roll, tally });
    }
    // The server died, or the author disconnected.
    tally.failed += 1;
  }
}

const isNotThere = (error: unknown) => (error as { cause?: { syscall?: string } }).cause?.syscall === 'connect';

type Killing = { kills: number; calls: number; tally: Tally; start: (port: number) => Promise<ChildServer> };

/**
 * kill -9 on one server after another during the rush, each time followed by a new process on the same port. The first
 * kill waits for an answer of the model: one server may hold all of the budget's reservations.
 */
async function killServers(servers: ChildServer[], { kills, calls, tally, start }: Killing): Promise<number> {
  const ended = () => tally.live + tally.offline + tally.failed + tally.unexpected.length;
  for (let kill = 0; kill < kills; kill++) {
    const due = ((kill + 1) * calls) / (kills + 2);
    while (ended() < due || (!tally.live && ended() < calls)) await pause(20);
    const at = kill % servers.length;
    const old = servers[at]!;
    await old.kill();
    servers[at] = await start(Number(new URL(old.url).port));
  }
  return kills;
}

/** Watches the budget continuously: it must never be exceeded. */
function watchBudget(pool: Pool, capCents: number) {
  const exceeded = new Set<string>();
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await pool.query<{ spent_cents: number }>('select spent_cents::float8 from ai_budgets');
      for (const { spent_cents } of rows)
        if (spent_cents > capCents) exceeded.add(`the books said ${spent_cents} of ${capCents} cents`);
      await pause(20);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return [...exceeded];
    },
  };
}

type Books = { days: number; budgets: number; requests: number; open: number };

async function booksOf(pool: Pool): Promise<Books> {
  const { rows } = await pool.query<Books>(`
    select (select count(*)::int from ai_budgets) as days,
      (select coalesce(sum(spent_cents), 0)::float8 from ai_budgets) as budgets,
      (select coalesce(sum(spent_cents), 0)::float8 from ai_requests) as requests,
      (select count(*)::int from ai_requests where settled_at is null) as open`);
  return rows[0]!;
}

/** A run past midnight has two days' budgets. */
function wrongIn({
  days,
  budgets,
  requests,
  open,
  capCents,
  usedCents,
}: Books & { capCents: number; usedCents: number }) {
  const rules: [string, boolean][] = [
    [`the model was paid ${usedCents} cents, the cap is ${capCents}`, usedCents > capCents * days],
    [`the model was paid ${usedCents} cents, the books say ${requests}`, usedCents > requests],
    [`the budgets say ${budgets} cents, their requests ${requests}`, budgets !== requests],
    [`${open} reservations are still open`, open > 0],
  ];
  return rules.filter(([, holds]) => holds).map(([text]) => text);
}
