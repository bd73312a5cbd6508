/**
 * An export has a person's records. An erasure removes a reader's address and uuid, or a partner's address and account
 * name, from the whole database. The audit log refuses all other changes to recent entries.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { alertStaff } from '#server/payments/money-alert.ts';
import { lockPromotion, SYSTEM } from '#server/promotions/transition.ts';
import { warnOfUndecided } from '#server/promotions/undecided.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  as,
  click,
  createAuthor,
  createBook,
  createPartner,
  createPromotion,
  createReader,
  createStaff,
  credentialsOf,
  PASSWORD,
  type PartnerClient,
  promotionInput,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';
import { createSettledPromotion } from '#server/testing/settled-promotion.ts';

// Generous, because other tests may be using the machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 });

const READERS = Number(process.env.PRIVACY_PEOPLE ?? 5);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/**
 * Finds rows that contain one of these words in all tables, including the queue's, as 'table: row'. Excludes sent
 * emails, which are captured here but out of our control.
 */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await server.deps.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss') and tablename <> 'captured_mails'`,
  );
  const hits: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.deps.pool.query<{ row: string }>(
      `select t::text as row from ${name} t where exists (select from unnest($1::text[]) word where t::text ilike '%' || word || '%')`,
      [words],
    );
    hits.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return hits;
}

describe('a reader', () => {
  it('finds emails, clicks, and saved books in the export, and can’t be identified after an erasure', async () => {
    const { promotion, readers } = await sendNewsletterTo(READERS);
    for (const { uuid, email } of readers) {
      const { body } = await visitor(server).get(`/readers/${uuid}/export`).expect(200);
      expect(body.reader).toMatchObject({ email, uuid });
      expect(body.deliveries).toHaveLength(1);
      expect(body.clicks).toEqual([expect.objectContaining({ promotion_id: promotion })]);
      expect(body.list).toEqual([expect.objectContaining({ kind: 'book', max_price_cents: 199 })]);
    }
    const [suppressed] = readers;
    await visitor(server)
      .post(`/readers/${suppressed!.uuid}/unsubscribe`)
      .send({ reason: `said ${suppressed!.email}` })
      .expect(200);
    await (await createStaff(server, 'admin'))
      .post(`/admin/readers/${suppressed!.id}/suppress`)
      .send({ reason: `${suppressed!.email} asked by telephone` })
      .expect(200);
    expect(await rowsWith(readers.map(({ email }) => email))).not.toEqual([]);
    for (const { uuid } of readers) await visitor(server).delete(`/readers/${uuid}`).expect(204);
    await server.settle();

    expect(await rowsWith(readers.flatMap(({ email, uuid }) => [email, uuid]))).toEqual([]);
    const ids = readers.map(({ id }) => id);
    expect(await server.deps.db.readerListItem.count()).toBe(0);
    expect(await server.deps.db.delivery.count({ where: { reader_id: { in: ids } } })).toBe(0);
    expect(
      await server.deps.db.clickLog.count({ where: { OR: [{ reader_id: { in: ids } }, { ip_hash: { not: null } }] } }),
    ).toBe(0);
    // Every address remains as a hash, so that no import brings the readers back.
    const suppressions = await server.deps.db.suppression.groupBy({ by: 'reason', _count: true });
    expect(Object.fromEntries(suppressions.map(({ reason, _count }) => [reason, _count]))).toEqual({
      complained: 1,
      erased: READERS - 1,
    });
  });

  /** Sends a newsletter with one deal to new readers, who click it. */
  async function sendNewsletterTo(count: number) {
    const { id: promotion, book } = await createPromotion(server);
    const staff = await createStaff(server);
    await staff.post(`/promotions/${promotion}/approve`).send({}).expect(200);
    const readers: { id: number; uuid: string; email: string }[] = [];
    for (let i = 0; i < count; i++) {
      const reader = await createReader(server);
      readers.push({
        ...reader,
        ...(await server.deps.db.reader.findUniqueOrThrow({ where: { uuid: reader.uuid }, select: { id: true } })),
      });
    }
    for (const { uuid } of readers)
      await visitor(server).post(`/readers/${uuid}/list`).send({ kind: 'book', id: book.id, max_price_cents: 199 });
    await server.advanceTo('2026-12-02T18:10:00Z');
    for (const { email } of readers) {
      const tokens = (await server.emailsTo(email)).flatMap(({ text }) => tokensFor(server, text, promotion));
      await click(server, tokens[0]!).expect(302);
    }
    return { promotion, readers };
  }
});

