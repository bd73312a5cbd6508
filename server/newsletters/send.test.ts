/** Sending a newsletter to a real SMTP server and to an HTTP provider, with their failures. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/platform/clock.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { seedNewsletter } from '../../tests/faults/mail-seed.ts';
import {
  HTTP_KEY,
  type HttpSink,
  type SinkReply,
  type SmtpSink,
  startHttpSink,
  startSmtpSink,
} from '../../tests/faults/mail-sinks.ts';
import { resolveInFlightRows, saveTotals } from './delivery-log.ts';
import { endIfWindowMissed } from './end.ts';
import { resumeNewsletters, sendNewsletter } from './send.ts';

let server: TestServer;
let sink: { close(): Promise<void> };
afterEach(async () => {
  await server.close();
  await sink.close();
});

const addressOf = (n: number) => `reader-${n}@example.test`;

async function startWithSmtp(
  options: Parameters<typeof startSmtpSink>[0],
  env: Record<string, string> = {},
): Promise<SmtpSink> {
  const smtp = await startSmtpSink(options);
  sink = smtp;
  server = await startTestServer({ env: { SMTP_URL: smtp.url, ...env } });
  return smtp;
}

async function startWithHttp(options: Parameters<typeof startHttpSink>[0], key = HTTP_KEY): Promise<HttpSink> {
  const http = await startHttpSink(options);
  sink = http;
  server = await startTestServer({ env: { MAIL_HTTP_URL: http.url, MAIL_HTTP_KEY: key } });
  return http;
}

const seedFrozen = (readers: number) => seedNewsletter(server.deps.pool, { readers, deals: 40 });
/** Seeds a frozen newsletter in place of that date's draft. */
async function seedFrozenOn(date: string, readers: number) {
  await server.deps.db.newsletter.deleteMany({ where: { newsletter_date: new Date(date) } });
  return seedNewsletter(server.deps.pool, { readers, deals: 40, date });
}
const newsletter = (id: number) =>
  server.deps.db.newsletter.findUniqueOrThrow({ where: { id }, omit: { snapshot: true } });
const deliveryTo = (n: number) =>
  server.deps.db.delivery.findFirstOrThrow({ where: { reader: { email: addressOf(n) } }, include: { reader: true } });
const readerOf = async (n: number) => (await deliveryTo(n)).reader;

async function states(): Promise<Record<string, number>> {
  const groups = await server.deps.db.delivery.groupBy({ by: ['state'], _count: true });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
}

const counts = async () => {
  const counted = { accepted: true, bounced: true, uncertain: true } as const;
  return (await server.deps.db.newsletterRange.aggregate({ _sum: counted }))._sum;
};

const advanceMinutes = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * MINUTE_MS));
const onlyTo = (n: number, verdict: SinkReply) => (to: string) => (to === addressOf(n) ? verdict : null);
const mostAccepted = ({ accepted }: { accepted: Map<string, number> }) => Math.max(...accepted.values());

