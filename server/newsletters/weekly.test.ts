/**
 * The Saturday newsletter: the week's best deals for readers who chose one email a week, and the billing of its clicks.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type CreatedPromotion,
  click,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
  tokensFor,
} from '#server/testing/factories.ts';
import { freezeNewsletter, freezeWeeklyNewsletter } from './freeze.ts';
import { sendsListAlerts } from './weekly.ts';

const ROMANCE = 6;
const SATURDAY = '2026-12-05';
const SENT = '2026-12-05T17:05:00Z';

let server: TestServer;
let partner: PartnerClient;
const promotions: Record<string, CreatedPromotion> = {};
const readers: Record<string, { email: string; uuid: string }> = {};

/** Books and approves a deal for the day `days` after Tuesday, December 1st. */
async function book(name: string, days: number, fields: Parameters<typeof createPromotion>[1] = {}) {
  const staff = await createStaff(server);
  promotions[name] = await createPromotion(server, {
    partner,
    days,
    book: { title: `The ${name} book`, category_id: fields?.category_id ?? MYSTERY },
    ...fields,
  });
  await staff.post(`/promotions/${promotions[name].id}/approve`).expect(200);
}

const newsletterOn = (date: string, kind: 'daily' | 'weekly' = 'weekly') =>
  server.deps.db.newsletter.findUniqueOrThrow({
    where: { newsletter_date_kind: { newsletter_date: new Date(date), kind } },
  });
const newsletterEmailsTo = async (name: string) =>
  (await server.emailsTo(readers[name]!.email)).filter(({ headers }) => 'list-unsubscribe' in headers);
const titlesIn = (text: string) => [...text.matchAll(/^The (\w+) book/gm)].map(([, name]) => name);

beforeAll(async () => {
  server = await startTestServer();
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  readers.daily = await createReader(server, { category_ids: [MYSTERY, ROMANCE] });
  readers.other = await createReader(server);
  readers.weekly = await createReader(server, { category_ids: [MYSTERY, ROMANCE], frequency: 'weekly' });
  readers.kobo = await createReader(server, { frequency: 'weekly', stores: ['kobo'], max_price_cents: 100 });
  readers.scanned = await createReader(server, { frequency: 'weekly' });
  readers.nothing = await createReader(server, { frequency: 'weekly', category_ids: [11] });
  await book('early', 1, { deal_ends_on: '2026-12-08' });
  await book('ended', 1, { deal_ends_on: '2026-12-04' });
  await book('costly', 2, { sale_price_cents: 199 });
  await book('loved', 3);
  await book('romance', 3, { category_id: ROMANCE });
  await book('saturday', 4);
  await book('late', 5);
});
afterAll(() => server.close());

it('alerts weekly readers to deals on their lists with the daily newsletter, except on Saturdays', () => {
  const on = (date: string, kind: 'daily' | 'weekly' = 'daily') =>
    sendsListAlerts({ kind, newsletter_date: new Date(date) });
  expect(on('2026-12-04')).toBe(true);
  expect(on('2026-12-05')).toBe(false);
  expect(on('2026-12-05', 'weekly')).toBe(false);
});

