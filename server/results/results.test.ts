import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  clientWithKey,
  createAuthor,
  createBook,
  createPartner,
  createStaff,
  insertPartners,
  PASSWORD,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { createSettledPromotion, SETTLED_DATE } from '#server/testing/settled-promotion.ts';
import type { PromotionResults, SalesLine } from '#shared/results.ts';

let server: TestServer;
let partner: PartnerClient;
let others: PartnerClient[];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { pool } = server.deps;
  await pool.query('truncate promotion_results cascade');
  const created = (await insertPartners(server, 6)) as [PartnerClient, ...PartnerClient[]];
  [partner, ...others] = created;
});

const settlePromotion = (owner: PartnerClient, options: { sent?: boolean; book_id?: number } = {}) =>
  createSettledPromotion(server, owner, options);

const TERMS = { window_days: 7, baseline_per_day: null, kenp_micros: 4550 };
const line = (book_id: number, sale: Partial<SalesLine> = {}): SalesLine => ({
  ...{ book_id, store: 'amazon', sold_on: null, copies: 80, pages: 2000, royalty_cents: 2800 },
  ...sale,
});

const save = (client: PartnerClient, id: number, sales: readonly SalesLine[], terms: object = {}) =>
  client.patch(`/promotions/${id}/results`).send({ ...TERMS, ...terms, sales });
const resultsOf = async (client: PartnerClient, id: number): Promise<PromotionResults> =>
  (await client.get(`/promotions/${id}/results`).expect(200)).body.results;

it('shows cost per sale and revenue per $1 spent, in total and per store, and the total profit', async () => {
  const { id, book_id } = await settlePromotion(partner);
  expect(await resultsOf(partner, id)).toMatchObject({
    ...TERMS,
    window: { from: SETTLED_DATE, to: '2026-11-27', series_to: '2026-12-20' },
    is_final: true,
    sales: [],
    figures: null,
  });
  const kobo = { store: 'kobo', copies: 5, pages: 0, royalty_cents: 175 } as const;
  await save(partner, id, [line(book_id), line(book_id, { ...kobo, sold_on: '2026-11-21' })]).expect(200);
  const { figures, stores } = await resultsOf(partner, id);
  expect(figures).toMatchObject({
    ...{ copies: 85, pages: 2000, pages_cents: 910, revenue_cents: 2975 + 910, cost_cents: 2000 },
    ...{ profit_cents: 1885, cost_per_sale_cents: 24, return_ratio: 1.94, read_through: null },
  });
  // The cost is split by billable clicks.
  expect(stores).toEqual([
    {
      ...{ store: 'amazon', copies: 80, pages: 2000, royalty_cents: 2800, revenue_cents: 3710 },
      ...{ cost_cents: 1600, cost_per_sale_cents: 20, return_ratio: 2.32 },
    },
    {
      ...{ ...kobo, revenue_cents: 175 },
      ...{ cost_cents: 400, cost_per_sale_cents: 80, return_ratio: 0.44 },
    },
  ]);
});

it('counts only the copies above the baseline', async () => {
  const { id, book_id } = await settlePromotion(partner);
  await save(partner, id, [line(book_id)], { baseline_per_day: 2.5, window_days: 15 }).expect(200);
  const { figures, stores, window } = await resultsOf(partner, id);
  expect(window.to).toBe('2026-12-05');
  expect(figures).toMatchObject({
    copies: 80,
    extra_copies: 40,
    book_revenue_cents: 1400 + 910,
    cost_per_sale_cents: 50,
  });
  expect(stores).toMatchObject([{ revenue_cents: 2310, cost_per_sale_cents: 40 }, { copies: 0 }]);
});

