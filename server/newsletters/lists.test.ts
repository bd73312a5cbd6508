/** Deals that a reader's list names: who gets them, where in the email, with which reason, and at what cost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { previewNewsletter } from '#server/newsletters/preview.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  click,
  createAuthor,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';
import type { PromotionInput } from '#shared/promotions.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { queuedAfter } from './delivery-log.ts';
import { freezeReaders, rangeSize } from './freeze-readers.ts';

const CUTOFF = '2026-12-02T18:10:00Z';
const ROMANCE = 6;
const TOP_SPOT_ADDON_ID = 1;
let server: TestServer;

const idOf = async (uuid: string) => (await server.deps.db.reader.findUniqueOrThrow({ where: { uuid } })).id;
const list = (uuid: string, item: object) => visitor(server).post(`/readers/${uuid}/list`).send(item).expect(200);
const newsletterOf = async (email: string) =>
  (await server.emailsTo(email)).find(({ headers }) => 'list-unsubscribe' in headers) ?? null;

/** The headings of an email in order, each with the titles and reasons below it. */
function outlineOf(text: string) {
  const blocks = text.split(/\n(?=[A-Z &’-]+\n=+\n)/).slice(1);
  return blocks.map((block) => {
    const [heading = ''] = block.split('\n');
    const entries = block.match(/^.+, by .+(?:\n\* .+)?$/gm) ?? [];
    return [heading, ...entries.map((entry) => entry.replace(/, by [^\n]+/, '').replace('\n* ', ': '))];
  });
}

