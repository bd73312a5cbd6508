/** Benchmark e: a tracked link followed by 64 concurrent readers; the click is stored before the redirect. */
import pg from 'pg';
import { siteLinks } from '#server/clicks/token.ts';
import { type Answers, type BenchTarget, load, median, milliseconds, perSecond, type Row } from './harness.ts';

const ROUNDS = 5;
const CROWD = { connections: 64, ms: 1500 };

export async function measure({ product, controls, secret, databaseUrl }: BenchTarget): Promise<Row[]> {
  const ids = await sentPromotions(databaseUrl);
  const link = siteLinks(secret);
  const id = (n: number) => ids[n % ids.length]!;
  const ways = {
    prisma: (n: number) => `${controls}/prisma-click/${id(n)}`,
    pg: (n: number) => `${controls}/pg-click/${id(n)}`,
    ours: (n: number) => product + link(id(n), 'amazon'),
  };
  const taken: Record<keyof typeof ways, Answers[]> = { prisma: [], pg: [], ours: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [way, urlOf] of Object.entries(ways)) {
      const answers = await load(urlOf, CROWD);
      if (round > 0) taken[way as keyof typeof ways].push(answers);
    }
  const speed = (way: keyof typeof ways) => median(taken[way].map(({ perSecond }) => perSecond));
  const p99 = median(taken.ours.map((answers) => answers.p99));
  const row = (id: string, what: string, control: number, least: number): Row => ({
    id,
    what: `tracked link with its click committed, against ${what}`,
    control: perSecond(control),
    ours: perSecond(speed('ours')),
    ratio: speed('ours') / control,
    goal: `≥ ${least} ×`,
    met: speed('ours') >= least * control,
  });
  return [
    row('e1', 'Express and a Prisma insert', speed('prisma'), 4),
    row('e2', 'Express and one insert with pg', speed('pg'), 3),
    {
      ...{ id: 'e3', what: 'the same, p99 at 64 connections', control: '', ours: milliseconds(p99), ratio: 15 / p99 },
      ...{ goal: '≤ 15 ms', met: p99 <= 15 },
    },
  ];
}

async function sentPromotions(databaseUrl: string): Promise<number[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from promotions where sent_at is not null limit 200');
  await client.end();
  return rows.map(({ id }) => id);
}
