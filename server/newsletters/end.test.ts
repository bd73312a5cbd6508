/** Ending a paused newsletter: by staff, or at the next cutoff. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPromotion,
  createReader,
  createStaff,
  freezeWithReaders,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import { resumeNewsletters, sendNewsletter } from './send.ts';

const DATE = '2026-12-02';
const TOP_SPOT_ADDON_ID = 1;
const FAULT = 'This date’s newsletter wasn’t sent because of a problem on our end.';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeEach(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterEach(() => server.close());

const newsletter = (id: number) =>
  server.deps.db.newsletter.findUniqueOrThrow({ where: { id }, omit: { snapshot: true } });
async function states(): Promise<Record<string, number>> {
  const groups = await server.deps.db.delivery.groupBy({ by: ['state'], _count: true });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
}
const newsletterMails = async () => {
  const rows = await server.deps.db.reader.findMany({ select: { email: true } });
  const mails = await Promise.all(rows.map(({ email }) => server.emailsTo(email!)));
  return mails.flat().filter(({ headers }) => 'list-unsubscribe' in headers);
};
const alerts = async () => (await server.emailsTo(server.deps.config.operator.email)).map(({ subject }) => subject);

/**
 * A newsletter frozen and paused at 10:00, already delivered to the first `delivered` readers. Its promotion has a code
 * and the top spot.
 */
async function pausedWith({ readers, delivered }: { readers: number; delivered: number }) {
  await staff.post('/discounts').send({ code: 'HALF', kind: 'percent', value: 50 }).expect(201);
  const created = await createPromotion(server, { partner, discount_code: 'HALF', addon_ids: [TOP_SPOT_ADDON_ID] });
  await staff.post(`/promotions/${created.id}/approve`).expect(200);
  for (let i = 0; i < readers; i++) await createReader(server);
  server.clock.set(new Date('2026-12-02T17:00:00Z'));
  staff = await createStaff(server, 'admin');
  const { id } = await freezeWithReaders(server, DATE);
  await staff.post(`/newsletters/${id}/pause`).send({ reason: 'A wrong price' }).expect(200);
  await server.deps.pool.query(
    `update deliveries set state = 'accepted', accepted_at = now() where (newsletter_id, reader_id) in
       (select newsletter_id, reader_id from deliveries order by reader_id limit $1)`,
    [delivered],
  );
  if (delivered) {
    await server.deps.db.newsletterRange.updateMany({ data: { accepted: delivered } });
    await server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending' } });
  }
  const promotion = async () => (await partner.get(`/promotions/${created.id}`).expect(200)).body.promotion;
  const end = (reason = 'The price is wrong everywhere') => staff.post(`/newsletters/${id}/end`).send({ reason });
  return { id, promotion, end };
}

