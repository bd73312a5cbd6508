import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeOldRows } from '#server/platform/purge.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { reserveBudget, settleAbandoned, settleBudget } from './budget.ts';
import models from './models.json' with { type: 'json' };
import { costCents, maxCostCents, priceOf } from './price.ts';

const REQUEST = { tool: 'title', model: 'story-model' };

describe('the daily budget', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { AI_DAILY_BUDGET_CENTS: '10' } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.deps.db.aiRequest.deleteMany();
    await server.deps.db.aiBudget.deleteMany();
    server.clock.set(new Date('2026-12-01T15:00:00Z'));
  });
  const budgets = async () =>
    (await server.deps.db.aiBudget.findMany({ orderBy: { date: 'asc' } })).map(({ date, spent_cents }) => [
      date.toISOString().slice(0, 10),
      Number(spent_cents),
    ]);

  it('is never exceeded by simultaneous reservations', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => reserveBudget(server.deps, 0.75, REQUEST)));
    expect(all.filter(Boolean)).toHaveLength(13);
    expect(await budgets()).toEqual([['2026-12-01', 9.75]]);
    expect(await server.deps.db.aiRequest.count()).toBe(13);
  });

  it('(control) is exceeded if it is read before it is written and the table has no check', async () => {
    const { pool } = server.deps;
    await pool.query('alter table ai_budgets drop constraint ai_budgets_within_limit');
    await reserveBudget(server.deps, 0.75, REQUEST);
    const read = () => pool.query<{ spent_cents: number }>('select spent_cents::float8 from ai_budgets');
    const reads = await Promise.all(Array.from({ length: 60 }, read));
    const withinLimit = reads.filter(({ rows }) => rows[0]!.spent_cents + 0.75 <= 10);
    await Promise.all(withinLimit.map(() => pool.query('update ai_budgets set spent_cents = spent_cents + 0.75')));
    expect((await budgets())[0]![1]).toBe(45.75);
    await pool.query(
      'delete from ai_budgets; alter table ai_budgets add constraint ai_budgets_within_limit check (spent_cents <= limit_cents)',
    );
  });

  it('adds up exactly', async () => {
    for (let i = 0; i < 100; i++) expect(await reserveBudget(server.deps, 0.1, REQUEST)).not.toBeNull();
    expect(await budgets()).toEqual([['2026-12-01', 10]]);
    expect(await reserveBudget(server.deps, 0.000001, REQUEST)).toBeNull();
  });

  it('can be used up completely', async () => {
    expect(await reserveBudget(server.deps, 10, REQUEST)).not.toBeNull();
    expect(await reserveBudget(server.deps, 0.000001, REQUEST)).toBeNull();
  });

  it("returns what wasn't used, once", async () => {
    const reservation = (await reserveBudget(server.deps, 8, REQUEST))!;
    await settleBudget(server.deps, reservation, 1.5, { input: 10, output: 20 });
    await settleBudget(server.deps, reservation, 0);
    expect(await budgets()).toEqual([['2026-12-01', 1.5]]);
    expect(await reserveBudget(server.deps, 8.5, REQUEST)).not.toBeNull();
  });

  it('is used up, but not exceeded, by a model that uses more than it was allowed', async () => {
    await reserveBudget(server.deps, 7, REQUEST);
    const overspending = (await reserveBudget(server.deps, 2, REQUEST))!;
    await settleBudget(server.deps, overspending, 5, { input: 1, output: 9 });
    expect(await budgets()).toEqual([['2026-12-01', 10]]);
    const request = await server.deps.db.aiRequest.findUniqueOrThrow({ where: { id: overspending.id } });
    expect(Number(request.spent_cents)).toBe(5);
  });

  it('resets at midnight in Vancouver; late settlements count for the day of the reservation', async () => {
    server.clock.set(new Date('2026-12-02T06:59:59Z'));
    const late = (await reserveBudget(server.deps, 8, REQUEST))!;
    server.clock.set(new Date('2026-12-02T07:00:00Z'));
    expect(await reserveBudget(server.deps, 8, REQUEST)).not.toBeNull();
    await settleBudget(server.deps, late, 2);
    expect(await budgets()).toEqual([
      ['2026-12-01', 2],
      ['2026-12-02', 8],
    ]);
  });

  it("charges a dead process's reservation in full after five minutes, not before", async () => {
    const abandoned = (await reserveBudget(server.deps, 8, REQUEST))!;
    server.clock.set(new Date('2026-12-01T15:04:59Z'));
    expect(await settleAbandoned(server.deps)).toBe(0);
    server.clock.set(new Date('2026-12-01T15:05:01Z'));
    expect(await settleAbandoned(server.deps)).toBe(1);
    expect(await settleAbandoned(server.deps)).toBe(0);
    const request = await server.deps.db.aiRequest.findFirstOrThrow();
    expect([request.id, Number(request.spent_cents)]).toEqual([abandoned.id, 8]);
    await settleBudget(server.deps, abandoned, 0);
    expect(await budgets()).toEqual([['2026-12-01', 8]]);
  });

  it('deletes the network hash after thirty days, but keeps the amount spent', async () => {
    const request = { ...REQUEST, ip_hash: new Uint8Array([1, 2, 3]) };
    await settleBudget(server.deps, (await reserveBudget(server.deps, 2, request))!, 1);
    const row = async () => (await server.deps.db.aiRequest.findFirst())!;
    server.clock.set(new Date('2026-12-31T14:59:00Z'));
    await purgeOldRows(server.deps);
    expect((await row()).ip_hash).not.toBeNull();
    server.clock.set(new Date('2026-12-31T15:01:00Z'));
    await purgeOldRows(server.deps);
    expect([(await row()).ip_hash, Number((await row()).spent_cents)]).toEqual([null, 1]);
  });

  it('of 0 allows nothing', async () => {
    server.deps.config.AI_DAILY_BUDGET_CENTS = 0;
    expect(await reserveBudget(server.deps, 0, REQUEST)).toBeNull();
    server.deps.config.AI_DAILY_BUDGET_CENTS = 10;
  });
});

