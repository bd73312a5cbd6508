/** Every entity of the registry is listed, sorted, filtered, searched, shown, and exported over HTTP, only to staff. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createStaff, tablesChangedBy, visitor } from '#server/testing/factories.ts';
import { AdminList, AdminRegistry, AdminResponse } from '#shared/admin.ts';
import type { Entity } from './entity.ts';
import { filtersOf, parseListQuery, sortsOf, whereOf } from './list-query.ts';
import { REGISTRY } from './registry.ts';

let server: TestServer;
let admin: Client & { id: number };
let editor: Client & { id: number };

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  await addMissingRecords(server);
  admin = await createStaff(server, 'admin');
  editor = await createStaff(server, 'editor');
}, 120_000);
afterAll(() => server.close());

const ALL = REGISTRY.map((entity) => [entity.name, entity] as const);
const FOR_ADMINS = ['staff', 'audit_events', 'security_events', 'settings'];

it('has all required entities', () => {
  expect(REGISTRY.map(({ name }) => name)).toEqual(
    expect.arrayContaining(
      `partners readers staff categories super_categories addons tags blog_categories reader_blog_categories blogs reader_blogs
       promotion_sites promotion_site_reviews books authors promotions discounts invoices charge_attempts stripe_errors ledger
       referral_entries newsletters deliveries mails click_logs ai_requests audit_events promotion_events jobs job_runs settings`.split(
        /\s+/,
      ),
    ),
  );
});

it('refers only to entities and filters that exist', () => {
  const names = REGISTRY.map(({ name }) => name);
  const broken = REGISTRY.flatMap((entity) => [
    ...Object.entries(entity.fields).flatMap(([field, definition]) =>
      definition?.to && !names.includes(definition.to) ? [`${entity.name}.${field} links to ${definition.to}`] : [],
    ),
    ...(entity.linked ?? []).flatMap(({ entity: to, by }) => {
      const other = REGISTRY.find(({ name }) => name === to);
      return other && filtersOf(other).some(({ name }) => name === by) ? [] : [`${entity.name} links ${to} by ${by}`];
    }),
  ]);
  expect(broken).toEqual([]);
});

describe.each(ALL)('%s', (name, entity) => {
  const list = async (query = '', client: Client = admin) => {
    const { body } = await client.get(`/admin/${name}${query}`).expect(200);
    AdminList.parse(body);
    return body as { [name: string]: { id: string | number }[] } & { meta: { total_count: number } };
  };

  it('are listed with their first page and the total', async () => {
    const { [name]: rows, meta } = await list('?per=5');
    expect(rows!.length).toBeGreaterThan(0);
    expect(rows!.length).toBe(Math.min(5, meta.total_count));
    expect(Object.keys(rows![0]!)).toEqual(expect.arrayContaining(['id', 'record_title', 'record_version', 'labels']));
  });

  it('accept only the allowed sort columns, in either direction', async () => {
    for (const col of sortsOf(entity)) {
      const up = await list(`?sort_col=${col}&sort_dir=asc&per=20`);
      const down = await list(`?sort_col=${col}&sort_dir=desc&per=20`);
      expect(up.meta).toEqual(down.meta);
      const compare = comparatorOf(entity, col);
      const valuesOf = (body: typeof up) => body[name]!.map((row) => (row as Record<string, unknown>)[col]);
      const [ascending, descending] = [valuesOf(up), valuesOf(down)];
      // The first row of one direction is the last of the other.
      const rising = [...ascending, descending[0]];
      const falling = [...descending, ascending[0]];
      expect(rising, col).toEqual(rising.toSorted(compare));
      expect(falling, col).toEqual(falling.toSorted((a, b) => compare(b, a)));
    }
    await admin.get(`/admin/${name}?sort_col=encrypted_password`).expect(422);
    await admin.get(`/admin/${name}?nonsense=1`).expect(422);
  });

  it('are filtered by each filter', async () => {
    for (const { name: filter, kind, options } of filtersOf(entity)) {
      if (kind === 'choice') {
        for (const { value } of options!) {
          const { [name]: rows } = await list(`?${filter}=${value}`);
          for (const row of rows!) expect((row as Record<string, unknown>)[filter], filter).toBe(value);
        }
        await admin.get(`/admin/${name}?${filter}=nonsense`).expect(422);
      }
      if (kind === 'flag') {
        const [yes, no, all] = [await list(`?${filter}=true`), await list(`?${filter}=false`), await list()];
        const expectedTotal = name === 'click_logs' ? expect.any(Number) : all.meta.total_count;
        expect(yes.meta.total_count + no.meta.total_count).toEqual(expectedTotal);
      }
      if (kind === 'id') expect((await list(`?${filter}=2147483647`)).meta.total_count).toBe(0);
      if (kind === 'text') expect((await list(`?${filter}=no-such-thing`)).meta.total_count).toBe(0);
      if (kind === 'date') {
        expect((await list(`?${filter}_from=2100-01-01`)).meta.total_count).toBe(0);
        expect((await list(`?${filter}_to=1990-01-01`)).meta.total_count).toBe(0);
        await admin.get(`/admin/${name}?${filter}_to=2026-02-30`).expect(422);
      }
    }
  });

  it('are searched for literal pattern characters', async () => {
    const described = AdminRegistry.parse((await admin.get('/admin/registry').expect(200)).body);
    const searches = described.entities.find((row) => row.name === name)!.searches;
    if (!searches.length) return void (await admin.get(`/admin/${name}?q=a`).expect(422));
    expect((await list('?q=%25%25')).meta.total_count).toBe(0);
    expect((await list('?q=__')).meta.total_count).toBe(0);
  });

  it('are shown one at a time, with a 404 for impossible and unknown ids', async () => {
    const { [name]: rows } = await list('?per=1');
    const { body } = await admin.get(`/admin/${name}/${encodeURIComponent(rows![0]!.id)}`).expect(200);
    AdminResponse.parse(body);
    expect(body[entity.singular].id).toBe(rows![0]!.id);
    for (const id of [
      '0',
      '-1',
      'nobody',
      '999999999',
      '1e3',
      '00000000-0000-0000-0000-000000000000',
      '1-1-1',
      '%00',
      '%00@2026-12-01',
    ]) {
      const res = await admin.get(`/admin/${name}/${id}`);
      expect([id, res.status, res.body]).toEqual([id, 404, {}]);
      if (entity.actions?.[0])
        await admin
          .post(`/admin/${name}/${id}/${entity.actions[0].name}`)
          .expect((acted) => expect([404, 422]).toContain(acted.status));
    }
  });

  it('are exported as CSV, which has no pages', async () => {
    const res = await admin.get(`/admin/${name}.csv`).expect(200);
    expect(res.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(res.headers['content-disposition']).toBe(`attachment; filename=${name}.csv`);
    const [header, ...lines] = res.text.trim().split('\n');
    expect(header).toMatch(/^id(,|$)/);
    expect(lines.length).toBeGreaterThan(0);
    await admin.get(`/admin/${name}.csv?page=2`).expect(422);
  });

  it('never contain a secret', async () => {
    const secrets = /encrypted_password|totp_secret|token_hash|recovery_code|payment_method_id|fingerprint|\$2b\$/;
    const { [name]: rows } = await list('?per=20');
    const shown = await Promise.all(rows!.map(({ id }) => admin.get(`/admin/${name}/${encodeURIComponent(id)}`)));
    const exported = await admin.get(`/admin/${name}.csv`);
    for (const text of [JSON.stringify(rows), ...shown.map((res) => res.text), exported.text])
      expect(text).not.toMatch(secrets);
  });

  it('are only for staff, and some only for administrators', async () => {
    const partner = await sharedPartner();
    for (const path of [`/admin/${name}`, `/admin/${name}/1`, `/admin/${name}.csv`]) {
      await visitor(server).get(path).expect(401);
      await partner.get(path).expect(403);
    }
    expect((await editor.get(`/admin/${name}`)).status).toBe(FOR_ADMINS.includes(name) ? 404 : 200);
  });
});

it('lists uncertain deliveries, found by `is_uncertain`', async () => {
  const { deliveries } = (await admin.get('/admin/deliveries?state=uncertain').expect(200)).body;
  expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['uncertain']);
  const entity = REGISTRY.find(({ name }) => name === 'deliveries')!;
  const { AND } = await whereOf(server.deps.db, entity, parseListQuery(entity, { state: 'uncertain' }));
  expect(AND).toEqual([{ is_uncertain: true }]);
});

it('lists records with equal values in the order of their ids, so that pages neither repeat nor omit any', async () => {
  const business_date = new Date('2030-01-01');
  const jobs = ['b', 'd', 'a', 'c'];
  for (const job of jobs)
    await server.deps.db.jobRun.create({ data: { job, business_date, started_at: business_date } });
  const idsOf = async (page: number) =>
    AdminList.parse((await admin.get(`/admin/job_runs?per=2&page=${page}`).expect(200)).body).job_runs!;
  expect([...(await idsOf(1)), ...(await idsOf(2))]).toMatchObject(
    ['d', 'c', 'b', 'a'].map((job) => ({ id: `${job}@2030-01-01` })),
  );
});

it('lets only staff change anything', async () => {
  const partner = await sharedPartner();
  const changed = await tablesChangedBy(server, async () => {
    for (const { name, actions = [] } of REGISTRY) {
      for (const [client, status] of [
        [visitor(server), 401],
        [partner, 403],
      ] as const) {
        await client.post(`/admin/${name}`).send({}).expect(status);
        await client.patch(`/admin/${name}/1`).send({}).expect(status);
        for (const action of actions) await client.post(`/admin/${name}/1/${action.name}`).expect(status);
      }
    }
  });
  expect(changed).toEqual([]);
});

let partnerOnce: Promise<Client> | null = null;
const sharedPartner = () => {
  partnerOnce ??= createPartner(server, { card: null });
  return partnerOnce;
};

/** Compares a column's values as Postgres does: choices by their position, texts by code points, and null last. */
function comparatorOf({ fields }: Entity, col: string) {
  const choices = fields[col]?.options;
  const rankOf = (value: unknown) => (choices ? choices.indexOf(String(value)) : value) as number;
  return (a: unknown, b: unknown) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return Number(rankOf(a) > rankOf(b)) - Number(rankOf(a) < rankOf(b));
  };
}

