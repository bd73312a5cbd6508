/**
 * The main flow end to end over HTTP: one promotion's complete life, a second one whose payment fails first, and calls
 * without access.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  bookInput,
  type Client,
  click,
  createAuthor,
  createPartner,
  createReader,
  createStaff,
  MYSTERY,
  type PartnerClient,
  promotionInput,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';
import { checkDerived } from '../scripts/doctor/derived.ts';

const DATE = '2026-12-03';
const HOUR_AFTER_SEND = '2026-12-03T18:00:00.000Z';
const CUTOFF = '2026-12-03T17:00:00.000Z';
const WINDOW_END = '2026-12-06T17:00:00.000Z';
const TOP = 1;

describe('the life of a promotion', () => {
  let server: TestServer;
  let partner: PartnerClient;
  let staff: Client;
  let id: number;
  const readers: { email: string; uuid: string }[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    staff = await createStaff(server, 'admin');
  });
  afterAll(() => server.close());

  const status = async () => (await partner.get(`/promotions/${id}`).expect(200)).body.promotion.display_status;

  it('starts with a partner who adds a card', async () => {
    partner = await createPartner(server, { card: null });
    const setup = await partner.post('/stripe/setup_intent').expect(200);
    expect(setup.body).toEqual({
      client_secret: expect.stringMatching(/^seti_\w+_secret_\w+$/),
      publishable_key: null,
      mode: 'sandbox',
    });
    const card = await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201);
    expect(card.body.credit_card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      is_default: true,
      is_card_valid: true,
    });
  });

  it('is submitted with the top spot and a discount code', async () => {
    await staff.post('/discounts').send({ code: 'quarter', kind: 'percent', value: 25 }).expect(201);
    const author = await createAuthor(partner, { name: 'Ada Quill' });
    const book = (
      await partner
        .post('/books')
        .send(bookInput({ author_id: author.id }))
        .expect(201)
    ).body.book;
    const validation = await partner.get(`/discounts/validate/Quarter?book_id=${book.id}`).expect(200);
    expect(validation.body).toMatchObject({ valid: true, discount: { code: 'QUARTER', kind: 'percent', value: 25 } });
    const slot = `/addons/top_of_newsletter/check_availability?date=${DATE}&category_id=${MYSTERY}`;
    expect((await partner.get(slot)).body).toEqual({
      available: true,
      date: DATE,
      category_id: MYSTERY,
      price_cents: 1000,
    });

    const body = promotionInput(server, book.id, { requested_date: DATE, addon_ids: [TOP], discount_code: 'quarter' });
    const { promotion } = (await partner.post('/promotions').send(body).expect(201)).body;
    id = promotion.id;
    expect(promotion).toMatchObject({
      display_status: 'awaiting review',
      cpc_cents: 40,
      max_cost_cents: 6000,
      price_type: 'discounted',
    });
    expect((await partner.get(slot)).body).toMatchObject({ available: false, reason: 'taken' });
    expect((await server.emailsTo(partner.email))[0]!.subject).toMatch(/The Quiet Harbor/);
  });

  it('gets a question, an answer, and an approval', async () => {
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Is the price already live?' }).expect(200);
    expect(await status()).toBe('awaiting partner feedback');
    await partner.post(`/promotions/${id}/partner_feedback`).send({ feedback: 'From the evening before.' }).expect(200);
    expect(await status()).toBe('feedback submitted');
    await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(await status()).toBe('awaiting promotion date');
    const { newsletter_promotion_counts: counts } = (
      await partner.get(`/newsletter_promotion_counts?category_id=${MYSTERY}&page=0`)
    ).body;
    expect(counts.find((day: { newsletter_date: string }) => day.newsletter_date === DATE)).toMatchObject({
      promotions_in_total: 1,
      places_left: 3,
      top_of_newsletter_available: false,
    });
  });

  it('is sent at 10:00 Vancouver time, one email per matching reader', async () => {
    for (let i = 0; i < 3; i++) readers.push(await createReader(server));
    const otherGenre = await createReader(server, { category_ids: [6] });
    const freeOnly = await createReader(server, { free_only: true });
    await server.advanceTo('2026-12-03T16:59:59.999Z');
    expect(await status()).toBe('awaiting promotion date');
    const jobs = await server.advanceTo(CUTOFF);
    expect(jobs).toContain(`newsletters.freeze ${DATE}`);
    expect(await status()).toBe('successfully sent');
    for (const reader of readers) expect(await server.emailsTo(reader.email)).toHaveLength(2);
    for (const reader of [otherGenre, freeOnly]) expect(await server.emailsTo(reader.email)).toHaveLength(1);
  });

  it('is clicked by three people, one of them twice, and by scanners', async () => {
    await server.advanceTo(HOUR_AFTER_SEND);
    const tokens: string[][] = [];
    for (const reader of readers) {
      const [mail] = await server.emailsTo(reader.email);
      expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      tokens.push(tokensFor(server, mail!.text, id));
    }
    const [amazon, kobo] = tokens[0]!;
    const redirect = await click(server, amazon!).expect(302);
    expect(redirect.headers).toMatchObject({
      location: 'https://www.amazon.com/dp/B0ABCDEFGH',
      'cache-control': 'no-store',
    });
    await server.advanceTo('2026-12-03T19:00:00Z');
    await click(server, kobo!).expect(302);
    await click(server, tokens[1]![1]!).expect(302);
    await click(server, tokens[1]![0]!, { method: 'head' }).expect(302);
    // A scanner opens all links together; the reader's own later click counts.
    for (const token of tokens[2]!) await click(server, token).expect(302);
    await server.advanceTo('2026-12-03T20:00:00Z');
    await click(server, tokens[2]![0]!).expect(302);
  });

  it('is settled 72 hours later: clicks classified, invoice created, card charged', async () => {
    await server.advanceTo(WINDOW_END);
    await server.settle();
    const { promotion } = (await partner.get(`/promotions/${id}?joins=stripe_errors,click_logs,discount`).expect(200))
      .body;
    expect(promotion).toMatchObject({
      display_status: 'successfully sent',
      clicks_total: 7,
      clicks_billable: 3,
      stripe_errors: [],
    });
    expect(promotion.paid_at).not.toBeNull();
    const clicks = (await partner.get(`/promotions/${id}/clicks`).expect(200)).body;
    expect(clicks).toMatchObject({ raw: 7, billable: 3, money: { invoiced: { subtotal_cents: 1120 } } });
    expect(
      clicks.excluded.toSorted((a: { reason: string }, b: { reason: string }) => a.reason.localeCompare(b.reason)),
    ).toEqual([
      { reason: 'burst', clicks: 2 },
      { reason: 'duplicate', clicks: 1 },
      { reason: 'head', clicks: 1 },
    ]);
    const { own } = (await partner.get(`/promotions/${id}/last-promotion-percentile`).expect(200)).body;
    expect(own).toMatchObject({ percentile: null, clicks: 3, sample_size: 0, below: 0 });
    expect(own.comparison).toEqual({ category_name: expect.any(String), price_type: 'discounted' });
    const { book_id } = (await partner.get(`/promotions/${id}`).expect(200)).body.promotion;
    await partner.patch(`/books/${book_id}/`).send({ title: 'Renamed since' }).expect(200);
    const { sent_copy } = (await partner.get(`/promotions/${id}/sent_copy`).expect(200)).body;
    expect(sent_copy).toMatchObject({ title: 'The Quiet Harbor', sale_price_cents: 99, stores: ['amazon', 'kobo'] });
    const { invoices, meta } = (await partner.get('/invoices').expect(200)).body;
    expect(meta.total_count).toBe(1);
    // 3 × $0.40 + $10.00 = $11.20; 25% off = $8.40
    expect(invoices[0]).toMatchObject({
      invoice_type: 'promotion',
      promotion_id: id,
      subtotal_cents: 1120,
      discount_cents: 280,
      credit_cents: 0,
      total_cents: 840,
      status: 'paid',
      card_last4: '4242',
    });
    const charges = server.stripe.journal().filter((entry) => JSON.stringify(entry).includes('"amount":840'));
    expect(charges.length).toBeGreaterThan(0);
  });

  it("can't be charged again", async () => {
    const refusal = await partner.post(`/promotions/${id}/charge`).expect(409);
    expect(refusal.body.errors.base).toHaveLength(1);
    expect(refusal.body.promotion.display_status).toBe('successfully sent');
  });

  it('leaves derived tables that match their sources', async () => {
    expect(await checkDerived(server.deps)).toMatchObject({ verdict: 'good' });
  });
});

describe('a promotion whose card is declined', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('ends in "payment failed", and is paid when the partner charges another card', async () => {
    const staff = await createStaff(server, 'admin');
    const partner = await createPartner(server, { card: 'pm_card_chargeCustomerFail' });
    const book = (await partner.post('/books').send(bookInput()).expect(201)).body.book;
    const body = promotionInput(server, book.id, { requested_date: DATE, addon_ids: [TOP] });
    const { id } = (await partner.post('/promotions').send(body).expect(201)).body.promotion;
    await staff.post(`/promotions/${id}/approve`).expect(200);
    await server.advanceTo(CUTOFF);
    await server.advanceTo(WINDOW_END);

    const failed = (await partner.get(`/promotions/${id}?joins[]=stripe_errors`).expect(200)).body.promotion;
    expect(failed.display_status).toBe('payment failed');
    expect(failed.stripe_errors).toEqual([expect.objectContaining({ code: 'card_declined', resolved_at: null })]);
    const blocked = await partner
      .post('/promotions')
      .send(promotionInput(server, book.id, {}, 40))
      .expect(422);
    expect(blocked.body.errors.base).toContain('An earlier promotion is unpaid. Pay it first, then book the next one.');

    const retry = await partner.post(`/promotions/${id}/charge`).expect(422);
    expect(retry.body.errors.base[0]).toMatch(/declined/);
    const { credit_card } = (
      await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(201)
    ).body;
    expect(credit_card.is_default).toBe(false);
    await partner.patch(`/credit_cards/${credit_card.id}/make_default`).expect(200);
    const paid = (await partner.post(`/promotions/${id}/charge`).expect(200)).body.promotion;
    expect(paid).toMatchObject({ display_status: 'successfully sent' });
    expect(paid.stripe_errors.every((error: { resolved_at: string | null }) => error.resolved_at !== null)).toBe(true);
    expect((await partner.get('/invoices')).body.invoices[0]).toMatchObject({ status: 'paid', total_cents: 1000 });
  });
});

describe('access to a promotion', () => {
  it("hides other partners' promotions and refuses staff actions", async () => {
    const server = await startTestServer();
    try {
      const owner = await createPartner(server);
      const other = await createPartner(server);
      const book = (await owner.post('/books').send(bookInput()).expect(201)).body.book;
      const { id } = (await owner.post('/promotions').send(promotionInput(server, book.id)).expect(201)).body.promotion;
      expect((await other.get(`/promotions/${id}`).expect(404)).body).toEqual({});
      await other.post(`/promotions/${id}/cancel`).expect(404);
      await owner.post(`/promotions/${id}/approve`).expect(403);
      await visitor(server).post(`/promotions/${id}/approve`).expect(401);
    } finally {
      await server.close();
    }
  });
});
