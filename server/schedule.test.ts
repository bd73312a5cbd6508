/**
 * Daily jobs run once per date and in order, with any number of processes and after any downtime, but not on a machine
 * whose clock is wrong.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { type DailyJob, initializeJobs, runDueDaily } from './platform/daily.ts';
import { DAILY } from './schedule.ts';

let server: TestServer;
const closeFunctions: (() => Promise<void>)[] = [];

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closeFunctions.splice(0)) await close();
  await server.close();
});

/** Returns another process's dependencies, with separate connections to the same database. */
function anotherProcess(): Deps {
  const { db, pool } = openDatabase(server.deps.config.DATABASE_URL!, { connections: 3 });
  closeFunctions.push(async () => {
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  });
  return { ...server.deps, db, pool };
}

/** A separate table of jobs, so that these tests don't depend on the real one. Tests set what `run` does. */
const run = vi.fn(async (_deps: Deps, _date: string): Promise<unknown> => null);
const TABLE: readonly DailyJob[] = [
  { name: 'remind', hour: 8, minute: 0, run: async () => null },
  { name: 'freeze', hour: 10, minute: 0, run: (deps, date) => run(deps, date) },
  { name: 'weekly', hour: 10, minute: 5, run: async () => null },
];
const wholeDay = (date: string) => [`remind ${date}`, `freeze ${date}`, `weekly ${date}`];
const runDue = (deps: Deps) => runDueDaily(deps, TABLE);
const runsOf = (job: string) => server.deps.db.jobRun.findMany({ where: { job }, orderBy: { business_date: 'asc' } });
const setClock = (instant: string) => server.clock.set(new Date(instant));

