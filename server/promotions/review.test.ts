/** Staff decisions and partner answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createAuthor,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { declineUnanswered } from './review.ts';

const TOP_SPOT_ADDON_ID = 1;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

let day = 1;
/** Creates a promotion on its own day, so that no test fills another's newsletter. */
const create = (fields: Parameters<typeof createPromotion>[1] = {}) =>
  createPromotion(server, { partner, days: ++day, ...fields });

const eventsOf = async (id: number) =>
  (await staff.get(`/promotions/${id}?joins=events`).expect(200)).body.promotion.events.map(
    ({ actor, action, from, to, reason }: Record<string, unknown>) => [actor, action, from, to, reason],
  );
const takenOn = async (date: string, category_id = MYSTERY) => {
  const where = { newsletter_date_category_id: { newsletter_date: new Date(date), category_id } };
  return (await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where })).promotions_in_total;
};
const fill = (date: string, promotions_in_total = 4) =>
  server.deps.db.newsletterPromotionCount.updateMany({
    where: { newsletter_date: new Date(date), category_id: MYSTERY },
    data: { promotions_in_total },
  });
/** The text of all emails about a promotion. */
const mailedAbout = async (id: number) =>
  (await server.emailsTo(partner.email))
    .map(({ text }) => text)
    .filter((text) => text.includes(`/partners/promotions/${id}/edit`))
    .join('\n');

async function expectConflict(client: Client, path: string, body: object, message: string, record: object) {
  const changed = await tablesChangedBy(server, async () => {
    const res = await client.post(path).send(body);
    expect([path, res.status, res.body.errors]).toEqual([path, 409, { base: [message], full_messages: [message] }]);
    expect(res.body.promotion).toMatchObject(record);
  });
  expect(changed).toEqual([]);
}