describe('ending a paused newsletter', () => {
  it('counts its promotions as sent if an email was delivered, and sends no more', async () => {
    const { id, promotion, end } = await pausedWith({ readers: 3, delivered: 1 });
    const response = await end().expect(200);
    expect(response.body.newsletter).toMatchObject({
      ended_at: '2026-12-02T17:00:00.000Z',
      ended_reason: 'The price is wrong everywhere',
    });
    await server.settle();
    expect(await newsletter(id)).toMatchObject({
      ...{ status: 'sent', sent_at: server.clock.now(), paused_at: null, delivered_count: 1 },
    });
    expect(await promotion()).toMatchObject({
      display_status: 'successfully sent',
      click_window_ends_at: '2026-12-05T17:00:00.000Z',
    });
    expect(await states()).toEqual({ accepted: 1, suppressed: 2 });
    const abandoned = await server.deps.db.delivery.findFirstOrThrow({ where: { state: 'suppressed' } });
    expect(abandoned.failure).toBe('The newsletter was ended before this email went out.');
    expect(await newsletterMails()).toEqual([]);
    const event = await server.deps.db.auditEvent.findFirstOrThrow({ where: { action: 'end' } });
    expect(event).toMatchObject({
      ...{ entity: 'newsletter', entity_id: String(id), actor_id: staff.id, reason: 'The price is wrong everywhere' },
    });
  });

  it('marks its promotion as unable to send if nobody got it, and releases the code and the top spot', async () => {
    const { id, promotion, end } = await pausedWith({ readers: 2, delivered: 0 });
    await end().expect(200);
    await server.settle();
    expect(await newsletter(id)).toMatchObject({ status: 'failed', sent_at: null, paused_at: null });
    expect(await promotion()).toMatchObject({
      ...{ display_status: 'unable to send', unable_reason: FAULT, click_window_ends_at: null },
    });
    expect(await states()).toEqual({ suppressed: 2 });
    expect(await server.deps.db.discount.findFirst()).toMatchObject({ used_count: 0 });
    expect(await server.deps.db.promotionAddon.findFirst()).toMatchObject({ state: 'released' });
    expect(await server.deps.db.mail.count({ where: { template: 'promotion_unable_to_send' } })).toBe(1);
  });

  it('marks emails that a dead sender left in flight as uncertain, and never resends them', async () => {
    const { id, promotion, end } = await pausedWith({ readers: 2, delivered: 0 });
    const { reader_id } = await server.deps.db.delivery.findFirstOrThrow();
    await server.deps.db.delivery.updateMany({ where: { reader_id }, data: { state: 'handing_over', attempts: 1 } });
    await end().expect(200);
    await server.settle();
    expect(await states()).toEqual({ uncertain: 1, suppressed: 1 });
    expect((await promotion()).display_status).toBe('successfully sent');
    const resolve = (outcome: string) =>
      staff.post(`/newsletters/${id}/deliveries/${reader_id}/resolve`).send({ outcome });
    const refused = await resolve('resend').expect(409);
    expect(refused.body.errors.base).toEqual([
      'This newsletter has ended, so we won’t resend its emails. You can still mark this one as delivered.',
    ]);
    await resolve('accepted').expect(200);
    expect(await newsletterMails()).toEqual([]);
  });

  it('requires a paused newsletter, happens once, and is final', async () => {
    const { id, end } = await pausedWith({ readers: 1, delivered: 0 });
    const draft = await server.deps.db.newsletter.findFirstOrThrow({ where: { status: 'draft' } });
    const changed = await tablesChangedBy(server, async () => {
      await staff.post(`/newsletters/${draft.id}/end`).send({ reason: 'Why not' }).expect(409);
      await staff.post('/newsletters/999999/end').send({ reason: 'Why not' }).expect(404);
      await staff.post(`/newsletters/${id}/end`).expect(422);
      await staff.post(`/newsletters/${id}/end`).send({ reason: ' ' }).expect(422);
    });
    expect(changed).toEqual([]);
    await partner.post(`/newsletters/${id}/end`).send({ reason: 'Mine' }).expect(403);
    await staff.post(`/newsletters/${id}/resume`).expect(200);
    const refused = await end().expect(409);
    expect(refused.body.errors.base).toEqual([
      'This newsletter can’t be ended: it isn’t paused, is already ending, or was already sent.',
    ]);
    await staff.post(`/newsletters/${id}/pause`).expect(200);
    const responses = await Promise.all([1, 2, 3, 4].map(() => end()));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await staff.post(`/newsletters/${id}/resume`).expect(409);
    await server.settle();
    await staff.post(`/newsletters/${id}/resume`).expect(409);
    await staff.post(`/newsletters/${id}/pause`).expect(409);
    expect(await newsletterMails()).toEqual([]);
  });

  it('abandons the remaining emails range by range, and continues where a killed process stopped', async () => {
    const id = await seedNewsletter(server.deps.pool, { readers: 6_000, deals: 2 });
    await staff.post(`/newsletters/${id}/pause`).expect(200);
    await staff.post(`/newsletters/${id}/end`).send({ reason: 'Too many bounces' }).expect(200);
    const { rows } = await server.deps.pool.query('select reader_id from deliveries order by 1 offset 5500 limit 1');
    await server.deps.pool.query(`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger die before update on deliveries for each row when (old.reader_id = ${rows[0].reader_id}) execute function die()`);
    await expect(sendNewsletter(server.deps, { id })).rejects.toThrow('killed');
    expect(await states()).toEqual({ suppressed: 5_000, queued: 1_000 });
    expect((await newsletter(id)).status).toBe('frozen');
    await server.deps.pool.query('drop trigger die on deliveries');
    await resumeNewsletters(server.deps);
    expect(await states()).toEqual({ suppressed: 6_000 });
    expect((await newsletter(id)).status).toBe('failed');
  });
});

describe('a newsletter that is still paused when the next one closes', () => {
  it.each([
    [1, 'sent', 'successfully sent'],
    [0, 'failed', 'unable to send'],
  ])('is ended with an email to support (%i delivered)', async (delivered, status, display_status) => {
    const { id, promotion } = await pausedWith({ readers: 2, delivered });
    await server.advanceTo('2026-12-03T16:59:59Z');
    expect(await newsletter(id)).toMatchObject({ ended_at: null, paused_reason: 'A wrong price' });
    await server.advanceTo('2026-12-03T17:00:00Z');
    await server.advanceTo('2026-12-03T17:05:00Z');
    expect(await newsletter(id)).toMatchObject({
      status,
      ended_reason: 'It was still paused when the next newsletter closed.',
    });
    expect((await promotion()).display_status).toBe(display_status);
    expect(await alerts()).toEqual(['A paused newsletter was ended']);
    expect(await newsletterMails()).toEqual([]);
  });
});
