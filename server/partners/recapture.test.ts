/** Win-back emails to partners with an abandoned draft or a long absence: at most one a month. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createBook,
  createPromotion,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { recapturePartners } from './recapture.ts';

let server: TestServer;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  // Closes the previous tests' accounts, so that they get no email.
  await server.deps.db.partner.updateMany({ data: { deleted_at: new Date('2026-12-01') } });
  server.clock.set(new Date('2026-12-01T15:00:00Z'));
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

const setClock = (instant: string) => server.clock.set(new Date(instant));
const subjects = async () => (await server.emailsTo(partner.email)).map(({ subject }) => subject);

async function createDraft(title: string, updated_at: string) {
  const { id } = await createBook(partner, { title });
  await server.deps.db
    .$executeRaw`update books set status = 'draft', updated_at = ${updated_at}::timestamptz where id = ${id}`;
  return id;
}

/** Creates a promotion for that date, booked five days before. */
async function createPromotionOn(date: string) {
  const now = server.clock.now();
  setClock('2026-12-01T15:00:00Z');
  const { id } = await createPromotion(server, { partner });
  setClock(now.toISOString());
  await server.deps.db.$executeRaw`
    update promotions set requested_date = ${date}::date, promotion_date = ${date}::date, deal_ends_on = ${date}::date + 5, created_at = ${date}::timestamptz - interval '5 days'
    where id = ${id}`;
}
async function clearMailbox() {
  await server.settle();
  await server.deps.db.capturedMail.deleteMany();
}

describe('an abandoned draft', () => {
  it('triggers an email after a day, once', async () => {
    const id = await createDraft('The Unfinished', '2026-12-01T15:00:00Z');
    setClock('2026-12-02T14:59:59Z');
    expect(await recapturePartners(server.deps)).toBe(0);
    setClock('2026-12-02T15:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(1);
    expect(await subjects()).toEqual(['Your listing for The Unfinished isn’t finished']);
    const [mail] = await server.emailsTo(partner.email);
    expect(mail!.text).toContain('The listing for The Unfinished is still a draft');
    expect(mail!.text).toContain(`${server.url}/partners/books/${id}/edit`);
    expect(mail!.text).not.toContain('/partners/promotions/new');
    setClock('2027-01-20T15:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
    await server.deps.db
      .$executeRaw`update books set updated_at = '2027-01-19T15:00:00Z', created_at = '2026-12-01T15:00:00Z' where id = ${id}`;
    expect(await recapturePartners(server.deps)).toBe(0);
  });

  it("isn't mentioned to an unverified address", async () => {
    await createDraft('The Unfinished', '2026-12-01T15:00:00Z');
    const setVerified = (email_verified_at: Date | null) =>
      server.deps.db.partner.update({ where: { id: partner.id }, data: { email_verified_at } });
    await setVerified(null);
    setClock('2026-12-02T15:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
    await setVerified(server.deps.now());
    expect(await recapturePartners(server.deps)).toBe(1);
  });

  it('is ignored after more than a month', async () => {
    await createDraft('The Forgotten', '2026-10-01T15:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
  });
});

describe('a partner with a long absence', () => {
  it('is emailed sixty days after the last promotion, then once a month, and never after a year', async () => {
    await createPromotionOn('2026-12-03');
    await clearMailbox();
    setClock('2027-01-31T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
    setClock('2027-02-01T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(1);
    expect(await subjects()).toEqual(['Ready to promote your next book?']);
    const [mail] = await server.emailsTo(partner.email);
    expect(mail!.text).toContain(`${server.url}/partners/promotions/new`);
    setClock('2027-03-04T19:59:59Z');
    expect(await recapturePartners(server.deps)).toBe(0);
    setClock('2027-03-04T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(1);
    setClock('2027-12-03T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(1);
    setClock('2028-01-20T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
  });

  it('has promoted before, and has no upcoming promotion', async () => {
    setClock('2027-02-01T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
    await createPromotionOn('2027-03-01');
    expect(await recapturePartners(server.deps)).toBe(0);
  });
});

describe('the email', () => {
  beforeEach(async () => {
    await createDraft('The Unfinished', '2026-12-01T15:00:00Z');
    setClock('2026-12-02T20:00:00Z');
  });

  it('is sent once, even if several processes run the job', async () => {
    const counts = await Promise.all([1, 2, 3, 4, 5].map(() => recapturePartners(server.deps)));
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 1]);
    const changed = await tablesChangedBy(server, () => recapturePartners(server.deps));
    expect(changed).toEqual([]);
    expect(await subjects()).toHaveLength(1);
  });

  it('is sent to the other partners if one fails, and the run counts as failed', async () => {
    const [another] = (await insertPartners(server, 1)) as [PartnerClient];
    await createDraft('The Unfinished', '2026-12-01T15:00:00Z');
    const { id } = await createBook(another, { title: 'The Other' });
    await server.deps.db
      .$executeRaw`update books set status = 'draft', updated_at = '2026-12-01T15:00:00Z' where id = ${id}`;
    await server.deps.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$;
      create trigger refuse before update on partners for each row
        when (new.id = ${partner.id}) execute function refuse()`);
    await expect(recapturePartners(server.deps)).rejects.toThrow('no more');
    await server.deps.pool.query('drop function refuse cascade');
    expect(await subjects()).toEqual([]);
    expect(await server.emailsTo(another.email)).toMatchObject([
      { subject: 'Your listing for The Other isn’t finished' },
    ]);
    expect(await recapturePartners(server.deps)).toBe(1);
  });

  it('is sent once a month for a draft and an absence together', async () => {
    await createPromotionOn('2026-09-01');
    await clearMailbox();
    expect(await recapturePartners(server.deps)).toBe(1);
    await createDraft('Another', '2026-12-18T15:00:00Z');
    setClock('2026-12-20T20:00:00Z');
    expect(await recapturePartners(server.deps)).toBe(0);
  });

  it.each<[string, object]>([
    ['who turned it off', { recapture_emails: false }],
    ['who closed the account', { deleted_at: new Date('2026-12-01') }],
    ['who was blocked by staff', { blocked_reason: 'spam' }],
  ])("isn't sent to a partner %s", async (_, data) => {
    await server.deps.db.partner.update({ where: { id: partner.id }, data });
    expect(await recapturePartners(server.deps)).toBe(0);
  });

  it("isn't sent to a partner with an unpaid promotion", async () => {
    const fields = { partner_id: partner.id, date: new Date('2026-11-01'), lines: [], subtotal_cents: 900, number: 99 };
    const invoice = await server.deps.db.invoice.create({ data: { ...fields, total_cents: 900, status: 'failed' } });
    expect(await recapturePartners(server.deps)).toBe(0);
    await server.deps.db.invoice.update({
      where: { id: invoice.id },
      data: { status: 'paid', paid_at: server.deps.now() },
    });
    expect(await recapturePartners(server.deps)).toBe(1);
  });

  it('can be turned off with its unsubscribe link', async () => {
    await recapturePartners(server.deps);
    const [mail] = await server.emailsTo(partner.email);
    const url = /http\S+unsubscribe-recapture-email\?token=([\w-]+)/.exec(mail!.text)!;
    await visitor(server).post('/partners/unsubscribe').send({ kind: 'recapture', token: url[1] }).expect(200);
    const { recapture_emails } = await server.deps.db.partner.findUniqueOrThrow({ where: { id: partner.id } });
    expect(recapture_emails).toBe(false);
  });
});