describe('approval', () => {
  it('takes a slot on the requested date, confirms the top spot, sends an email, and records an event', async () => {
    const { id, date } = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
    const res = await staff.post(`/promotions/${id}/approve`).send({ position: 2 }).expect(200);
    expect(res.body.promotion).toMatchObject({
      display_status: 'awaiting promotion date',
      approval_status: 'approved',
      promotion_date: date,
      position: 2,
      reviewed_by: staff.id,
      reviewed_at: START.toISOString(),
      addons: [{ state: 'confirmed', price_cents: 1000 }],
      actions: ['edit', 'cancel_approved', 'reopen'],
    });
    expect(await takenOn(date)).toBe(1);
    expect(await eventsOf(id)).toEqual([
      ['partner', 'submit', null, 'awaiting review', null],
      ['user', 'approve', 'awaiting review', 'awaiting promotion date', null],
    ]);
    expect(await mailedAbout(id)).toContain('Your promotion is approved');
    const own = (await partner.get(`/promotions/${id}`).expect(200)).body.promotion;
    expect(own).not.toHaveProperty('reviewed_by');
  });

  it('uses the first free alternate when the date is full, and moves the top spot', async () => {
    const { id, date } = await create({
      addon_ids: [TOP_SPOT_ADDON_ID],
      alternate_dates: ['2027-02-10', '2027-02-11'],
      deal_ends_on: '2027-02-12',
    });
    await fill(date);
    await fill('2027-02-10');
    const res = await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(res.body.promotion).toMatchObject({ requested_date: date, promotion_date: '2027-02-11' });
    expect(await takenOn('2027-02-11')).toBe(1);
    const topSpotOn = (on: string) =>
      partner.get(`/addons/top_of_newsletter/check_availability?date=${on}&category_id=${MYSTERY}`).expect(200);
    expect((await topSpotOn('2027-02-11')).body).toMatchObject({ available: false, reason: 'taken' });
    expect((await topSpotOn(date)).body).toMatchObject({ available: true });
  });

  it('is refused while there is no card to charge, and staff see why', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await create({ partner: owner });
    const cardFor = async (client: Client) =>
      (await client.get(`/promotions/${id}?joins=card`).expect(200)).body.promotion.card;
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 };
    expect([await cardFor(staff), await cardFor(owner)]).toEqual([
      { ...card, is_chargeable: true, other_valid_card: null },
      undefined,
    ]);
    const change = (data: object) => server.deps.db.creditCard.updateMany({ where: { partner_id: owner.id }, data });
    const message =
      'The partner has no valid credit card, so this promotion can’t be approved yet. Ask the partner to add one.';
    for (const dead of [{ is_card_valid: false }, { is_card_valid: true, exp_month: 11, exp_year: 2026 }]) {
      await change(dead);
      expect(await cardFor(staff)).toMatchObject({ last4: '4242', is_chargeable: false });
      await expectConflict(staff, `/promotions/${id}/approve`, {}, message, { id, display_status: 'awaiting review' });
    }
    await change({ removed_at: START });
    expect(await cardFor(staff)).toBeNull();
    expect((await staff.post(`/promotions/${id}/approve`).expect(409)).body.code).toBe('no_card');
    await change({ removed_at: null, exp_month: 12 });
    await staff.post(`/promotions/${id}/approve`).expect(200);
  });

  it('is refused while only a card that isn’t the default is valid, and staff see which', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id } = await create({ partner: owner });
    await owner.post('/credit_cards').send({ payment_method_id: 'pm_card_mastercard' }).expect(201);
    const where = { partner_id: owner.id, is_default: true };
    await server.deps.db.creditCard.updateMany({ where, data: { is_card_valid: false } });
    const { card } = (await staff.get(`/promotions/${id}?joins=card`).expect(200)).body.promotion;
    expect(card).toMatchObject({
      ...{ brand: 'visa', last4: '4242', is_chargeable: false },
      other_valid_card: { brand: 'mastercard', last4: '4444' },
    });
    const message =
      'The partner’s default card isn’t valid, so this promotion can’t be approved yet. Ask the partner to make the card ending in 4444 the default.';
    await expectConflict(staff, `/promotions/${id}/approve`, {}, message, { id, display_status: 'awaiting review' });
    const { credit_cards } = (await owner.get('/credit_cards').expect(200)).body;
    const other = credit_cards.find(({ is_default }: { is_default: boolean }) => !is_default);
    await owner.patch(`/credit_cards/${other.id}/make_default`).expect(200);
    await staff.post(`/promotions/${id}/approve`).expect(200);
  });

  it("takes the requested date, where the promotion's own top spot doesn't count as taken", async () => {
    const { id, date } = await create({
      addon_ids: [TOP_SPOT_ADDON_ID],
      requested_date: '2027-02-20',
      alternate_dates: ['2027-02-21'],
      deal_ends_on: '2027-02-22',
    });
    const res = await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(res.body.promotion).toMatchObject({ promotion_date: date, addons: [{ state: 'confirmed' }] });
  });

  it('reports when no date is free', async () => {
    const { id, date } = await create();
    await fill(date);
    const changed = await tablesChangedBy(server, async () => {
      const res = await staff.post(`/promotions/${id}/approve`).expect(409);
      const message = 'All slots in this category are taken on that date. Choose another date.';
      expect(res.body).toEqual({
        errors: { base: [message], full_messages: [message] },
        code: 'date_full',
        promotion: expect.objectContaining({ id, display_status: 'awaiting review' }),
      });
    });
    expect(changed).toEqual([]);
  });

  it("takes the date that staff choose among the partner's, while its newsletter is open", async () => {
    const [open, closed] = ['2027-02-12', '2027-02-13'];
    const { id, date } = await create({ alternate_dates: [open, closed], deal_ends_on: '2027-02-20' });
    await server.deps.db.newsletter.create({ data: { newsletter_date: new Date(closed), status: 'sent' } });
    const refused = async (body: object) =>
      (await staff.post(`/promotions/${id}/approve`).send(body).expect(422)).body.errors.promotion_date;
    const changed = await tablesChangedBy(server, async () => {
      expect(await refused({ promotion_date: closed })).toEqual([
        'The newsletter for Saturday February 13th, 2027 has closed. Choose an open date, or propose one to the partner.',
      ]);
      for (const [body, field, text] of [
        [{ promotion_date: 'tomorrow' }, 'promotion_date', 'must be a date, such as 2026-11-21'],
        [{ position: 0 }, 'position', 'must be at least 1'],
      ] as const) {
        const res = await staff.post(`/promotions/${id}/approve`).send(body).expect(422);
        expect(res.body.errors[field]).toEqual([text]);
      }
    });
    expect(changed).toEqual([]);
    const res = await staff.post(`/promotions/${id}/approve`).send({ promotion_date: open }).expect(200);
    expect(res.body.promotion).toMatchObject({ requested_date: date, promotion_date: open });
  });

  it('is refused once the newsletters of all named dates have closed', async () => {
    const { id, date } = await create({ requested_date: '2027-02-14', alternate_dates: ['2027-02-09'] });
    const dates = [date, '2027-02-09'].map((each) => new Date(each));
    await server.deps.db.newsletter.createMany({
      data: dates.map((newsletter_date) => ({ newsletter_date, status: 'sent' })),
    });
    const { body } = await staff.post(`/promotions/${id}/approve`).expect(422);
    expect(body.errors.promotion_date).toEqual([
      'All of the partner’s dates have closed. Propose an open date to the partner.',
    ]);
  });

  it('changes nothing if the top spot is taken on the date that staff choose', async () => {
    const holder = await create({ addon_ids: [TOP_SPOT_ADDON_ID] });
    const { id } = await create({
      addon_ids: [TOP_SPOT_ADDON_ID],
      alternate_dates: [holder.date],
      deal_ends_on: '2027-02-20',
    });
    await expectConflict(
      staff,
      `/promotions/${id}/approve`,
      { promotion_date: holder.date },
      'The top spot is already taken for this date and category.',
      { id, display_status: 'awaiting review' },
    );
  });

  it('skips to the next alternate when the top spot of the first free one is taken', async () => {
    const [second, third] = ['2027-01-27', '2027-01-28'];
    await create({ requested_date: second, deal_ends_on: third, addon_ids: [TOP_SPOT_ADDON_ID] });
    const booked = await create({
      alternate_dates: [second, third],
      deal_ends_on: third,
      addon_ids: [TOP_SPOT_ADDON_ID],
    });
    await fill(booked.date);
    const res = await staff.post(`/promotions/${booked.id}/approve`).expect(200);
    expect(res.body.promotion).toMatchObject({ promotion_date: third, addons: [{ state: 'confirmed' }] });
    expect([await takenOn(booked.date), await takenOn(second), await takenOn(third)]).toEqual([4, 0, 1]);
  });

  it('reports that only the top spot is missing when every free date lacks it', async () => {
    await create({ requested_date: '2027-01-29', deal_ends_on: '2027-01-30', addon_ids: [TOP_SPOT_ADDON_ID] });
    const booked = await create({
      alternate_dates: ['2027-01-29'],
      deal_ends_on: '2027-01-30',
      addon_ids: [TOP_SPOT_ADDON_ID],
    });
    await fill(booked.date);
    await expectConflict(
      staff,
      `/promotions/${booked.id}/approve`,
      {},
      'The top spot is already taken for this date and category.',
      { id: booked.id, display_status: 'awaiting review' },
    );
  });

  it('skips a date whose newsletter staff closed before its cutoff', async () => {
    const { id, date } = await create({
      requested_date: '2027-02-15',
      alternate_dates: ['2027-02-16'],
      deal_ends_on: '2027-02-16',
    });
    await server.deps.db.newsletter.create({ data: { newsletter_date: new Date(date), status: 'sent' } });
    const res = await staff.post(`/promotions/${id}/approve`).expect(200);
    expect(res.body.promotion.promotion_date).toBe('2027-02-16');
  });

  it('skips an alternate that has broken a rule since the submission, unless staff choose it', async () => {
    const { id: author_id } = await createAuthor(partner);
    const [taken, free] = ['2027-02-17', '2027-02-18'];
    const booked = await create({ book: { author_id }, alternate_dates: [taken, free], deal_ends_on: free });
    const last = await create({ book: { author_id }, alternate_dates: [taken], deal_ends_on: free });
    const sibling = await create({ book: { author_id }, requested_date: taken, deal_ends_on: free });
    await fill(booked.date);
    await fill(last.date);
    const moved = await staff.post(`/promotions/${booked.id}/approve`).expect(200);
    expect(moved.body.promotion.promotion_date).toBe(free);
    expect((await staff.post(`/promotions/${last.id}/approve`).expect(409)).body.code).toBe('date_full');
    const named = await staff.post(`/promotions/${last.id}/approve`).send({ promotion_date: taken }).expect(200);
    expect(named.body.promotion.promotion_date).toBe(taken);

    const alone = await staff.post(`/promotions/${sibling.id}/approve`).expect(422);
    const message = 'An author can have only one promotion per newsletter.';
    expect(alone.body).toEqual({
      errors: { promotion_date: [message], full_messages: [message] },
      codes: ['author_twice'],
    });
  });

  it("can't be repeated, or followed by a decline", async () => {
    const { id } = await create();
    await staff.post(`/promotions/${id}/approve`).expect(200);
    await expectConflict(
      staff,
      `/promotions/${id}/approve`,
      {},
      'This promotion’s status is “awaiting promotion date”, so it can’t be approved.',
      { id, display_status: 'awaiting promotion date' },
    );
    await expectConflict(
      staff,
      `/promotions/${id}/reject`,
      { reason_codes: ['other'], message: 'Not for us.' },
      'This promotion’s status is “awaiting promotion date”, so it can’t be declined.',
      { id },
    );
  });
});

