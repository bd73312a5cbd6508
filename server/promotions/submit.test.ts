/** Bookings by a partner. The individual rules are tested in eligibility.test.ts; these tests cover the calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createAuthor,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  promotionInput,
  tablesChangedBy,
} from '#server/testing/factories.ts';

const TOP_SPOT_ADDON_ID = 1;
const EROTICA = 10;
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let server: TestServer;
let staff: Client;
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
});
afterAll(() => server.close());

const newPartner = async () => ((await insertPartners(server, 1)) as [PartnerClient])[0];

const submit = async (body: object, client = partner) => client.post('/promotions').send(body);

async function expectRefused(body: object, errors: object, codes?: string[], client = partner) {
  const changed = await tablesChangedBy(server, async () => {
    const res = await submit(body, client);
    expect([res.status, res.body]).toEqual([
      422,
      { errors: { ...errors, full_messages: expect.any(Array) }, ...(codes ? { codes } : {}) },
    ]);
  });
  expect(changed).toEqual([]);
}

describe('a submission', () => {
  it('freezes price, cap, and add-on, reserves the code, holds the top spot, sends an email, and returns the complete record', async () => {
    partner = await newPartner();
    await staff.post('/discounts').send({ code: 'QUARTER', kind: 'percent', value: 25 }).expect(201);
    const book = await createBook(partner);
    const body = {
      ...promotionInput(server, book.id, {
        addon_ids: [TOP_SPOT_ADDON_ID, TOP_SPOT_ADDON_ID],
        discount_code: ' quarter ',
      }),
      alternate_dates: ['2026-12-05', '2026-12-03'],
      deal_ends_on: '2026-12-08',
      partner_note: '  Thank you. ',
    };
    const { promotion } = (await partner.post('/promotions').send(body).expect(201)).body;
    expect(promotion).toEqual({
      id: expect.any(Number),
      partner_id: partner.id,
      book_id: book.id,
      category_id: MYSTERY,
      display_status: 'awaiting review',
      clicks_so_far: null,
      requested_date: '2026-12-02',
      alternate_dates: ['2026-12-05', '2026-12-03'],
      promotion_date: null,
      deal_ends_on: '2026-12-08',
      current_price_cents: 499,
      sale_price_cents: 99,
      price_type: 'discounted',
      partner_note: 'Thank you.',
      blurb_override: null,
      approval_status: null,
      reason_codes: [],
      staff_message: null,
      suggested_category_id: null,
      feedback_requested_at: null,
      answer_by: null,
      open_dates: ['2026-12-02', '2026-12-05', '2026-12-03'],
      closes_at: '2026-12-05T17:00:00.000Z',
      proposed_date: null,
      partner_feedback: null,
      feedback_submitted_at: null,
      reviewed_at: null,
      changed_since_review: null,
      at_risk: null,
      resubmit_on: null,
      discount_id: expect.any(Number),
      cpc_cents: 40,
      max_cost_cents: 6000,
      money: {
        most: expect.objectContaining({ subtotal_cents: 6000, discount_cents: 1500, total_cents: 4500 }),
        ...{ so_far: null, invoiced: null },
      },
      newsletter_id: null,
      position: null,
      frozen_at: null,
      sent_at: null,
      unable_to_send_at: null,
      unable_reason: null,
      cancelled_at: null,
      cancelled_by: null,
      cancel_reason: null,
      click_window_ends_at: null,
      settled_at: null,
      clicks_total: 0,
      clicks_billable: 0,
      invoice_id: null,
      paid_at: null,
      created_at: INSTANT,
      updated_at: INSTANT,
      addons: [
        { addon_id: 1, name: 'top_of_newsletter', label: 'Top spot in its category', price_cents: 1000, state: 'held' },
      ],
      actions: ['edit', 'cancel'],
      book: expect.objectContaining({ id: book.id, partner_id: partner.id }),
      category: expect.objectContaining({ id: MYSTERY, slug: 'mystery' }),
      discount: { id: promotion.discount_id, code: 'QUARTER', kind: 'percent', value: 25, min_cost_cents: null },
      partner: { id: partner.id, name: 'Ada Quill', email: partner.email },
      stripe_errors: [],
    });
    const events = await server.deps.db.promotionEvent.findMany({ where: { promotion_id: promotion.id } });
    expect(events).toMatchObject([
      { actor: 'partner', actor_id: partner.id, action: 'submit', to: 'awaiting review', at: START },
    ]);
    const [mail] = await server.emailsTo(partner.email);
    expect(mail!.text).toContain('The Quiet Harbor');
    const { discounts } = (await staff.get('/discounts?q=QUARTER').expect(200)).body;
    expect(discounts[0].used_count).toBe(1);

    // The promotion keeps the terms that it was booked with.
    const url = `/discounts/${promotion.discount_id}`;
    await staff.patch(url).send({ value: 10 }).expect(200);
    for (const client of [partner, staff]) {
      const changed = (await client.get(`/promotions/${promotion.id}?joins=discount`).expect(200)).body.promotion;
      expect(changed.discount.value).toBe(25);
    }
    await staff.patch(url).send({ value: 25 }).expect(200);
  });

  it("has the price type “free” and the category's price per click of free books if the price is zero", async () => {
    const owner = await newPartner();
    const book = await createBook(owner, { content_rating: 'adult', category_id: EROTICA });
    const body = promotionInput(server, book.id, { category_id: EROTICA, sale_price_cents: 0 });
    const res = await submit(body, owner);
    expect([res.status, res.body.promotion.price_type, res.body.promotion.cpc_cents]).toEqual([201, 'free', 12]);
  });

  it('reports every missing or invalid field', async () => {
    await expectRefused(
      {},
      Object.fromEntries(
        ['book_id', 'category_id', 'requested_date', 'deal_ends_on', 'current_price_cents', 'sale_price_cents'].map(
          (field) => [field, ["can't be blank"]],
        ),
      ),
    );
    await expectRefused(
      {
        book_id: '1',
        category_id: 2 ** 53,
        requested_date: '2026-02-30',
        deal_ends_on: 'soon',
        current_price_cents: 4.99,
        sale_price_cents: -1,
        alternate_dates: 7,
        addon_ids: [0],
        discount_code: 7,
        partner_note: 'x'.repeat(1001),
      },
      {
        book_id: ['must be a number'],
        category_id: expect.any(Array),
        requested_date: ['must be a date, such as 2026-11-21'],
        deal_ends_on: ['must be a date, such as 2026-11-21'],
        current_price_cents: ['must be a whole number'],
        sale_price_cents: ['must be at least 0'],
        alternate_dates: ['must be a list'],
        addon_ids: ['must be at least 1'],
        discount_code: ['must be text'],
        partner_note: ['is too long (at most 1000 characters)'],
      },
    );
  });

  it("is refused for an inactive or another partner's book, and for an unknown book, category, or add-on", async () => {
    const [draft, foreign] = [await createBook(partner, { status: 'draft' }), await createBook(await newPartner())];
    for (const id of [draft.id, foreign.id, 999_999])
      await expectRefused(promotionInput(server, id), { book_id: ['is not one of your active books'] });
    const { id } = await createBook(partner);
    await expectRefused(promotionInput(server, id, { category_id: 999 }), { category_id: ['is not a category'] });
    await expectRefused(promotionInput(server, id, { addon_ids: [99] }), {
      addon_ids: ['contains an add-on that isn’t offered'],
    });
  });

  it('is refused if the deal ends too early or the dates repeat', async () => {
    const { id } = await createBook(partner);
    const tooEarly = {
      deal_ends_on: ['The deal must still be running on the newsletter date and every alternative date.'],
    };
    await expectRefused(promotionInput(server, id, { deal_ends_on: '2026-12-01' }), tooEarly);
    await expectRefused(
      promotionInput(server, id, { alternate_dates: ['2026-12-09'], deal_ends_on: '2026-12-08' }),
      tooEarly,
    );
    await expectRefused(promotionInput(server, id, { alternate_dates: ['2026-12-02'] }), {
      alternate_dates: ['must be different from each other and from the newsletter date'],
    });
  });

  it('reports every broken rule together, each under its field and with its code', async () => {
    const { id } = await createBook(partner, {
      page_count: 12,
      rating_avg: 2.4,
      rating_count: 30,
      content_rating: 'adult',
    });
    await expectRefused(
      promotionInput(server, id, { requested_date: '2026-12-01', sale_price_cents: 500, current_price_cents: 900 }),
      {
        sale_price_cents: [
          'The deal price must be free or at most $4.99.',
          'The deal must be free, permanently 99 cents, or at least 50% off the current price.',
        ],
        base: [
          'The book must have at least 50 pages (20 for children’s books, 30 for short stories).',
          'Books with five or more ratings need an average of at least 3.0 stars.',
        ],
        requested_date: ['It’s too late to book that date. Choose a later one.'],
        category_id: [
          'Adult books can run only in an adult category, and an adult category takes only Mature and Adult books.',
        ],
      },
      ['price_too_high', 'discount_too_small', 'too_short', 'rating_too_low', 'date_past', 'adult_category'],
    );
  });

  it('needs a date from the day after the open newsletter to ninety days ahead; the cutoff is at ten', async () => {
    const owner = await newPartner();
    const { id } = await createBook(owner);
    const codesOn = async (requested_date: string) =>
      (await submit(promotionInput(server, id, { requested_date }), owner)).body.codes;
    expect(await codesOn('2027-03-02')).toEqual(['date_too_far']);
    expect(await codesOn('2026-12-01')).toEqual(['date_past']);
    server.clock.set(new Date('2026-12-01T17:00:00.000Z'));
    expect(await codesOn('2026-12-02')).toEqual(['date_past']);
    server.clock.set(new Date('2026-12-01T16:59:59.999Z'));
    expect(await codesOn('2026-12-02')).toBeUndefined();
    server.clock.set(START);
  });

  it('must be thirty days from another one of the same book, unless that was canceled or declined', async () => {
    const owner = await newPartner();
    const { book, id } = await createPromotion(server, { partner: owner, days: 40 });
    const near = promotionInput(server, book.id, {}, 69);
    const refused = { requested_date: ['A book can be promoted once every 30 days.'] };
    await expectRefused(near, refused, ['repeat_too_soon'], owner);
    await owner.post(`/promotions/${id}/cancel`).expect(200);
    const second = (await owner.post('/promotions').send(near).expect(201)).body.promotion;
    await expectRefused(promotionInput(server, book.id, {}, 41), refused, ['repeat_too_soon'], owner);
    await staff
      .post(`/promotions/${second.id}/reject`)
      .send({ reason_codes: ['other'], message: 'Not for us.' })
      .expect(200);
    await owner
      .post('/promotions')
      .send(promotionInput(server, book.id, {}, 41))
      .expect(201);
  });

  it('checks every alternate too, and reports which one breaks the rules', async () => {
    const owner = await newPartner();
    const { id: author_id } = await createAuthor(owner);
    const earlier = await createPromotion(server, {
      partner: owner,
      book: { author_id },
      requested_date: '2026-12-05',
    });
    const { id } = await createBook(owner, { author_id, published_on: '2026-12-07' });
    const alternate_dates = ['2026-12-01', '2026-12-05', '2027-03-02'];
    const deal_ends_on = '2027-03-02';
    const problemOn = (date: string, explanation: string) =>
      `The alternative date ${date} isn’t available. ${explanation}`;
    await expectRefused(
      promotionInput(server, id, { requested_date: '2026-12-08', alternate_dates, deal_ends_on }),
      {
        alternate_dates: [
          problemOn(
            'Tuesday December 1st, 2026',
            'The book must be published by the promotion date; pre-orders can’t run.',
          ),
          problemOn('Tuesday December 1st, 2026', 'It’s too late to book that date. Choose a later one.'),
          problemOn('Saturday December 5th, 2026', 'An author can have only one promotion per newsletter.'),
          problemOn(
            'Saturday December 5th, 2026',
            'The book must be published by the promotion date; pre-orders can’t run.',
          ),
          problemOn('Tuesday March 2nd, 2027', 'You can book dates up to 90 days ahead. Choose an earlier one.'),
        ],
      },
      ['author_twice', 'pre_order', 'date_past', 'date_too_far'],
      owner,
    );
    await expectRefused(
      promotionInput(server, earlier.book.id, { requested_date: '2027-01-20', alternate_dates: ['2027-01-03'] }),
      { alternate_dates: [problemOn('Sunday January 3rd, 2027', 'A book can be promoted once every 30 days.')] },
      ['repeat_too_soon'],
      owner,
    );
  });

  it('is refused if it would be the author’s second in a newsletter, even with two simultaneous submissions', async () => {
    const owner = await newPartner();
    const { id: author_id } = await createAuthor(owner);
    const books = [await createBook(owner, { author_id }), await createBook(owner, { author_id })];
    const responses = await Promise.all(books.map(({ id }) => submit(promotionInput(server, id, {}, 9), owner)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(responses.find(({ status }) => status === 422)!.body.codes).toEqual(['author_twice']);
  });

  it('needs a valid card', async () => {
    const owner = await newPartner();
    const { id } = await createBook(owner);
    await server.deps.db.creditCard.updateMany({ where: { partner_id: owner.id }, data: { is_card_valid: false } });
    await expectRefused(
      promotionInput(server, id),
      {
        base: [
          'Your default card must be valid: add a card, or choose another one. We won’t charge it until after the newsletter.',
        ],
      },
      ['no_card'],
      owner,
    );
  });

  it('is refused on a full date', async () => {
    const owner = await newPartner();
    const { id } = await createBook(owner);
    await server.deps.db.newsletterPromotionCount.updateMany({
      where: { newsletter_date: new Date('2026-12-20'), category_id: MYSTERY },
      data: { promotions_in_total: 4 },
    });
    await expectRefused(
      promotionInput(server, id, { requested_date: '2026-12-20' }),
      { requested_date: ['All slots in this category are taken on that date. Choose another date.'] },
      ['date_full'],
      owner,
    );
  });

  it('is refused completely if its top spot is taken: no promotion, no use of the code', async () => {
    const owner = await newPartner();
    const { id } = await createBook(owner);
    const input = { addon_ids: [TOP_SPOT_ADDON_ID], discount_code: 'QUARTER', requested_date: '2026-12-02' };
    const changed = await tablesChangedBy(server, async () => {
      const res = await submit(promotionInput(server, id, input), owner);
      const message = 'The top spot is already taken for this date and category.';
      expect([res.status, res.body]).toEqual([409, { errors: { base: [message], full_messages: [message] } }]);
    });
    expect(changed).toEqual([]);
    await submit(promotionInput(server, id, { ...input, requested_date: '2026-12-03' }), owner).then(({ status }) =>
      expect(status).toBe(201),
    );
  });
});

describe('the live check', () => {
  it('checks what it can of an incomplete form', async () => {
    const { id } = await createBook(partner);
    const { body } = await partner.post('/promotions/check').send({ book_id: id, sale_price_cents: 500 }).expect(200);
    expect(body.eligible).toBe(false);
    const verdicts = Object.fromEntries(
      body.rules.map(({ code, passed }: { code: string; passed: boolean | null }) => [code, passed]),
    );
    expect(verdicts).toEqual({
      price_too_high: false,
      discount_too_small: null,
      too_short: null,
      rating_too_low: true,
      repeat_too_soon: null,
      author_twice: null,
      no_store_link: true,
      store_mismatch: true,
      pre_order: null,
      date_full: null,
      date_past: null,
      date_too_far: null,
      no_card: true,
      unpaid_promotion: true,
      open_dispute: true,
      adult_category: null,
    });
  });

  it('accepts a complete form, and refuses a foreign or missing book', async () => {
    const { id } = await createBook(partner);
    const { body } = await partner
      .post('/promotions/check')
      .send(promotionInput(server, id, {}, 11))
      .expect(200);
    expect(body.eligible).toBe(true);
    const foreign = await createBook(await newPartner());
    await partner.post('/promotions/check').send({ book_id: foreign.id }).expect(404);
    expect((await partner.post('/promotions/check').send({}).expect(422)).body.errors.book_id).toEqual([
      "can't be blank",
    ]);
  });

  it('has a cost estimate, at a submitted promotion’s own rate and cap, and refuses an unknown category', async () => {
    const { body } = await partner.get(`/promotions/estimate?category_id=${MYSTERY}&price_type=discounted`).expect(200);
    expect(body.estimate).toMatchObject({
      cpc_cents: 40,
      max_cost_cents: 6000,
      readers: 0,
      sample_size: 0,
      basis: 'assumption',
    });
    const { id } = await createPromotion(server);
    await server.deps.db.promotion.update({ where: { id }, data: { cpc_cents: 25, max_cost_cents: 4500 } });
    const booked = await staff.get(`/promotions/${id}/estimate`).expect(200);
    expect(booked.body.estimate).toMatchObject({ category_id: MYSTERY, cpc_cents: 25, max_cost_cents: 4500 });
    await partner.get('/promotions/estimate?category_id=999&price_type=free').expect(404);
    await partner.get('/promotions/estimate?category_id=1&price_type=cheap').expect(422);
  });
});
