/** Idempotency keys under kills: a request takes effect once, even if its server is killed and it's sent again. */
import { systemClock } from '#server/platform/clock.ts';
import { bookInput, insertPartner } from '#server/testing/factories.ts';
import { type Cluster, withCluster, withTrialDatabase } from '../cluster.ts';
import { seededInt } from './kills.ts';
import { controlResult, verdict } from './verdict.ts';

const CLIENTS = 20;
const PAUSE_MS = 100;
const MAX_REQUESTS_BETWEEN_KILLS = 40;
/** Longer than a lease, and than several starts of a server on a busy machine. */
const REQUEST_TIMEOUT_MS = 600_000;

export const trials = [{ id: 'repeats', size: 1_000, run }];

/** `size` is the number of requests. The control repeats them without a key. */
async function run(size: number, seed: number) {
  return withTrialDatabase(({ databaseUrl }) =>
    withCluster(databaseUrl, async (cluster) => {
      const { violations, kills, repeated } = await repeatUnderKills(cluster, { requests: size, seed });
      const control = await repeatUnderKills(cluster, { requests: size, seed, hasKeys: false });
      const isRed = control.violations.some((text) => /created (?!0 )\d+ times/.test(text));
      return verdict(size, violations, controlResult(isRed), `${kills} kills; ${repeated} requests repeated`);
    }),
  );
}

type Trial = { requests: number; seed: number; hasKeys?: boolean };

/** Adds a book with each request, repeated until its outcome is final. Only the key prevents a second copy. */
export async function repeatUnderKills(cluster: Cluster, { requests, seed, hasKeys = true }: Trial) {
  const roll = seededInt(seed);
  const { id, headers } = await insertPartner({ db: cluster.db, now: systemClock.now });
  let server = await cluster.start();
  let isDone = false;
  let repeated = 0;
  let kills = 0;
  let completed = 0;
  const violations: string[] = [];
  const names = Array.from({ length: requests }, (_, number) => `Book ${seed} ${hasKeys} ${number}`);
  const pending = names.slice();

  const send = (name: string) =>
    fetch(`${server.url}/api/v1/books`, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        ...(hasKeys ? { 'Idempotency-Key': keyOf(name) } : {}),
      },
      body: JSON.stringify(bookInput({ title: name, amazon_url: null })),
    })
      .then(async (res) => ({ status: res.status, body: await res.text() }))
      // The server may be killed before, during, or after its response.
      .catch(() => null);
  const runClient = async () => {
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const deadline = performance.now() + REQUEST_TIMEOUT_MS;
      for (let response = await send(name); !isFinal(response); response = await send(name)) {
        repeated++;
        if (performance.now() > deadline || response?.status === 422) {
          violations.push(`${name}: no final response; the last was ${response?.status} ${response?.body}`);
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      completed++;
    }
  };
  /** Kills the server again and again, usually after some more requests are complete. */
  const killRepeatedly = async () => {
    while (!isDone) {
      const due = completed + roll(MAX_REQUESTS_BETWEEN_KILLS);
      while (!isDone && completed < due) await new Promise((resolve) => setTimeout(resolve, 1));
      if (isDone) return;
      await new Promise((resolve) => setTimeout(resolve, roll(20)));
      await server.kill();
      kills++;
      server = await cluster.start();
    }
  };
  const killing = killRepeatedly();
  await Promise.all(Array.from({ length: CLIENTS }, runClient));
  isDone = true;
  await killing;
  await server.stop();

  const { rows } = await cluster.pool.query<{ name: string; count: number }>(
    'select title as name, count(*)::int from books where partner_id = $1 group by title',
    [id],
  );
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  for (const name of names)
    if (counts.get(name) !== 1) violations.push(`${name}: created ${counts.get(name) ?? 0} times`);
  return { violations, kills, repeated };
}

const keyOf = (name: string) => name.replaceAll(' ', '-');

/** True if the book was created, or the response says that an earlier attempt was started and its response was lost. */
const isFinal = (response: { status: number; body: string } | null) =>
  response?.status === 201 || (response?.status === 409 && response.body.includes('was started'));