describe('the price of a call', () => {
  it('is the price of its tokens, rounded up to a millionth of a cent', () => {
    expect(costCents({ input: 40, output: 160 }, { input: 1000, output: 500 })).toBe(0.12);
    expect(costCents({ input: 0.5, output: 0 }, { input: 3, output: 0 })).toBe(0.000002);
    expect(costCents({ input: 40, output: 160 }, { input: 0, output: 0 })).toBe(0);
  });

  it('has an upper bound of one token per byte, some overhead, and the maximum output', () => {
    const messages = [{ content: 'ab' }, { content: 'é' }];
    expect(maxCostCents({ input: 1_000_000, output: 0 }, messages, 500)).toBe(172);
    expect(maxCostCents({ input: 0, output: 1_000_000 }, messages, 500)).toBe(500);
  });

  it('is known, configured, or assumed at a safe maximum', () => {
    expect(priceOf('gpt-4.1-mini', {})).toEqual({ input: 40, output: 160, isAssumed: false });
    expect(priceOf('gpt-4.1-mini', { input: 50 })).toEqual({ input: 50, output: 160, isAssumed: false });
    expect(priceOf('gpt-6-luna', {})).toEqual({ input: 10, output: 50, isAssumed: false });
    expect(priceOf('home-model', { input: 0, output: 0 })).toEqual({ input: 0, output: 0, isAssumed: false });
    expect(priceOf('home-model', { input: 1 })).toEqual({ input: 1, output: 12_000, isAssumed: true });
  });

  it('comes from a dated source for each known model, and so does its retirement date', () => {
    for (const [name, model] of Object.entries<Record<string, unknown>>(models)) {
      expect([name, model.price_source, model.price_as_of]).toEqual([
        name,
        expect.stringMatching(/^https:/),
        expect.stringMatching(/^20\d\d(-\d\d)?$/),
      ]);
      if (model.retires)
        expect([name, model.retires_source, model.retires_as_of]).toEqual([
          name,
          expect.stringMatching(/^https:/),
          expect.stringMatching(/^20\d\d(-\d\d)?$/),
        ]);
    }
  });
});
