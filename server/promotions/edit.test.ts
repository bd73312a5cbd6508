import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';

const TOP_SPOT_ADDON_ID = 1;
const THRILLER = 3;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

let day = 5;
const create = (fields: Parameters<typeof createPromotion>[1] = {}) =>
  createPromotion(server, { partner, days: ++day, ...fields });
const createApproved = async (fields: Parameters<typeof createPromotion>[1] = {}) => {
  const made = await create(fields);
  await staff.post(`/promotions/${made.id}/approve`).expect(200);
  return made;
};
const edit = (id: number, body: object, client: Client = partner) => client.patch(`/promotions/${id}/`).send(body);
const takenOn = async (date: string, category_id = MYSTERY) => {
  const where = { newsletter_date_category_id: { newsletter_date: new Date(date), category_id } };
  return (await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where })).promotions_in_total;
};
const isTopSpotFree = async (date: string, category_id = MYSTERY) =>
  (await partner.get(`/addons/top_of_newsletter/check_availability?date=${date}&category_id=${category_id}`)).body
    .available;

async function expectRefused(id: number, body: object, response: object, client: Client = partner) {
  await client.get('/promotions').expect(200); // Records the session's use now, so that the next request doesn't.
  const changed = await tablesChangedBy(server, async () => {
    const res = await edit(id, body, client);
    expect({ status: res.status, ...res.body }).toMatchObject(response);
  });
  expect(changed).toEqual([]);
}

