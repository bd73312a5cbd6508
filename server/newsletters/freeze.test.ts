/**
 * Freezes with failing promotions and dates, after downtime, and for readers who change their frequency; and the alert
 * about newsletters that aren't frozen.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  type Client,
  createPromotion,
  createReader,
  createStaff,
  freezeWithReaders,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';
import { runDueDaily } from '../platform/daily.ts';
import { DAILY, initializeSchedule } from '../schedule.ts';
import { freezeNewsletter, freezeWeeklyNewsletter } from './freeze.ts';
import { continueFreezing } from './freeze-readers.ts';
import { alertUnfrozen, freezeOverdue } from './overdue.ts';
import { resumeNewsletters } from './send.ts';

const DATE = '2026-12-02';
const CUTOFF = '2026-12-02T17:00:00Z';
const TOP_SPOT_ADDON_ID = 1;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;

beforeEach(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterEach(() => server.close());

async function book(title: string, fields: Parameters<typeof createPromotion>[1] = {}) {
  const promotion = await createPromotion(server, { partner, book: { title }, ...fields });
  await staff.post(`/promotions/${promotion.id}/approve`).expect(200);
  return promotion;
}

const fetchPromotion = async (id: number) => (await partner.get(`/promotions/${id}`).expect(200)).body.promotion;
const editionOn = (date: string) =>
  server.deps.db.newsletter.findUniqueOrThrow({
    where: { newsletter_date_kind: { newsletter_date: new Date(date), kind: 'daily' } },
  });
const newslettersTo = async (email: string) =>
  (await server.emailsTo(email)).filter(({ headers }) => 'list-unsubscribe' in headers);
const alerts = async () => {
  const mails = await server.emailsTo(server.deps.config.operator.email);
  return mails.map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, ' ') }));
};

/** Adds a trigger that rejects updates of one promotion: all of them, or those that match the condition. */
async function refuseChangesOf(id: number, condition = 'true') {
  await server.deps.pool.query(`
    create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'this row may not change'; end $$;
    create trigger refuse before update on promotions for each row
      when (old.id = ${id} and (${condition})) execute function refuse()`);
}

