/**
 * The admin panel: changes by staff, with permissions, record versions, audit log entries, and side effects; masked
 * addresses; and exports.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseSlot } from '#server/promotions/slots.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  PASSWORD,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { REGISTRY } from './registry.ts';

let server: TestServer;
let admin: Client & { id: number };
let editor: Client & { id: number };

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  await server.settle();
  admin = await createStaff(server, 'admin');
  editor = await createStaff(server, 'editor');
}, 120_000);
afterAll(() => server.close());

const show = async (path: string) => (await admin.get(`/admin/${path}`).expect(200)).body;
const lastEvent = () => server.deps.db.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
const first = async (name: string) => (await admin.get(`/admin/${name}?per=1`).expect(200)).body[name][0];
const ADMINS_ONLY = ['Only administrators can do this. Ask one to help.'];

/** An edit of every editable entity, with the sent and the stored values. */
const EDITS: Record<string, { sent: object; stored?: object }> = {
  partners: { sent: { name: 'Edited', website: '' }, stored: { name: 'Edited', website: null } },
  staff: { sent: { name: ' Nora W. ' }, stored: { name: 'Nora W.' } },
  authors: {
    sent: { name: 'Édith Maré', bio: 'Short.' },
    stored: { name: 'Édith Maré', slug: 'edith-mare', bio: 'Short.' },
  },
  categories: { sent: { cpc_free_cents: 33, position: 7 } },
  super_categories: { sent: { name: 'Shelf', position: 9 } },
  addons: { sent: { label: 'First of all', price_cents: 1250, enabled: false } },
  promotion_sites: { sent: { name: 'Harbor Reads', url: 'https://harbor-reads.example.com/' } },
  blog_categories: { sent: { name: 'Craft & Work' }, stored: { name: 'Craft & Work', slug: 'craft-work' } },
  reader_blog_categories: { sent: { name: 'Lists', description: 'What to read.' } },
  reader_blogs: {
    sent: {
      title: 'Ten for the train',
      hero: '/media/photos/train.webp',
      published_at: '2026-12-24T10:00:00+02:00',
    },
    stored: {
      title: 'Ten for the train',
      slug: 'ten-for-the-train',
      hero: '/media/photos/train.webp',
      published_at: '2026-12-24T08:00:00.000Z',
    },
  },
  tags: { sent: { name: 'Sea stories' } },
  message_templates: { sent: { name: 'Price first', kind: 'refusal', text: 'Set the price of “{title}” first.' } },
};

it('tests an edit of every editable entity', () => {
  const editable = REGISTRY.filter(({ fields }) => Object.values(fields).some((field) => field?.edit));
  expect(editable.map(({ name }) => name).sort()).toEqual(Object.keys(EDITS).sort());
});

describe.each(Object.entries(EDITS))('an edit of %s', (name, { sent, stored = sent }) => {
  const { singular } = REGISTRY.find((entity) => entity.name === name)!;

  it('is saved and audited with before and after, and refused with an outdated record version', async () => {
    const before = await first(name);
    const path = `/admin/${name}/${before.id}`;
    const body = { ...sent, record_version: before.record_version, audit_reason: 'It was wrong.' };
    const { body: reply } = await admin.patch(path).send(body).expect(200);
    expect(reply[singular]).toMatchObject(stored);
    const [event] = reply.audit_events;
    expect(event).toMatchObject({
      action: 'update',
      actor_id: admin.id,
      actor_name: 'Nora Whitlock',
      reason: 'It was wrong.',
    });
    for (const [field, value] of Object.entries(stored)) {
      if (JSON.stringify(before[field]) === JSON.stringify(value)) continue;
      expect([field, event.before[field], event.after[field]]).toEqual([field, before[field], value]);
    }

    const changed = await tablesChangedBy(server, async () => {
      const stale = await admin.patch(path).send(body).expect(409);
      expect(stale.body.errors.base).toEqual([
        'Someone else changed this record. Check the current values and try again.',
      ]);
      expect(stale.body[singular]).toEqual((await show(`${name}/${before.id}`))[singular]);
      await admin.patch(path).send(sent).expect(422);
    });
    expect(changed).toEqual([]);
  });
});