describe('an edit', () => {
  it('changes the submitted fields, and refuses read-only ones by name', async () => {
    const { id, date } = await create();
    const body = {
      partner_note: 'New note',
      blurb_override: '',
      sale_price_cents: 199,
    };
    const more = {
      book_id: 1,
      cpc_cents: 0,
      approval_status: 'approved',
      promotion_date: '2026-12-02',
      discount_id: 1,
    };
    const refused = await edit(id, { ...body, ...more }).expect(422);
    for (const name of Object.keys(more)) expect(refused.body.errors[name]).toEqual(['is not a known parameter']);
    const res = await edit(id, body).expect(200);
    expect(res.body.promotion).toMatchObject({
      display_status: 'awaiting review',
      requested_date: date,
      promotion_date: null,
      partner_note: 'New note',
      blurb_override: null,
      sale_price_cents: 199,
      cpc_cents: 40,
      max_cost_cents: 6000,
      paid_at: null,
      discount_id: null,
    });
    const { events } = (await partner.get(`/promotions/${id}?joins=events`)).body.promotion;
    expect(events.at(-1)).toMatchObject({
      actor: 'partner',
      action: 'edit',
      from: 'awaiting review',
      to: 'awaiting review',
    });
  });

  it('that makes the book free changes the price per click; one that keeps price and category keeps the frozen price', async () => {
    const { id } = await create();
    const free = await edit(id, { sale_price_cents: 0 }).expect(200);
    expect(free.body.promotion).toMatchObject({ price_type: 'free', cpc_cents: 15 });
    await server.deps.db.category.update({ where: { id: MYSTERY }, data: { cpc_free_cents: 99 } });
    const noted = await edit(id, { partner_note: 'Hello' }).expect(200);
    expect(noted.body.promotion.cpc_cents).toBe(15);
    await server.deps.db.category.update({ where: { id: MYSTERY }, data: { cpc_free_cents: 15 } });
  });

  it('moves the top spot with the date and the category', async () => {
    const { id, date } = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
    await edit(id, { requested_date: '2027-02-02', deal_ends_on: '2027-02-08', category_id: THRILLER }).expect(200);
    expect([await isTopSpotFree(date), await isTopSpotFree('2027-02-02', THRILLER)]).toEqual([true, false]);
  });

  it('to a category with a more expensive top spot updates its price; staying keeps the frozen price', async () => {
    const { id } = await create({ addon_ids: [TOP_SPOT_ADDON_ID], deal_ends_on: '2027-02-28' });
    const setPrice = (category_id: number, top_of_newsletter_addon_cents: number) =>
      server.deps.db.category.update({ where: { id: category_id }, data: { top_of_newsletter_addon_cents } });
    await setPrice(MYSTERY, 1500);
    await setPrice(THRILLER, 2500);
    const pricesAfter = async (body: object, client: Client = partner) => {
      const { promotion } = (await edit(id, body, client).expect(200)).body;
      return promotion.addons.map(({ price_cents }: { price_cents: number }) => price_cents);
    };
    expect(await pricesAfter({ requested_date: '2027-02-04' })).toEqual([1000]);
    expect(await pricesAfter({ category_id: THRILLER })).toEqual([2500]);
    await setPrice(THRILLER, 1000);
    expect(await pricesAfter({ requested_date: '2027-02-05' })).toEqual([2500]);
    await setPrice(MYSTERY, 1000);
    await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(await pricesAfter({ category_id: MYSTERY }, staff)).toEqual([1000]);
  });

  it('is checked by the rules again, and refused with their codes', async () => {
    const { id } = await create();
    await expectRefused(
      id,
      { sale_price_cents: 500, current_price_cents: 600 },
      {
        status: 422,
        codes: ['price_too_high', 'discount_too_small'],
      },
    );
    await expectRefused(id, { requested_date: '2026-12-01' }, { status: 422, codes: ['date_past'] });
    await expectRefused(id, { category_id: 10 }, { status: 422, codes: ['adult_category'] });
    await expectRefused(id, { category_id: 999 }, { status: 422, errors: { category_id: ['is not a category'] } });
    await expectRefused(
      id,
      { deal_ends_on: '2026-12-02' },
      {
        status: 422,
        errors: { deal_ends_on: ['The deal must still be running on the newsletter date and every alternative date.'] },
      },
    );
    await expectRefused(
      id,
      {},
      { status: 422, errors: { base: ['Nothing changed. Send at least one field to change.'] } },
    );
    await expectRefused(id, { requested_date: 7 }, { status: 422, errors: { requested_date: ['must be text'] } });
    await expectRefused(
      id,
      { partner_feedback: 'Hi' },
      { status: 422, errors: { partner_feedback: ['can only be set by the partner'] } },
      staff,
    );
  });

  it('checks new alternates, but not existing ones', async () => {
    const { id, date } = await create({ alternate_dates: ['2027-02-20'], deal_ends_on: '2027-03-02' });
    const message =
      'The alternative date Tuesday December 1st, 2026 isn’t available. It’s too late to book that date. Choose a later one.';
    await expectRefused(
      id,
      { alternate_dates: ['2027-02-20', '2026-12-01'] },
      { status: 422, codes: ['date_past'], errors: { alternate_dates: [message], full_messages: [message] } },
    );
    await server.deps.db.promotion.update({ where: { id }, data: { alternate_dates: [new Date('2026-12-01')] } });
    const edited = await edit(id, { alternate_dates: ['2026-12-01', '2027-02-21'] }).expect(200);
    expect(edited.body.promotion).toMatchObject({
      requested_date: date,
      alternate_dates: ['2026-12-01', '2027-02-21'],
    });
  });

  it('to a date with a taken top spot is refused with the record', async () => {
    const holder = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
    const { id } = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
    await expectRefused(
      id,
      { requested_date: holder.date, deal_ends_on: '2027-02-28' },
      {
        status: 409,
        errors: { base: ['The top spot is already taken for this date and category.'] },
        promotion: { id, display_status: 'awaiting review' },
      },
    );
  });

  it('with an answer that nobody asked for changes nothing', async () => {
    const { id } = await create();
    await expectRefused(
      id,
      { partner_note: 'Changed?', partner_feedback: 'Hello' },
      {
        status: 409,
        errors: { base: ['This promotion’s status is “awaiting review”, so it can’t be updated with an answer.'] },
        promotion: { id, partner_note: null },
      },
    );
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    await expectRefused(id, { sale_price_cents: 500, partner_feedback: 'So.' }, { status: 422 });
    const both = await edit(id, { partner_note: 'Changed', partner_feedback: 'So.' }).expect(200);
    expect(both.body.promotion).toMatchObject({
      display_status: 'feedback submitted',
      partner_note: 'Changed',
      partner_feedback: 'So.',
    });
  });

  it('by staff is audited, and may choose the newsletter that closes next', async () => {
    const { id, date } = await create();
    await server.deps.db.promotion.update({ where: { id }, data: { alternate_dates: [new Date('2026-12-01')] } });
    const res = await edit(id, { requested_date: '2026-12-01' }, staff).expect(200);
    expect(res.body.promotion).toMatchObject({ requested_date: '2026-12-01', alternate_dates: [date] });
    const [event] = await server.deps.db.auditEvent.findMany({ where: { entity: 'promotion', entity_id: String(id) } });
    expect(event).toMatchObject({ actor_id: staff.id, action: 'edit' });
    expect(event!.after).toMatchObject({ requested_date: '2026-12-01T00:00:00.000Z' });
  });
});