describe('a decline', () => {
  it('for “other” needs the message that the email refers to', async () => {
    const { id } = await create();
    const reject = (message: object) =>
      staff.post(`/promotions/${id}/reject`).send({ reason_codes: ['other'], ...message });
    for (const message of [{}, { message: null }, { message: ' ' }]) {
      const { body } = await reject(message).expect(422);
      expect(body.errors.message).toEqual(['You chose “See the message from our editors.” Write that message.']);
    }
    await reject({ message: 'We would rather see the sequel.' }).expect(200);
  });

  it('gives its reasons by code and as text, and releases top spot and code', async () => {
    await staff.post('/discounts').send({ code: 'TWENTY', kind: 'percent', value: 20 }).expect(201);
    const { id, date } = await create({ addon_ids: [TOP_SPOT_ADDON_ID], discount_code: 'TWENTY' });
    const rejection = {
      reason_codes: ['cover_quality', 'wrong_category'],
      message: 'A thriller, we think.',
      suggested_category_id: 3,
    };
    const res = await staff.post(`/promotions/${id}/reject`).send(rejection).expect(200);
    expect(res.body.promotion).toMatchObject({
      display_status: 'declined',
      approval_status: 'rejected',
      reason_codes: ['cover_quality', 'wrong_category'],
      staff_message: 'A thriller, we think.',
      suggested_category_id: 3,
      resubmit_on: '2026-12-15',
      addons: [{ state: 'released' }],
      actions: ['reopen'],
    });
    expect((await eventsOf(id)).at(-1)).toEqual([
      'user',
      'reject',
      'awaiting review',
      'declined',
      'cover_quality, wrong_category',
    ]);
    const mail = await mailedAbout(id);
    for (const words of [
      'The cover is hard to read',
      'The editor suggests another category: Thriller.',
      'doesn’t match what readers',
      'A thriller, we think.',
      'December 15',
    ])
      expect(mail).toContain(words);
    const topSpotPath = `/addons/top_of_newsletter/check_availability?date=${date}&category_id=${MYSTERY}`;
    expect((await partner.get(topSpotPath)).body.available).toBe(true);
    expect((await partner.get('/discounts/validate/twenty')).status).toBe(200);
  });

  it('needs a known reason', async () => {
    const { id } = await create();
    const changed = await tablesChangedBy(server, async () => {
      for (const [body, message] of [
        [{}, "can't be blank"],
        [{ reason_codes: [] }, 'Choose at least one reason.'],
        [{ reason_codes: 'other' }, 'must be a list'],
      ] as const)
        expect(
          (await staff.post(`/promotions/${id}/reject`).send(body).expect(422)).body.errors.reason_codes,
        ).toContain(message);
      const unknown = await staff
        .post(`/promotions/${id}/reject`)
        .send({ reason_codes: ['ugly'] })
        .expect(422);
      expect(unknown.body.errors.reason_codes[0]).toMatch(/^must be one of: price_too_high, /);
      const category = await staff
        .post(`/promotions/${id}/reject`)
        .send({ reason_codes: ['wrong_category'], suggested_category_id: 999 })
        .expect(422);
      expect(category.body.errors.suggested_category_id).toEqual(['is not a category']);
    });
    expect(changed).toEqual([]);
  });
});