describe('a partner', () => {
  it('leaves no name or address once the account is closed', async () => {
    const name = 'Theodora Quillfeather';
    const email = 'theodora@quillfeather.example';
    const account = {
      email,
      name,
      website: 'https://quillfeather.example',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    };
    const res = await visitor(server).post('/partner-auth').send(account).expect(200);
    const partner = { ...as(server, credentialsOf(res, 'partner')), id: res.body.data.id, email };
    const billing = { billing_name: 'Quillfeather House Ltd', tax_number: 'QF-123456' };
    await partner.patch('/partner-auth').send(billing).expect(200);
    await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201);
    const key = { name: `${name}’s dashboard`, scopes: ['read'], current_password: PASSWORD };
    await partner.post('/api_keys').send(key).expect(201);
    const hook = {
      name: `${name}’s dashboard`,
      url: 'https://quillfeather.example/hook',
      events: ['promotion.submitted'],
    };
    await partner.post('/webhook_endpoints').send(hook).expect(201);
    const { id: book } = await createBook(partner);
    const submitted = await partner
      .post('/promotions')
      .send(promotionInput(server, book, {}, 3))
      .expect(201);
    const { id: promotion } = submitted.body.promotion;
    await emailSupportAbout(partner, promotion);
    await partner.post(`/promotions/${promotion}/cancel`).send({}).expect(200);
    await server.settle();
    const admin = await createStaff(server, 'admin');
    const record = `/admin/partners/${res.body.data.id}`;
    const { record_version } = (await admin.get(record).expect(200)).body.partner;
    const note = { text: `${name} called from ${email}`, promotion_id: promotion };
    await admin.post(`/partners/${res.body.data.id}/notes`).send(note).expect(201);
    const change = { name: `${name} Jr`, record_version, audit_reason: `${name} has a son` };
    await admin.patch(record).send(change).expect(200);
    expect((await partner.get('/partners/export').expect(200)).body.partner).toMatchObject({
      uid: email,
      name: `${name} Jr`,
    });
    expect(await rowsWith([email, name])).not.toEqual([]);
    const author = await createAuthor(partner, { bio: 'Keeps axolotls.' });
    await admin.patch(`/authors/${author.id}`).send({ bio: 'Keeps axolotls in Leeds.' }).expect(200);
    expect(await rowsWith(['axolotls'])).toHaveLength(2);
    const deleted = await createAuthor(partner, { bio: 'Keeps pangolins.' });
    await admin.patch(`/authors/${deleted.id}`).send({ bio: 'Keeps pangolins in Leeds.' }).expect(200);
    await partner.delete(`/authors/${deleted.id}`).expect(204);
    expect(await rowsWith(['pangolins'])).toEqual([]);
    await partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
    await server.settle();
    expect(await rowsWith([name, 'quillfeather', 'axolotls'])).toEqual([]);
  });

  /** Queues the emails to support about a promotion without a decision, a dispute, and a question about clicks. */
  async function emailSupportAbout(partner: PartnerClient, undecided: number) {
    const { db } = server.deps;
    await db.promotion.update({ where: { id: undecided }, data: { requested_date: new Date('2026-12-03') } });
    await warnOfUndecided(server.deps);
    const settled = await createSettledPromotion(server, partner);
    await partner.post(`/promotions/${settled.id}/click_question`).send({ question: 'Why so few?' }).expect(201);
    await db.$transaction(async (tx) => {
      const alert = { headline: 'A charge is disputed', message: 'Respond to it in Stripe’s dashboard.' };
      await alertStaff(server.deps, tx, await lockPromotion(tx, settled.id, SYSTEM), alert);
    });
    const to = server.deps.config.operator.email;
    const templates = (await db.mail.findMany({ where: { to } })).map(({ template }) => template);
    expect(templates).toEqual(expect.arrayContaining(['money_alert', 'promotions_undecided', 'staff_alert']));
  }
});

describe('the audit log', () => {
  it('refuses changes to recent entries, except removing personal values of people who no longer exist', async () => {
    const admin = await createStaff(server, 'admin');
    const rows = async (entity: string) => server.deps.db.auditEvent.findMany({ where: { entity } });
    await server.deps.db.auditEvent.createMany({
      data: ['partner', 'book'].map((entity) => ({
        actor: 'user',
        actor_id: admin.id,
        action: 'update',
        entity,
        entity_id: '0',
        after: { name: 'Ada' },
        at: server.deps.now(),
      })),
    });
    const set = (change: string, entity: string) =>
      server.deps.pool.query(`update audit_events set ${change} where entity = $1 and entity_id = '0'`, [entity]);
    const REMOVE_VALUES = 'before = null, after = null, reason = null';
    await set(REMOVE_VALUES, 'partner');
    await server.deps.db.auditEvent.createMany({
      data: [
        ['partner', (await createPartner(server, { card: null })).id],
        ['author', (await createAuthor(await createPartner(server, { card: null }))).id],
        ['reader', (await server.deps.db.reader.create({ data: { email: 'in-the-log@example.test' } })).id],
      ].map(([entity, id]) => ({
        actor: 'user',
        actor_id: admin.id,
        action: 'existing',
        entity: entity as string,
        entity_id: String(id),
        reason: 'Asked for it.',
        at: server.deps.now(),
      })),
    });
    for (const entity of ['partner', 'author', 'reader'])
      await expect(
        server.deps.pool.query(`update audit_events set ${REMOVE_VALUES} where action = 'existing' and entity = $1`, [
          entity,
        ]),
      ).rejects.toThrow('audit_events is append-only');
    expect((await rows('partner')).find(({ entity_id }) => entity_id === '0')).toMatchObject({ after: null });
    await expect(set(REMOVE_VALUES, 'book')).rejects.toThrow('audit_events is append-only');
    await expect(set(`${REMOVE_VALUES}, action = 'delete'`, 'partner')).rejects.toThrow('audit_events is append-only');
    await expect(server.deps.pool.query('delete from audit_events')).rejects.toThrow('audit_events is append-only');
  });
});
