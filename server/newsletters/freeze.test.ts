/** The freeze goes through whatever one of its rows does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
} from '#server/testing/factories.ts';

const DATE = '2026-12-02';
const CUTOFF = '2026-12-02T17:00:00Z';
const TOP = 1;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;

beforeEach(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterEach(() => server.close());

async function book(title: string, fields: Parameters<typeof createPromotion>[1] = {}) {
  const made = await createPromotion(server, { partner, book: { title }, ...fields });
  await staff.post(`/promotions/${made.id}/approve`).expect(200);
  return made;
}

const shown = async (id: number) => (await partner.get(`/promotions/${id}`).expect(200)).body.promotion;
const editionOn = (date: string) =>
  server.deps.db.newsletter.findUniqueOrThrow({
    where: { newsletter_date_kind: { newsletter_date: new Date(date), kind: 'daily' } },
  });
const newslettersTo = async (email: string) =>
  (await server.mailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers);
const alerts = async () => {
  const mails = await server.mailsTo(server.deps.config.SUPPORT_EMAIL);
  return mails.map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, ' ') }));
};

/** A trigger that refuses changes of one promotion: all of them, or those to which the condition applies. */
async function refuseChangesOf(id: number, condition = 'true') {
  await server.deps.pool.query(`
    create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'this row may not change'; end $$;
    create trigger refuse before update on promotions for each row
      when (old.id = ${id} and (${condition})) execute function refuse()`);
}

describe('a promotion that cannot be frozen', () => {
  it('becomes "unable to send" with an alert, and the others go out', async () => {
    await staff.post('/discounts').send({ code: 'BACK', kind: 'percent', value: 10 }).expect(201);
    const good = await book('The Good One');
    const bad = await book('The Bad One', { addon_ids: [TOP], discount_code: 'BACK' });
    const reader = await createReader(server);
    await refuseChangesOf(bad.id, 'new.frozen_at is not null');

    await server.advanceTo(CUTOFF);

    expect(await editionOn(DATE)).toMatchObject({ status: 'sent', delivered_count: 1 });
    expect(await shown(good.id)).toMatchObject({ display_status: 'successfully sent', position: 1 });
    expect(await shown(bad.id)).toMatchObject({
      display_status: 'unable to send',
      unable_reason: 'We could not add it to the newsletter because of a fault on our side.',
      newsletter_id: null,
    });
    const [mail, ...more] = await newslettersTo(reader.email);
    expect(more).toEqual([]);
    expect(mail!.text).toContain('The Good One');
    expect(mail!.text).not.toContain('The Bad One');
    expect(await server.deps.db.discount.findFirst()).toMatchObject({ used_count: 0 });
    expect(await server.deps.db.promotionAddon.findFirst()).toMatchObject({ state: 'released' });
    expect(await alerts()).toEqual([
      {
        subject: 'A promotion was left out of the newsletter',
        text: expect.stringMatching(/could not be added to the newsletter of .* 2026: .*this row may not change/),
      },
    ]);
    expect((await alerts())[0]!.text).toContain(`${server.url}/users/promotions/${bad.id}/edit`);
  });

  it('frees its slot', async () => {
    const count = () =>
      server.deps.db.newsletterPromotionCount.findFirstOrThrow({
        where: { newsletter_date: new Date(DATE), category_id: MYSTERY },
      });
    const bad = await book('The Bad One');
    await book('The Good One');
    expect((await count()).promotions_in_total).toBe(2);
    await refuseChangesOf(bad.id, 'new.frozen_at is not null');
    await server.advanceTo(CUTOFF);
    expect((await count()).promotions_in_total).toBe(1);
  });

  it('is left out with one alert when it cannot even be marked', async () => {
    const good = await book('The Good One');
    const bad = await book('The Bad One');
    await refuseChangesOf(bad.id);

    await server.advanceTo(CUTOFF);
    expect(await editionOn(DATE)).toMatchObject({ status: 'sent' });
    expect((await shown(good.id)).display_status).toBe('successfully sent');
    expect(await shown(bad.id)).toMatchObject({ display_status: 'awaiting promotion date', newsletter_id: null });
    const mails = await server.deps.db.mail.count({ where: { template: 'promotion_unable_to_send' } });
    expect(mails).toBe(0);
    await server.advanceTo('2026-12-02T17:20:00Z');
    expect(await alerts()).toEqual([
      {
        subject: 'A promotion was left out of the newsletter',
        text: expect.stringMatching(/could not be marked as "unable to send": .*this row may not change/),
      },
    ]);
  });
});