describe('an edit that keeps date and category', () => {
  const LAST_DAY = '2026-12-01T18:00:00.000Z';
  const check = (made: { id: number; book: { id: number } }, body: object) =>
    partner.post('/promotions/check').send({ book_id: made.book.id, promotion_id: made.id, ...body });
  const fill = (date: string) =>
    server.deps.db.newsletterPromotionCount.updateMany({
      where: { newsletter_date: new Date(date), category_id: MYSTERY },
      data: { promotions_in_total: 4 },
    });

  it('is accepted even on the last day before its newsletter closes', async () => {
    const made = await createApproved({ days: 1 });
    server.clock.set(new Date(LAST_DAY));
    const body = { requested_date: made.date, category_id: MYSTERY, sale_price_cents: 49, current_price_cents: 499 };
    const checked = (await check(made, body).expect(200)).body;
    expect(checked.eligible).toBe(true);
    expect(checked.rules.map(({ code }: { code: string }) => code)).not.toContain('date_past');
    const res = await edit(made.id, body).expect(200);
    expect(res.body.promotion).toMatchObject({ promotion_date: made.date, sale_price_cents: 49 });
    await edit(made.id, { category_id: THRILLER }, staff).expect(200);
    expect([await takenOn(made.date), await takenOn(made.date, THRILLER)]).toEqual([0, 1]);
    await partner.post(`/promotions/${made.id}/cancel_approved`).expect(200);
    server.clock.set(START);
  });

  it("isn't refused because its own date is full; a move to a full date is", async () => {
    const made = await createApproved();
    const undecided = await create();
    await fill(made.date);
    await fill(undecided.date);
    for (const { id, date } of [made, undecided])
      await edit(id, { requested_date: date, category_id: MYSTERY, sale_price_cents: 199 }).expect(200);
    expect((await check(made, { requested_date: made.date, sale_price_cents: 0 })).body.eligible).toBe(true);
    const moved = (await check(made, { requested_date: undecided.date })).body;
    expect(moved.rules.find(({ code }: { code: string }) => code === 'date_full').passed).toBe(false);
    await expectRefused(
      undecided.id,
      { requested_date: made.date, deal_ends_on: '2027-02-28' },
      { status: 422, codes: ['date_full'] },
    );
  });

  it('checks no rules if it keeps the price, too', async () => {
    const made = await create();
    const cards = { where: { partner_id: partner.id } };
    await server.deps.db.creditCard.updateMany({ ...cards, data: { is_card_valid: false } });
    const same = { requested_date: made.date, category_id: MYSTERY, sale_price_cents: 99, current_price_cents: 499 };
    await edit(made.id, { ...same, partner_note: 'The price is live already.' }).expect(200);
    expect((await check(made, same).expect(200)).body).toEqual({ eligible: true, rules: [] });
    await expectRefused(made.id, { sale_price_cents: 199 }, { status: 422, codes: ['no_card'] });
    expect((await check(made, { sale_price_cents: 199 })).body.eligible).toBe(false);
    await server.deps.db.creditCard.updateMany({ ...cards, data: { is_card_valid: true } });
  });

  it('can’t be checked by another partner', async () => {
    const [other] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await create();
    const book = await createBook(other);
    await other.post('/promotions/check').send({ book_id: book.id, promotion_id: id }).expect(404);
  });
});

