/** Benchmark e: tracked links of our own pages over 64 connections; each click is stored before its redirect. */
import pg from 'pg';
import { siteLinks } from '#server/clicks/token.ts';
import { type BenchTarget, formatMs, formatRate, type LoadResult, load, median, type Row } from './harness.ts';

const ROUNDS = 5;
const LOAD = { connections: 64, ms: 1500 };

export async function measure({ product, controls, secret, databaseUrl }: BenchTarget): Promise<Row[]> {
  const ids = await sentPromotions(databaseUrl);
  const link = siteLinks(secret);
  const id = (n: number) => ids[n % ids.length]!;
  const urls = {
    prisma: (n: number) => `${controls}/prisma-click/${id(n)}`,
    pg: (n: number) => `${controls}/pg-click/${id(n)}`,
    deckle: (n: number) => product + link(id(n), 'amazon'),
  };
  const results: Record<keyof typeof urls, LoadResult[]> = { prisma: [], pg: [], deckle: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, urlOf] of Object.entries(urls)) {
      const result = await load(urlOf, LOAD);
      if (round > 0) results[name as keyof typeof urls].push(result);
    }
  const medianSpeed = (name: keyof typeof urls) => median(results[name].map(({ perSecond }) => perSecond));
  const p99 = median(results.deckle.map((result) => result.p99));
  const row = (id: string, against: string, control: number, minimum: number): Row => ({
    id,
    description: `tracked link with its click committed, against ${against}`,
    control: formatRate(control),
    result: formatRate(medianSpeed('deckle')),
    ratio: medianSpeed('deckle') / control,
    goal: `≥ ${minimum} ×`,
    isMet: medianSpeed('deckle') >= minimum * control,
  });
  return [
    row('e1', 'Express and a Prisma insert', medianSpeed('prisma'), 4),
    row('e2', 'Express and one insert with pg', medianSpeed('pg'), 2),
    {
      id: 'e3',
      description: 'the same, p99 at 64 connections',
      control: '',
      result: formatMs(p99),
      ratio: 15 / p99,
      goal: '≤ 15 ms',
      isMet: p99 <= 15,
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