describe('over SMTP, an email', () => {
  it('is deferred on 4xx, retried later with the same Message-ID, and bounces after five attempts', async () => {
    const smtp = await startWithSmtp({ verdict: onlyTo(2, { code: 451, text: 'Try again later', at: 'data' }) });
    const id = await seedFrozen(3);
    await sendNewsletter(server.deps, { id });
    expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 2 });
    const first = await deliveryTo(2);
    expect(first).toMatchObject({
      state: 'deferred',
      attempts: 1,
      failure: expect.stringContaining('Try again later'),
    });
    const waits: number[] = [];
    for (let attempts = 1; attempts < 5; attempts++) {
      const { next_attempt_at } = await deliveryTo(2);
      waits.push((next_attempt_at!.getTime() - server.clock.now().getTime()) / MINUTE_MS);
      advanceMinutes(waits.at(-1)! - 1);
      await resumeNewsletters(server.deps);
      expect(await deliveryTo(2)).toMatchObject({ attempts });
      advanceMinutes(1);
      await resumeNewsletters(server.deps);
    }
    expect(waits).toEqual([5, 10, 20, 40]);
    const last = await deliveryTo(2);
    expect(last).toMatchObject({ state: 'bounced', attempts: 5, message_id: first.message_id });
    expect(last.reader).toMatchObject({ status: 'active', soft_bounces: 1 });
    expect(smtp.accepted.size).toBe(2);
  });

  it("stays deferred if the relay is down at its retry, and isn't delivered if staff end the newsletter", async () => {
    const smtp = await startWithSmtp({ verdict: () => ({ code: 451, text: 'Try again later', at: 'data' }) });
    const id = await seedFrozen(2);
    const staff = await createStaff(server);
    await sendNewsletter(server.deps, { id });
    await server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending', sent_at: null } });
    const { failure, next_attempt_at } = await deliveryTo(1);
    await smtp.close();
    advanceMinutes(5);
    await sendNewsletter(server.deps, { id });
    expect(await deliveryTo(1)).toMatchObject({ state: 'deferred', attempts: 1, failure, next_attempt_at });
    expect(await newsletter(id)).toMatchObject({ status: 'sending', failure: expect.stringContaining('ECONNREFUSED') });

    await staff.post(`/newsletters/${id}/pause`).expect(200);
    await staff.post(`/newsletters/${id}/end`).send({ reason: 'The relay is gone' }).expect(200);
    await server.settle();
    expect([await states(), (await newsletter(id)).status]).toEqual([{ suppressed: 2 }, 'failed']);
  });

  it("to a nonexistent address deactivates the reader right away; a policy rejection doesn't", async () => {
    const verdict = (to: string): SinkReply => {
      if (to === addressOf(1)) return { code: 550, text: '5.1.1 <reader-1@example.test> is unknown', at: 'rcpt' };
      if (to === addressOf(2)) return { code: 550, text: '5.7.1 We do not like newsletters', at: 'rcpt' };
      return to === addressOf(3) ? { code: 554, text: 'Rejected as spam', at: 'data' } : null;
    };
    await startWithSmtp({ verdict });
    const id = await seedFrozen(5);
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ accepted: 2, bounced: 3 });
    expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 2, bounced_count: 3 });
    expect([await readerOf(1), await readerOf(2), await readerOf(3)].map(({ status }) => status)).toEqual([
      'bounced',
      'active',
      'active',
    ]);
    expect(await server.deps.db.suppression.findMany()).toMatchObject([{ reason: 'bounced' }]);
    const [event] = await server.deps.db.mailEvent.findMany();
    expect(event).toMatchObject({ type: 'hard_bounce', newsletter_id: id });
    expect(event!.diagnostic).toContain('5.1.1 <(address)> is unknown');
    await visitor(server)
      .post('/readers')
      .send({ email: addressOf(1), category_ids: [1] })
      .expect(201);
    expect((await readerOf(1)).status).toBe('bounced');
  });

  it("that is refused like every other one deactivates no reader, because the relay's reason is unknown", async () => {
    await startWithSmtp({ verdict: () => ({ code: 550, text: 'Requested action not taken', at: 'rcpt' }) });
    const id = await seedFrozen(100);
    await sendNewsletter(server.deps, { id });
    expect((await newsletter(id)).paused_reason).toMatch(/^The mail server refused \d+ emails and accepted none\.$/);
    expect(await server.deps.db.reader.count({ where: { status: 'active' } })).toBe(100);
    expect(await server.deps.db.suppression.count()).toBe(0);
  });

  it("whose connection broke before the answer is uncertain and isn't resent", async () => {
    const smtp = await startWithSmtp({ verdict: onlyTo(2, { lose: true }) });
    const id = await seedFrozen(4);
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ accepted: 3, uncertain: 1 });
    expect(await deliveryTo(2)).toMatchObject({ state: 'uncertain' });
    advanceMinutes(600);
    await resumeNewsletters(server.deps);
    await sendNewsletter(server.deps, { id });
    expect(mostAccepted(smtp)).toBe(1);
    expect((await newsletter(id)).status).toBe('sent');
  });

  it('that staff resend three days later is retried when the relay defers it', async () => {
    let verdict: SinkReply = { lose: true };
    const smtp = await startWithSmtp({ verdict: (to) => onlyTo(2, verdict)(to) });
    const id = await seedFrozen(2);
    await sendNewsletter(server.deps, { id });
    advanceMinutes(3 * 24 * 60);
    const staff = await createStaff(server);
    verdict = { code: 451, text: 'Try again later', at: 'rcpt' };
    const { reader_id } = await deliveryTo(2);
    await staff.post(`/newsletters/${id}/deliveries/${reader_id}/resolve`).send({ outcome: 'resend' }).expect(200);
    await server.settle();
    expect(await deliveryTo(2)).toMatchObject({ state: 'deferred', attempts: 2 });
    verdict = null;
    advanceMinutes(10);
    await resumeNewsletters(server.deps);
    expect(await deliveryTo(2)).toMatchObject({ state: 'accepted' });
    expect(smtp.accepted.get(addressOf(2))).toBe(2);
  });

  it("has its reader's own return path if a bounce domain is configured", async () => {
    const smtp = await startWithSmtp({}, { MAIL_BOUNCE_DOMAIN: 'bounce.example.test' });
    await sendNewsletter(server.deps, { id: await seedFrozen(2) });
    const paths = smtp.received.map(({ from }) => from);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) expect(path).toMatch(/^bounces\+[0-9a-f]{48}@bounce\.example\.test$/);
    const ids = smtp.received.map(unfoldHeaders).map(({ raw }) => /^Message-ID: <([0-9a-f]{48})@/im.exec(raw)![1]);
    expect(paths.map((path) => path.slice(8, 56))).toEqual(ids);
  });
});