describe('an edit of an approved promotion', () => {
  it('moves its slot', async () => {
    const { id, date } = await createApproved();
    const res = await edit(id, { requested_date: '2027-01-05', deal_ends_on: '2027-01-09' }).expect(200);
    expect(res.body.promotion).toMatchObject({
      display_status: 'awaiting promotion date',
      promotion_date: '2027-01-05',
    });
    expect([await takenOn(date), await takenOn('2027-01-05')]).toEqual([0, 1]);
  });

  it('keeps the approved alternate date and the original request', async () => {
    const { id, date } = await create({ alternate_dates: ['2027-01-20', '2027-01-21'], deal_ends_on: '2027-01-31' });
    await staff.post(`/promotions/${id}/approve`).send({ promotion_date: '2027-01-20' }).expect(200);
    const noted = await edit(id, { partner_note: 'The price is live already.' }).expect(200);
    expect(noted.body.promotion).toMatchObject({
      requested_date: date,
      promotion_date: '2027-01-20',
      alternate_dates: ['2027-01-21'],
      partner_note: 'The price is live already.',
    });
    const shortened = await edit(id, { deal_ends_on: '2027-01-30' }, staff).expect(200);
    expect(shortened.body.promotion).toMatchObject({ requested_date: date, alternate_dates: ['2027-01-21'] });
    const moved = await edit(id, { requested_date: '2027-01-21' }, staff).expect(200);
    expect(moved.body.promotion).toMatchObject({
      requested_date: '2027-01-21',
      promotion_date: '2027-01-21',
      alternate_dates: [date, '2027-01-20'],
    });
  });

  it('to a full date is refused, and the slot stays', async () => {
    const { id, date } = await createApproved();
    await server.deps.db.newsletterPromotionCount.updateMany({
      where: { newsletter_date: new Date('2027-01-07'), category_id: MYSTERY },
      data: { promotions_in_total: 4 },
    });
    const body = { requested_date: '2027-01-07', deal_ends_on: '2027-01-09' };
    await expectRefused(id, body, { status: 422, codes: ['date_full'] });
    expect(await takenOn(date)).toBe(1);
  });

  it('swaps dates with another without a deadlock, and neither loses its slot', async () => {
    const a = await createApproved({ deal_ends_on: '2027-02-20' });
    const b = await createApproved({ deal_ends_on: '2027-02-20' });
    for (let round = 0; round < 6; round++) {
      const [first, second] = round % 2 ? [b, a] : [a, b];
      const responses = await Promise.all([
        edit(a.id, { requested_date: second.date }),
        edit(b.id, { requested_date: first.date }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect([await takenOn(a.date), await takenOn(b.date)]).toEqual([1, 1]);
    }
  });

  it('is refused to partners from its date’s cutoff on, and to staff from the freeze on', async () => {
    const { id } = await createApproved({ days: 1 });
    const { id: pending } = await create({ days: 1 });
    server.clock.set(new Date('2026-12-02T17:00:00.000Z'));
    await expectRefused(
      id,
      { partner_note: 'Late' },
      {
        status: 409,
        errors: {
          base: ['The newsletter closed at 10:00 AM Pacific Time, so this promotion can’t be changed anymore.'],
        },
        promotion: { id },
      },
    );
    // An undecided promotion has no slot yet, so its partner can still edit it, and has to choose another date.
    await edit(pending, { partner_note: 'Late' }).expect(200);
    server.clock.set(new Date('2026-12-02T16:59:59.999Z'));
    await edit(id, { partner_note: 'In time' }).expect(200);
    await server.advanceTo('2026-12-02T17:00:00.000Z');
    staff = await createStaff(server);
    await expectRefused(
      id,
      { partner_note: 'Late' },
      { status: 409, promotion: { display_status: 'successfully sent' } },
      staff,
    );
  });
});