describe('the daily jobs', () => {
  beforeEach(async () => {
    run.mockReset();
    await initializeJobs(server.deps, TABLE);
  });

  it('have nothing to catch up on in a new installation, and start at the next cutoff', async () => {
    expect(await runDue(server.deps)).toEqual([]);
    setClock('2026-12-01T16:59:59.999Z');
    expect(await runDue(server.deps)).toEqual([]);
    setClock('2026-12-01T17:00:00.000Z');
    expect(await runDue(server.deps)).toEqual(['freeze 2026-12-01']);
    setClock('2026-12-01T17:05:00.000Z');
    expect(await runDue(server.deps)).toEqual(['weekly 2026-12-01']);
    expect(await runDue(server.deps)).toEqual([]);
    setClock('2026-12-02T15:00:00.000Z');
    expect(await runDue(server.deps)).toEqual(['remind 2026-12-02']);
  });

  it('catch up after three days of downtime, in order, each date once', async () => {
    setClock('2026-12-04T18:30:00Z');
    expect(await runDue(server.deps)).toEqual([
      'freeze 2026-12-01',
      'weekly 2026-12-01',
      ...wholeDay('2026-12-02'),
      ...wholeDay('2026-12-03'),
      ...wholeDay('2026-12-04'),
    ]);
    expect(run.mock.calls.map(([, date]) => date)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']);
    expect(await runDue(server.deps)).toEqual([]);
  });

  it('run once even if five processes start them at the same time', async () => {
    setClock('2026-12-03T17:00:00Z');
    const processes = [server.deps, anotherProcess(), anotherProcess(), anotherProcess(), anotherProcess()];
    const ran = await Promise.all(processes.map(runDue));
    const all = [
      'freeze 2026-12-01',
      'weekly 2026-12-01',
      ...wholeDay('2026-12-02'),
      'remind 2026-12-03',
      'freeze 2026-12-03',
    ];
    expect(ran.flat().sort()).toEqual(all.sort());
    expect(run).toHaveBeenCalledTimes(3);
    expect(await server.deps.db.jobRun.count({ where: { finished_at: null } })).toBe(0);
  });

  it("aren't run by other processes while a job is running, whatever their clocks say", async () => {
    const others = [anotherProcess(), { ...anotherProcess(), now: () => new Date('2026-12-03T19:00:00Z') }];
    const othersRan: string[][] = [];
    run.mockImplementationOnce(async () => {
      for (const deps of others) othersRan.push(await runDue(deps));
    });
    setClock('2026-12-01T17:00:00Z');
    expect(await runDue(server.deps)).toEqual(['freeze 2026-12-01']);
    expect(othersRan).toEqual([[], []]);
  });

  it("are taken over once their process's lease has lapsed, and its late result changes nothing", async () => {
    let rejectLate = (_reason: Error) => {};
    run.mockImplementationOnce(() => new Promise((_, reject) => (rejectLate = reject)));
    setClock('2026-12-01T17:00:00Z');
    const lateRun = runDue(anotherProcess());
    await vi.waitUntil(() => run.mock.calls.length === 1);
    expect(await runDue(server.deps)).toEqual([]);
    await lapse();
    expect(await runDue(server.deps)).toEqual(['freeze 2026-12-01']);
    rejectLate(new Error('too late'));
    await expect(lateRun).rejects.toThrow('too late');
    const [, first] = await runsOf('freeze');
    expect(first).toMatchObject({ finished_at: new Date('2026-12-01T17:00:00Z'), failure: null });
  });

  it('start no further transaction and finish no run after another process has taken over', async () => {
    let resume = () => {};
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const work = vi.fn();
    run.mockImplementationOnce(async ({ db }) => {
      await paused;
      await db.$transaction(async () => work());
    });
    setClock('2026-12-01T17:00:00Z');
    const lateRun = expect(runDue(anotherProcess())).rejects.toThrow('Another process has taken over');
    await vi.waitUntil(() => run.mock.calls.length === 1);
    await lapse();
    run.mockRejectedValueOnce(new Error('fails, so that the run stays open'));
    await expect(runDue(server.deps)).rejects.toThrow('stays open');
    resume();
    await lateRun;
    expect(work).not.toHaveBeenCalled();
    expect((await runsOf('freeze'))[1]).toMatchObject({
      finished_at: null,
      failure: 'fails, so that the run stays open',
    });
  });

  it('are retried after a failure, which blocks neither their later dates nor other jobs', async () => {
    run.mockRejectedValueOnce(new Error('no room on the disk'));
    setClock('2026-12-02T17:00:00Z');
    await expect(runDue(server.deps)).rejects.toThrow('no room on the disk');
    expect(run.mock.calls.map(([, date]) => date)).toEqual(['2026-12-01', '2026-12-02']);
    const [, failed] = await runsOf('freeze');
    expect(failed).toMatchObject({ finished_at: null, failure: 'no room on the disk' });
    expect((await runsOf('weekly')).at(-1)!.business_date).toEqual(new Date('2026-12-01'));
    expect(await runDue(server.deps)).toEqual(['freeze 2026-12-01']);
    expect(await runDue(server.deps)).toEqual([]);
    const [, retried] = await runsOf('freeze');
    expect(retried).toMatchObject({ finished_at: new Date('2026-12-02T17:00:00Z'), failure: null });
  });
});

describe("a worker whose clock differs from the database's", () => {
  const HOUR_MS = 3_600_000;
  const shiftSystemTime = (offset: number) => {
    const real = systemClock.now.bind(systemClock);
    vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(real().getTime() + offset));
  };
  const clockCheck = async () => {
    const staff = await createStaff(server);
    const { checks } = (await staff.get('/admin/health').expect(200)).body;
    return checks.find(({ name }: { name: string }) => name === 'clock');
  };

  beforeEach(async () => {
    run.mockReset();
    await initializeJobs(server.deps, TABLE);
    setClock('2026-12-01T17:00:00Z');
  });

  it.each([2 * HOUR_MS, 61_000, -61_000])(
    'runs no daily job if the difference is more than a minute (%i ms)',
    async (offset) => {
      shiftSystemTime(offset);
      await expect(runDue(server.deps)).rejects.toThrow(
        /^Daily jobs and the freeze won’t run: the clock is \d+ seconds/,
      );
      expect(run).not.toHaveBeenCalled();
      vi.restoreAllMocks();
      expect(await runDue(server.deps)).toEqual(['freeze 2026-12-01']);
    },
  );

  it.each([59_000, -59_000])(
    'runs the daily jobs if the difference is within a minute (%i ms), whatever date the demo clock has',
    async (offset) => {
      shiftSystemTime(offset);
      expect(await runDue(server.deps)).toEqual(['freeze 2026-12-01']);
    },
  );

  it('refuses to close newsletters in its sweeps, too', async () => {
    shiftSystemTime(2 * HOUR_MS);
    await expect(server.advanceTo('2026-12-01T17:01:00Z')).rejects.toThrow('Daily jobs and the freeze won’t run');
  });

  it('is reported on the health page of a process with a correct clock, until the report is out of date', async () => {
    expect(await clockCheck()).toMatchObject({ level: 'ok' });
    shiftSystemTime(2 * HOUR_MS);
    await expect(runDue(server.deps)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await clockCheck()).toMatchObject({
      level: 'bad',
      text: 'A worker isn’t running its daily jobs or closing newsletters: the clock is 7200 seconds ahead of the database’s. Sync that machine’s clock.',
      numbers: { difference_seconds: 0, worker_difference_seconds: 7200 },
    });
    await server.deps.pool.query(
      `update settings set value = value || jsonb_build_object('at', clock_timestamp() - interval '12 minutes') where key = 'worker_clock'`,
    );
    expect(await clockCheck()).toMatchObject({ level: 'ok' });
  });
});

