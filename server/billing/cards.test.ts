import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { expireCards, refuseCard } from './cards.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Card = {
  id: number;
  payment_method_id: string;
  is_default: boolean;
  is_card_valid: boolean;
  is_refused: boolean;
  last4: string;
};

const addCard = async (partner: PartnerClient, payment_method_id = 'pm_card_visa'): Promise<Card> =>
  (await partner.post('/credit_cards').send({ payment_method_id }).expect(201)).body.credit_card;

const cardsOf = async (partner: PartnerClient): Promise<Card[]> =>
  (await partner.get('/credit_cards').expect(200)).body.credit_cards;

const requests = (path: string) => server.stripe.journal().filter((entry) => entry.path === path);

it("stores a card's identifying facts, and makes the first card the default", async () => {
  const partner = await createPartner(server, { card: null });
  const first = await addCard(partner);
  expect(first).toEqual({
    id: expect.any(Number),
    payment_method_id: expect.stringMatching(/^pm_\w+$/),
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2027,
    is_default: true,
    is_card_valid: true,
    is_refused: false,
    created_at: '2026-12-01T15:00:00.000Z',
  });
  const second = await addCard(partner, 'pm_card_mastercard');
  expect(second).toMatchObject({ brand: 'mastercard', last4: '4444', is_default: false });
  const third = await addCard(partner, 'pm_card_amex');
  expect(await cardsOf(partner)).toEqual([first, third, second]);
  const oldestFirst = await partner.get('/credit_cards?sort_col=id&sort_dir=asc').expect(200);
  expect(oldestFirst.body.credit_cards).toEqual([first, second, third]);
});

it('creates one default and one Stripe customer when ten cards arrive at the same time', async () => {
  const partner = await createPartner(server, { card: null });
  const before = requests('/v1/customers').filter(({ effects }) => effects.length).length;
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect((await cardsOf(partner)).filter((card) => card.is_default)).toHaveLength(1);
  expect(requests('/v1/customers').filter(({ effects }) => effects.length)).toHaveLength(before + 1);
});

it('creates the Stripe customer with another key if Stripe only replays a failure', async () => {
  const partner = await createPartner(server, { card: null });
  server.stripe.faults.add({ match: { path: '/v1/customers' }, kind: 'status_500_undone' });
  await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(503);
  await addCard(partner);
  expect((await cardsOf(partner)).map(({ last4 }) => last4)).toEqual(['4242']);
  expect(requests('/v1/customers').slice(-3)).toMatchObject([
    { status: 500, idempotency_key: `customer:${partner.id}` },
    { status: 500, replayed: true },
    { status: 200, idempotency_key: expect.stringMatching(new RegExp(`^customer:${partner.id}:`)) },
  ]);
  server.stripe.faults.clear();
});

it("refuses a declined card with Stripe's message, and anything that isn't a card", async () => {
  const partner = await createPartner(server);
  const changed = await tablesChangedBy(server, async () => {
    const refused = await partner
      .post('/credit_cards')
      .send({ payment_method_id: 'pm_card_chargeDeclined' })
      .expect(422);
    expect(refused.body).toEqual({
      errors: {
        payment_method_id: ['Your card was declined.'],
        full_messages: ['Your card was declined.'],
      },
    });
    for (const payment_method_id of ['pm_unknown', 'pm_1/attach', '', 7, '../customers', '4242424242424242'])
      expect(
        (await partner.post('/credit_cards').send({ payment_method_id }).expect(422)).body.errors.payment_method_id,
      ).toHaveLength(1);
    const unknown = await partner.post('/credit_cards').send({ payment_method_id: 'pm_unknown' }).expect(422);
    expect(unknown.body.errors.payment_method_id).toEqual([
      'We couldn’t use this card. Add another one, or contact us if that doesn’t help.',
    ]);
  });
  expect(changed).toEqual([]);
});

it('refuses a card that belongs to another customer or is already stored', async () => {
  const partner = await createPartner(server);
  const thief = await createPartner(server);
  const [card] = await server.deps.db.creditCard.findMany({ where: { partner_id: partner.id } });
  const { payment_method_id } = card!;
  const stolen = await thief.post('/credit_cards').send({ payment_method_id }).expect(422);
  expect(stolen.body.errors.payment_method_id).toEqual(['isn’t one of your payment methods']);
  const twice = await partner.post('/credit_cards').send({ payment_method_id }).expect(422);
  expect(twice.body.errors.payment_method_id).toEqual(['is already one of your cards']);
  expect(await cardsOf(thief)).toHaveLength(1);
});