describe('a question', () => {
  it('can be asked, answered, and asked again before the decision', async () => {
    const { id } = await create();
    const ask = (message: string) => staff.post(`/promotions/${id}/partner_feedback`).send({ message });
    const asked = await ask('Is the price live already?').expect(200);
    expect(asked.body.promotion).toMatchObject({
      display_status: 'awaiting partner feedback',
      approval_status: 'awaiting_feedback',
      staff_message: 'Is the price live already?',
      feedback_requested_at: START.toISOString(),
      answer_by: expect.stringMatching(/^2026-12-0\dT1[57]:00:00.000Z$/),
    });
    expect(await mailedAbout(id)).toContain('Is the price live already?');
    const response = await partner.post(`/promotions/${id}/partner_feedback`).send({ feedback: ' Yes. ' }).expect(200);
    expect(response.body.promotion).toMatchObject({ display_status: 'feedback submitted', partner_feedback: 'Yes.' });
    expect(response.body.promotion.answer_by).toBeNull();
    const again = await ask('On Kobo too?').expect(200);
    expect(again.body.promotion).toMatchObject({ staff_message: 'On Kobo too?', partner_feedback: null });
    const patched = await partner
      .patch(`/promotions/${id}/?joins[]=category`)
      .send({ partner_feedback: 'Also.' })
      .expect(200);
    expect(patched.body.promotion).toMatchObject({
      display_status: 'feedback submitted',
      partner_feedback: 'Also.',
      category: { slug: 'mystery' },
    });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    expect((await eventsOf(id)).map(([actor, action]: string[]) => `${actor} ${action}`)).toEqual([
      'partner submit',
      'user ask_feedback',
      'partner submit_feedback',
      'user ask_feedback',
      'partner submit_feedback',
      'user approve',
    ]);
  });

  it('is only accepted in turn: no answer without a question, no second question while waiting', async () => {
    const { id } = await create();
    const path = `/promotions/${id}/partner_feedback`;
    await expectConflict(
      partner,
      path,
      { feedback: 'Hello?' },
      'This promotion’s status is “awaiting review”, so it can’t be updated with an answer.',
      { id, display_status: 'awaiting review' },
    );
    await staff.post(path).send({ message: 'Why?' }).expect(200);
    await expectConflict(
      staff,
      path,
      { message: 'Well?' },
      'This promotion’s status is “awaiting partner feedback”, so it can’t be sent back to the partner.',
      { id, display_status: 'awaiting partner feedback' },
    );
    const changed = await tablesChangedBy(server, async () => {
      expect((await staff.post(path).send({}).expect(422)).body.errors.message).toEqual(["can't be blank"]);
      expect((await partner.post(path).send({ feedback: ' ' }).expect(422)).body.errors.feedback).toEqual([
        "can't be blank",
      ]);
      expect((await partner.post(path).send({ message: 'x' }).expect(422)).body.errors.feedback).toEqual([
        "can't be blank",
      ]);
    });
    expect(changed).toEqual([]);
  });

  it('is answered once, even by ten simultaneous answers', async () => {
    const { id } = await create();
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        partner.post(`/promotions/${id}/partner_feedback`).send({ feedback: `${i}` }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it("doesn't lead to a decline if the partner got more time after it was found overdue", async () => {
    const { id } = await create({ requested_date: '2027-01-20', deal_ends_on: '2027-01-26' });
    await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    await expect(declineUnanswered(server.deps, id)).rejects.toMatchObject({ status: 409 });
    const { promotion } = (await partner.get(`/promotions/${id}`).expect(200)).body;
    expect(promotion.display_status).toBe('awaiting partner feedback');
  });

  it('leads to a decline if it isn’t answered within seven days, or before the newsletter closes', async () => {
    const soon = await create({
      requested_date: '2026-12-03',
      deal_ends_on: '2026-12-09',
      category_id: 6,
      book: { category_id: 6 },
    });
    const later = await create({ requested_date: '2027-01-20', deal_ends_on: '2027-01-26' });
    for (const { id } of [soon, later])
      await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    const status = async (id: number) =>
      (await partner.get(`/promotions/${id}`).expect(200)).body.promotion.display_status;
    await server.advanceTo('2026-12-03T17:00:59Z');
    expect(await status(soon.id)).toBe('awaiting partner feedback');
    await server.advanceTo('2026-12-03T17:01:00Z');
    expect(await status(soon.id)).toBe('declined');
    const mail = await mailedAbout(soon.id);
    expect(mail).toContain('didn’t hear back in time, so it was declined automatically');
    expect(mail).toContain('You can submit this book again at any time.');
    await server.advanceTo('2026-12-07T17:01:00Z');
    expect(await status(later.id)).toBe('awaiting partner feedback');
    await server.advanceTo('2026-12-08T17:01:00Z');
    expect(await status(later.id)).toBe('declined');
  });

  it('stays open as long as one of the dates is open, and says so', async () => {
    await server.advanceTo('2026-12-08T17:01:00Z');
    const later = await createPartner(server);
    const { id } = await create({
      requested_date: '2026-12-10',
      alternate_dates: ['2026-12-12'],
      deal_ends_on: '2026-12-16',
      category_id: 7,
      book: { category_id: 7 },
      partner: later,
    });
    const asking = await createStaff(server, 'admin');
    const { body } = await asking.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
    const mails = (await server.emailsTo(later.email)).map(({ text }) => text).join();
    expect(mails).toMatch(/Answer by +Dec 12, 2026, 10:00/);
    expect(body.promotion.answer_by).toBe('2026-12-12T17:00:00.000Z');
    const status = async () => (await later.get(`/promotions/${id}`).expect(200)).body.promotion.display_status;
    await server.advanceTo('2026-12-10T17:01:00Z');
    expect([body.promotion.display_status, await status()]).toEqual(Array(2).fill('awaiting partner feedback'));
    await server.advanceTo('2026-12-12T17:01:00Z');
    expect(await status()).toBe('declined');
  });
});