describe('a series', () => {
  it('counts later books for 30 days', async () => {
    const { id: author_id } = await createAuthor(partner);
    const createPart = (series_number: number, series = 'The Harbor') =>
      createBook(partner, { title: `Part ${series_number}`, author_id, series, series_number });
    const [first, second, third] = [await createPart(2), await createPart(3), await createPart(4)];
    const earlier = await createPart(1, 'The harbor');
    const { id } = await settlePromotion(partner, { book_id: first.id });
    const later = (sold_on: string) => line(second.id, { sold_on, copies: 20, pages: 1000, royalty_cents: 5000 });
    await save(partner, id, [line(first.id), later('2026-12-20')]).expect(200);
    const { figures, series } = await resultsOf(partner, id);
    expect(figures).toMatchObject({
      ...{ series_revenue_cents: 5455, revenue_cents: 3710 + 5455, read_through: 25, cost_per_sale_cents: 25 },
    });
    expect(series).toMatchObject([
      { book_id: second.id, title: 'Part 3', series_number: 3, copies: 20, revenue_cents: 5455 },
      { book_id: third.id, copies: 0 },
    ]);
    const refused = await save(partner, id, [line(earlier.id), later('2026-12-21')]).expect(422);
    expect(refused.body.errors.sales).toEqual([
      'Amazon, total: this book is neither the promoted one nor a later one in its series.',
      'Part 3, Amazon, Monday December 21st, 2026: this day isn’t between Friday November 20th, 2026 and Sunday December 20th, 2026.',
    ]);
  });
});

it('counts each sale of a series once when its promotions overlap', async () => {
  const { id: author_id } = await createAuthor(partner);
  const createPart = (series_number: number) =>
    createBook(partner, { title: `Part ${series_number}`, author_id, series: 'The Overlap', series_number });
  const [one, two, three] = [await createPart(1), await createPart(2), await createPart(3)];
  const first = await settlePromotion(partner, { book_id: one.id });
  const second = await settlePromotion(partner, { book_id: two.id });
  // The second book's own promotion is five days later than the first one's.
  await server.deps.pool.query('update promotions set promotion_date = $2, requested_date = $2 where id = $1', [
    second.id,
    '2026-11-25',
  ]);
  const sale = (book_id: number, sold_on: string | null, copies: number, sale: Partial<SalesLine> = {}) =>
    line(book_id, { sold_on, copies, pages: 0, royalty_cents: 100 * copies, ...sale });
  const ofTwo = [sale(two.id, '2026-11-22', 1), sale(two.id, '2026-11-28', 2), sale(two.id, '2026-12-05', 4)];
  const ofThree = [sale(three.id, '2026-11-23', 8), sale(three.id, '2026-12-10', 16)];
  await save(partner, first.id, [sale(one.id, '2026-11-21', 32), ...ofTwo, ...ofThree]).expect(200);
  await save(partner, second.id, [ofTwo[1]!, ofThree[1]!, sale(three.id, '2026-12-24', 64)]).expect(200);

  const [firstResults, secondResults] = [await resultsOf(partner, first.id), await resultsOf(partner, second.id)];
  expect(firstResults.series).toMatchObject([
    { book_id: two.id, copies: 1 + 4, counted_elsewhere: 2 },
    { book_id: three.id, copies: 8, counted_elsewhere: 16 },
  ]);
  expect(secondResults.figures).toMatchObject({ copies: 2 });
  expect(secondResults.series).toMatchObject([{ book_id: three.id, copies: 16 + 64, counted_elsewhere: 0 }]);
  const copies = ({ figures, series }: PromotionResults) =>
    figures!.copies + series.reduce((sum, book) => sum + book.copies, 0);
  expect(copies(firstResults) + copies(secondResults)).toBe(1 + 2 + 4 + 8 + 16 + 32 + 64);
  // The list has the same profits.
  const { body } = await partner.get(`/promotion_results?promotion_ids=${first.id},${second.id}`).expect(200);
  const profits = body.result_summaries.map(({ profit_cents }: { profit_cents: number }) => profit_cents);
  expect(profits.sort()).toEqual([firstResults, secondResults].map(({ figures }) => figures!.profit_cents).sort());
});