it('asks for the card again if it was removed while Stripe was unreachable', async () => {
  const partner = await createPartner(server);
  const { id, payment_method_id } = await addCard(partner);
  server.stripe.faults.add({ match: { path: '/v1/payment_methods/*' }, kind: 'status_500_before', times: 2 });
  await partner.delete(`/credit_cards/${id}`).expect(204);
  server.stripe.faults.clear();
  const again = await partner.post('/credit_cards').send({ payment_method_id }).expect(422);
  expect(again.body.errors.payment_method_id).toEqual(['was removed. Please enter the card again']);
});

it('stores no card while Stripe is unreachable', async () => {
  const partner = await createPartner(server);
  server.stripe.faults.add({ match: { path: '/v1/payment_methods/*' }, kind: 'status_500_before', times: 2 });
  const changed = await tablesChangedBy(server, async () => {
    const res = await partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' }).expect(503);
    expect(res.body.errors.base).toEqual([
      'We can’t reach our payment provider right now. Please try again in a minute.',
    ]);
    expect(res.body.error_id).toMatch(/^[0-9a-f-]{36}$/);
  });
  expect(changed).toEqual([]);
  server.stripe.faults.clear();
});

it('replaces the default card with the chosen one', async () => {
  const partner = await createPartner(server);
  const second = await addCard(partner);
  const res = await partner.patch(`/credit_cards/${second.id}/make_default`).expect(200);
  expect(res.body.credit_card).toMatchObject({ id: second.id, is_default: true });
  expect((await cardsOf(partner)).map((card) => [card.id === second.id, card.is_default])).toEqual([
    [true, true],
    [false, false],
  ]);
});

it('keeps one default when ten requests set it at the same time', async () => {
  const partner = await createPartner(server, { card: null });
  const cards: Card[] = [];
  for (let i = 0; i < 5; i++) cards.push(await addCard(partner));
  const responses = await Promise.all(
    [...cards, ...cards].map(({ id }) => partner.patch(`/credit_cards/${id}/make_default`)),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await cardsOf(partner)).filter((card) => card.is_default)).toHaveLength(1);
});

it('updates the expiry, and refuses one in the past or an impossible month', async () => {
  const partner = await createPartner(server);
  const [card] = await cardsOf(partner);
  const res = await partner.patch(`/credit_cards/${card!.id}`).send({ exp_month: 3, exp_year: 2029 }).expect(200);
  expect(res.body.credit_card).toMatchObject({ exp_month: 3, exp_year: 2029 });
  const changed = await tablesChangedBy(server, async () => {
    const past = await partner.patch(`/credit_cards/${card!.id}`).send({ exp_month: 11, exp_year: 2026 }).expect(422);
    expect(past.body.errors.exp_year).toEqual(['is in the past']);
    const month = await partner.patch(`/credit_cards/${card!.id}`).send({ exp_month: 13 }).expect(422);
    expect(month.body.errors.exp_month).toEqual(['must be at most 12']);
  });
  expect(changed).toEqual([]);
});

it.each([
  ['stays invalid if it was stolen', { code: 'card_declined', decline_code: 'stolen_card' }, false],
  ['stays invalid if its number is incorrect', { code: 'incorrect_number', decline_code: null }, false],
  ['becomes valid if it had only expired', { code: 'expired_card', decline_code: null }, true],
])('a card with a new expiry date %s', async (_, refusal, is_card_valid) => {
  const partner = await createPartner(server);
  const [card] = await cardsOf(partner);
  const { db, now } = server.deps;
  await db.$transaction((tx) => refuseCard(tx, now(), { ...refusal, id: card!.id }));
  expect(await cardsOf(partner)).toMatchObject([{ is_card_valid: false, is_refused: !is_card_valid }]);
  for (const exp_year of [2030, 2031]) {
    const res = await partner.patch(`/credit_cards/${card!.id}`).send({ exp_year }).expect(200);
    expect(res.body.credit_card).toMatchObject({ exp_year, is_card_valid });
  }
});

it('refuses all cards of a number that the bank has refused permanently, also those with another expiry', async () => {
  const partner = await createPartner(server, { card: null });
  const [expired, renewed] = [await addCard(partner), await addCard(partner)];
  const { db, now } = server.deps;
  await db.creditCard.update({ where: { id: expired.id }, data: { is_card_valid: false } });
  await db.$transaction((tx) =>
    refuseCard(tx, now(), { id: renewed.id, code: 'card_declined', decline_code: 'stolen_card' }),
  );
  await partner.patch(`/credit_cards/${expired.id}`).send({ exp_year: 2035 }).expect(200);
  expect((await cardsOf(partner)).map(({ is_card_valid, is_refused }) => [is_card_valid, is_refused])).toEqual([
    [false, true],
    [false, true],
  ]);
});