/** Adds records for entities that may be empty in the demo, such as disputes and refunds. */
async function addMissingRecords({ deps: { db, pool, now } }: TestServer) {
  const at = now();
  const attempt = await db.chargeAttempt.findFirstOrThrow();
  const { invoice_id, promotion_id } = attempt;
  await db.securityEvent.create({ data: { kind: 'sign_in', actor: 'user:1', minute: at, last_at: at } });
  await db.signUpCount.create({ data: { date: at, source: 'book', sign_ups: 1 } });
  await db.setting.upsert({ where: { key: 'example' }, create: { key: 'example', value: 1 }, update: {} });
  if (!(await db.aiRequest.count()))
    await db.aiRequest.create({ data: { tool: 'title', model: 'offline', reserved_cents: 0, created_at: at } });
  await db.mail.create({
    data: {
      to: 'ada@example.test',
      template: 'reader_confirm',
      props: {},
      message_id: '<1@example.test>',
      created_at: at,
    },
  });
  const { id: newsletter_id } = await db.newsletter.findFirstOrThrow({ where: { status: 'sent' } });
  await db.delivery.create({ data: { newsletter_id, reader_id: 1, state: 'accepted', accepted_at: at } });
  await db.delivery.create({ data: { newsletter_id, reader_id: 2, state: 'uncertain' } });
  await db.mailEvent.create({
    data: { dedupe_key: new Uint8Array([1]), type: 'soft_bounce', at, received_at: at, reader_id: 1 },
  });
  await db.ledgerDifference.create({
    data: { stripe_id: 'ch_example', kind: 'missing_here', stripe_cents: 100, moved_at: at, found_at: at },
  });
  await db.capturedCharge.upsert({
    where: { id: 'ch_example' },
    create: {
      id: 'ch_example',
      charge_attempt_id: attempt.id,
      invoice_id,
      payment_intent_id: 'pi_example',
      captured_cents: 100,
      captured_at: at,
    },
    update: {},
  });
  await db.dispute.create({
    data: {
      id: 'dp_example',
      captured_charge_id: 'ch_example',
      amount_cents: 100,
      reason: 'fraudulent',
      funds_withdrawn: true,
      opened_at: at,
    },
  });
  await db.refund.create({
    data: {
      captured_charge_id: 'ch_example',
      invoice_id,
      promotion_id,
      idempotency_key: 'example',
      amount_cents: 100,
      cause: 'staff',
      reason: 'Example',
      requested_by: 'user',
      claimed_at: at,
    },
  });
  await pool.query(`insert into pgboss.job (name, data) values ('mail.deliver', '{"id": 0}')`);
}