describe('a newsletter', () => {
  let partners: PartnerClient[];
  let promotions: { id: number; book: { id: number }; author: { id: number } }[];
  const promote = async (n: number, title: string, more: Partial<PromotionInput> = {}, book: object = {}) => {
    const partner = partners[n]!;
    const author = await createAuthor(partner, { name: `Author of ${title}` });
    const fields = { title, author_id: author.id, category_id: more.category_id ?? MYSTERY, ...book };
    return { author, ...(await createPromotion(server, { partner, book: fields, ...more })) };
  };

  beforeAll(async () => {
    server = await startTestServer();
    partners = await insertPartners(server, 4);
    promotions = [
      await promote(0, 'Top', { addon_ids: [TOP_SPOT_ADDON_ID] }),
      await promote(1, 'Wished', { sale_price_cents: 199 }),
      await promote(2, 'Followed', { category_id: ROMANCE }, { series: 'Bluebell Lane' }),
      await promote(3, 'Other', { category_id: 2 }),
    ];
    const staff = await createStaff(server);
    for (const { id } of promotions) await staff.post(`/promotions/${id}/approve`).send({}).expect(200);
  }, 60_000);
  afterAll(() => server.close());

  it('shows deals on a reader’s list first, with the reason, and bills a click there like any other', async () => {
    const [, wished, followed, other] = promotions as [
      (typeof promotions)[0],
      (typeof promotions)[0],
      (typeof promotions)[0],
      (typeof promotions)[0],
    ];
    const plain = await createReader(server);
    const both = await createReader(server);
    await list(both.uuid, { kind: 'book', id: wished.book.id, max_price_cents: 199 });
    await list(both.uuid, { kind: 'author', id: followed.author.id });
    const tooExpensive = await createReader(server, { category_ids: [9] });
    await list(tooExpensive.uuid, { kind: 'book', id: wished.book.id, max_price_cents: 198 });
    const onlyList = await createReader(server, { category_ids: [9], max_price_cents: 99 });
    await list(onlyList.uuid, { kind: 'book', id: wished.book.id, max_price_cents: 299 });
    await list(onlyList.uuid, { kind: 'series', id: followed.book.id });
    const otherFollower = await createReader(server, { category_ids: [9] });
    await list(otherFollower.uuid, { kind: 'author', id: other.author.id });
    // Staff don't review the name of a series.
    await server.deps.db.book.update({ where: { id: other.book.id }, data: { series: 'free at cheap-pills.example' } });
    const linkFollower = await createReader(server, { category_ids: [9] });
    await list(linkFollower.uuid, { kind: 'series', id: other.book.id });
    const otherStore = await createReader(server, { category_ids: [9], stores: ['google_play'] });
    await list(otherStore.uuid, { kind: 'author', id: other.author.id });
    const paused = await createReader(server, { category_ids: [9] });
    await list(paused.uuid, { kind: 'author', id: other.author.id });
    await visitor(server).patch(`/readers/${paused.uuid}/`).send({ paused_until: '2026-12-24' }).expect(200);
    const weekly = await createReader(server, { frequency: 'weekly' });
    await list(weekly.uuid, { kind: 'book', id: wished.book.id });
    const weeklyWithAlerts = await createReader(server, { frequency: 'weekly', list_alerts: true });
    await list(weeklyWithAlerts.uuid, { kind: 'book', id: wished.book.id });
    const draft = await server.deps.db.newsletter.findFirstOrThrow({
      where: { newsletter_date: new Date('2026-12-02'), kind: 'daily' },
    });
    const preview = { id: draft.id, format: 'text', reader_id: await idOf(both.uuid) } as const;
    expect((await previewNewsletter(server.deps, preview)).content).toContain('You follow Author of Followed');

    await server.advanceTo(CUTOFF);
    const text = async ({ email }: { email: string }) => (await newsletterOf(email))?.text ?? null;
    expect(outlineOf((await text(plain))!)).toEqual([['MYSTERY', 'Top', 'Wished']]);
    expect(outlineOf((await text(both))!)).toEqual([
      ['FROM YOUR LIST', 'Wished: On your list: $1.99 or less', 'Followed: You follow Author of Followed'],
      ['MYSTERY', 'Top'],
    ]);
    expect(await text(tooExpensive)).toBe(null);
    expect(await text(otherStore)).toBe(null);
    expect(await text(paused)).toBe(null);
    expect(await server.deps.db.delivery.count({ where: { reader: { uuid: weekly.uuid } } })).toBe(0);
    const alert = (await newsletterOf(weeklyWithAlerts.email))!;
    expect(alert.subject).toBe('On sale today: books on your list');
    expect(outlineOf(alert.text)).toEqual([['FROM YOUR LIST', 'Wished: On your list']]);
    expect(alert.text).toContain('because you asked Deckle to email you on days');
    expect(outlineOf((await text(onlyList))!)).toEqual([
      ['FROM YOUR LIST', 'Wished: On your list: $2.99 or less', 'Followed: You follow Bluebell Lane'],
    ]);
    expect(await text(otherFollower)).toContain('You follow Author of Other');
    expect(await text(linkFollower)).toContain('From a series you follow');
    expect(await text(linkFollower)).not.toContain('cheap-pills');
    expect(await text(plain)).toContain(`/readers/${plain.uuid}/list?item=author-${wished.author.id}`);
    // The email offers to follow the author of a saved book, unless the reader already does.
    expect(await text(both)).toContain(`/readers/${both.uuid}/list?item=author-${wished.author.id}`);
    expect(await text(both)).not.toContain(`item=author-${followed.author.id}`);
    expect(await text(both)).toContain(`/readers/${both.uuid}/edit#list`);

    const mail = (await newsletterOf(onlyList.email))!;
    const [token] = tokensFor(server, mail.text, followed.id);
    await click(server, token!).expect(302);
    await server.advanceTo('2026-12-05T19:00:00Z');
    const promotion = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: followed.id } });
    expect(promotion).toMatchObject({ clicks_total: 1, clicks_billable: 1 });
    const delivery = await server.deps.db.delivery.findFirstOrThrow({ where: { reader: { uuid: onlyList.uuid } } });
    expect(delivery).toMatchObject({ has_list: true, link_count: 4 });
  });

  it('shows weekly readers the deals on their list, with the reason', { timeout: 180_000 }, async () => {
    const weekly = await createReader(server, { category_ids: [9], frequency: 'weekly' });
    await list(weekly.uuid, { kind: 'author', id: promotions[3]!.author.id });
    // Saturday's weekly newsletter closed before this reader signed up. The next one has the deal of the Friday before
    // it, by another author.
    const { partner } = await createPromotion(server, { days: 4 });
    const author = await createAuthor(partner, { name: 'Weekly Author' });
    const { id } = await createPromotion(server, { partner, days: 5, book: { author_id: author.id } });
    await list(weekly.uuid, { kind: 'author', id: author.id });
    await (await createStaff(server)).post(`/promotions/${id}/approve`).send({}).expect(200);
    await server.advanceTo('2026-12-12T19:00:00Z');
    expect(outlineOf((await newsletterOf(weekly.email))!.text)).toEqual([
      ['FROM YOUR LIST', 'The Quiet Harbor: You follow Weekly Author'],
    ]);
  });
});