it('refuses a number that the bank has refused permanently, even after the card was removed', async () => {
  const partner = await createPartner(server, { card: null });
  const expired = await addCard(partner, 'pm_card_amex');
  const stolen = await addCard(partner);
  const spare = await addCard(partner, 'pm_card_mastercard');
  const { db, now } = server.deps;
  await db.$transaction(async (tx) => {
    await refuseCard(tx, now(), { id: stolen.id, code: 'card_declined', decline_code: 'stolen_card' });
    await refuseCard(tx, now(), { id: expired.id, code: 'expired_card', decline_code: null });
  });
  const addAgain = () => partner.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' });
  const refusal = ['We couldn’t use this card. Add another one, or contact us if that doesn’t help.'];
  expect((await addAgain().expect(422)).body.errors.payment_method_id).toEqual(refusal);
  await partner.delete(`/credit_cards/${stolen.id}`).expect(204);
  expect((await addAgain().expect(422)).body.errors.payment_method_id).toEqual(refusal);
  const replaced = await addCard(partner, 'pm_card_amex');
  expect((await cardsOf(partner)).map(({ id }) => id).sort()).toEqual([expired.id, spare.id, replaced.id].sort());
  await addCard(await createPartner(server, { card: null }));
  const admin = await createStaff(server, 'admin');
  const allow = () => admin.post(`/admin/credit_cards/${stolen.id}/allow_charges`).send({ reason: 'The bank called.' });
  expect((await allow().expect(200)).body.message).toBe('The partner can add this card again.');
  await allow().expect(409);
  expect(await addCard(partner)).toMatchObject({ is_card_valid: true, is_refused: false });
  await db.creditCard.update({ where: { id: spare.id }, data: { refused_at: now(), exp_year: 2020 } });
  const { body } = await admin
    .post(`/admin/credit_cards/${spare.id}/allow_charges`)
    .send({ reason: 'So did this one.' });
  expect(body.message).toContain('The refusal was cleared, but the card has expired.');
});

it('makes the newest valid card the default when the default is removed', async () => {
  const partner = await createPartner(server);
  const [first] = await cardsOf(partner);
  const second = await addCard(partner);
  const third = await addCard(partner);
  await server.deps.db.creditCard.update({ where: { id: third.id }, data: { is_card_valid: false } });
  const res = await partner.delete(`/credit_cards/${first!.id}`).expect(204);
  expect(res.text).toBe('');
  expect(await cardsOf(partner)).toMatchObject([
    { id: second.id, is_default: true },
    { id: third.id, is_default: false },
  ]);
  await partner.delete(`/credit_cards/${first!.id}`).expect(404);
  expect(requests(`/v1/payment_methods/${first!.payment_method_id}/detach`)).toHaveLength(1);
});

it('refuses to remove the last card while an approved promotion needs it', async () => {
  const staff = await createStaff(server);
  const { partner, id } = await createPromotion(server);
  const [card] = await cardsOf(partner);
  await staff.post(`/promotions/${id}/approve`).expect(200);
  const changed = await tablesChangedBy(server, async () => {
    const res = await partner.delete(`/credit_cards/${card!.id}`).expect(409);
    const message = 'A promotion still needs a card, and you have no other valid one. Add another card first.';
    expect(res.body).toEqual({ errors: { base: [message], full_messages: [message] }, credit_card: card });
  });
  expect(changed).toEqual([]);
  const spare = await addCard(partner);
  const responses = await Promise.all([card!, spare].map(({ id: each }) => partner.delete(`/credit_cards/${each}`)));
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
  const [remaining] = await cardsOf(partner);
  await partner.post(`/promotions/${id}/cancel_approved`).send({ reason: 'Not now.' }).expect(200);
  await partner.delete(`/credit_cards/${remaining!.id}`).expect(204);
});

it('refuses to remove the last card while a promotion is submitted, and allows it after its rejection', async () => {
  const staff = await createStaff(server);
  const { partner, id } = await createPromotion(server);
  const [card] = await cardsOf(partner);
  const remove = () => partner.delete(`/credit_cards/${card!.id}`);
  await remove().expect(409);
  await staff.post(`/promotions/${id}/partner_feedback`).send({ message: 'Why?' }).expect(200);
  await remove().expect(409);
  await staff
    .post(`/promotions/${id}/reject`)
    .send({ reason_codes: ['cover_quality'] })
    .expect(200);
  await remove().expect(204);
});

it("makes a new card the default when the current default can't be charged", async () => {
  const invalidCards = { refused: { is_card_valid: false }, expired: { exp_month: 11, exp_year: 2026 } };
  for (const data of Object.values(invalidCards)) {
    const partner = await createPartner(server);
    const [first] = await cardsOf(partner);
    await server.deps.db.creditCard.update({ where: { id: first!.id }, data });
    const book = await createBook(partner);
    const hasCard = async () => {
      const { body } = await partner.post('/promotions/check').send({ book_id: book.id }).expect(200);
      return body.rules.find(({ code }: { code: string }) => code === 'no_card').passed;
    };
    expect(await hasCard()).toBe(false);
    const second = await addCard(partner);
    expect(second.is_default).toBe(true);
    expect(await cardsOf(partner)).toMatchObject([
      { id: second.id, is_default: true },
      { id: first!.id, is_default: false },
    ]);
    expect(await hasCard()).toBe(true);
    expect((await addCard(partner)).is_default).toBe(false);
    await partner.patch(`/credit_cards/${first!.id}/make_default`).expect(200);
    // The next charge needs a valid default card, so booking does too.
    expect(await hasCard()).toBe(false);
  }
});