describe('the weekly newsletter', () => {
  it('has a draft on Saturdays only, and isn’t frozen on other days', async () => {
    const rows = await server.deps.db.newsletter.findMany({ where: { kind: 'weekly' }, orderBy: { id: 'asc' } });
    expect(rows.map(({ newsletter_date }) => newsletter_date.toISOString().slice(0, 10))).toEqual([
      '2026-12-05',
      '2026-12-12',
    ]);
    expect(await freezeWeeklyNewsletter(server.deps, '2026-12-04')).toBeNull();
    expect((await newsletterOn(SATURDAY)).status).toBe('draft');
  });

  it("isn't sent to its readers on other days", async () => {
    await server.advanceTo('2026-12-04T18:00:00Z');
    for (const name of ['weekly', 'kobo', 'scanned', 'nothing'])
      expect([name, await newsletterEmailsTo(name)]).toEqual([name, []]);
    // Everyone who could click did, so this deal ranks first.
    for (const name of ['daily', 'other']) {
      const mail = (await newsletterEmailsTo(name)).find(({ text }) => text.includes('The loved book'))!;
      await click(server, tokensFor(server, mail.text, promotions.loved!.id)[0]!).expect(302);
    }
  });

  it('is frozen by a transaction that counts no clicks; another one may take longer to count them', async () => {
    await server.advanceTo('2026-12-05T17:04:59Z');
    const transactions: string[][] = [];
    const { db } = server.deps;
    const withOverrides = <T extends object>(target: T, overrides: object): T =>
      new Proxy(target, { get: (client, name) => Reflect.get(name in overrides ? overrides : client, name) });
    const $transaction = (work: (tx: unknown) => Promise<unknown>, options?: object) =>
      db.$transaction(async (tx) => {
        const statements: string[] = [];
        transactions.push(statements);
        const $queryRaw = (sql: TemplateStringsArray, ...values: unknown[]) => {
          statements.push(sql.join('?'));
          return tx.$queryRaw(sql, ...values);
        };
        const $executeRawUnsafe = (sql: string) => {
          statements.push(sql);
          return tx.$executeRawUnsafe(sql);
        };
        const result = await work(withOverrides(tx, { $queryRaw, $executeRawUnsafe }));
        if (statements.join('\n').includes('from newsletters')) throw new Error('Nothing may stay frozen.');
        return result;
      }, options);
    const deps = { ...server.deps, db: withOverrides(db, { $transaction }) };
    await expect(freezeWeeklyNewsletter(deps, SATURDAY)).rejects.toThrow('Nothing may stay frozen.');
    const [counting, freezing] = transactions.map((statements) => statements.join('\n'));
    expect(counting).toMatch(/statement_timeout = 120000.*click_logs.*reader_counts/s);
    expect(freezing).toContain('from newsletters');
    expect(freezing).not.toMatch(/readers|reader_counts|click_logs/);
  });

  it('is sent at 10:05, after the daily newsletter has closed', async () => {
    expect(await newsletterEmailsTo('weekly')).toEqual([]);
    const ran = await server.advanceTo(SENT);
    expect(ran).toContain(`newsletters.weekly ${SATURDAY}`);
    expect(await newsletterEmailsTo('weekly')).toHaveLength(1);
  });

  it('contains deals of the last seven days that still run, starting with the most clicked one', async () => {
    const [mail] = await newsletterEmailsTo('weekly');
    expect(mail!.subject).toBe('Best of the week: “The loved book” for $0.99, and 4 more');
    expect(mail!.text).toContain(
      `See all of the week’s deals on the web: ${server.url}/newsletter/archive/${SATURDAY}/weekly`,
    );
    expect(titlesIn(mail!.text).toSorted()).toEqual(['costly', 'early', 'loved', 'romance', 'saturday']);
    expect(titlesIn(mail!.text)[0]).toBe('loved');
    expect(mail!.text).toContain('The week’s best ebook deals, through Saturday December 5th, 2026');
    expect(mail!.text).not.toContain('Featured today');
  });

  it("contains the reader's matches, and isn't sent to readers without any", async () => {
    const [mail, ...more] = await newsletterEmailsTo('kobo');
    expect(more).toEqual([]);
    expect(titlesIn(mail!.text).toSorted()).toEqual(['early', 'loved', 'saturday']);
    expect(tokensFor(server, mail!.text, promotions.early!.id)).toHaveLength(1);
    expect(await newsletterEmailsTo('nothing')).toEqual([]);
  });

  it("isn't sent to daily readers", async () => {
    const ids = (await newsletterEmailsTo('daily')).map(({ headers }) => headers['list-id']);
    expect(ids.length).toBe(4);
    expect(ids.some((id) => id!.includes('weekly'))).toBe(false);
  });

  it('is recorded with its deals and numbers of emails; staff can’t reorder a weekly draft', async () => {
    const staff = await createStaff(server);
    const { id } = await newsletterOn(SATURDAY);
    const { newsletter } = (await staff.get(`/newsletters/${id}?joins=promotions`).expect(200)).body;
    expect(newsletter).toMatchObject({
      newsletter_date: SATURDAY,
      kind: 'weekly',
      status: 'sent',
      promotions_count: 5,
      deliveries_total: 3,
      delivered_count: 3,
    });
    expect(newsletter.promotions[0]).toMatchObject({ id: promotions.loved!.id, book: { title: 'The loved book' } });
    expect(newsletter.promotions).toHaveLength(5);
    const order = { promotion_ids: [promotions.early!.id] };
    const res = await staff
      .patch(`/newsletters/${(await newsletterOn('2026-12-12')).id}`)
      .send(order)
      .expect(422);
    expect(res.body.errors.promotion_ids).toEqual([
      'can’t be ordered: the weekly newsletter is sorted by readers’ interest',
    ]);
  });

  it('is sent once, however often it is triggered', async () => {
    const changed = await tablesChangedBy(server, async () => {
      expect(await freezeWeeklyNewsletter(server.deps, SATURDAY)).toBeNull();
      await server.settle();
    });
    expect(changed).toEqual([]);
  });

  it('is canceled if it has no recipients', async () => {
    await server.advanceTo('2026-12-06T17:00:00Z');
    await server.deps.db.reader.updateMany({
      where: { frequency: 'weekly' },
      data: { paused_until: new Date('2027-01-31') },
    });
    server.clock.set(new Date('2026-12-12T17:05:00Z'));
    await freezeNewsletter(server.deps, '2026-12-12');
    await freezeWeeklyNewsletter(server.deps, '2026-12-12');
    await server.settle();
    const snapshot = { deals: [{ title: 'The late book' }] };
    expect(await newsletterOn('2026-12-12')).toMatchObject({ status: 'cancelled', deliveries_total: 0, snapshot });
  });
});