describe('over SMTP, sending', () => {
  it('waits while the relay is unreachable, loses no email, and reports why', async () => {
    const smtp = await startWithSmtp({});
    const id = await seedFrozen(30);
    await smtp.close();
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ queued: 30 });
    expect(await newsletter(id)).toMatchObject({ status: 'sending', failure: expect.stringContaining('ECONNREFUSED') });
    expect((await deliveryTo(1)).attempts).toBe(0);
  });

  it('succeeds although another newsletter fails; the sweep reports that at the end', async () => {
    const smtp = await startWithSmtp({});
    const broken = await seedFrozenOn('2026-12-01', 0);
    await server.deps.db.newsletter.update({ where: { id: broken }, data: { snapshot: {} } });
    const whole = await seedFrozen(2);
    await expect(resumeNewsletters(server.deps)).rejects.toThrow('undefined');
    expect([await newsletter(broken), await newsletter(whole)]).toMatchObject([
      { status: 'sending' },
      { status: 'sent', delivered_count: 2 },
    ]);
    expect(smtp.accepted.size).toBe(2);
  });

  it("stops when the relay defers everything, instead of using up every email's attempts", async () => {
    await startWithSmtp({ verdict: () => ({ code: 450, text: 'Too much mail', at: 'rcpt' }) });
    const id = await seedFrozen(300);
    await sendNewsletter(server.deps, { id });
    const { deferred = 0, queued = 0 } = await states();
    expect(deferred).toBeGreaterThanOrEqual(50);
    expect(deferred).toBeLessThan(100);
    expect(queued).toBe(300 - deferred);
    expect(await newsletter(id)).toMatchObject({
      status: 'sending',
      failure: expect.stringContaining('Too much mail'),
    });
  });

  it('pauses when more than 2% bounce, and continues when staff resume it', async () => {
    const isBad = (to: string) => Number(/\d+/.exec(to)![0]) % 20 === 0;
    const smtp = await startWithSmtp({
      verdict: (to) => (isBad(to) ? { code: 550, text: '5.1.1 Unknown', at: 'rcpt' } : null),
    });
    const id = await seedFrozen(600);
    await sendNewsletter(server.deps, { id });
    const paused = await newsletter(id);
    expect(paused.paused_reason).toMatch(/^More than 2% of the emails bounced \(1\d of 2\d\d\)\.$/);
    expect(paused).toMatchObject({ status: 'sending', paused_at: server.clock.now() });
    const alerts = await server.deps.db.mail.findMany({ where: { template: 'staff_alert' } });
    expect(alerts).toMatchObject([
      {
        to: server.deps.config.operator.email,
        props: {
          headline: 'A newsletter was paused automatically',
          message: expect.stringMatching(
            /^More than 2% of the emails bounced .* We paused the daily newsletter for \w+day /,
          ),
        },
      },
    ]);
    const accepted = smtp.accepted.size;
    expect(accepted).toBeLessThan(250);
    await resumeNewsletters(server.deps);
    await sendNewsletter(server.deps, { id });
    expect(smtp.accepted.size).toBe(accepted);

    const staff = await createStaff(server);
    const { body } = await staff.post(`/newsletters/${id}/resume`).expect(200);
    expect(body.newsletter).toMatchObject({ status: 'sending', paused_at: null, paused_reason: null });
    await server.settle();
    expect(smtp.accepted.size).toBeGreaterThan(accepted);
    expect((await newsletter(id)).delivered_before_resume).toBe(paused.delivered_count);
  });

  it('pauses when all of the first 20 bounce, and blames no address when the relay refuses us', async () => {
    await startWithSmtp({ verdict: () => ({ code: 550, text: 'relay not permitted', at: 'rcpt' }) });
    const id = await seedFrozen(150);
    await sendNewsletter(server.deps, { id });
    const { paused_reason, bounced_count } = await newsletter(id);
    expect(paused_reason).toMatch(/^The mail server refused [234]\d emails and accepted none\.$/);
    expect(bounced_count).toBeLessThan(60);
    expect(await server.deps.db.reader.count({ where: { status: 'active' } })).toBe(150);
    expect(await server.deps.db.suppression.count()).toBe(0);
  });

  it('stops after the emails in flight when staff pause it, and sends the others when they resume it', async () => {
    const smtp = await startWithSmtp({ delayMs: 5 });
    const id = await seedFrozen(400);
    const staff = await createStaff(server);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 40);
    await staff.post(`/newsletters/${id}/pause`).send({ reason: 'A wrong price' }).expect(200);
    const acceptedAtPause = smtp.accepted.size;
    await sending;
    expect(smtp.accepted.size - acceptedAtPause).toBeLessThanOrEqual(16);
    expect(await states()).toEqual({ accepted: smtp.accepted.size, queued: 400 - smtp.accepted.size });
    await staff.post(`/newsletters/${id}/pause`).expect(409);
    await staff.post(`/newsletters/${id}/resume`).expect(200);
    await staff.post(`/newsletters/${id}/resume`).expect(409);
    await server.settle();
    expect([await states(), mostAccepted(smtp)]).toEqual([{ accepted: 400 }, 1]);
    const audits = await server.deps.db.auditEvent.findMany({
      where: { entity: 'newsletter' },
      orderBy: { id: 'asc' },
    });
    expect(audits.map(({ action, reason }) => [action, reason])).toEqual([
      ['pause', 'A wrong price'],
      ['resume', null],
    ]);
  });

  it('is finished, and not paused, when staff pause it during its last emails', async () => {
    const smtp = await startWithSmtp({ delayMs: 300 });
    const id = await seedFrozen(3);
    const staff = await createStaff(server);
    const sending = sendNewsletter(server.deps, { id });
    await expect.poll(states).toEqual({ handing_over: 3 });
    await staff.post(`/newsletters/${id}/pause`).expect(200);
    await sending;
    expect([await states(), smtp.accepted.size]).toEqual([{ accepted: 3 }, 3]);
    expect(await newsletter(id)).toMatchObject({
      ...{ status: 'sent', sent_at: server.clock.now(), paused_at: null, paused_reason: null },
    });
  });

  it('stays paused during its last emails if one was deferred, which is retried when staff resume it', async () => {
    let isBusy = true;
    const smtp = await startWithSmtp({
      verdict: (to) => (isBusy && to === addressOf(2) ? { code: 451, text: 'Try again later', at: 'data' } : null),
      delayMs: 300,
    });
    const id = await seedFrozen(3);
    const staff = await createStaff(server);
    const sending = sendNewsletter(server.deps, { id });
    await expect.poll(states).toEqual({ handing_over: 3 });
    await staff.post(`/newsletters/${id}/pause`).expect(200);
    await sending;
    isBusy = false;
    advanceMinutes(5);
    await resumeNewsletters(server.deps);
    expect([await states(), (await newsletter(id)).status]).toEqual([{ accepted: 2, deferred: 1 }, 'sending']);
    await staff.post(`/newsletters/${id}/resume`).expect(200);
    await server.settle();
    expect([await states(), mostAccepted(smtp)]).toEqual([{ accepted: 3 }, 1]);
    expect(await newsletter(id)).toMatchObject({ status: 'sent', paused_at: null });
  });

  it('happens once when the same process starts it six times at the same time', async () => {
    const smtp = await startWithSmtp({ delayMs: 1 });
    const id = await seedFrozen(200);
    await Promise.all(Array.from({ length: 6 }, () => sendNewsletter(server.deps, { id })));
    await resumeNewsletters(server.deps);
    expect([await states(), mostAccepted(smtp)]).toEqual([{ accepted: 200 }, 1]);
    expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 200 });
  });

  it('finishes the emails in flight when the process stops, so that none is uncertain', async () => {
    const smtp = await startWithSmtp({ delayMs: 5 });
    const id = await seedFrozen(300);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 50);
    server.deps.mail.close();
    await sending;
    const { accepted = 0, queued = 0 } = await states();
    expect(accepted).toBe(smtp.accepted.size);
    expect(accepted + queued).toBe(300);
    expect(queued).toBeGreaterThan(200);
    // A shutdown isn't a failure that staff should see.
    expect(await newsletter(id)).toMatchObject({ status: 'sending', failure: null });
  });

  it('throws when a statement fails, and still records the outcomes of its emails', async () => {
    const smtp = await startWithSmtp({ delayMs: 2 });
    const id = await seedFrozen(300);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 60);
    const failure = expect(sending).rejects.toThrow();
    const rename = (from: string, to: string) =>
      server.deps.pool.query(`alter table newsletter_ranges rename column ${from} to ${to}`);
    await rename('bounced', 'unknown');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await rename('unknown', 'bounced');
    await failure;
    expect(await states()).toEqual({ accepted: smtp.accepted.size, queued: 300 - smtp.accepted.size });
    await resumeNewsletters(server.deps);
    expect([await states(), mostAccepted(smtp)]).toEqual([{ accepted: 300 }, 1]);
  });

  it('stops after another process has taken its range over', async () => {
    const smtp = await startWithSmtp({ delayMs: 2 });
    const id = await seedFrozen(300);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 60);
    await server.deps.pool.query("update leases set fence = nextval('lease_fences'), expires_at = 'infinity'");
    await sending;
    const { accepted = 0, handing_over = 0, queued = 0 } = await states();
    expect([accepted + handing_over + queued, handing_over <= 8]).toEqual([300, true]);
    expect(queued).toBeGreaterThan(150);
    expect(await newsletter(id)).toMatchObject({ status: 'sending', delivered_count: smtp.accepted.size });

    await server.deps.pool.query('delete from leases');
    await resumeNewsletters(server.deps);
    const { uncertain = 0, ...others } = await states();
    expect([uncertain, others]).toEqual([handing_over, { accepted: 300 - handing_over }]);
    expect([mostAccepted(smtp), (await newsletter(id)).status]).toEqual([1, 'sent']);
  });

  it('records the outcomes of its emails that another process has marked as uncertain since', async () => {
    const smtp = await startWithSmtp({
      verdict: onlyTo(2, { code: 550, text: '5.1.1 Unknown', at: 'rcpt' }),
      delayMs: 500,
    });
    const id = await seedFrozen(24);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 7);
    const { deps } = server;
    const { rows } = await deps.pool.query(
      "update leases set fence = nextval('lease_fences'), expires_at = 'infinity' returning name, fence",
    );
    const range = { ...(await deps.db.newsletterRange.findFirstOrThrow()), lease: rows[0] };
    await resolveInFlightRows(deps.pool, range, { keysValidSince: null, transport: 'smtp' });
    expect(await states()).toEqual({ uncertain: 16, queued: 8 });
    expect(await counts()).toEqual({ accepted: 0, bounced: 0, uncertain: 16 });
    const { id: sentAgain } = await readerOf(1);
    await deps.db.delivery.updateMany({ where: { reader_id: sentAgain }, data: { attempts: 2 } });
    await sending;
    expect([smtp.accepted.size >= 7, mostAccepted(smtp), smtp.accepted.has(addressOf(1))]).toEqual([true, 1, true]);
    const accepted = smtp.accepted.size - 1;
    expect(await states()).toEqual({ accepted, bounced: 1, uncertain: 15 - accepted, queued: 8 });
    expect(await counts()).toEqual({ accepted, bounced: 1, uncertain: 15 - accepted });
    expect(await newsletter(id)).toMatchObject({ delivered_count: accepted, bounced_count: 1 });
    expect((await readerOf(2)).status).toBe('bounced');
  });

  it.each([
    [1, /^1 delivery is in none of the ranges of this newsletter, so it wasn’t sent\. Check/],
    [2, /^2 deliveries are in none of the ranges of this newsletter, so they weren’t sent\. Check/],
  ])('isn’t finished while deliveries are in none of its ranges (%i)', async (strays, failure) => {
    await startWithSmtp({});
    const id = await seedFrozen(3);
    const staff = await createStaff(server);
    await server.deps.db.newsletter.update({ where: { id }, data: { deliveries_total: 3 + strays } });
    await sendNewsletter(server.deps, { id });
    await resumeNewsletters(server.deps);
    expect(await newsletter(id)).toMatchObject({
      ...{ status: 'sending', failure: expect.stringMatching(failure) },
    });
    // Staff can still end it.
    await staff.post(`/newsletters/${id}/pause`).send({ reason: 'Readers are missing' }).expect(200);
    await staff.post(`/newsletters/${id}/end`).send({ reason: 'Readers are missing' }).expect(200);
    await server.settle();
    expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 3 });
  });

  it('keeps a bounce that is recorded while its totals are saved', async () => {
    await startWithSmtp({});
    const id = await seedFrozen(3);
    await sendNewsletter(server.deps, { id });
    const { db } = server.deps;
    let save: Promise<void>;
    await db.$transaction(async (tx) => {
      await tx.newsletterRange.updateMany({ data: { accepted: 2, bounced: 1 } });
      await tx.newsletter.update({ where: { id }, data: { delivered_count: 2, bounced_count: 1 } });
      save = db.$transaction((other) => saveTotals(other, id));
      await expect.poll(() => countLockWaits(server.deps)).toBeGreaterThan(0);
    });
    await save!;
    expect(await newsletter(id)).toMatchObject({ delivered_count: 2, bounced_count: 1 });
  });
});

