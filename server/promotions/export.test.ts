import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  PASSWORD,
  type PartnerClient,
  visitor,
} from '#server/testing/factories.ts';

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
let other: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
});
afterAll(() => server.close());

describe('the CSV of promotions', () => {
  const linesOf = async (client: Client, query = '') => {
    const res = await client.get(`/promotions.csv${query}`).expect(200);
    expect(res.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(res.headers['content-disposition']).toBe('attachment; filename=promotions.csv');
    expect(res.text.startsWith('\uFEFF')).toBe(true);
    return res.text.slice(1).trimEnd().split('\n');
  };

  it("lists the partner's own, newest first", async () => {
    const first = await createPromotion(server, { partner, book: { title: 'Über, "the" Harbor' }, days: 1 });
    const second = await createPromotion(server, { partner, book: { title: 'Second' }, days: 2, sale_price_cents: 0 });
    await createPromotion(server, { partner: other });
    expect(await linesOf(partner)).toEqual([
      'id,book,author,category,display_status,requested_date,promotion_date,deal_ends_on,price_type,current_price,sale_price,price_per_click,clicks_total,clicks_billable,at_most,so_far,cost,discount,credit,waived,total,refunded,currency,paid_at,created_at',
      expect.stringMatching(
        new RegExp(
          `^${second.id},Second,,Mystery,awaiting review,2026-12-03,,2026-12-09,free,4\\.99,0\\.00,0\\.15,0,0,60\\.00,,,,,,,,USD,,2026`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^${first.id},"Über, ""the"" Harbor",,Mystery,awaiting review,2026-12-02,,2026-12-08,discounted,4\\.99,0\\.99,0\\.40,0,0,60\\.00,,,,,,,,USD,,2026`,
        ),
      ),
    ]);
  });

  it("lists all partners' promotions for staff, with the partner", async () => {
    const [head, ...rows] = await linesOf(staff);
    expect(head).toMatch(/,partner_id,partner,partner_email$/);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(new RegExp(`,${other.id},Ada Quill,${other.email}$`));
    await visitor(server).get('/promotions.csv').expect(401);
  });

  it("follows the list's filters without pagination", async () => {
    expect(await linesOf(partner, '?q=second&display_status=awaiting%20review')).toHaveLength(2);
    expect(await linesOf(partner, '?q=%25')).toHaveLength(1);
    expect(await linesOf(partner, '?date_from=2026-12-03')).toHaveLength(2);
    expect(await linesOf(partner, `?partner_id=${other.id}`)).toHaveLength(1);
    await partner.get('/promotions.csv?page=2').expect(422);
    await partner.get('/promotions.csv?title=x').expect(422);
  });

  it('escapes formulas in typed text', async () => {
    const [careless] = (await insertPartners(server, 1)) as [PartnerClient];
    for (const [i, title] of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'].entries())
      await server.deps.db.book.update({
        where: { id: (await createPromotion(server, { partner: careless, days: i + 1 })).book.id },
        data: { title },
      });
    const [, ...rows] = await linesOf(careless);
    expect(rows.map((row) => row.split(',')[1])).toEqual(["'\t=1", "'@SUM(A1)", "'-1", "'+1", "'=1+1"]);
  });

  it('reads more than a thousand promotions in batches, each once', async () => {
    const [busy] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await createPromotion(server, { partner: busy });
    const { rows: columns } = await server.deps.pool.query<{ name: string }>(
      `select string_agg(quote_ident(attname), ', ') as name from pg_attribute where attrelid = 'promotions'::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    );
    const list = columns[0]!.name;
    await server.deps.pool.query(
      `insert into promotions (${list}) select ${list} from promotions, generate_series(1, 1100) where id = $1`,
      [id],
    );
    const [, ...rows] = await linesOf(busy);
    const ids = rows.map((row) => Number(row.split(',')[0]));
    expect(ids).toHaveLength(1101);
    expect(new Set(ids).size).toBe(1101);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    // A search lists fewer on the screen.
    const found = (await linesOf(staff, `?q=${encodeURIComponent(busy.email)}`)).slice(1);
    expect(found.map((row) => Number(row.split(',')[0]))).toEqual(ids);
  });
});

describe('the calendar', () => {
  const calendarOf = async (client: Client) =>
    (await client.get('/promotions/calendar').expect(200)).body.calendar.url as string;
  const read = (url: string) => supertest(server.url).get(new URL(url).pathname + new URL(url).search);

  it('shows approved promotions by its URL alone', async () => {
    const owner = await createPartner(server);
    const approved = await createPromotion(server, {
      partner: owner,
      book: { title: 'Harbor; Night, and\\Day' },
      days: 3,
    });
    await createPromotion(server, { partner: owner, book: { title: 'Waiting' }, days: 4 });
    const cancelled = await createPromotion(server, { partner: owner, book: { title: 'Cancelled' }, days: 5 });
    for (const { id } of [approved, cancelled]) await staff.post(`/promotions/${id}/approve`).expect(200);
    await staff.post(`/promotions/${cancelled.id}/cancel_approved`).expect(200);

    const url = await calendarOf(owner);
    expect(url.startsWith(`${server.url}/api/v1/promotions.ics?token=`)).toBe(true);
    const res = await read(url).expect(200);
    expect(res.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const text = res.text.replace(/\r\n[ \t]/g, '');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const lines = text.split('\r\n');
    for (const line of [
      'X-WR-CALNAME:Deckle promotions',
      `UID:promotion-${approved.id}@127.0.0.1`,
      'SUMMARY:Harbor\\; Night\\, and\\\\Day in the newsletter (Mystery)',
      'DTSTART;VALUE=DATE:20261204',
      'DTEND;VALUE=DATE:20261205',
      `URL:${server.url}/partners/promotions/${approved.id}/edit`,
    ])
      expect(lines).toContain(line);
    expect(text).toMatch(
      /Set the price to \$0\.99 in every store by 10:00 AM Pacific Time\\, and keep it that way through \w+day December /,
    );
  });

  it('is limited to the partner; an empty one is valid too', async () => {
    const res = await read(await calendarOf(other)).expect(200);
    expect(res.text).toMatch(/^BEGIN:VCALENDAR/);
    expect(res.text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(res.text).not.toContain('VEVENT');
  });

  it('writes no additional property, whatever the title contains', async () => {
    const owner = await createPartner(server);
    const { id, book } = await createPromotion(server, { partner: owner });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    const title = 'A\r\nATTACH:https://evil.example/x\rEND:VEVENT\u2028B';
    await server.deps.db.book.update({ where: { id: book.id }, data: { title } });
    const { text } = await read(await calendarOf(owner)).expect(200);
    expect(text).not.toMatch(/^ATTACH/m);
    expect(text.match(/END:VEVENT\r\n/g)).toHaveLength(1);
    expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
  });

  it('refuses other tokens, and the old one after a password change', async () => {
    const owner = await createPartner(server, { card: null });
    const url = await calendarOf(owner);
    const token = new URL(url).searchParams.get('token')!;
    const foreign = Buffer.from(token, 'base64url');
    foreign.writeUInt32BE(partner.id);
    for (const wrong of ['', 'x', token.slice(1), `${token}A`, `B${token.slice(1)}`, foreign.toString('base64url')])
      expect((await visitor(server).get(`/promotions.ics?token=${wrong}`).expect(404)).text).toBe('{}');
    await visitor(server).get('/promotions.ics').expect(422);
    await visitor(server).get('/promotions/calendar').expect(401);
    await staff.get('/promotions/calendar').expect(403);

    await read(url).expect(200);
    const password = 'an even longer passphrase';
    const change = { current_password: PASSWORD, password, password_confirmation: password };
    await owner.patch('/partner-auth').send(change).expect(200);
    await read(url).expect(404);
  });

  it('is unavailable once the account is closed', async () => {
    const owner = await createPartner(server, { card: null });
    const url = await calendarOf(owner);
    await owner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
    await read(url).expect(404);
  });
});

describe('the rule check by staff', () => {
  const failed = (body: { rules: { code: string; passed: boolean | null }[] }) =>
    body.rules.filter(({ passed }) => passed === false).map(({ code }) => code);

  it("accepts any partner's book", async () => {
    const { book } = await createPromotion(server, { days: 9 });
    const draft = {
      book_id: book.id,
      category_id: 1,
      requested_date: '2026-12-01',
      sale_price_cents: 999,
      current_price_cents: 999,
    };
    const res = await staff.post('/promotions/check').send(draft).expect(200);
    expect(failed(res.body).sort()).toEqual(['discount_too_small', 'price_too_high', 'repeat_too_soon']);
    await other.post('/promotions/check').send(draft).expect(404);
    await visitor(server).post('/promotions/check').send(draft).expect(401);
  });

  it('accepts a booked promotion as it is, and a change to it', async () => {
    const { id } = await createPromotion(server, { days: 9 });
    const asBooked = await staff.post('/promotions/check').send({ promotion_id: id }).expect(200);
    expect(asBooked.body.eligible).toBe(true);
    const changed = await staff.post('/promotions/check').send({ promotion_id: id, sale_price_cents: 500 }).expect(200);
    expect(failed(changed.body)).toEqual(['price_too_high', 'discount_too_small']);
    await staff.post('/promotions/check').send({ promotion_id: 999_999 }).expect(404);
    const neither = await staff.post('/promotions/check').send({}).expect(422);
    expect(neither.body.errors.book_id).toEqual(["can't be blank"]);
  });

  it('still requires the book from partners', async () => {
    const { id, partner: owner } = await createPromotion(server, { days: 9 });
    const res = await owner.post('/promotions/check').send({ promotion_id: id }).expect(422);
    expect(res.body.errors.book_id).toEqual(["can't be blank"]);
  });
});

it('takes a search for discounts literally', async () => {
  for (const code of ['SPRING_10', 'SPRINGX10'])
    await staff.post('/discounts').send({ code, kind: 'percent', value: 10 }).expect(201);
  const { discounts } = (await staff.get('/discounts?q=spring_').expect(200)).body;
  expect(discounts.map(({ code }: { code: string }) => code)).toEqual(['SPRING_10']);
});

it("shows a category's slots to any caller with public=true", async () => {
  const { body } = await visitor(server)
    .get('/newsletter_promotion_counts?public=true&category_id=2&per=1')
    .expect(200);
  expect(body.newsletter_promotion_counts).toEqual([
    {
      id: expect.any(Number),
      newsletter_date: '2026-12-01',
      category_id: 2,
      promotions_in_total: 0,
      places_left: expect.any(Number),
      top_of_newsletter_available: true,
    },
  ]);
  await visitor(server).get('/newsletter_promotion_counts?category_id=2').expect(401);
  const res = await visitor(server).get('/newsletter_promotion_counts?public=true').expect(422);
  expect(res.body.errors.category_id).toEqual(["can't be blank"]);
  await partner.get('/newsletter_promotion_counts').expect(200);
});