describe('an edit', () => {
  it('succeeds for one of eight simultaneous requests', async () => {
    const { id, record_version } = await first('tags');
    const responses = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
        admin.patch(`/admin/tags/${id}`).send({ name: `Racing ${n}`, record_version }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('that changes nothing leaves no audit entry', async () => {
    const { id, record_version, name } = await first('super_categories');
    const eventCount = await server.deps.db.auditEvent.count();
    await admin.patch(`/admin/super_categories/${id}`).send({ record_version }).expect(200);
    await admin.patch(`/admin/super_categories/${id}`).send({ record_version, name }).expect(200);
    const post = await first('reader_blogs');
    const same = { record_version: post.record_version, title: post.title, published_at: post.published_at };
    await admin.patch(`/admin/reader_blogs/${post.id}`).send(same).expect(200);
    expect((await first('reader_blogs')).updated_at).toBe(post.updated_at);
    expect(await server.deps.db.auditEvent.count()).toBe(eventCount);
  });

  it("can't change fields that aren't offered", async () => {
    const { id, record_version } = await first('partners');
    const changed = await tablesChangedBy(server, async () => {
      const protectedFields = {
        credit_cents: 99_999,
        uid: 'eve@example.test',
        blocked_reason: 'x',
        encrypted_password: 'x',
      };
      await admin
        .patch(`/admin/partners/${id}`)
        .send({ record_version, ...protectedFields })
        .expect(422);
      await admin.patch('/admin/invoices/1').send({ record_version: 'x', total_cents: 1 }).expect(404);
      await admin.patch('/admin/nonsense/1').send({ record_version: 'x' }).expect(404);
    });
    expect(changed).toEqual([]);
  });

  it('reports the problems of each field', async () => {
    const { id, record_version } = await first('categories');
    const body = { record_version, daily_slots: -1, cpc_free_cents: 'much', name: '' };
    const res = await admin.patch(`/admin/categories/${id}`).send(body).expect(422);
    expect(res.body.errors).toMatchObject({
      daily_slots: ['must be at least 0'],
      cpc_free_cents: ['must be a number'],
      name: ["can't be blank"],
    });
    const [tag, other] = (await admin.get('/admin/tags?per=2').expect(200)).body.tags;
    const duplicate = { name: other.name, record_version: tag.record_version };
    const refused = await admin.patch(`/admin/tags/${tag.id}`).send(duplicate).expect(422);
    expect(refused.body.errors.name).toEqual(['has already been taken']);
  });

  it('of an entity for administrators is refused to editors with an explanation, without signing them out', async () => {
    const { id, record_version } = await first('categories');
    const { id: review } = await first('promotion_site_reviews');
    const changed = await tablesChangedBy(server, async () => {
      const edit = await editor.patch(`/admin/categories/${id}`).send({ record_version, name: 'Mine' }).expect(422);
      expect(edit.body.errors.base).toEqual(ADMINS_ONLY);
      const block = await editor.post('/admin/partners/1/block').send({ reason: 'x' }).expect(422);
      expect(block.body.errors.base).toEqual(ADMINS_ONLY);
      // Changes to lists that editors can't see get the same response. Unknown lists get a 404.
      for (const call of [
        editor.patch(`/admin/staff/${admin.id}`).send({ role: 'editor', record_version: 'x' }),
        editor.post('/admin/staff').send({ uid: 'eve@example.test', name: 'Eve', role: 'admin' }),
        editor.post(`/admin/staff/${admin.id}/disable`).send({ reason: 'x' }),
        editor.patch('/admin/settings/1').send({ value: 'x', record_version: 'x' }),
      ])
        expect((await call.expect(422)).body.errors.base).toEqual(ADMINS_ONLY);
      await editor.get('/admin/staff').expect(404);
      await editor.post('/admin/nothing').send({}).expect(404);
    });
    expect(changed).toEqual([]);
    await editor.post(`/admin/promotion_site_reviews/${review}/hide`).send({ reason: 'Insults.' }).expect(200);
  });

  it('is offered in the registry only to staff who can make it', async () => {
    const registryOf = async (client: Client) => (await client.get('/admin/registry').expect(200)).body;
    const entityIn = (registry: { entities: { name: string }[] }, name: string) =>
      registry.entities.find((entity) => entity.name === name) as never as {
        can_edit: boolean;
        can_create: boolean;
        actions: { name: string }[];
        fields: { name: string; can_edit: boolean }[];
      };
    const [forAdmin, forEditor] = [await registryOf(admin), await registryOf(editor)];
    expect(entityIn(forEditor, 'staff')).toBeUndefined();
    expect(entityIn(forAdmin, 'staff')).toMatchObject({ can_create: true, can_edit: true });
    expect(entityIn(forEditor, 'categories')).toMatchObject({ can_edit: false });
    expect(entityIn(forEditor, 'categories').fields.filter(({ can_edit }) => can_edit)).toEqual([]);
    expect(entityIn(forEditor, 'partners').actions.map(({ name }) => name)).toEqual([
      'sign_out',
      'send_password_reset',
      'lift_throttle',
    ]);
    expect(entityIn(forAdmin, 'partners').actions.map(({ name }) => name)).toEqual([
      'block',
      'unblock',
      'adjust_credit',
      'reset_second_factor',
      'sign_out',
      'send_password_reset',
      'lift_throttle',
    ]);
  });
});

describe('a creation', () => {
  it('refuses images of other sites and a year before 1970', async () => {
    const post = { title: 'Ten for the train', body: 'Words.' };
    const changed = await tablesChangedBy(server, async () => {
      const remote = await admin.post('/admin/reader_blogs').send({ ...post, hero: 'https://example.com/x.png' });
      expect([remote.status, remote.body.errors?.hero]).toEqual([
        422,
        ['must be the path of an image on this site, such as /media/photos/1.webp'],
      ]);
      const unsupported = await admin
        .post('/admin/reader_blogs')
        .send({ ...post, published_at: '0000-01-01T00:00:00Z' });
      expect([unsupported.status, unsupported.body.errors?.published_at]).toEqual([
        422,
        ['must be between 1970 and 2199'],
      ]);
    });
    expect(changed).toEqual([]);
  });
});

describe('a category', () => {
  it('gives open dates its new number of slots, but removes no taken slots', async () => {
    const { id, record_version } = (await show('categories/3')).category;
    const slotsOn = async (date: string) => {
      const span = `newsletter_date_from=${date}&newsletter_date_to=${date}&category_id=${id}`;
      const { body } = await admin.get(`/admin/newsletter_promotion_counts?${span}`).expect(200);
      const [{ capacity, promotions_in_total }] = body.newsletter_promotion_counts;
      return { capacity, promotions_in_total };
    };
    const date = (day: string) => ({ newsletter_date: new Date(`${day}T00:00:00Z`), category_id: id });
    for (const [day, taken] of [
      ['2026-11-30', 1],
      ['2026-12-01', 0],
      ['2027-01-05', 2],
    ] as const) {
      const where = { newsletter_date_category_id: date(day) };
      const counts = { capacity: 4, promotions_in_total: taken };
      await server.deps.db.newsletterPromotionCount.upsert({
        where,
        create: { ...date(day), ...counts },
        update: counts,
      });
    }
    await admin.patch(`/admin/categories/${id}`).send({ record_version, daily_slots: 1 }).expect(200);
    expect(await slotsOn('2026-11-30')).toEqual({ capacity: 4, promotions_in_total: 1 });
    expect(await slotsOn('2026-12-01')).toEqual({ capacity: 1, promotions_in_total: 0 });
    expect(await slotsOn('2027-01-05')).toEqual({ capacity: 2, promotions_in_total: 2 });
    // A slot beyond the new number is gone once it's released.
    const taken = { date: '2027-01-05', category_id: id };
    const release = () => server.deps.db.$transaction((tx) => releaseSlot(tx, taken));
    await release();
    expect(await slotsOn('2027-01-05')).toEqual({ capacity: 1, promotions_in_total: 1 });
    await release();
    expect(await slotsOn('2027-01-05')).toEqual({ capacity: 1, promotions_in_total: 0 });
  });

  it('keeps its new number of slots if a slot is released during the change', async () => {
    const { id, daily_slots } = await server.deps.db.category.findFirstOrThrow({ where: { id: { not: 3 } } });
    const key = { newsletter_date: new Date('2027-01-06T00:00:00Z'), category_id: id };
    const where = { newsletter_date_category_id: key };
    const counts = { capacity: daily_slots, promotions_in_total: 2 };
    await server.deps.db.newsletterPromotionCount.upsert({
      where,
      create: { ...key, ...counts },
      update: counts,
    });
    const client = await server.deps.pool.connect();
    try {
      await client.query('begin');
      const values = [daily_slots + 2, id];
      await client.query('update categories set daily_slots = $1 where id = $2', values);
      await client.query('update newsletter_promotion_counts set capacity = $1 where category_id = $2', values);
      const released = server.deps.db.$transaction((tx) => releaseSlot(tx, { date: '2027-01-06', category_id: id }));
      await expect.poll(() => countLockWaits(server.deps)).toBe(1);
      await client.query('commit');
      await released;
      const after = { capacity: daily_slots + 2, promotions_in_total: 1 };
      expect(await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where })).toMatchObject(after);
    } finally {
      client.release();
    }
  });
});

describe('a partner', () => {
  it('is signed out when blocked and stays out until unblocked', async () => {
    const partner = await createPartner(server, { card: null });
    const signIn = () =>
      visitor(server).post('/partner-auth/sign_in').send({ email: partner.email, password: PASSWORD });
    const { body } = await admin.post(`/admin/partners/${partner.id}/block`).send({ reason: 'Fraud.' }).expect(200);
    expect(body).toMatchObject({ message: 'The partner was blocked.', partner: { blocked_reason: 'Fraud.' } });
    expect(body.actions).toEqual(['unblock', 'adjust_credit', 'sign_out']);
    expect(await lastEvent()).toMatchObject({
      action: 'block',
      entity: 'partner',
      before: { blocked_reason: null },
      after: { blocked_reason: 'Fraud.' },
      reason: 'Fraud.',
    });
    await partner.get('/credit_cards').expect(401);
    expect((await signIn().expect(401)).text).toBe(
      '{"success":false,"errors":["Invalid login credentials. Please try again."]}',
    );
    const again = await admin.post(`/admin/partners/${partner.id}/block`).send({ reason: 'Again.' }).expect(409);
    expect(again.body.partner.blocked_reason).toBe('Fraud.');
    await admin.post(`/admin/partners/${partner.id}/unblock`).expect(200);
    await signIn().expect(200);
  });

  it('gets credit with an invoice, and the balance never falls below zero', async () => {
    const [partner] = await insertPartners(server, 1);
    const adjust = (amount_cents: unknown) =>
      admin.post(`/admin/partners/${partner!.id}/adjust_credit`).send({ amount_cents, reason: 'For the late email' });
    await adjust(1500).expect(200);
    const common = { invoice_type: 'credit_adjustment', status: 'paid', discount_cents: 0, credit_cents: 0 };
    const line = (description: string, cents: number) => ({
      description,
      quantity: 1,
      unit_cents: cents,
      amount_cents: cents,
    });
    const invoices = async () => (await partner!.get('/invoices?sort_col=id&sort_dir=asc').expect(200)).body.invoices;
    const grant = {
      ...common,
      subtotal_cents: -1500,
      total_cents: -1500,
      lines: [line('For the late email', -1500)],
    };
    expect(await invoices()).toMatchObject([grant]);
    const changed = await tablesChangedBy(server, async () => {
      const res = await adjust(-1501).expect(409);
      expect(res.body.errors.base).toEqual(['The partner has $15.00 of credit. You can remove at most that much.']);
      for (const amount of [0, 1.5, '5', 100_001]) await adjust(amount).expect(422);
    });
    expect(changed).toEqual([]);
    const responses = await Promise.all([1, 2, 3, 4].map(() => adjust(-1000)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await show(`partners/${partner!.id}`)).partner.credit_cents).toBe(500);
    const deduction = {
      ...common,
      subtotal_cents: 0,
      total_cents: 0,
      lines: [line('For the late email', 1000), line('Deducted from your credit', -1000)],
    };
    expect(await invoices()).toMatchObject([grant, deduction]);
    const csv = (await partner!.get('/invoices.csv').expect(200)).text.split('\n');
    const amounts = csv.slice(1, 3).map((row) => row.split(',').slice(7, 12).join(' '));
    expect(amounts).toEqual(['0.00 0.00 0.00 0.00 0.00', '-15.00 0.00 0.00 0.00 -15.00']);
  });
});

describe('a reader', () => {
  it('has a masked address and no uuid in lists, exports, and records', async () => {
    const reader = await createReader(server);
    const listed = await admin.get(`/admin/readers?q=${reader.email}`).expect(200);
    expect(listed.body.readers.map((row: { email: string }) => row.email)).toEqual(['r…@example.test']);
    const exported = await admin.get(`/admin/readers.csv?q=${reader.email}`).expect(200);
    expect(exported.text).toContain('r…@example.test');
    const opened = await admin.get(`/admin/readers/${listed.body.readers[0].id}`).expect(200);
    expect(opened.body.reader.email).toBe('r…@example.test');
    for (const text of [listed.text, exported.text, opened.text]) {
      expect(text).not.toContain(reader.uuid);
      expect(text).not.toContain(reader.email);
    }
  });

  it('has an address that an editor can reveal, which the audit log records', async () => {
    const reader = await createReader(server);
    const { id } = (await admin.get(`/admin/readers?q=${reader.email}`)).body.readers[0];
    const { body } = await editor.post(`/admin/readers/${id}/reveal_address`).expect(200);
    expect(body.reader.email).toBe(reader.email);
    const event = await lastEvent();
    expect(event).toMatchObject({
      action: 'reveal_address',
      entity: 'reader',
      entity_id: String(id),
      actor_id: editor.id,
    });
    expect(JSON.stringify(event)).not.toContain(reader.email);
    expect((await editor.get(`/admin/readers/${id}`)).body.reader.email).toBe('r…@example.test');
  });

  it("is found only by the complete address, so that a search can't reveal masked parts", async () => {
    const reader = await createReader(server);
    const countFound = async (list: string, q: string) =>
      (await editor.get(`/admin/${list}?q=${encodeURIComponent(q)}`).expect(200)).body.meta.total_count;
    const [local] = reader.email.split('@');
    expect(await countFound('readers', reader.email.toUpperCase())).toBe(1);
    for (const part of [local!, reader.email.slice(0, -1), '%', `${local}@%`, reader.email.replace(/.@/, '_@')])
      expect([part, await countFound('readers', part), await countFound('mails', part)]).toEqual([part, 0, 0]);
  });

  it('has a masked address in responses of mail servers', async () => {
    const [dedupe_key, received_at] = [Buffer.from('masked'), server.clock.now()];
    const data = {
      dedupe_key,
      received_at,
      type: 'hard_bounce',
      diagnostic: '550 <ada.lark@example.test>: no such user',
      at: server.clock.now(),
    } as const;
    const { id } = await server.deps.db.mailEvent.create({ data });
    const { mail_event } = (await editor.get(`/admin/mail_events/${id}`).expect(200)).body;
    expect(mail_event.diagnostic).toBe('550 <a…@example.test>: no such user');
  });

  it("can't sign up again after staff block the address", async () => {
    const reader = await createReader(server);
    const { id } = (await admin.get(`/admin/readers?q=${reader.email}`)).body.readers[0];
    const { body } = await editor.post(`/admin/readers/${id}/suppress`).send({ reason: 'Asked by phone.' }).expect(200);
    expect(body.reader).toMatchObject({ status: 'unsubscribed', unsubscribe_reason: 'staff: Asked by phone.' });
    const emailCount = (await server.emailsTo(reader.email)).length;
    await visitor(server)
      .post('/readers')
      .send({ email: reader.email, category_ids: [1] })
      .expect(201);
    expect(await server.emailsTo(reader.email)).toHaveLength(emailCount);
    expect(body.actions).not.toContain('resubscribe');
  });
});

describe('a tag', () => {
  it('is created once, merged with its posts, and deleted', async () => {
    const createTag = (name: string) => admin.post('/admin/tags').send({ name });
    const [target, source] = [
      (await createTag('Cover art').expect(201)).body.tag,
      (await createTag('Covers').expect(201)).body.tag,
    ];
    expect(target).toMatchObject({ slug: 'cover-art', posts: 0 });
    expect((await createTag('Covers').expect(422)).body.errors.name).toEqual(['has already been taken']);
    const blog = await server.deps.db.blog.findFirstOrThrow();
    for (const tag of [target, source])
      await server.deps.db.blogTag.create({ data: { blog_id: blog.id, tag_id: tag.id } });
    await admin.post(`/admin/tags/${source.id}/merge`).send({ into_id: source.id }).expect(422);
    const { body } = await admin.post(`/admin/tags/${source.id}/merge`).send({ into_id: target.id }).expect(200);
    expect(body).toEqual({ tag: null, message: 'The tag was merged. Its posts are now tagged “Cover art”.' });
    expect(await lastEvent()).toMatchObject({
      action: 'merge',
      before: { name: 'Covers' },
      after: { into_id: target.id },
    });
    expect((await show(`tags/${target.id}`)).tag.posts).toBe(1);
    await admin.get(`/admin/tags/${source.id}`).expect(404);
    await admin.post(`/admin/tags/${target.id}/delete`).expect(200);
    await admin.post(`/admin/tags/${target.id}/delete`).expect(404);
  });

  it('can’t be merged into another that is merged into it at the same time', async () => {
    const { db, pool } = server.deps;
    const names = ['Blurb writing', 'Writing blurbs'];
    const ids = await Promise.all(
      names.map(async (name) => (await admin.post('/admin/tags').send({ name })).body.tag.id),
    );
    const { id: blog_id } = await db.blog.findFirstOrThrow();
    await db.blogTag.createMany({ data: ids.map((tag_id) => ({ blog_id, tag_id })) });
    const client = await pool.connect();
    try {
      await client.query('begin');
      // Both merges wait for these rows, or for each other.
      await client.query('delete from blog_tags where tag_id = any($1)', [ids]);
      const merge = (id: number, into_id: number) =>
        Promise.resolve(admin.post(`/admin/tags/${id}/merge`).send({ into_id }));
      const merges = [merge(ids[0], ids[1]), merge(ids[1], ids[0])];
      await expect.poll(() => countLockWaits(server.deps)).toBe(2);
      await client.query('commit');
      const responses = await Promise.all(merges);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(responses.find(({ status }) => status === 422)!.body.errors.into_id).toEqual(['is not a tag']);
    } finally {
      client.release();
    }
    expect(await db.tag.count({ where: { id: { in: ids } } })).toBe(1);
  });
});

describe('a site of the directory', () => {
  it('is added without facts, because only a recorded check can add them', async () => {
    const input = { name: 'Harbor Deals', url: 'https://harbor-deals.example.com/' };
    const { body } = await editor.post('/admin/promotion_sites').send(input).expect(201);
    expect(body.promotion_site).toMatchObject({ ...input, slug: 'harbor-deals', kind: '', checked_on: null });
    expect(await lastEvent()).toMatchObject({
      action: 'create',
      after: expect.objectContaining({ name: 'Harbor Deals' }),
    });
    for (const fact of [{ price_min_usd: 9 }, { checked_on: '2026-12-01' }, { kind: 'newsletter' }])
      await editor
        .post('/admin/promotion_sites')
        .send({ ...input, name: 'With facts', ...fact })
        .expect(422);
    await editor.post('/admin/promotion_sites').send({ name: 'No address', url: 'nowhere' }).expect(422);
  });

  it('isn’t added if its name differs from another site’s only in symbols; neither is a blog category', async () => {
    const add = (list: string, name: string, more: object) => admin.post(`/admin/${list}`).send({ name, ...more });
    for (const [list, noun, more] of [
      ['promotion_sites', 'site', { url: 'https://pier-deals.example.com/' }],
      ['blog_categories', 'category', { description: '' }],
    ] as const) {
      await add(list, 'Pier & Deals', more).expect(201);
      const { body } = await add(list, 'Pier + Deals', more).expect(422);
      expect(body.errors.name).toEqual([`leads to the same web address as another ${noun}. Choose a different name`]);
    }
  });

  it('is added even if others are added at the same time', async () => {
    const url = 'https://harbor-deals.example.com/';
    const responses = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => editor.post('/admin/promotion_sites').send({ name: `Quay Deals ${n}`, url })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
  });
});

describe('the audit log', () => {
  it('hides secrets in entries that contain whole rows', async () => {
    const { db } = server.deps;
    const partner = await db.partner.findFirstOrThrow();
    const { id } = await db.auditEvent.create({
      data: {
        actor: 'user',
        action: 'update',
        entity: 'partner',
        entity_id: String(partner.id),
        before: { ...JSON.parse(JSON.stringify(partner)), nested: [{ access_token: 'sesame', name: 'kept' }] },
        at: server.clock.now(),
      },
    });
    for (const path of [`audit_events/${id}`, `partners/${partner.id}`, 'trail']) {
      const res = await admin.get(`/admin/${path}`).expect(200);
      expect(res.text).toContain('kept');
      expect(res.text).not.toMatch(/encrypted_password|sesame/);
    }
  });

  it('hides staff account changes from editors', async () => {
    const { id, record_version } = (await show(`staff/${editor.id}`)).user;
    await admin.patch(`/admin/staff/${id}`).send({ record_version, name: 'Theo' }).expect(200);
    const entities = async (client: Client) => {
      const { body } = await client.get('/admin/trail').expect(200);
      return body.audit_events.map((event: { entity: string }) => event.entity);
    };
    expect((await entities(admin))[0]).toBe('user');
    expect(await entities(editor)).not.toContain('user');
    expect((await entities(editor)).length).toBeGreaterThan(0);
  });
});

it("shows a promotion's status, page, and number of events on its record", async () => {
  const { id } = await createPromotion(server);
  const { linked, page, promotion } = await show(`promotions/${id}`);
  expect(promotion).toMatchObject({ display_status: 'awaiting review', labels: { book_id: 'The Quiet Harbor' } });
  expect(page).toBe(`/users/promotions/${id}/edit`);
  expect(linked).toContainEqual({
    entity: 'promotion_events',
    label: 'Promotion events',
    query: { promotion_id: String(id) },
    total_count: 1,
  });
});

describe('an export', () => {
  it('has every filtered row once, and quotes values that would run as formulas', async () => {
    const { db } = server.deps;
    await db.tag.createMany({
      data: Array.from({ length: 1203 }, (_, n) => ({ name: `=tag ${n}`, slug: `tag-${n}` })),
    });
    const { text } = await admin.get('/admin/tags.csv?q=%3Dtag').expect(200);
    const lines = text.trim().split('\n').slice(1);
    expect(lines).toHaveLength(1203);
    expect(new Set(lines).size).toBe(1203);
    expect(lines[0]).toMatch(/^\d+,'=tag 0,tag-0,0$/);
  });
});
