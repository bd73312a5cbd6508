/** What runs by itself: once per business date, in order, however many processes there are and however long they slept. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  type PartnerClient,
} from '#server/testing/factories.ts';
import { DAILY, runDueDaily } from './schedule.ts';

let server: TestServer;
const others: (() => Promise<void>)[] = [];

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of others.splice(0)) await close();
  await server.close();
});

/** A second process: its own connections to the same database. */
function anotherProcess(): Deps {
  const { db, pool } = openDatabase(server.deps.config.DATABASE_URL!, { connections: 3 });
  others.push(async () => {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  });
  return { ...server.deps, db, pool };
}

const JOBS = ['newsletters.freeze', 'promotions.decline_unanswered', 'newsletters.calendar'];
const on = (date: string) => JOBS.map((job) => `${job} ${date}`);
const runs = () => server.deps.db.jobRun.findMany({ orderBy: [{ business_date: 'asc' }, { job: 'asc' }] });

describe('the daily jobs', () => {
  it('have nothing to catch up on a new installation, and begin with the next cutoff', async () => {
    expect(await runDueDaily(server.deps)).toEqual([]);
    server.clock.set(new Date('2026-12-01T16:59:59.999Z'));
    expect(await runDueDaily(server.deps)).toEqual([]);
    server.clock.set(new Date('2026-12-01T17:00:00.000Z'));
    expect(await runDueDaily(server.deps)).toEqual(['newsletters.freeze 2026-12-01']);
    server.clock.set(new Date('2026-12-01T17:02:00.000Z'));
    expect(await runDueDaily(server.deps)).toEqual([
      'promotions.decline_unanswered 2026-12-01',
      'newsletters.calendar 2026-12-01',
    ]);
    expect(await runDueDaily(server.deps)).toEqual([]);
  });

  it('catch up after a sleep of three days, in order, each date once', async () => {
    server.clock.set(new Date('2026-12-04T17:30:00Z'));
    expect(await runDueDaily(server.deps)).toEqual([
      ...on('2026-12-01'),
      ...on('2026-12-02'),
      ...on('2026-12-03'),
      ...on('2026-12-04'),
    ]);
    expect(await runDueDaily(server.deps)).toEqual([]);
  });

  it('run once between five processes that wake at the same time', async () => {
    server.clock.set(new Date('2026-12-03T17:00:00Z'));
    const processes = [server.deps, anotherProcess(), anotherProcess(), anotherProcess(), anotherProcess()];
    const ran = await Promise.all(processes.map(runDueDaily));
    const all = [...on('2026-12-01'), ...on('2026-12-02'), 'newsletters.freeze 2026-12-03'];
    expect(ran.flat().sort()).toEqual(all.sort());
    expect(await server.deps.db.jobRun.count({ where: { finished_at: null } })).toBe(0);
  });

  it('are not overtaken by another process while one is at work', async () => {
    const freeze = DAILY.find(({ name }) => name === 'newsletters.freeze')!;
    const others = [anotherProcess(), anotherProcess()];
    const meanwhile: string[][] = [];
    vi.spyOn(freeze, 'run').mockImplementationOnce(async () => {
      for (const deps of others) meanwhile.push(await runDueDaily(deps));
    });
    server.clock.set(new Date('2026-12-02T17:00:00Z'));
    expect(await runDueDaily(server.deps)).toEqual([...on('2026-12-01'), 'newsletters.freeze 2026-12-02']);
    expect(meanwhile).toEqual([[], []]);
  });

  it('are taken over ten minutes after their process died, not before', async () => {
    const freeze = DAILY.find(({ name }) => name === 'newsletters.freeze')!;
    const run = vi.spyOn(freeze, 'run').mockRejectedValueOnce(new Error('killed'));
    server.clock.set(new Date('2026-12-01T17:00:00Z'));
    await expect(runDueDaily(server.deps)).rejects.toThrow('killed');
    server.clock.set(new Date('2026-12-01T17:10:00Z'));
    await runDueDaily(anotherProcess());
    expect(run).toHaveBeenCalledTimes(1);
    server.clock.set(new Date('2026-12-01T17:10:00.001Z'));
    expect((await runDueDaily(anotherProcess()))[0]).toBe('newsletters.freeze 2026-12-01');
    expect(run).toHaveBeenCalledTimes(2);
    const [, first] = (await runs()).filter(({ job }) => job === 'newsletters.freeze');
    expect(first!.finished_at).toEqual(new Date('2026-12-01T17:10:00.001Z'));
  });
});

it('sends no newsletter of a past day: its promotions could not be sent, and cost nothing', async () => {
  const staff = await createStaff(server);
  const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  const reader = await createReader(server);
  const missed = await createPromotion(server, { partner, days: 1 });
  const today = await createPromotion(server, { partner, days: 3, book: { title: 'In Time' } });
  for (const { id } of [missed, today]) await staff.post(`/promotions/${id}/approve`).expect(200);
  server.clock.set(new Date('2026-12-04T18:00:00Z'));
  await runDueDaily(server.deps);
  await server.settle();
  const shown = async ({ id }: { id: number }) => {
    const { promotion } = (await partner.get(`/promotions/${id}`).expect(200)).body;
    return [promotion.display_status, promotion.unable_reason, promotion.click_window_ends_at];
  };
  expect(await shown(missed)).toEqual([
    'unable to send',
    'The newsletter of this date was not sent because of a fault on our side.',
    null,
  ]);
  expect(await shown(today)).toEqual(['successfully sent', null, '2026-12-07T18:00:00.000Z']);
  const mails = (await server.mailsTo(reader.email)).filter(({ headers }) => 'list-unsubscribe' in headers);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('In Time');
});