it('counts a sale for the book’s own promotion, even if an earlier book’s promotion is newer', async () => {
  const { id: author_id } = await createAuthor(partner);
  const createPart = (series_number: number) =>
    createBook(partner, { title: `Part ${series_number}`, author_id, series: 'The Return', series_number });
  const [one, two] = [await createPart(1), await createPart(2)];
  const ofTwo = await settlePromotion(partner, { book_id: two.id });
  const ofOne = await settlePromotion(partner, { book_id: one.id });
  const sale = line(two.id, { sold_on: '2026-11-22', copies: 6 });
  await save(partner, ofTwo.id, [sale]).expect(200);
  await save(partner, ofOne.id, [sale]).expect(200);
  expect((await resultsOf(partner, ofTwo.id)).figures).toMatchObject({ copies: 6 });
  expect((await resultsOf(partner, ofOne.id)).series).toMatchObject([{ copies: 0, counted_elsewhere: 6 }]);
});

it('counts a later book’s store total only if no other promotion has that book’s sales at the store', async () => {
  const { id: author_id } = await createAuthor(partner);
  const createPart = (series_number: number) =>
    createBook(partner, { title: `Part ${series_number}`, author_id, series: 'The Total', series_number });
  const [one, two] = [await createPart(1), await createPart(2)];
  const first = await settlePromotion(partner, { book_id: one.id });
  const second = await settlePromotion(partner, { book_id: two.id });
  const kobo = line(two.id, { store: 'kobo', copies: 3, pages: 0 });
  await save(partner, first.id, [line(one.id), line(two.id, { copies: 5 }), kobo]).expect(200);
  const seriesCopies = async () => (await resultsOf(partner, first.id)).series.map(({ copies }) => copies);
  expect(await seriesCopies()).toEqual([8]);
  await save(partner, second.id, [line(two.id, { copies: 4 })]).expect(200);
  expect(await seriesCopies()).toEqual([3]);
  expect((await resultsOf(partner, second.id)).figures).toMatchObject({ copies: 4 });
});

it('counts both store totals of a book that was promoted again after the days of its first promotion', async () => {
  const first = await settlePromotion(partner);
  const second = await settlePromotion(partner, { book_id: first.book_id });
  const dates = `promotion_date = '2026-12-20', deal_ends_on = '2026-12-22'`;
  await server.deps.pool.query(`update promotions set ${dates} where id = $1`, [second.id]);
  const copies = async (id: number) => (await resultsOf(partner, id)).figures!.copies;
  await save(partner, first.id, [line(first.book_id)]).expect(200);
  await save(partner, second.id, [line(first.book_id, { copies: 50 })]).expect(200);
  expect([await copies(first.id), await copies(second.id)]).toEqual([80, 50]);
  const { body } = await partner.get(`/promotion_results?promotion_ids=${first.id},${second.id}`).expect(200);
  expect(body.result_summaries).toHaveLength(2);
  // With 30 days, the first promotion's total includes the second one's first day.
  await save(partner, first.id, [line(first.book_id)], { window_days: 30 }).expect(200);
  expect([await copies(first.id), await copies(second.id)]).toEqual([0, 50]);
  // Sales of the day after can't be in that total.
  await save(partner, second.id, [line(first.book_id, { sold_on: '2026-12-21', copies: 5 })]).expect(200);
  expect([await copies(first.id), await copies(second.id)]).toEqual([80, 5]);
});