describe('recipients chosen by SQL', () => {
  let id: number;
  let usual: number;
  beforeAll(async () => {
    server = await startTestServer();
    usual = rangeSize.readers;
    rangeSize.readers = 100;
    id = await seedNewsletter(server.deps.pool, { readers: 400, deals: 12 });
  });
  afterAll(async () => {
    rangeSize.readers = usual;
    await server.close();
  });
  beforeEach(async () => {
    const { pool } = server.deps;
    await pool.query('truncate deliveries, newsletter_ranges');
    await pool.query(
      `update newsletters set status = 'freezing', freeze_cursor = 0, deliveries_total = 0, delivered_count = 0 where id = $1`,
      [id],
    );
  });

  it('are exactly the readers whose email has a deal, for different preferences and random lists', async () => {
    const { pool, db } = server.deps;
    const [partner] = await insertPartners(server, 1);
    await pool.query(
      `with people as (insert into authors (partner_id, name, slug) select $1, 'Writer ' || n, 'w' from generate_series(1, 6) n returning id)
       insert into books (partner_id, author_id, title, slug, category_id, description, status)
       select $1, (select min(id) from people) + n % 6, 'B' || n, 'b', 1, 'x', 'draft' from generate_series(0, 11) n`,
      [partner!.id],
    );
    const authors = (await db.author.findMany({ orderBy: { id: 'asc' } })).map((row) => row.id);
    const books = (await db.book.findMany({ orderBy: { id: 'asc' } })).map((row) => row.id);
    const { snapshot } = await db.newsletter.findUniqueOrThrow({ where: { id } });
    const deals = (snapshot as { deals: object[] }).deals.map((deal, n) => ({
      ...deal,
      ...{ author_id: n === 11 ? null : authors[n % 6], book_id: books[n], series: n % 2 ? 'Night School' : null },
      ...{ is_adult: n % 3 === 0, sale_price_cents: [0, 99, 199, 299][n % 4] },
      stores: [['amazon'], ['kobo', 'ibooks'], ['google_play', 'amazon']][n % 3],
    }));
    await pool.query('update newsletters set snapshot = $2 where id = $1', [id, { deals }]);
    // Readers with different preferences, and random lists.
    await pool.query(`
      select setseed(0.4);
      delete from reader_categories where reader_id % 3 <> 0;
      insert into reader_categories (reader_id, category_id)
        select r.id, c.id from readers r cross join categories c where r.id % 5 = 1 and c.is_adult on conflict do nothing;
      update readers set stores = case id % 4 when 1 then '{kobo}' when 2 then '{amazon,google_play}' else '{}' end::"Store"[],
        free_only = id % 7 = 0, max_price_cents = case id % 6 when 1 then 99 when 2 then 199 end, adult_ok = id % 2 = 0,
        frequency = case id % 9 when 4 then 'weekly' else 'daily' end::"Frequency", list_alerts = id % 9 in (4, 7);
    `);
    await pool.query(
      `insert into reader_list_items (reader_id, author_id, series)
         select r.id, a, case when random() < 0.5 then 'NIGHT school' else '' end
         from readers r, unnest($1::int[]) a where r.id % 8 <> 0 and random() < 0.15
       on conflict do nothing`,
      [authors],
    );
    await pool.query(
      `insert into reader_list_items (reader_id, book_id, max_price_cents)
         select r.id, b, (array[0, 99, 199, 299, null])[1 + floor(random() * 5)::int]
         from readers r, unnest($1::int[]) b where r.id % 8 <> 0 and random() < 0.1
       on conflict do nothing`,
      [books],
    );
    await freezeReaders(server.deps, { id });
    const chosen = new Map(
      (await db.delivery.findMany({ where: { newsletter_id: id } })).map((row) => [row.reader_id, row.has_list]),
    );
    const readers = await db.reader.findMany({ include: { list: true } });
    const wrong: object[] = [];
    let [listed, onlyListed] = [0, 0];
    for (const reader of readers) {
      const { content } = await previewNewsletter(server.deps, { id, format: 'text', reader_id: reader.id });
      if ((content !== null) !== chosen.has(reader.id)) wrong.push(reader);
      const isListed = content?.includes('FROM YOUR LIST') ?? false;
      if (isListed && !chosen.get(reader.id)) wrong.push(reader);
      listed += Number(isListed);
      onlyListed += Number(isListed && !content!.includes('You chose this genre'));
    }
    expect(wrong).toEqual([]);
    // The sample has many readers of each of these kinds.
    expect(readers.length - chosen.size).toBeGreaterThan(20);
    expect(listed - onlyListed).toBeGreaterThan(20);
    expect(onlyListed).toBeGreaterThan(20);
  }, 120_000);

  const everyone = () => ({
    newsletter_id: id,
    is_engaged: false,
    is_recent: false,
    provider: '',
    after_reader: 0,
    last_reader: 2 ** 31 - 1,
  });

  it('can remove items from their list until the sender reads it', async () => {
    const { pool } = server.deps;
    await freezeReaders(server.deps, { id });
    const { rows } = await pool.query<{ reader_id: number }>(
      'select reader_id from deliveries where newsletter_id = $1 and has_list order by 1 limit 1',
      [id],
    );
    const reader = rows[0]!.reader_id;
    const listOfRow = async () => (await queuedAfter(pool, everyone(), reader - 1))[0]!.list;
    expect((await listOfRow())!.items.length).toBeGreaterThan(0);
    await pool.query('delete from reader_list_items where reader_id = $1', [reader]);
    expect((await listOfRow())!.items).toEqual([]);
  });

  it('are read without queries for lists if they have none', async () => {
    const { pool } = server.deps;
    await pool.query('delete from reader_list_items');
    await freezeReaders(server.deps, { id });
    await pool.query('analyze');
    const plan: string[] = [];
    const explaining = {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, costs off, timing off, summary off) ${text}`,
          values,
        );
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return { rows: [] };
      },
    } as unknown as typeof pool;
    await queuedAfter(explaining, everyone(), 0);
    const touching = plan.filter((line) => /reader_list_items|categories c\b|newsletters n/.test(line));
    expect(touching.length).toBeGreaterThan(2);
    expect(touching.every((line) => line.includes('never executed'))).toBe(true);
  });
});