describe('a newsletter whose relay is down when it should be sent', () => {
  let isDown: boolean;
  /** Starts a provider that refuses everything while it is down, except the email of the spared reader, if any. */
  const startWithOutage = (spared: number | null = null) => {
    isDown = true;
    return startWithHttp({ fault: (to) => (isDown && to !== addressOf(spared ?? -1) ? { status: 401 } : null) });
  };
  const recoverAfter = async (hours: number) => {
    isDown = false;
    advanceMinutes(60 * hours);
    await resumeNewsletters(server.deps);
    await resumeNewsletters(server.deps);
  };

  /** Tries to send a newsletter with three readers and one promotion with a discount code, during an outage. */
  async function failAtTen() {
    const http = await startWithOutage();
    const staff = await createStaff(server, 'admin');
    const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    await staff.post('/discounts').send({ code: 'HALF', kind: 'percent', value: 50 }).expect(201);
    const created = await createPromotion(server, { partner, discount_code: 'HALF' });
    await staff.post(`/promotions/${created.id}/approve`).expect(200);
    const newsletter_id = await seedFrozenOn(created.date, 3);
    server.clock.set(new Date('2026-12-02T17:00:00Z'));
    const data = { newsletter_id, frozen_at: server.clock.now() };
    await server.deps.db.promotion.update({ where: { id: created.id }, data });
    await sendNewsletter(server.deps, { id: newsletter_id });
    expect(await newsletter(newsletter_id)).toMatchObject({
      status: 'sending',
      failure: expect.stringContaining('401'),
    });
    const promotion = async () => (await partner.get(`/promotions/${created.id}`)).body.promotion;
    return { http, newsletter_id, promotion };
  }

  it("isn't sent if the relay recovers after the next cutoff, and its promotion becomes unable to send", async () => {
    const { http, newsletter_id, promotion } = await failAtTen();
    await recoverAfter(48);
    expect(http.accepted.size).toBe(0);
    expect(await newsletter(newsletter_id)).toMatchObject({ status: 'failed', sent_at: null });
    expect(await states()).toEqual({ suppressed: 3 });
    expect(await promotion()).toMatchObject({
      display_status: 'unable to send',
      unable_reason: 'This date’s newsletter wasn’t sent because of a problem on our end.',
      click_window_ends_at: null,
    });
    expect(await server.deps.db.mail.count({ where: { template: 'promotion_unable_to_send' } })).toBe(1);
    expect(await server.deps.db.discount.findFirst()).toMatchObject({ used_count: 0 });
  });

  it('is sent late if the relay recovers before the next cutoff', async () => {
    const { http, promotion } = await failAtTen();
    await recoverAfter(23.99);
    expect(http.accepted.size).toBe(3);
    expect((await promotion()).display_status).toBe('successfully sent');
  });

  it('continues after the next cutoff if some readers have it, or may have it', async () => {
    const http = await startWithOutage(1);
    const id = await seedFrozen(3);
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ accepted: 1, queued: 2 });
    await recoverAfter(48);
    expect([await states(), mostAccepted(http)]).toEqual([{ accepted: 3 }, 1]);

    await server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending', sent_at: null } });
    await server.deps.db.newsletterRange.updateMany({ data: { done_at: null, accepted: 0 } });
    const state = { attempts: 1, handed_over_at: server.clock.now() };
    await server.deps.db.delivery.updateMany({ data: { ...state, state: 'queued' } });
    await recoverAfter(1);
    expect(await newsletter(id)).toMatchObject({ status: 'sent', ended_at: null });
    expect([await states(), http.repeated]).toEqual([{ accepted: 3 }, 3]);
  });
});