it('refuses an unchargeable default card while a promotion needs one', async () => {
  const { partner } = await createPromotion(server);
  const invalid = await addCard(partner);
  await server.deps.db.creditCard.update({ where: { id: invalid.id }, data: { is_card_valid: false } });
  const res = await partner.patch(`/credit_cards/${invalid.id}/make_default`).expect(409);
  expect(res.body.errors.base).toEqual([
    'A promotion needs a card that can be charged, and this one can’t. Choose or add another card.',
  ]);
  expect((await cardsOf(partner)).find(({ id }) => id === invalid.id)!.is_default).toBe(false);
});

it('refuses to remove the last valid card while an approved promotion needs it, even if invalid ones remain', async () => {
  const staff = await createStaff(server);
  const { partner, id } = await createPromotion(server);
  const [card] = await cardsOf(partner);
  await staff.post(`/promotions/${id}/approve`).expect(200);
  const [refused, expired] = [await addCard(partner), await addCard(partner)];
  const { creditCard } = server.deps.db;
  await creditCard.update({ where: { id: refused.id }, data: { is_card_valid: false } });
  await creditCard.update({ where: { id: expired.id }, data: { exp_month: 11, exp_year: 2026 } });
  const res = await partner.delete(`/credit_cards/${card!.id}`).expect(409);
  expect(res.body.errors.base).toEqual([
    'A promotion still needs a card, and you have no other valid one. Add another card first.',
  ]);
  await partner.delete(`/credit_cards/${refused.id}`).expect(204);
  const spare = await addCard(partner);
  await partner.delete(`/credit_cards/${card!.id}`).expect(204);
  expect(await cardsOf(partner)).toMatchObject([
    { id: spare.id, is_default: true },
    { id: expired.id, is_default: false },
  ]);
});

it('limits card attempts per account, and per network for many accounts', async () => {
  const [partner, other] = [await createPartner(server, { card: null }), await createPartner(server, { card: null })];
  const tryCards = async (client: PartnerClient) => {
    const setup = await client.post('/stripe/setup_intent');
    const card = await client.post('/credit_cards').send({ payment_method_id: 'pm_card_visa' });
    return [setup.status, card.status];
  };
  expect(await tryCards(partner)).toEqual([200, 201]);
  const setPoints = (limit: string, points: number) =>
    server.deps.pool.query('update rate_limits set points = $2 where key like $1', [`${limit}:%`, points]);
  await setPoints('card', 19);
  expect(await tryCards(partner)).toEqual([200, 429]);
  expect(await tryCards(other)).toEqual([200, 201]);
  await setPoints('card_ip', 300);
  expect(await tryCards(other)).toEqual([429, 429]);
  await server.deps.pool.query('truncate rate_limits');
});

it('never stores a submitted card number with the cards', async () => {
  const [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  await partner.post('/credit_cards').send({ payment_method_id: '4242424242424242', number: '4242424242424242' });
  const { rows } = await server.deps.pool.query('select count(*)::int as n from credit_cards c where c::text ~ $1', [
    '[0-9]{12,}',
  ]);
  expect(rows).toEqual([{ n: 0 }]);
});

it("treats a card as invalid after its expiry month in Vancouver, so that it can't be used to book", async () => {
  server.clock.set(new Date('2026-12-31T15:00:00Z'));
  const partner = await createPartner(server);
  const book = await createBook(partner);
  const [card] = await cardsOf(partner);
  await partner.patch(`/credit_cards/${card!.id}`).send({ exp_month: 12, exp_year: 2026 }).expect(200);
  const validity = async () => {
    await expireCards(server.deps);
    const { body } = await partner.post('/promotions/check').send({ book_id: book.id }).expect(200);
    const { passed } = body.rules.find(({ code }: { code: string }) => code === 'no_card');
    return [(await cardsOf(partner))[0]!.is_card_valid, passed];
  };
  server.clock.set(new Date('2027-01-01T06:59:59Z'));
  expect(await validity()).toEqual([true, true]);
  server.clock.set(new Date('2027-01-01T07:00:00Z'));
  expect(await validity()).toEqual([false, false]);
  await partner.patch(`/credit_cards/${card!.id}`).send({ exp_year: 2028 }).expect(200);
  expect(await validity()).toEqual([true, true]);
});