describe('sales lines', () => {
  it('are refused if they repeat sales, are outside the window, or have KENP read outside Amazon', async () => {
    const { id, book_id } = await settlePromotion(partner);
    const day = (sold_on: string, sale: Partial<SalesLine> = {}) => line(book_id, { sold_on, ...sale });
    const { body } = await save(partner, id, [
      ...[line(book_id, { store: 'kobo', pages: 0 }), day('2026-11-21', { store: 'kobo', pages: 0 })],
      ...[day('2026-11-21'), day('2026-11-21'), day('2026-11-28')],
      line(book_id, { store: 'ibooks' }),
    ]).expect(422);
    expect(body.errors.sales).toEqual([
      'Kobo, total: this store also has other lines; keep one or the other.',
      'Kobo, Saturday November 21st, 2026: this store also has a total; keep one or the other.',
      'Amazon, Saturday November 21st, 2026: this day is listed twice.',
      'Amazon, Saturday November 28th, 2026: this day isn’t between Friday November 20th, 2026 and Friday November 27th, 2026.',
      'Apple Books, total: only Amazon counts KENP read.',
    ]);
    expect((await resultsOf(partner, id)).sales).toEqual([]);
  });

  it('are replaced as a whole, even by simultaneous saves', async () => {
    const { id, book_id } = await settlePromotion(partner);
    const saves = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((copies) =>
        save(partner, id, [line(book_id, { copies }), line(book_id, { store: 'kobo', pages: 0, copies })]),
      ),
    );
    expect(saves.map(({ status }) => status)).toEqual(saves.map(() => 200));
    const { sales } = await resultsOf(partner, id);
    expect(sales).toHaveLength(2);
    expect(sales[0]!.copies).toBe(sales[1]!.copies);
    await save(partner, id, []).expect(200);
    expect((await resultsOf(partner, id)).figures).toBeNull();
  });

  it('are kept if they were saved after the form was opened', async () => {
    const { id, book_id } = await settlePromotion(partner);
    const { updated_at } = await resultsOf(partner, id);
    expect(updated_at).toBeNull();
    const opened = { seen_updated_at: updated_at };
    const uploaded = line(book_id, { store: 'kobo', pages: 0 });
    await save(partner, id, [uploaded], opened).expect(200);
    const saved = await resultsOf(partner, id);
    const changed = await tablesChangedBy(server, async () => {
      const { body } = await save(partner, id, [line(book_id)], opened).expect(409);
      expect(body.errors.base).toEqual([
        'Your sales were changed after you opened this form. Choose which changes to keep, then save again.',
      ]);
      expect(body.results).toEqual(saved);
    });
    expect(changed).toEqual([]);
    server.clock.set(new Date(Date.parse(saved.updated_at!) + 1000));
    await save(partner, id, [uploaded, line(book_id)], { seen_updated_at: saved.updated_at }).expect(200);
    await save(partner, id, [], { seen_updated_at: saved.updated_at }).expect(409);
    expect((await resultsOf(partner, id)).sales).toHaveLength(2);
  });

  it('are refused while the account is being closed', async () => {
    const { id, book_id } = await settlePromotion(partner);
    const { db } = server.deps;
    let saved: Promise<{ status: number }> | undefined;
    await db.$transaction(async (tx) => {
      await tx.partner.update({ where: { id: partner.id }, data: { deleted_at: server.deps.now() } });
      saved = save(partner, id, [line(book_id)]).then((res) => res);
      await Promise.race([saved, expect.poll(() => countLockWaits(server.deps)).toBe(1)]);
    });
    expect((await saved)!.status).toBe(404);
    expect(await db.promotionResult.count()).toBe(0);
  });

  it('are refused until the newsletter has been sent', async () => {
    const { id, book_id } = await settlePromotion(partner, { sent: false });
    const { body } = await save(partner, id, [line(book_id)]).expect(409);
    expect(body.errors.base).toEqual(['You can enter sales after the newsletter has been sent.']);
  });
});

