/** Previews and test emails match the newsletter that is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  type CreatedPromotion,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';
import { freezeNewsletter } from './freeze.ts';

const TOP_SPOT_ADDON_ID = 1;
const ROMANCE = 6;
const DATE = '2026-12-02';

const AMAZON = 'https://www.amazon.com/dp/B0ABCDEFGH';
const KOBO = 'https://www.kobo.com/us/en/ebook/the-quiet-harbor?a=1&b=2';

/** Removes link URLs, which are the reader's own in the sent email and untracked in a preview. */
const withoutLinks = (text: string) =>
  text
    .replace(/href="[^"]*"/g, 'href')
    .replace(/https?:\/\/\S+/g, 'LINK')
    .replaceAll('\r\n', '\n')
    .trimEnd();

/** All link targets. */
const hrefsOf = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url!);

describe('a previewed newsletter', () => {
  let server: TestServer;
  let staff: Client & { id: number };
  let partner: PartnerClient;
  let id: number;
  let reader: { email: string; uuid: string; id: number };
  const promotions: Record<string, CreatedPromotion> = {};

  const createApproved = async (name: string, fields: Parameters<typeof createPromotion>[1] = {}) => {
    promotions[name] = await createPromotion(server, {
      partner,
      book: { title: `The ${name} book`, category_id: fields?.category_id ?? MYSTERY, kobo_url: KOBO },
      ...fields,
    });
    await staff.post(`/promotions/${promotions[name].id}/approve`).expect(200);
  };
  const preview = async (query = '') =>
    (await staff.get(`/newsletters/${id}/preview${query}`).expect(200)).body.preview;

  beforeAll(async () => {
    server = await startTestServer();
    staff = await createStaff(server);
    [partner] = (await insertPartners(server, 1)) as [PartnerClient];
    const where = { newsletter_date_kind: { newsletter_date: new Date(DATE), kind: 'daily' as const } };
    id = (await server.deps.db.newsletter.findUniqueOrThrow({ where })).id;
    const created = await createReader(server, { category_ids: [MYSTERY, ROMANCE], stores: ['kobo'] });
    const row = await server.deps.db.reader.findUniqueOrThrow({ where: { uuid: created.uuid } });
    reader = { ...created, id: row.id };
  });
  afterAll(() => server.close());

  it('shows nothing while it is empty', async () => {
    expect(await preview()).toEqual({
      newsletter_id: id,
      format: 'html',
      subject: 'No deals today',
      preheader: '',
      content: null,
      deals_count: 0,
      size_bytes: 0,
    });
  });

  it("can't be test-emailed while it is empty", async () => {
    const changed = await tablesChangedBy(server, async () => {
      const test = await staff.post(`/newsletters/${id}/test`).send({ email: 'nora@example.test' }).expect(409);
      expect(test.body.errors.base).toEqual([
        'This newsletter has no deals yet. Approve a promotion for its date, then send the test.',
      ]);
      expect(test.body.newsletter).toMatchObject({ id, status: 'draft' });
    });
    expect(changed).toEqual([]);
  });

  it("can't be test-emailed if it closed without deals", async () => {
    const data = { newsletter_date: new Date('2026-11-20'), status: 'cancelled' } as const;
    const { id: closed } = await server.deps.db.newsletter.create({ data });
    const test = await staff.post(`/newsletters/${closed}/test`).send({ email: 'nora@example.test' }).expect(409);
    expect(test.body.errors.base).toEqual([
      'This newsletter has no deals and is no longer open, so there’s nothing to send.',
    ]);
  });

  it('shows the email of one reader, one genre, or all, and counts its deals', async () => {
    await createApproved('unplaced');
    await createApproved('second', { sale_price_cents: 0 });
    await createApproved('top', { addon_ids: [TOP_SPOT_ADDON_ID] });
    await createApproved('romance', { category_id: ROMANCE });
    await staff
      .patch(`/newsletters/${id}`)
      .send({ promotion_ids: [promotions.second!.id] })
      .expect(200);
    await staff.patch(`/books/${promotions.romance!.book.id}`).send({ amazon_url: null }).expect(200);
    const all = await preview();
    expect([all.subject, all.deals_count]).toEqual(['Today: “The top book” for $0.99, and 3 more', 4]);
    expect(all.size_bytes).toBe(Buffer.byteLength(all.content));
    const titles = (text: string) => [...new Set([...text.matchAll(/The (\w+) book/g)].map(([, name]) => name))];
    const [before] = (await preview('?format=text')).content.split('-- \n');
    expect(titles(before)).toEqual(['top', 'second', 'unplaced', 'romance']);
    expect((await preview(`?categories=${ROMANCE}`)).deals_count).toBe(1);
    expect((await preview(`?categories=${MYSTERY},${ROMANCE}`)).deals_count).toBe(4);
    expect((await preview('?categories=11')).content).toBeNull();
    expect((await preview(`?reader=${reader.id}&format=text`)).content).toContain(
      'You’re receiving this newsletter because you chose Mystery and Romance on Deckle.',
    );
  });

  it('contains no link that counts a click, opens preferences, or unsubscribes', async () => {
    const html = (await preview(`?reader=${reader.id}`)).content;
    const text = (await preview(`?reader=${reader.id}&format=text`)).content;
    expect(html + text).not.toContain(reader.uuid);
    const shown = KOBO.replace('&', '&amp;');
    const web = `${server.url}/newsletter/archive/2026-12-02`;
    expect(new Set(hrefsOf(html))).toEqual(new Set([shown, server.url, web]));
    expect(new Set(text.match(/https?:\/\/\S+/g))).toEqual(new Set([KOBO, server.url, web]));
    expect(new Set(hrefsOf((await preview()).content))).toEqual(new Set([AMAZON, shown, server.url, web]));
  });

  it('changes nothing, and refuses invalid parameters and callers without access', async () => {
    const changed = await tablesChangedBy(server, async () => {
      await preview();
      for (const [query, field] of [
        ['?format=pdf', 'format'],
        ['?reader=x', 'reader'],
        ['?categories=', 'categories'],
        ['?categories=1,x', 'categories'],
        ['?categories=999', 'categories'],
        [`?reader=${reader.id}&categories=1`, 'categories'],
        ['?bogus=1', 'bogus'],
      ] as const) {
        const res = await staff.get(`/newsletters/${id}/preview${query}`).expect(422);
        expect([query, Object.keys(res.body.errors)]).toEqual([query, [field, 'full_messages']]);
      }
      await staff.get(`/newsletters/${id}/preview?reader=999999`).expect(404);
      await staff.get('/newsletters/999999/preview').expect(404);
      await partner.get(`/newsletters/${id}/preview`).expect(403);
      await visitor(server).get(`/newsletters/${id}/preview`).expect(401);
    });
    expect(changed).toEqual([]);
  });

  it('is emailed as a test: marked in the subject, untracked, to the given addresses and to no reader', async () => {
    const shown = await preview();
    const res = await staff
      .post(`/newsletters/${id}/test`)
      .send({ emails: ['nora@example.test', 'ida@example.test'] })
      .expect(200);
    expect(res.body).toEqual({ message: 'We’re sending the test email to nora@example.test, ida@example.test.' });
    for (const address of ['nora@example.test', 'ida@example.test']) {
      const [mail, ...more] = await server.emailsTo(address);
      expect(more).toEqual([]);
      expect(mail!.subject).toBe('[Test] Today: “The top book” for $0.99, and 3 more');
      expect(mail!.html.replaceAll('\r\n', '\n').trimEnd()).toBe(shown.content);
      expect(Object.keys(mail!.headers).filter((name) => name.startsWith('list-'))).toEqual([]);
    }
    expect(await server.deps.db.delivery.count()).toBe(0);
    const auditEvent = await server.deps.db.auditEvent.findFirstOrThrow({ where: { action: 'test' } });
    expect(auditEvent).toMatchObject({ entity: 'newsletter', entity_id: String(id), actor_id: staff.id });
    await staff
      .post(`/newsletters/${id}/test`)
      .send({ email: 'one@example.test', category_ids: [ROMANCE] })
      .expect(200);
    const [one] = await server.emailsTo('one@example.test');
    expect(one!.text).toContain('The romance book');
    expect(one!.text).not.toContain('The second book');
    expect(one!.subject).toBe(`[Test] ${(await preview(`?categories=${ROMANCE}`)).subject}`);
    expect(one!.subject).toContain('The romance book');
    const none = await staff
      .post(`/newsletters/${id}/test`)
      .send({ email: 'none@example.test', category_ids: [20] })
      .expect(409);
    expect(none.body.errors.base).toEqual([
      'None of this newsletter’s deals are in these categories. Choose others, then send the test.',
    ]);
  });

  it('can be test-emailed to five valid addresses at most, by staff only', async () => {
    const changed = await tablesChangedBy(server, async () => {
      for (const [body, field, message] of [
        [{}, 'emails', "can't be blank"],
        [{ emails: [] }, 'emails', 'needs at least 1'],
        [{ emails: ['nora'] }, 'emails', 'isn’t a valid email address'],
        [
          { emails: Array.from({ length: 6 }, (_, i) => `${i}@example.test`) },
          'emails',
          'has too many items (at most 5)',
        ],
        [{ email: 'a@example.test\r\nBcc: b@example.test' }, 'email', 'isn’t a valid email address'],
        [
          { email: 'a@example.test', category_ids: [999] },
          'categories',
          'includes a category that no longer exists; reload the page and choose again',
        ],
      ] as const)
        expect((await staff.post(`/newsletters/${id}/test`).send(body).expect(422)).body.errors[field]).toEqual([
          message,
        ]);
      await partner.post(`/newsletters/${id}/test`).send({ email: 'a@example.test' }).expect(403);
      await staff.post('/newsletters/999999/test').send({ email: 'a@example.test' }).expect(404);
    });
    expect(changed).toEqual([]);
  });

  it('equals the sent email except for the links', async () => {
    await createApproved('archived');
    await server.deps.db.book.update({ where: { id: promotions.archived!.book.id }, data: { status: 'archived' } });
    await createApproved('storeless', { category_id: ROMANCE });
    const noStoreUrls = { amazon_url: null, kobo_url: null };
    await server.deps.db.book.update({ where: { id: promotions.storeless!.book.id }, data: noStoreUrls });
    const html = await preview(`?reader=${reader.id}`);
    const text = await preview(`?reader=${reader.id}&format=text`);
    const draft = (await preview('?format=text')).content;

    server.clock.set(new Date('2026-12-02T17:00:00Z'));
    await freezeNewsletter(server.deps, DATE);
    await server.settle();
    const [mail] = (await server.emailsTo(reader.email)).filter(({ headers }) => 'list-unsubscribe' in headers);
    expect(mail!.subject).toBe(html.subject);
    expect(withoutLinks(mail!.html)).toBe(withoutLinks(html.content));
    expect(withoutLinks(mail!.text)).toBe(withoutLinks(text.content));
    expect(hrefsOf(mail!.html).some((url) => url.startsWith('https://www.kobo.com'))).toBe(false);

    // After closing, it is shown as sent, whatever has changed since.
    await partner.patch(`/books/${promotions.second!.book.id}`).send({ title: 'Renamed in haste' }).expect(200);
    staff = await createStaff(server);
    expect((await preview('?format=text')).content).toBe(draft);
  });
});
