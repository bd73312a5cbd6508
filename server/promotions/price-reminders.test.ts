/** Reminders three days and one day before the newsletter: one email each, unless turned off. */
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { remindPartners } from './price-reminders.ts';

const GOOGLE_PLAY = 'https://play.google.com/store/books/details?id=harbor';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
let unsubscribed: PartnerClient;
let unverified: PartnerClient;
let approved: CreatedPromotion;

const reminders = async ({ email }: { email: string }) =>
  (await server.emailsTo(email)).filter(({ text }) => text.includes('You’re receiving this reminder because'));

beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner, unsubscribed, unverified] = (await insertPartners(server, 3)) as [
    PartnerClient,
    PartnerClient,
    PartnerClient,
  ];
  const book = (title: string) => ({ book: { title } });
  approved = await createPromotion(server, { partner, days: 5, ...book('The Quiet Harbor') });
  await staff.post(`/promotions/${approved.id}/approve`).expect(200);
  // These get no reminder: not approved, canceled, turned off, or with an unverified address.
  await createPromotion(server, { partner, days: 5, ...book('Unreviewed') });
  const cancelled = await createPromotion(server, { partner, days: 5, ...book('Cancelled') });
  await staff.post(`/promotions/${cancelled.id}/approve`).expect(200);
  await partner.post(`/promotions/${cancelled.id}/cancel_approved`).expect(200);
  const unsubscribedPromotion = await createPromotion(server, { partner: unsubscribed, days: 5, ...book('Silent') });
  await staff.post(`/promotions/${unsubscribedPromotion.id}/approve`).expect(200);
  await server.deps.db.partner.update({ where: { id: unsubscribed.id }, data: { reminder_emails: false } });
  const unverifiedPromotion = await createPromotion(server, { partner: unverified, days: 5, ...book('Moved') });
  await staff.post(`/promotions/${unverifiedPromotion.id}/approve`).expect(200);
  await server.deps.db.partner.update({ where: { id: unverified.id }, data: { email_verified_at: null } });
});
afterAll(() => server.close());

describe('the reminder to set the price', () => {
  it('is sent at eight in the morning, three days and one day before', async () => {
    expect(approved.date).toBe('2026-12-06');
    await server.advanceTo('2026-12-03T14:59:59Z');
    expect(await reminders(partner)).toEqual([]);
    await server.advanceTo('2026-12-03T15:00:00Z');
    expect((await reminders(partner)).map(({ subject }) => subject)).toEqual([
      'In 3 days: set The Quiet Harbor to $0.99',
    ]);
    await server.advanceTo('2026-12-05T14:59:59Z');
    expect(await reminders(partner)).toHaveLength(1);
    await server.advanceTo('2026-12-05T15:00:00Z');
    expect((await reminders(partner)).map(({ subject }) => subject)).toEqual([
      'Tomorrow: set The Quiet Harbor to $0.99',
      'In 3 days: set The Quiet Harbor to $0.99',
    ]);
    expect(await reminders(unsubscribed)).toEqual([]);
    expect(await reminders(unverified)).toEqual([]);
  });

  it('is sent once, even if several processes run the job', async () => {
    const changed = await tablesChangedBy(server, async () => {
      expect(await remindPartners(server.deps, '2026-12-05')).toBe(0);
    });
    expect(changed).toEqual([]);
    await server.deps.db.promotionReminder.deleteMany();
    const counts = await Promise.all([1, 2, 3, 4, 5].map(() => remindPartners(server.deps, '2026-12-05')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it("isn't sent after its day is over", async () => {
    await server.deps.db.promotionReminder.deleteMany();
    expect(await remindPartners(server.deps, '2026-12-03')).toBe(0);
  });

  it('is sent again for the new date of a moved promotion, with the approved title', async () => {
    const { book_id } = await server.deps.db.promotion.update({
      where: { id: approved.id },
      data: { promotion_date: new Date('2026-12-08'), deal_ends_on: new Date('2026-12-10') },
    });
    await server.deps.db.book.update({ where: { id: book_id }, data: { title: 'A Loud Harbor' } });
    expect(await remindPartners(server.deps, '2026-12-05')).toBe(1);
    const mails = (await reminders(partner)).filter(({ text }) => text.includes('Tuesday December 8th, 2026'));
    expect(mails.map(({ subject }) => subject)).toEqual(['In 3 days: set The Quiet Harbor to $0.99']);
  });

  it('can be turned off by the one-click address in its headers', async () => {
    const [mail] = await reminders(partner);
    const headers = mail!.headers as Record<string, string>;
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const { pathname } = new URL(/<(http[^>]+)>/.exec(headers['list-unsubscribe']!)![1]!);
    const { db } = server.deps;
    const where = { id: partner.id };
    const isReminded = async () => (await db.partner.findUniqueOrThrow({ where })).reminder_emails;
    expect(await isReminded()).toBe(true);
    await supertest(server.url).post(pathname).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await isReminded()).toBe(false);
    await db.partner.update({ where, data: { reminder_emails: true } });
  });

  it('can be turned off with its unsubscribe link', async () => {
    const [mail] = await reminders(partner);
    const url = /http\S+unsubscribe-reminder-email\?token=([\w-]+)/.exec(mail!.text)!;
    await visitor(server).post('/partners/unsubscribe').send({ kind: 'reminder', token: url[1] }).expect(200);
    await server.deps.db.promotionReminder.deleteMany();
    expect(await remindPartners(server.deps, '2026-12-05')).toBe(0);
  });

  it('isn’t sent when every store has the price', async () => {
    const [ready, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
    const editor = await createStaff(server);
    const approve = async (client: PartnerClient) => {
      const { id } = await createPromotion(server, { partner: client, days: 5 });
      await editor.post(`/promotions/${id}/approve`).expect(200);
      return `/promotions/${id}`;
    };
    const path = await approve(ready);
    await approve(other);
    const now = server.deps.now().getTime();
    await server.advanceTo(new Date(now + 2 * DAY_MS - 3 * HOUR_MS).toISOString());
    const { stores } = (await ready.get(`${path}/price_watch`).expect(200)).body.price_watch;
    expect(stores.length).toBeGreaterThan(0);
    for (const { store } of stores) await ready.post(`${path}/confirm_price`).send({ store }).expect(200);
    await server.advanceTo(new Date(now + 2 * DAY_MS).toISOString());
    expect(await reminders(other)).toHaveLength(1);
    expect(await reminders(ready)).toEqual([]);
  });

  it('names the stores whose price isn’t confirmed or is too high, and no others', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const links = {
      ...{ asin: 'B0ABCDEFGH', amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH' },
      ...{ kobo_url: 'https://www.kobo.com/ebook/harbor', google_play_url: GOOGLE_PLAY },
    };
    const { id } = await createPromotion(server, { partner: owner, days: 3, book: links });
    await (await createStaff(server)).post(`/promotions/${id}/approve`).expect(200);
    await owner.post(`/promotions/${id}/confirm_price`).send({ store: 'google_play' }).expect(200);
    await server.deps.db.priceCheck.create({
      data: { promotion_id: id, store: 'amazon', price_cents: 499, checked_at: server.deps.now() },
    });
    await server.advanceTo(new Date(server.deps.now().getTime() + 2 * DAY_MS).toISOString());
    const [mail] = await reminders(owner);
    const sentence = mail!.text.replace(/\s+/g, ' ');
    expect(sentence).toContain('When we last looked, it cost more at Amazon. Please lower it there.');
    expect(sentence).toContain('We don’t have a price from Kobo yet.');
    expect(sentence).not.toContain('Google Play');
  });
});