describe("a promotion that can't be frozen", () => {
  it('becomes "unable to send" with an alert, and the others are sent', async () => {
    await staff.post('/discounts').send({ code: 'BACK', kind: 'percent', value: 10 }).expect(201);
    const good = await book('The Good One');
    const bad = await book('The Bad One', { addon_ids: [TOP_SPOT_ADDON_ID], discount_code: 'BACK' });
    const reader = await createReader(server);
    await refuseChangesOf(bad.id, 'new.frozen_at is not null');

    await server.advanceTo(CUTOFF);

    expect(await editionOn(DATE)).toMatchObject({ status: 'sent', delivered_count: 1 });
    expect(await fetchPromotion(good.id)).toMatchObject({ display_status: 'successfully sent', position: 1 });
    expect(await fetchPromotion(bad.id)).toMatchObject({
      display_status: 'unable to send',
      unable_reason: 'We couldn’t add it to the newsletter because of a problem on our end.',
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
        text: expect.stringMatching(/was left out of the newsletter for .* 2026: .*this row may not change/),
      },
    ]);
    expect((await alerts())[0]!.text).toContain(`${server.url}/users/promotions/${bad.id}/edit`);
  });

  it('isn’t one whose description has an emoji at the end of its excerpt', async () => {
    const { id } = await book('Shelves', { book: { title: 'Shelves', description: `x${'📚'.repeat(200)}` } });
    await server.advanceTo(CUTOFF);
    expect(await fetchPromotion(id)).toMatchObject({ position: 1, unable_to_send_at: null });
    expect((await editionOn(DATE)).frozen_at).toEqual(new Date(CUTOFF));
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

  it("is left out with one alert if it can't be marked either, and marked as soon as it can be", async () => {
    const good = await book('The Good One');
    const bad = await book('The Bad One');
    await refuseChangesOf(bad.id);

    await server.advanceTo(CUTOFF);
    expect(await editionOn(DATE)).toMatchObject({ status: 'sent' });
    expect((await fetchPromotion(good.id)).display_status).toBe('successfully sent');
    expect(await fetchPromotion(bad.id)).toMatchObject({
      display_status: 'awaiting promotion date',
      newsletter_id: null,
    });
    const mails = await server.deps.db.mail.count({ where: { template: 'promotion_unable_to_send' } });
    expect(mails).toBe(0);
    await server.advanceTo('2026-12-02T17:20:00Z');
    // The next day's freeze tries to mark it again. The only alert names the first date.
    await server.advanceTo('2026-12-03T17:20:00Z');
    expect(await alerts()).toEqual([
      {
        subject: 'A promotion was left out of the newsletter',
        text: expect.stringMatching(
          /for Wednesday December 2nd, 2026, and we couldn’t mark it as “unable to send”: .*this row may not change/,
        ),
      },
    ]);

    await server.deps.pool.query('drop trigger refuse on promotions');
    await server.advanceTo('2026-12-03T17:21:00Z');
    expect(await fetchPromotion(bad.id)).toMatchObject({
      display_status: 'unable to send',
      unable_reason: 'The newsletter for this date was already closed.',
    });
  });

  it('gets the reason that held it, even if it is marked only later', async () => {
    const held = await book('The Held One', { deal_ends_on: '2027-01-10' });
    await partner.patch(`/promotions/${held.id}/`).send({ sale_price_cents: 199 }).expect(200);
    await refuseChangesOf(held.id);
    await server.advanceTo(CUTOFF);
    expect((await fetchPromotion(held.id)).display_status).toBe('awaiting promotion date');
    await server.deps.pool.query('drop trigger refuse on promotions');
    await server.advanceTo('2026-12-02T17:01:00Z');
    const reason = 'The deal price was raised after we approved the promotion.';
    expect(await fetchPromotion(held.id)).toMatchObject({ display_status: 'unable to send', unable_reason: reason });
    const emails = await server.emailsTo(partner.email);
    expect(emails.map(({ text }) => text.replace(/\s+/g, ' ')).join()).toContain(reason);
  });
});

/** Adds a trigger that rejects freezing one date's daily newsletter but allows abandoning it. */
const refuseToFreeze = (date: string) =>
  server.deps.pool.query(`
    create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'this edition may not change'; end $$;
    create trigger refuse before update on newsletters for each row
      when (old.newsletter_date = '${date}' and old.kind = 'daily' and new.status = 'freezing') execute function refuse()`);

const at = (instant: string) => server.clock.set(new Date(instant));
/** Runs the due daily jobs and the sweeps that freeze and send newsletters, and ignores freezes that fail. */
async function runChecks() {
  await runDueDaily(server.deps, DAILY).catch(() => {});
  await freezeOverdue(server.deps).catch(() => {});
  await continueFreezing(server.deps).catch(() => {});
  await resumeNewsletters(server.deps);
  await server.settle();
}

describe('a promotion whose row another session keeps locked', () => {
  it('is waited for until 10:10, then left out while the others are sent', async () => {
    const good = await book('The Good One');
    const locked = await book('The Locked One');
    const holder = await server.deps.pool.connect();
    await holder.query('set idle_in_transaction_session_timeout = 0');
    await holder.query('begin');
    await holder.query('select id from promotions where id = $1 for update', [locked.id]);
    at(CUTOFF);
    await runChecks();
    expect((await editionOn(DATE)).status).toBe('draft');
    at('2026-12-02T17:10:00Z');
    await runChecks();
    await holder.query('commit');
    holder.release(true);
    expect((await editionOn(DATE)).status).toBe('sent');
    expect((await fetchPromotion(good.id)).display_status).toBe('successfully sent');
    expect((await fetchPromotion(locked.id)).display_status).toBe('awaiting promotion date');
    await runChecks();
    expect((await fetchPromotion(locked.id)).display_status).toBe('unable to send');
  });
});

describe('a date whose freeze fails', () => {
  it("doesn't block later dates, and is abandoned at the next cutoff", async () => {
    const first = await book('The First One');
    const second = await book('The Second One', { days: 2 });
    await refuseToFreeze(DATE);
    at(CUTOFF);
    await runChecks();
    expect((await editionOn(DATE)).status).toBe('draft');
    at('2026-12-03T16:59:59Z');
    await runChecks();
    expect((await editionOn(DATE)).status).toBe('draft');
    expect((await fetchPromotion(first.id)).display_status).toBe('awaiting promotion date');

    at('2026-12-03T17:00:00Z');
    await runChecks();
    expect((await fetchPromotion(second.id)).display_status).toBe('successfully sent');
    expect(await editionOn(DATE)).toMatchObject({ status: 'failed', frozen_at: null });
    expect(await fetchPromotion(first.id)).toMatchObject({
      display_status: 'unable to send',
      unable_reason: 'This date’s newsletter wasn’t sent because of a problem on our end.',
    });
    expect((await alerts()).map(({ subject }) => subject)).toEqual(['A newsletter was not sent']);
    expect(await server.deps.db.jobRun.count({ where: { finished_at: null } })).toBe(0);
  });

  it('is sent late when a retry succeeds before the next cutoff', async () => {
    const late = await book('The Late One');
    const reader = await createReader(server);
    await refuseToFreeze(DATE);
    at(CUTOFF);
    await runChecks();
    await server.deps.pool.query('drop trigger refuse on newsletters');
    at('2026-12-03T16:59:00Z');
    await runChecks();
    expect((await fetchPromotion(late.id)).display_status).toBe('successfully sent');
    expect(await newslettersTo(reader.email)).toHaveLength(1);
  });
});

describe('a draft past its cutoff', () => {
  it('is frozen and sent even if the daily job record says there is nothing to do', async () => {
    const waiting = await book('The Waiting One');
    const reader = await createReader(server);
    // Happens when the demo clock jumps to the cutoff before a new installation has started its record.
    await server.deps.db.jobRun.deleteMany();
    at(CUTOFF);
    await initializeSchedule(server.deps);
    await server.advanceTo('2026-12-02T17:01:00Z');
    expect(await editionOn(DATE)).toMatchObject({ status: 'sent', delivered_count: 1 });
    expect((await fetchPromotion(waiting.id)).display_status).toBe('successfully sent');
    expect(await newslettersTo(reader.email)).toHaveLength(1);
  });

  it('is sent on its day when the clock is moved before the daily job record starts', async () => {
    const waiting = await book('The Waiting One');
    await server.deps.db.jobRun.deleteMany();
    await server.advanceTo('2026-12-04T18:00:00Z');
    expect(await fetchPromotion(waiting.id)).toMatchObject({
      display_status: 'successfully sent',
      sent_at: '2026-12-02T17:00:00.000Z',
    });
  });

  it('is followed by its weekly newsletter five minutes after the cutoff', async () => {
    await book('The Saturday One', { requested_date: '2026-12-05' });
    const weekly = async () =>
      server.deps.db.newsletter.findUniqueOrThrow({
        where: { newsletter_date_kind: { newsletter_date: new Date('2026-12-05'), kind: 'weekly' } },
      });
    await createReader(server, { frequency: 'weekly' });
    await server.deps.db.jobRun.deleteMany();
    at('2026-12-05T17:04:59Z');
    await initializeSchedule(server.deps);
    await runChecks();
    expect([(await editionOn('2026-12-05')).status, (await weekly()).status]).toEqual(['sent', 'draft']);
    await server.deps.db.jobRun.deleteMany();
    at('2026-12-05T17:05:00Z');
    await initializeSchedule(server.deps);
    await runChecks();
    expect(await weekly()).toMatchObject({ status: 'sent', delivered_count: 1 });
  });

  it('closes before the weekly newsletter that repeats its deals', async () => {
    const SATURDAY = '2026-12-05';
    const late = await book('The Late One', { requested_date: SATURDAY });
    await createReader(server, { frequency: 'weekly' });
    const weekly = () =>
      server.deps.db.newsletter.findUniqueOrThrow({
        where: { newsletter_date_kind: { newsletter_date: new Date(SATURDAY), kind: 'weekly' } },
      });
    await refuseToFreeze(SATURDAY);
    at('2026-12-05T17:05:00Z');
    await runChecks();
    expect([(await editionOn(SATURDAY)).status, (await weekly()).status]).toEqual(['draft', 'draft']);
    await server.deps.pool.query('drop trigger refuse on newsletters');
    at('2026-12-05T17:06:00Z');
    await runChecks();
    expect((await editionOn(SATURDAY)).status).toBe('sent');
    expect(await weekly()).toMatchObject({ delivered_count: 1, snapshot: { deals: [{ promotion_id: late.id }] } });
  });

  it('is abandoned exactly at the next cutoff', async () => {
    const missed = await book('The Missed One');
    const reader = await createReader(server);
    await server.deps.db.jobRun.deleteMany();
    at('2026-12-03T17:00:00Z');
    await initializeSchedule(server.deps);
    await runChecks();
    expect((await editionOn(DATE)).status).toBe('failed');
    expect((await fetchPromotion(missed.id)).display_status).toBe('unable to send');
    expect(await newslettersTo(reader.email)).toEqual([]);
  });

  it('is reported to support if it is a weekly one that would have had deals', async () => {
    await book('The Saturday One', { requested_date: '2026-12-05' });
    at('2026-12-05T17:00:00Z');
    await runChecks();
    at('2026-12-06T17:00:00Z');
    await runChecks();
    const where = { kind: 'weekly' as const, status: 'failed' as const };
    expect(await server.deps.db.newsletter.count({ where })).toBe(1);
    const notSent = async () => (await alerts()).filter(({ subject }) => subject === 'A newsletter was not sent');
    const [alert] = await notSent();
    expect(alert!.text).toContain('The weekly newsletter for Saturday December 5th, 2026 couldn’t go out');
    expect(alert!.text).not.toContain('unable to send');
    at('2026-12-13T17:00:00Z');
    await runChecks();
    expect(await server.deps.db.newsletter.count({ where })).toBe(2);
    expect(await notSent()).toHaveLength(1);
  });

  it('is skipped by other processes while one is freezing it', async () => {
    const contested = await book('The Contested One');
    at(CUTOFF);
    const holder = await server.deps.pool.connect();
    await holder.query('begin');
    await holder.query('select id from promotions where id = $1 for update', [contested.id]);
    const first = freezeNewsletter(server.deps, DATE);
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    const second = await freezeNewsletter(server.deps, DATE).catch(String);
    await holder.query('commit');
    holder.release();
    expect(second).toBeNull();
    expect(await first).toMatchObject({ status: 'freezing' });
    expect((await fetchPromotion(contested.id)).newsletter_id).toBe((await editionOn(DATE)).id);
  });
});

describe('the alert at 10:10', () => {
  const lateAlerts = async () =>
    (await alerts()).filter(({ subject }) => subject.startsWith('A newsletter hasn’t closed on time'));

  it("is sent once for a date whose newsletter isn't frozen, by any number of processes", async () => {
    await book('The First One');
    await refuseToFreeze(DATE);
    const alertFourTimes = () => Promise.all([1, 2, 3, 4].map(() => alertUnfrozen(server.deps)));
    at('2026-12-02T17:09:59Z');
    await alertFourTimes();
    expect(await lateAlerts()).toEqual([]);
    at('2026-12-02T17:10:00Z');
    await alertFourTimes();
    at('2026-12-02T21:00:00Z');
    await alertFourTimes();
    const [alert, ...more] = await lateAlerts();
    expect(more).toEqual([]);
    expect(alert!.text).toContain('The daily newsletter for Wednesday December 2nd, 2026 should have closed');
    expect(alert!.text).toContain(`${server.url}/users/newsletters/${(await editionOn(DATE)).id}`);
  });

  it('is sent once per date', async () => {
    at('2026-12-02T17:10:00Z');
    await alertUnfrozen(server.deps);
    at('2026-12-03T17:10:00Z');
    await alertUnfrozen(server.deps);
    expect(await lateAlerts()).toHaveLength(2);
  });

  it('is sent for a daily and a weekly newsletter, once for each', async () => {
    at('2026-12-05T17:10:00Z');
    await alertUnfrozen(server.deps);
    await alertUnfrozen(server.deps);
    const kinds = (await lateAlerts()).map(({ text }) => /The (\w+) newsletter for Saturday/.exec(text)?.[1]);
    expect(kinds.sort()).toEqual(['daily', 'weekly']);
  });

  it("isn't sent for empty newsletters that closed on time", async () => {
    const ran = await server.advanceTo('2026-12-05T19:00:00Z');
    expect(ran).toContain('newsletters.alert_unfrozen');
    expect(await lateAlerts()).toEqual([]);
  });
});

describe('a reader who switches from daily to weekly on a Saturday between the two newsletters', () => {
  const SATURDAY = '2026-12-05';
  let reader: { email: string; uuid: string };
  let promotion: { id: number };

  beforeEach(async () => {
    promotion = await book('The Saturday One', { requested_date: SATURDAY });
    reader = await createReader(server);
    await createReader(server, { frequency: 'weekly' });
  });
  const switchToWeekly = (choice: object = {}) =>
    visitor(server)
      .patch(`/readers/${reader.uuid}`)
      .send({ frequency: 'weekly', ...choice })
      .expect(200);

  it.each([
    ['has arrived', {}],
    ['may have arrived', { state: 'queued', attempts: 1 }],
  ] as const)('gets only the daily one if it %s', async (_what, delivery) => {
    await server.advanceTo('2026-12-05T17:03:00Z');
    const { id: newsletter_id } = await editionOn(SATURDAY);
    const where = { newsletter_id, reader: { uuid: reader.uuid } };
    await server.deps.db.delivery.updateMany({ where, data: delivery });
    await switchToWeekly();
    await server.advanceTo('2026-12-05T17:06:00Z');
    const [mail, ...more] = await newslettersTo(reader.email);
    expect(mail!.subject).toMatch(/^Today/);
    expect(more).toEqual([]);
  });

  it.each([
    ['', {}],
    [' and the reader turns on list alerts', { list_alerts: true }],
  ])('gets only the weekly one if the daily one is still paused%s', async (_what, choice) => {
    const { book_id } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: promotion.id } });
    await visitor(server).post(`/readers/${reader.uuid}/list`).send({ kind: 'book', id: book_id }).expect(200);
    at('2026-12-05T17:00:00Z');
    await freezeWithReaders(server, SATURDAY);
    staff = await createStaff(server, 'admin');
    const { id } = await editionOn(SATURDAY);
    await staff.post(`/newsletters/${id}/pause`).expect(200);
    await switchToWeekly(choice);
    await staff.post(`/newsletters/${id}/resume`).expect(200);
    // The weekly newsletter includes no deals of a paused one, so the daily one is resumed first.
    at('2026-12-05T17:05:00Z');
    await freezeWeeklyNewsletter(server.deps, SATURDAY);
    await server.settle();
    const [mail, ...more] = await newslettersTo(reader.email);
    expect(mail!.subject).not.toMatch(/^Today/);
    expect(more).toEqual([]);
    expect((await fetchPromotion(promotion.id)).display_status).toBe('successfully sent');
  });
});
