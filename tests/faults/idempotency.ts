/** A request that is repeated with its Idempotency-Key after its server was killed takes effect once. */
import { systemClock } from '#server/platform/clock.ts';
import { bookInput, insertPartner } from '#server/testing/factories.ts';
import { type Cluster, withCluster, withOwnDatabase } from '../cluster.ts';
import { seededInt } from './kills.ts';

const CLIENTS = 20;
const PAUSE_MS = 100;
const KILL_AFTER_ANSWERS = 40;
/** Longer than a lease, and than several starts of a server on a busy machine. */
const PATIENCE_MS = 600_000;

export const promises = [{ id: 'I1', size: 1_000, run }];

/** `size` is the number of requests. The control repeats them without a key. */
async function run(size: number, seed: number) {
  return withOwnDatabase(({ databaseUrl }) =>
    withCluster(databaseUrl, async (cluster) => {
      const { violations, kills, repeated } = await repeatUnderKills(cluster, { requests: size, seed });
      for (const violation of violations.slice(0, 20)) console.error(violation);
      const control = await repeatUnderKills(cluster, { requests: size, seed, hasKeys: false });
      return {
        n: size,
        violations: violations.length,
        control: (control.violations.some((text) => text.includes(' times')) ? 'red' : 'green') as 'red' | 'green',
        notes: `${kills} kills; ${repeated} requests repeated`,
      };
    }),
  );
}

type Trial = { requests: number; seed: number; hasKeys?: boolean };

/** Each request adds a book of its own title, which may be added twice, and is repeated until it is answered. */
export async function repeatUnderKills(cluster: Cluster, { requests, seed, hasKeys = true }: Trial) {
  const roll = seededInt(seed);
  const { id, headers } = await insertPartner({ db: cluster.db, now: systemClock.now });
  let server = await cluster.start();
  let isOver = false;
  let repeated = 0;
  let kills = 0;
  let answered = 0;
  const violations: string[] = [];
  const names = Array.from({ length: requests }, (_, number) => `Book ${seed} ${hasKeys} ${number}`);
  const left = names.slice();

  const send = (name: string) =>
    fetch(`${server.url}/api/v1/books`, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        ...(hasKeys ? { 'Idempotency-Key': keyOf(name) } : {}),
      },
      body: JSON.stringify(bookInput({ title: name, amazon_url: null })),
    }).then(
      async (res) => ({ status: res.status, body: await res.text() }),
      () => null,
    );
  const client = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const deadline = performance.now() + PATIENCE_MS;
      for (let answer = await send(name); !isFinal(answer); answer = await send(name)) {
        repeated++;
        if (performance.now() > deadline || answer?.status === 422) {
          violations.push(`${name}: not answered, last ${answer?.status} ${answer?.body}`);
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      answered++;
    }
  };
  /** Kills the server in the middle of the next few requests, so that every server gets some of the work done. */
  const killer = async () => {
    while (!isOver) {
      const due = answered + roll(KILL_AFTER_ANSWERS);
      while (!isOver && answered < due) await new Promise((resolve) => setTimeout(resolve, 1));
      if (isOver) return;
      await new Promise((resolve) => setTimeout(resolve, roll(20)));
      await server.kill();
      kills++;
      server = await cluster.start();
    }
  };
  const killing = killer();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  isOver = true;
  await killing;
  await server.stop();

  const { rows } = await cluster.pool.query<{ name: string; count: number }>(
    'select title as name, count(*)::int from books where partner_id = $1 group by title',
    [id],
  );
  const found = new Map(rows.map(({ name, count }) => [name, count]));
  for (const name of names)
    if (found.get(name) !== 1) violations.push(`${name}: created ${found.get(name) ?? 0} times`);
  return { violations, kills, repeated };
}

const keyOf = (name: string) => name.replaceAll(' ', '-');

/** Created, or told that it was begun and the response is lost. */
const isFinal = (answer: { status: number; body: string } | null) =>
  answer?.status === 201 || (answer?.status === 409 && answer.body.includes('was begun'));
