/** The health screen with the state of each check, and retries of failed jobs and emails. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { InvoiceStatus } from '#prisma';
import { emailFixtures } from '#server/emails/fixtures.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import {
  chargeAsPartner,
  createUnpaidPromotions,
  SET_UP_TIMEOUT_MS,
  type UnpaidPromotion,
} from '#server/testing/unpaid-promotions.ts';
import { AdminHealth } from '#shared/admin.ts';

let server: TestServer;
let admin: Client & { id: number };
let editor: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await createStaff(server, 'admin');
  editor = await createStaff(server, 'editor');
});
afterAll(() => server.close());

const health = async () => AdminHealth.parse((await editor.get('/admin/health').expect(200)).body);
const check = async (name: string) => (await health()).checks.find((row) => row.name === name)!;

it('reports ok when nothing is wrong', async () => {
  const { checks, versions, business_date } = await health();
  expect(checks.map(({ name, level }) => [name, level])).toEqual([
    ['database', 'ok'],
    ['replica', 'ok'],
    ['queue', 'ok'],
    ['failed_jobs', 'ok'],
    ['mails', 'ok'],
    ['deliveries', 'ok'],
    ['reviews', 'ok'],
    ['promotions_at_risk', 'ok'],
    ['held', 'ok'],
    ['charges', 'ok'],
    ['referrals', 'ok'],
    ['disputes', 'ok'],
    ['schedule', 'ok'],
    ['clock', 'ok'],
    ['disk', expect.any(String)],
    ['zone_data', 'ok'],
  ]);
  expect(versions).toMatchObject({ node: process.version, postgres: expect.stringMatching(/^18/), stripe: 'sandbox' });
  expect(business_date).toBe('2026-12-01');
});

it('says how far the replica is behind, as soon as it knows', async () => {
  const max = server.deps.config.DATABASE_READ_MAX_LAG_SECONDS;
  const textFor = async (lagSeconds: number, isUsed: boolean) => {
    server.deps.replica = () => ({ lagSeconds, isUsed });
    return (await check('replica')).text;
  };
  expect(await textFor(2, true)).toBe('It’s 2 seconds behind the primary.');
  expect(await textFor(max + 1, false)).toBe(
    `It’s ${max + 1} seconds behind the primary, more than ${max} seconds, so everything is read from the primary.`,
  );
  expect(await textFor(Number.POSITIVE_INFINITY, false)).toBe(
    'It’s catching up with the primary, so everything is read from the primary.',
  );
  server.deps.replica = null;
});

it('shows counts that match the totals of the linked lists', async () => {
  const { db } = server.deps;
  const [unreviewed, answered, asked] = [
    await createPromotion(server),
    await createPromotion(server),
    await createPromotion(server),
  ];
  for (const { id } of [answered, asked])
    await editor.post(`/promotions/${id}/partner_feedback`).send({ message: 'Which store has it?' }).expect(200);
  await answered.partner.patch(`/promotions/${answered.id}/`).send({ partner_feedback: 'Kobo.' }).expect(200);
  const createInvoice = (status: InvoiceStatus, total_cents: number, number: number) =>
    db.invoice.create({
      data: {
        number,
        status,
        total_cents,
        subtotal_cents: total_cents,
        lines: [],
        invoice_type: 'promotion',
        date: new Date('2026-12-01'),
        partner_id: unreviewed.partner.id,
        created_at: server.clock.now(),
        paid_at: status === 'paid' ? server.clock.now() : null,
      },
    });
  await createInvoice('open', 500, 9000);
  await createInvoice('failed', 700, 9001);
  await createInvoice('open', 0, 9002);
  await createInvoice('paid', 900, 9003);
  await db.partner.update({ where: { id: asked.partner.id }, data: { deleted_at: server.clock.now() } });

  const total = async (path: string) => (await admin.get(path).expect(200)).body.meta.total_count;
  const { counts } = await health();
  expect(counts).toMatchObject({ reviewable: 2, unpaid_invoices: 2 });
  expect(counts).toEqual({
    reviewable: await total('/promotions?reviewable=true'),
    unpaid_invoices: await total('/admin/invoices?is_unpaid=true'),
    partners: await total('/admin/partners?has_deleted_at=false'),
    readers: await total('/admin/readers?status=active'),
    books: await total('/admin/books?status=active'),
  });
  expect(await total('/admin/invoices?is_unpaid=false')).toBe(2);
});

it('is only for staff', async () => {
  await visitor(server).get('/admin/health').expect(401);
  const partner = await createPartner(server, { card: null });
  await partner.get('/admin/health').expect(403);
  await admin.get('/admin/health?verbose=1').expect(422);
});

it('reports failed emails, a ledger difference, and a newsletter that didn’t close on time', async () => {
  const { db } = server.deps;
  const at = server.clock.now();
  await db.mail.create({
    data: { to: 'a@example.test', template: 'gone', props: {}, message_id: '<2@x>', created_at: at, state: 'failed' },
  });
  expect(await check('mails')).toMatchObject({ level: 'warn', numbers: { failed: 1 }, see: '/u/mails?state=failed' });
  await db.ledgerDifference.create({
    data: { stripe_id: 'ch_1', kind: 'missing_here', stripe_cents: 100, moved_at: at, found_at: at },
  });
  expect(await check('charges')).toMatchObject({ level: 'bad', numbers: { unknown: 0, open_differences: 1 } });
  server.clock.set(new Date('2026-12-01T19:00:00Z'));
  expect(await check('schedule')).toMatchObject({
    level: 'bad',
    text: 'The newsletter for Tuesday December 1st, 2026 hasn’t closed on time.',
  });
  // A newsletter that staff closed isn't late even if its job didn't run.
  const today = { newsletter_date_kind: { newsletter_date: new Date('2026-12-01'), kind: 'daily' } } as const;
  await db.newsletter.update({ where: today, data: { status: 'sent' } });
  expect(await check('schedule')).toMatchObject({ numbers: { late: 0 } });
  await db.newsletter.update({ where: today, data: { status: 'draft' } });
  server.clock.set(at);
});

it('reports failed and abandoned runs of any date, and due jobs that haven’t started', async () => {
  const { db } = server.deps;
  const job = 'rows.purge';
  const schedule = async () => {
    const { level, text, numbers } = await check('schedule');
    return [level, text, numbers];
  };
  const at = server.clock.now();
  expect(await schedule()).toEqual(['ok', 'All due jobs have run.', { failed: 0, unstarted: 0, late: 0 }]);
  const older = { job, business_date: new Date('2026-11-28'), finished_at: null };
  await db.jobRun.create({ data: { ...older, started_at: at } });
  expect(await schedule()).toMatchObject(['ok', {}, { failed: 0, unstarted: 0 }]);
  const one = ['bad', '1 job didn’t finish. Check the server’s log.', { failed: 1, unstarted: 0, late: 0 }];
  await db.jobRun.updateMany({ where: older, data: { started_at: new Date('2026-12-01T14:49:59Z') } });
  expect(await schedule()).toEqual(one);
  await db.jobRun.updateMany({ where: older, data: { started_at: at, failure: 'No disk space.' } });
  expect(await schedule()).toEqual(one);
  await db.jobRun.deleteMany({ where: older });

  // It's due at 08:00 in Vancouver, the test's start.
  const today = { job: 'partners.remind', business_date: new Date('2026-12-01') };
  await db.jobRun.updateMany({ where: today, data: { business_date: new Date('2026-11-30') } });
  server.clock.set(new Date('2026-12-01T15:29:59Z'));
  expect(await schedule()).toMatchObject(['ok', {}, { unstarted: 0 }]);
  server.clock.set(new Date('2026-12-01T15:30:00Z'));
  expect(await schedule()).toEqual([
    'bad',
    '1 due job hasn’t started. Check that a worker is running.',
    { failed: 0, unstarted: 1, late: 0 },
  ]);
  await db.jobRun.updateMany({ where: { job: today.job }, data: { business_date: today.business_date } });
  server.clock.set(at);
  editor = await createStaff(server, 'editor');
});

it('shows a failed check and an empty list if disputes can’t be read, and logs why', async () => {
  const { db, log } = server.deps;
  const logged = vi.spyOn(log, 'error');
  await db.$executeRaw`alter table disputes rename to hidden_disputes`;
  try {
    expect(await check('disputes')).toMatchObject({
      level: 'bad',
      text: 'This check failed. The server’s log says why.',
    });
    expect((await health()).disputes).toEqual([]);
    const failures = logged.mock.calls.map(([data]) => data as { part?: string; err?: Error });
    expect(failures.find(({ part }) => part === 'disputes')?.err?.message).toContain('disputes');
  } finally {
    await db.$executeRaw`alter table hidden_disputes rename to disputes`;
    logged.mockRestore();
  }
});

it('reports that newsletters are held after a restore', async () => {
  const { db, now } = server.deps;
  const { id } = await db.newsletter.findFirstOrThrow({ where: { status: 'draft' } });
  await db.newsletter.update({ where: { id }, data: { held_at: now() } });
  const text = 'One is held until an administrator says whether it was sent.';
  expect(await check('held')).toMatchObject({ level: 'bad', text, numbers: { held: 1 } });
  await db.newsletter.update({ where: { id }, data: { held_at: null } });
  expect(await check('held')).toMatchObject({ level: 'ok' });
});

it('warns a day before a newsletter closes with undecided promotions, alarms in its last two hours, and counts missed promotions', async () => {
  const { db } = server.deps;
  await db.promotion.updateMany({ data: { cancelled_at: server.clock.now() } });
  const partner = await createPartner(server);
  await createPromotion(server, { partner, requested_date: '2026-12-03' });
  const at = async (instant: string) => {
    server.clock.set(new Date(instant));
    editor = await createStaff(server);
    const { level, text, numbers } = await check('reviews');
    return [level, text, numbers.closing, numbers.date_passed];
  };
  const before = server.clock.now();
  expect(await at('2026-12-02T16:59:00Z')).toEqual(['ok', 'No undecided promotions close within 24 hours.', 0, 0]);
  expect(await at('2026-12-02T17:00:00Z')).toEqual([
    'warn',
    '1 undecided; the newsletter for Thursday December 3rd, 2026 closes in 24 hours.',
    1,
    0,
  ]);
  expect(await at('2026-12-03T15:00:00Z')).toEqual([
    'bad',
    '1 undecided; the newsletter for Thursday December 3rd, 2026 closes in 2 hours.',
    1,
    0,
  ]);
  expect(await at('2026-12-03T17:00:00Z')).toEqual([
    'warn',
    'Promotions that missed their dates and need new ones: 1.',
    0,
    1,
  ]);
  server.clock.set(before);
  editor = await createStaff(server);
});

it('shows no age for pending jobs if all are due later', async () => {
  const { pool } = server.deps;
  await server.settle();
  const { rows } = await pool.query(
    `insert into pgboss.job (name, data, start_after) values ('mail.deliver', '{"id": 999999}', now() + interval '1 hour')
     returning id`,
  );
  expect((await check('queue')).text).toMatch(/^Pending jobs: \d+, none due yet; \d+ running\.$/);
  await pool.query(`delete from pgboss.job where id = $1`, [rows[0].id]);
});

it('neither resends a failed notice whose address and text were erased, nor shows its address', async () => {
  const at = server.clock.now();
  const erased = { to: '', template: 'account_notice', props: {}, message_id: '<erased@x>', created_at: at };
  const { id } = await server.deps.db.mail.create({ data: { ...erased, state: 'failed' } });
  expect((await admin.get(`/admin/mails/${id}`).expect(200)).body.actions).toEqual([]);
  await admin.post(`/admin/mails/${id}/retry`).expect(409);
  await admin.post(`/admin/mails/${id}/reveal_address`).expect(409);
  await server.deps.db.mail.delete({ where: { id } });
});

it('resends a failed email', async () => {
  const { id } = await server.deps.db.mail.findFirstOrThrow({ where: { state: 'failed' } });
  await server.deps.db.mail.update({
    where: { id },
    data: { template: 'recapture', props: emailFixtures.recapture },
  });
  const { body } = await editor.post(`/admin/mails/${id}/retry`).expect(200);
  expect(body).toMatchObject({ message: 'The email will be resent.', mail: { state: 'queued', attempts: 0 } });
  expect(await server.emailsTo('a@example.test')).toHaveLength(1);
  await editor.post(`/admin/mails/${id}/retry`).expect(409);
});

it('lists failed jobs and lets an administrator retry each once', async () => {
  const { pool } = server.deps;
  await pool.query(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, completed_on, output)
     values ('mail.deliver', '{"id": 999999, "token": "sesame"}', 'failed', 8, 8, now(), '{"message": "No such mail"}')`,
  );
  expect(await check('failed_jobs')).toMatchObject({ level: 'warn', text: '1 × mail.deliver' });
  const { body } = await editor.get('/admin/jobs?state=failed').expect(200);
  expect(body.meta.total_count).toBe(1);
  const [job] = body.jobs;
  expect(job).toMatchObject({
    name: 'mail.deliver',
    state: 'failed',
    data: { id: 999_999 },
    output: { message: 'No such mail' },
  });
  expect(JSON.stringify(body)).not.toContain('sesame');
  const changed = await tablesChangedBy(server, async () => {
    const refused = await editor.post(`/admin/jobs/${job.id}/retry`).expect(422);
    expect(refused.body.errors.base).toEqual(['Only administrators can do this. Ask one to help.']);
    await admin.post('/admin/jobs/00000000-0000-0000-0000-000000000000/retry').expect(404);
  });
  expect(changed).toEqual([]);
  const responses = await Promise.all([1, 2, 3].map(() => admin.post(`/admin/jobs/${job.id}/retry`)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await server.deps.db.auditEvent.count({ where: { entity: 'job', entity_id: job.id, action: 'retry' } })).toBe(
    1,
  );
  await server.settle();
  expect((await admin.get(`/admin/jobs/${job.id}`).expect(200)).body.job.state).toBe('completed');
});

it(
  'lists open disputes with their amount, deadline, and promotion',
  async () => {
    const [charge, inquiry] = (await createUnpaidPromotions(server, ['pm_card_visa', 'pm_card_visa'])) as [
      UnpaidPromotion,
      UnpaidPromotion,
    ];
    for (const promotion of [charge, inquiry]) await chargeAsPartner(promotion).expect(200);
    await server.settle();
    const staff = await createStaff(server, 'editor');
    const readHealth = async () => AdminHealth.parse((await staff.get('/admin/health').expect(200)).body);
    const post = async (path: string, body: object) =>
      (await server.deps.stripe.api.rawRequest('POST', `/v1/test_helpers/${path}`, body)) as unknown as { id: string };
    const openDispute = async ({ id }: UnpaidPromotion, body: object) => {
      const charged = await server.deps.db.capturedCharge.findFirstOrThrow({
        where: { charge_attempt: { promotion_id: id } },
      });
      const dispute = await post(`charges/${charged.id}/dispute`, body);
      await server.settle();
      return dispute.id;
    };
    expect((await readHealth()).disputes).toEqual([]);
    const first = await openDispute(charge, { reason: 'product_not_received' });
    server.clock.set(new Date('2026-12-06T18:00:00Z'));
    const second = await openDispute(inquiry, { inquiry: true });
    const { disputes, checks } = await readHealth();
    const common = { book_title: 'The Quiet Harbor', amount_cents: 1000 };
    expect(disputes).toEqual([
      {
        ...common,
        id: first,
        promotion_id: charge.id,
        reason: 'product_not_received',
        funds_withdrawn: true,
        due_by: '2026-12-15T17:00:00.000Z',
      },
      {
        ...common,
        id: second,
        promotion_id: inquiry.id,
        reason: 'fraudulent',
        funds_withdrawn: false,
        due_by: '2026-12-15T18:00:00.000Z',
      },
    ]);
    const disputesCheck = (all: typeof checks) => all.find(({ name }) => name === 'disputes');
    expect(disputesCheck(checks)).toMatchObject({
      level: 'warn',
      text: '2 open, $20.00 in total. The next response is due by Dec 15, 2026, 10:00 AM Pacific Time.',
      numbers: { open: 2, amount_cents: 2000 },
      see: '/u/disputes?has_closed_at=false',
    });
    const list = (await staff.get('/admin/disputes?has_closed_at=false').expect(200)).body;
    expect(list.meta.total_count).toBe(2);
    const { partner_id } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: charge.id } });
    const { name } = await server.deps.db.partner.findUniqueOrThrow({ where: { id: partner_id } });
    expect(list.disputes.find(({ id }: { id: string }) => id === first)).toMatchObject({
      record_title: 'The Quiet Harbor: $10.00',
      ...{ promotion: charge.id, partner: partner_id, labels: { promotion: 'The Quiet Harbor', partner: name } },
    });
    const { db } = server.deps;
    const dispute = await db.dispute.findUniqueOrThrow({ where: { id: first } });
    await db.dispute.createMany({ data: Array.from({ length: 60 }, (_, n) => ({ ...dispute, id: `copy_${n}` })) });
    const many = await readHealth();
    expect([many.disputes.length, disputesCheck(many.checks)!.numbers]).toEqual([
      50,
      { open: 62, amount_cents: 62_000 },
    ]);
    await db.dispute.deleteMany({ where: { id: { startsWith: 'copy_' } } });
    server.clock.set(new Date('2026-12-13T17:00:01Z'));
    const laterStaff = await createStaff(server, 'editor');
    expect(disputesCheck((await laterStaff.get('/admin/health').expect(200)).body.checks)).toMatchObject({
      level: 'bad',
    });
    await post(`disputes/${first}/update`, { submit: true });
    await server.settle();
    const reviewed = (await laterStaff.get('/admin/health').expect(200)).body;
    expect(reviewed.disputes).toMatchObject([{ id: second }, { id: first, due_by: null }]);
    expect(disputesCheck(reviewed.checks)).toMatchObject({
      level: 'warn',
      text: '2 open, $20.00 in total. The next response is due by Dec 15, 2026, 11:00 AM Pacific Time.',
    });
    await post(`disputes/${first}/close`, { outcome: 'won' });
    await server.settle();
    expect((await laterStaff.get('/admin/health').expect(200)).body.disputes).toMatchObject([{ id: second }]);
  },
  SET_UP_TIMEOUT_MS,
);