describe('clicks from a weekly email', () => {
  const promotion = async (name: string) =>
    (await partner.get(`/promotions/${promotions[name]!.id}?joins=click_logs`).expect(200)).body.promotion;

  beforeAll(async () => {
    // The tests above advanced the clock by eleven days; these start over.
    await server.close();
    server = await startTestServer();
    [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    readers.weekly = await createReader(server, { frequency: 'weekly' });
    readers.scanned = await createReader(server, { frequency: 'weekly' });
    await book('early', 1, { deal_ends_on: '2026-12-08' });
    await book('friday', 3);
    await book('saturday', 4);
    await server.advanceTo(SENT);
    const [mail] = await newsletterEmailsTo('weekly');
    for (const name of ['early', 'friday']) {
      const [amazon, kobo] = tokensFor(server, mail!.text, promotions[name]!.id);
      await click(server, amazon!).expect(302);
      await server.advanceTo(`2026-12-05T${name === 'early' ? 18 : 19}:00:00Z`);
      await click(server, kobo!).expect(302);
    }
    // A scanner opens every link of the email, including hidden ones.
    const [scanned] = await newsletterEmailsTo('scanned');
    const links = [...scanned!.html.matchAll(/<a href="[^"]*\/([\w-]{33,45})"/g)].map(([, token]) => token!);
    for (const token of new Set(links)) await click(server, token).expect(302);
    await server.deps.pool.query(`update click_logs set ip_hash = decode(md5(reader_id::text), 'hex')`);
    await server.advanceTo('2026-12-08T18:00:00Z');
  });

  it('redirect to the store like those of the daily email', async () => {
    const [mail] = await newsletterEmailsTo('weekly');
    const [token] = tokensFor(server, mail!.text, promotions.saturday!.id);
    const response = await click(server, token!).expect(302);
    expect(response.headers.location).toBe('https://www.amazon.com/dp/B0ABCDEFGH');
  });

  it("are billed once per reader within 72 hours of the promotion's sending", async () => {
    const friday = await promotion('friday');
    expect(friday).toMatchObject({ clicks_billable: 1, display_status: expect.any(String) });
    const reasons = friday.click_logs.map((log: { invalid_reason: string | null }) => log.invalid_reason);
    expect(reasons.filter((reason: string | null) => reason === null)).toHaveLength(1);
    expect(reasons.filter((reason: string | null) => reason === 'duplicate')).toHaveLength(1);
  });

  it("aren't billed if the promotion's 72 hours ended before the weekly email was sent", async () => {
    const early = await promotion('early');
    expect(early).toMatchObject({ settled_at: '2026-12-05T17:00:00.000Z', clicks_billable: 0 });
    expect(early.click_logs.length).toBeGreaterThan(0);
    for (const log of early.click_logs) expect(log).toMatchObject({ billable: null, invalid_reason: null });
  });

  it("by a scanner that opens every link aren't billed", async () => {
    const reader = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid: readers.scanned!.uuid } });
    const where = { reader_id: reader.id, promotion_id: { in: [promotions.friday!.id, promotions.saturday!.id] } };
    const logs = await server.deps.db.clickLog.findMany({ where });
    expect(logs).toHaveLength(4);
    expect(new Set(logs.map(({ billable }) => billable))).toEqual(new Set([false]));
    expect(new Set(logs.map(({ invalid_reason }) => invalid_reason))).toEqual(new Set(['honeypot']));
  });
});