it('shows sales to their partner and staff only', async () => {
  const { id, book_id } = await settlePromotion(partner);
  await save(partner, id, [line(book_id)]).expect(200);
  await others[0]!.get(`/promotions/${id}/results`).expect(404);
  await save(others[0]!, id, []).expect(404);
  const staff = await createStaff(server);
  expect((await staff.get(`/promotions/${id}/results`).expect(200)).body.results.sales).toHaveLength(1);
  await staff
    .patch(`/promotions/${id}/results`)
    .send({ ...TERMS, sales: [] })
    .expect(403);
  const list = `/promotion_results?promotion_ids=${id}`;
  expect((await others[0]!.get(list).expect(200)).body.result_summaries).toEqual([]);
  expect((await partner.get(list).expect(200)).body.result_summaries).toEqual([
    { promotion_id: id, return_ratio: 1.86, profit_cents: 1710 },
  ]);
  await partner.get('/promotion_results?promotion_ids=1,x').expect(422);
});

describe('the comparison', () => {
  /** Saves a result with a cost of $20.00, and royalties that are a multiple of it. */
  async function addResult(owner: PartnerClient, times: number) {
    const { id, book_id } = await settlePromotion(owner);
    await save(owner, id, [line(book_id, { pages: 0, copies: 100, royalty_cents: 2000 * times })]).expect(200);
  }

  it('has percentiles of at least five other partners, one value each', async () => {
    const { id } = await settlePromotion(partner);
    await addResult(partner, 50);
    for (const [index, other] of others.slice(0, 4).entries()) await addResult(other, index + 1);
    // Two more of the same partner don't make five.
    await addResult(others[3]!, 9);
    await addResult(others[3]!, 11);
    expect((await resultsOf(partner, id)).comparison).toEqual({
      category_name: 'Mystery',
      return_ratio: null,
      cost_per_sale_cents: null,
      read_through: null,
    });
    await addResult(others[4]!, 2.46);
    // The partners' medians are 1, 2, 3, 9, and 2.46.
    expect((await resultsOf(partner, id)).comparison).toEqual({
      category_name: 'Mystery',
      return_ratio: { low: 2, median: 2.5, high: 3 },
      cost_per_sale_cents: { low: 20, median: 20, high: 20 },
      read_through: null,
    });
  });
});

it('exports the lines as CSV, with the figures of their promotion', async () => {
  const { id, book_id } = await settlePromotion(partner);
  await save(partner, id, [line(book_id, { sold_on: '2026-11-21' })]).expect(200);
  await settlePromotion(others[0]!).then((other) => save(others[0]!, other.id, [line(other.book_id)]));
  const { text } = await (await clientWithKey(server, partner, ['read'])).get('/promotion_results.csv').expect(200);
  const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\n');
  expect(head).toContain('promotion_id,promoted_book,category,promotion_date,book,store,sold_on,copies,kenp_pages');
  expect(rows).toEqual([
    `${id},The Quiet Harbor,Mystery,2026-11-20,The Quiet Harbor,amazon,2026-11-21,80,2000,28.00,20.00,37.10,17.10,0.25,1.86,USD`,
  ]);
});

it('exports losses and refunds as numbers, not as escaped formulas', async () => {
  const { id, book_id } = await settlePromotion(partner);
  await save(partner, id, [line(book_id, { copies: -3, pages: 0, royalty_cents: -1240 })]).expect(200);
  const { text } = await partner.get('/promotion_results.csv').expect(200);
  expect(text).toContain(',amazon,,-3,0,-12.40,20.00,-12.40,-32.40,');
});

it('exports sales with the account’s data, and erases them when the account is deleted', async () => {
  const owner = await createPartner(server);
  const { id, book_id } = await settlePromotion(owner);
  await save(owner, id, [line(book_id)]).expect(200);
  const { body } = await owner.get('/partners/export').expect(200);
  expect(body.promotions[0].results).toMatchObject({ ...TERMS, sales: [{ copies: 80, royalty_cents: 2800 }] });
  await owner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  expect(await server.deps.db.promotionResult.count()).toBe(0);
  expect(await server.deps.db.promotionSale.count()).toBe(0);
});