it('doesn’t end a newsletter for missing its window if another worker reaches a reader at that moment', async () => {
  await startWithSmtp({});
  const id = await seedFrozen(3);
  await server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending' } });
  advanceMinutes(48 * 60);
  let ending: Promise<void>;
  await server.deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from newsletters where id = ${id} for update`;
    ending = endIfWindowMissed(server.deps, id);
    await expect.poll(() => countLockWaits(server.deps)).toBeGreaterThan(0);
    await tx.newsletterRange.updateMany({ data: { accepted: 1 } });
  });
  await ending!;
  expect(await newsletter(id)).toMatchObject({ status: 'sending', ended_at: null });
});

it('doesn’t end a newsletter for missing its window on a machine whose clock is wrong', async () => {
  const smtp = await startWithSmtp({});
  const id = await seedFrozen(3);
  advanceMinutes(48 * 60);
  const ahead = new Date(systemClock.now().getTime() + 48 * 60 * MINUTE_MS);
  vi.spyOn(systemClock, 'now').mockReturnValue(ahead);
  await expect(sendNewsletter(server.deps, { id })).rejects.toThrow(/the clock is \d+ seconds ahead/);
  vi.restoreAllMocks();
  expect(await newsletter(id)).toMatchObject({ status: 'frozen', ended_at: null });
  advanceMinutes(-48 * 60);
  await sendNewsletter(server.deps, { id });
  expect(smtp.accepted.size).toBe(3);
});

describe('a reader of a frozen newsletter', () => {
  it("gets nothing that wasn't in flight when they unsubscribed", async () => {
    const smtp = await startWithSmtp({ delayMs: 3 });
    const id = await seedFrozen(400);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 30);
    const leaving = await Promise.all([120, 200, 399].map(readerOf));
    for (const { uuid } of leaving) await visitor(server).post(`/readers/${uuid}/unsubscribe`).expect(200);
    await sending;
    for (const { email } of leaving) expect(smtp.accepted.has(email!)).toBe(false);
    expect(await states()).toEqual({ accepted: 397, suppressed: 3 });
  });

  it('gets nothing after unsubscribing, even if their email was about to be handed over to a slow relay', {
    timeout: 30_000,
  }, async () => {
    const smtp = await startWithSmtp({ delayMs: 800 });
    const id = await seedFrozen(16);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 8);
    await expect.poll(states).toEqual({ handing_over: 16 });
    const waiting = await server.deps.db.reader.findMany({ where: { email: { notIn: [...smtp.accepted.keys()] } } });
    expect(waiting).toHaveLength(8);
    await visitor(server).post(`/readers/${waiting[0]!.uuid}/unsubscribe`).expect(200);
    await sending;
    expect(smtp.accepted.has(waiting[0]!.email!)).toBe(false);
    expect(await states()).toEqual({ accepted: 15, suppressed: 1 });
  });

  const choices = [
    ['pauses', { paused_until: '2027-02-01' }],
    ['switches to weekly', { frequency: 'weekly' }],
  ] as const;

  it.each(choices)('gets nothing when the reader %s before sending starts', async (_what, choice) => {
    const smtp = await startWithSmtp({});
    const id = await seedFrozen(3);
    const reader = await readerOf(2);
    await visitor(server).patch(`/readers/${reader.uuid}`).send(choice).expect(200);
    await sendNewsletter(server.deps, { id });
    expect([...smtp.accepted.keys()].sort()).toEqual([addressOf(1), addressOf(3)]);
    expect(await states()).toEqual({ accepted: 2, suppressed: 1 });
  });

  it.each(choices)(
    'gets nothing from a slow relay when the reader %s just before the email is sent',
    { timeout: 30_000 },
    async (_what, choice) => {
      const smtp = await startWithSmtp({ delayMs: 800 });
      const id = await seedFrozen(16);
      const sending = sendNewsletter(server.deps, { id });
      await waitForAccepted(smtp, 8);
      await expect.poll(states).toEqual({ handing_over: 16 });
      const waiting = await server.deps.db.reader.findFirstOrThrow({
        where: { email: { notIn: [...smtp.accepted.keys()] } },
      });
      await visitor(server).patch(`/readers/${waiting.uuid}`).send(choice).expect(200);
      await sending;
      expect(smtp.accepted.has(waiting.email!)).toBe(false);
      expect(await states()).toEqual({ accepted: 15, suppressed: 1 });
    },
  );

  it('gets nothing when the reader is erased before sending starts', async () => {
    const smtp = await startWithSmtp({});
    const id = await seedFrozen(3);
    const { uuid } = await readerOf(2);
    await visitor(server).delete(`/readers/${uuid}`).expect(204);
    await sendNewsletter(server.deps, { id });
    expect([...smtp.accepted.keys()].sort()).toEqual([addressOf(1), addressOf(3)]);
    expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 2 });
  });

  it('isn’t counted as waiting if erased before delivery, and still counts as delivered if erased later', async () => {
    const smtp = await startWithSmtp({ delayMs: 500 });
    const id = await seedFrozen(24);
    const staff = await createStaff(server);
    const sending = sendNewsletter(server.deps, { id });
    await waitForAccepted(smtp, 8);
    const erase = async (n: number) =>
      visitor(server)
        .delete(`/readers/${(await readerOf(n)).uuid}`)
        .expect(204);
    await erase(24);
    await sending;
    await erase(1);
    const progress = async () => (await staff.get(`/newsletters/${id}/progress`).expect(200)).body.progress;
    const done = { status: 'sent', delivered_count: 23, left_count: 0 };
    expect(await progress()).toMatchObject(done);
    await server.deps.db.newsletterRange.updateMany({ data: { done_at: null } });
    await resumeNewsletters(server.deps);
    expect(await progress()).toMatchObject(done);
  });

  it("still gets it when the pause ended before the newsletter's date", async () => {
    const smtp = await startWithSmtp({});
    const id = await seedFrozen(1);
    const day = (await newsletter(id)).newsletter_date;
    await server.deps.db.reader.updateMany({ data: { paused_until: new Date(day.getTime() - 24 * 60 * MINUTE_MS) } });
    await sendNewsletter(server.deps, { id });
    expect(smtp.accepted.size).toBe(1);
  });

  it("isn't unsubscribed by a scanner that opens the link of the List-Unsubscribe header", async () => {
    await startWithSmtp({});
    await sendNewsletter(server.deps, { id: await seedFrozen(20) });
    for (const { raw } of (sink as SmtpSink).received.map(unfoldHeaders)) {
      const [, path] = /List-Unsubscribe: <http:\/\/[^/]+\/api\/v1(\/unsubscribe\/[\w-]+)>/.exec(raw)!;
      await visitor(server).get(path!).redirects(0).expect(302);
      await visitor(server).head(path!).redirects(0).expect(302);
    }
    expect(await server.deps.db.reader.count({ where: { status: 'active' } })).toBe(20);
  });
});

describe('over HTTP, an email', () => {
  it('is retried with its key after an error, a rate limit, and a dropped response, and arrives once', async () => {
    const faults = [{ status: 500 }, { status: 429, retryAfter: 0.2 }, { lose: true as const }];
    const http = await startWithHttp({ fault: (_to, nth) => faults[nth - 1] ?? null });
    const id = await seedFrozen(1);
    await sendNewsletter(server.deps, { id });
    expect([...http.accepted.values()]).toEqual([1]);
    expect(http.repeated).toBe(1);
    expect(await states()).toEqual({ accepted: 1 });
    expect(http.bodies[0]).toMatchObject({
      to: addressOf(1),
      from: 'Deckle <newsletter@deckle.test>',
      subject: 'Today: “Emma” free, and more',
      headers: {
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Message-ID': (await deliveryTo(1)).message_id,
      },
    });
    expect(http.bodies[0]!.key).toBe((await deliveryTo(1)).message_id!.replace(/[<>]/g, ''));
  });

  it.each([408, 425])('is retried after a %i, and stays queued if that goes on', async (status) => {
    const http = await startWithHttp({ fault: (_to, nth) => (nth <= 5 ? { status, retryAfter: 0.01 } : null) });
    const id = await seedFrozen(1);
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ queued: 1 });
    await sendNewsletter(server.deps, { id });
    expect([...http.accepted.values()]).toEqual([1]);
    expect(await states()).toEqual({ accepted: 1 });
  });

  it('is retried while an earlier request with its key is still in progress', async () => {
    const busy = { status: 409, name: 'concurrent_idempotent_requests' };
    const http = await startWithHttp({ fault: (_to, nth) => (nth === 1 ? busy : null) });
    await sendNewsletter(server.deps, { id: await seedFrozen(1) });
    expect([...http.accepted.values()]).toEqual([1]);
    expect(await states()).toEqual({ accepted: 1 });
  });

  it('bounces when the provider refuses it, without counting against the address', async () => {
    await startWithHttp({ fault: (to) => (to === addressOf(2) ? { status: 422 } : null) });
    await sendNewsletter(server.deps, { id: await seedFrozen(3) });
    expect(await states()).toEqual({ accepted: 2, bounced: 1 });
    expect((await readerOf(2)).status).toBe('active');
  });

  it('waits with all others when our key is wrong', async () => {
    const http = await startWithHttp({}, 'another key');
    const id = await seedFrozen(50);
    await sendNewsletter(server.deps, { id });
    expect([await states(), http.accepted.size]).toEqual([{ queued: 50 }, 0]);
    expect((await newsletter(id)).failure).toContain('401');
  });

  it('waits with all others when the provider redirects, without counting against any address', async () => {
    const http = await startWithHttp({ fault: () => ({ status: 308 }) });
    const id = await seedFrozen(50);
    await sendNewsletter(server.deps, { id });
    expect([await states(), http.accepted.size]).toEqual([{ queued: 50 }, 0]);
    expect((await newsletter(id)).failure).toContain('308');
  });

  describe('whose response was lost', () => {
    /** Sends to three readers: the provider accepts the first email, loses its response, and then refuses everything. */
    async function loseResponse({ retry = 503 } = {}) {
      let isDown = true;
      let lost = '';
      const http = await startWithHttp({
        fault: (to, nth) => {
          if (nth === 1) lost = to;
          return nth === 1 ? { lose: true } : isDown ? { status: to === lost ? retry : 401, retryAfter: 0.01 } : null;
        },
      });
      const staff = await createStaff(server, 'admin');
      const created = await createPromotion(server);
      await staff.post(`/promotions/${created.id}/approve`).expect(200);
      const id = await seedFrozenOn(created.date, 3);
      server.clock.set(new Date('2026-12-02T17:00:00Z'));
      const data = { newsletter_id: id, frozen_at: server.clock.now() };
      await server.deps.db.promotion.update({ where: { id: created.id }, data });
      await sendNewsletter(server.deps, { id });
      expect(await newsletter(id)).toMatchObject({ status: 'sending', failure: expect.any(String) });
      const delivery = () => server.deps.db.delivery.findFirstOrThrow({ where: { reader: { email: lost } } });
      const promotion = () => server.deps.db.promotion.findUniqueOrThrow({ where: { id: created.id } });
      const end = async () => {
        // Signs in again, because the clock was moved.
        const staff = await createStaff(server);
        await staff.post(`/newsletters/${id}/pause`).expect(200);
        await staff.post(`/newsletters/${id}/end`).send({ reason: 'The provider is gone' }).expect(200);
        await server.settle();
      };
      const recover = () => {
        isDown = false;
      };
      return { http, id, delivery, promotion, end, recover };
    }

    it('may have arrived when staff end the newsletter, so its promotions count as sent', async () => {
      const { id, promotion, end } = await loseResponse();
      await end();
      expect([await states(), await counts()]).toEqual([
        { uncertain: 1, suppressed: 2 },
        { accepted: 0, bounced: 0, uncertain: 1 },
      ]);
      expect((await newsletter(id)).status).toBe('sent');
      expect(await promotion()).toMatchObject({ sent_at: server.clock.now(), unable_to_send_at: null });
    });

    it('may have arrived, too, if it was queued again before staff end the newsletter', async () => {
      const { id, delivery, end } = await loseResponse();
      for (let sweep = 0; sweep < 6; sweep++) await resumeNewsletters(server.deps);
      expect((await delivery()).attempts).toBe(1);
      await end();
      expect([await states(), (await newsletter(id)).status]).toEqual([{ uncertain: 1, suppressed: 2 }, 'sent']);
    });

    it('is resent with its key while that is valid, and arrives once', async () => {
      const { http, id, recover } = await loseResponse();
      await resumeNewsletters(server.deps);
      recover();
      advanceMinutes(22 * 60);
      await resumeNewsletters(server.deps);
      expect([await states(), mostAccepted(http), http.repeated]).toEqual([{ accepted: 3 }, 1, 1]);
      expect(await counts()).toEqual({ accepted: 3, bounced: 0, uncertain: 0 });
      expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 3, failure: null });
    });

    it('is uncertain two days later, even if it was retried since, and only the other emails are sent', async () => {
      const { http, id, delivery, recover } = await loseResponse();
      advanceMinutes(22 * 60);
      await resumeNewsletters(server.deps);
      advanceMinutes(26 * 60);
      recover();
      await resumeNewsletters(server.deps);
      expect([await states(), mostAccepted(http), http.repeated]).toEqual([{ accepted: 2, uncertain: 1 }, 1, 0]);
      expect((await delivery()).state).toBe('uncertain');
      expect(await counts()).toEqual({ accepted: 2, bounced: 0, uncertain: 1 });
      expect(await newsletter(id)).toMatchObject({ status: 'sent', delivered_count: 2 });
    });

    it('is uncertain if the provider then defers it, or the reader no longer wants it', async () => {
      const deferring = await loseResponse({ retry: 500 });
      await resumeNewsletters(server.deps);
      await resumeNewsletters(server.deps);
      expect(await deferring.delivery()).toMatchObject({ state: 'uncertain', failure: expect.stringContaining('500') });
      await server.close();
      await sink.close();

      const { delivery } = await loseResponse();
      await resumeNewsletters(server.deps);
      const { reader_id, state } = await delivery();
      expect(state).toBe('queued');
      await server.deps.db.reader.update({ where: { id: reader_id }, data: { status: 'unsubscribed' } });
      await resumeNewsletters(server.deps);
      expect((await delivery()).state).toBe('uncertain');
    });

    it('is sent again when staff ask for it, even if the provider is down at first', async () => {
      const { http, id, delivery, recover } = await loseResponse();
      advanceMinutes(48 * 60);
      await resumeNewsletters(server.deps);
      const { reader_id } = await delivery();
      const staff = await createStaff(server);
      await staff.post(`/newsletters/${id}/deliveries/${reader_id}/resolve`).send({ outcome: 'resend' }).expect(200);
      await server.settle();
      await resumeNewsletters(server.deps);
      expect(await delivery()).toMatchObject({ state: 'queued', attempts: 1 });
      recover();
      await resumeNewsletters(server.deps);
      expect([await states(), http.repeated]).toEqual([{ accepted: 3 }, 1]);
    });
  });

  it('that a crash left in flight is resent while its key is valid, unless it was handed over by SMTP', async () => {
    const http = await startWithHttp({});
    const id = await seedFrozen(2);
    await sendNewsletter(server.deps, { id });
    const crash = (transport: string) =>
      server.deps.db.$transaction([
        server.deps.db.newsletter.update({ where: { id }, data: { status: 'sending', sent_at: null } }),
        server.deps.db.newsletterRange.updateMany({ data: { done_at: null, transport } }),
        server.deps.db.delivery.updateMany({ data: { state: 'handing_over', handed_over_at: server.clock.now() } }),
      ]);
    await crash('http');
    await sendNewsletter(server.deps, { id });
    expect([await states(), http.repeated]).toEqual([{ accepted: 2 }, 2]);
    await crash('http');
    advanceMinutes(23 * 60 + 1);
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ uncertain: 2 });
    await crash('smtp');
    await sendNewsletter(server.deps, { id });
    expect(await states()).toEqual({ uncertain: 2 });
  });
});

const waitForAccepted = (from: { accepted: Map<string, number> }, count: number) =>
  expect.poll(() => from.accepted.size, { interval: 2, timeout: 10_000 }).toBeGreaterThanOrEqual(count);

const unfoldHeaders = ({ raw }: { raw: string }) => ({ raw: raw.replace(/\r\n(?=[ \t])/g, '') });