/** Makes the schedule's lease lapse, as it does when its holder is killed or paused. */
const lapse = () => server.deps.pool.query(`update leases set expires_at = '-infinity' where name = 'schedule'`);

it('has these daily jobs, with unique names, at these times in Vancouver', () => {
  const times = DAILY.map(({ name, hour, minute }) => `${hour}:${String(minute).padStart(2, '0')} ${name}`);
  for (const line of [
    '3:30 rows.purge',
    '3:32 rows.purge_history',
    '3:33 deliveries.partition',
    '3:35 readers.forget_unconfirmed',
    '3:45 clicks.purge',
    '8:00 partners.remind',
    '10:00 newsletters.freeze',
    '10:01 promotions.decline_unanswered',
    '10:02 newsletters.calendar',
    '10:05 newsletters.weekly',
    '11:00 partners.recapture',
  ])
    expect(times).toContain(line);
  expect(new Set(DAILY.map(({ name }) => name)).size).toBe(DAILY.length);
});

it('changes nothing if all daily jobs run again', async () => {
  await server.advanceTo('2026-12-05T19:00:00Z');
  const changed = await tablesChangedBy(server, async () => {
    for (const job of DAILY) await job.run(server.deps, '2026-12-05');
    await server.settle();
  });
  expect(changed).toEqual([]);
});

it('sends no newsletter of a past day, and its promotions end as unable to send, without a click window', async () => {
  const staff = await createStaff(server);
  const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  const reader = await createReader(server);
  const missed = await createPromotion(server, { partner, days: 1 });
  const today = await createPromotion(server, { partner, days: 3, book: { title: 'In Time' } });
  for (const { id } of [missed, today]) await staff.post(`/promotions/${id}/approve`).expect(200);
  server.clock.set(new Date('2026-12-04T18:00:00Z'));
  await runDueDaily(server.deps, DAILY);
  await server.settle();
  const shown = async ({ id }: { id: number }) => {
    const { promotion } = (await partner.get(`/promotions/${id}`).expect(200)).body;
    return [promotion.display_status, promotion.unable_reason, promotion.click_window_ends_at];
  };
  expect(await shown(missed)).toEqual([
    'unable to send',
    'This date’s newsletter wasn’t sent because of a problem on our end.',
    null,
  ]);
  expect(await shown(today)).toEqual(['successfully sent', null, '2026-12-07T18:00:00.000Z']);
  const newsletters = (await server.emailsTo(reader.email)).filter(({ headers }) => 'list-unsubscribe' in headers);
  expect(newsletters).toHaveLength(1);
  expect(newsletters[0]!.text).toContain('In Time');
});
