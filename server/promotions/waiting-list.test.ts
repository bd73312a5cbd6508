/**
 * A freed slot on a full date is held for the first in line: their booking is submitted, or they're asked. It's never
 * given twice.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '#server/platform/http/rate-limits.ts';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createBook,
  createPartner,
  createPromotion,
  createStaff,
  insertPartners,
  MYSTERY,
  PASSWORD,
  type PartnerClient,
  promotionInput,
} from '#server/testing/factories.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { offerSlot } from './slots.ts';
import { sweepWaitingList } from './waiting-sweep.ts';

const DATE = '2026-12-10';

let server: TestServer;
let staff: Client & { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(START);
  const { db } = server.deps;
  await db.waitingEntry.deleteMany();
  await db.promotion.updateMany({ where: { cancelled_at: null }, data: { cancelled_at: START, cancelled_by: 'user' } });
  await setSlots({ capacity: 4, promotions_in_total: 0 });
});

const slotOfDate = { newsletter_date: new Date(DATE), category_id: MYSTERY };
const setSlots = (data: { capacity?: number; promotions_in_total?: number }) =>
  server.deps.db.newsletterPromotionCount.updateMany({ where: slotOfDate, data });
const taken = async () =>
  (await server.deps.db.newsletterPromotionCount.findFirstOrThrow({ where: slotOfDate })).promotions_in_total;

/** Fills the date: `approved` promotions can free a slot, other slots stay taken. */
async function fillDate({ approved = 1 } = {}) {
  const owners = await insertPartners(server, approved);
  const promotions = [];
  for (const partner of owners) {
    const promotion = await createPromotion(server, { partner, requested_date: DATE });
    await staff.post(`/promotions/${promotion.id}/approve`).send({}).expect(200);
    promotions.push(promotion);
  }
  await setSlots({ promotions_in_total: 4 });
  return promotions;
}
const cancel = ({ id, partner }: { id: number; partner: Client }) =>
  partner.post(`/promotions/${id}/cancel_approved`).send({}).expect(200);

async function join(partner: PartnerClient, input: object = {}) {
  const { id } = await createBook(partner);
  const { alternate_dates: _, ...body } = {
    ...promotionInput(server, id, { requested_date: DATE }),
    alternate_dates: [],
  };
  return partner.post('/waiting_entries').send({ ...body, ...input });
}
const createWaiter = async (input: object = {}) => {
  const partner = await createPartner(server);
  const res = await join(partner, input);
  expect(res.status).toBe(201);
  return { partner, id: res.body.waiting_entry.id as number };
};
const entriesOf = async (partner: Client) => (await partner.get('/waiting_entries').expect(200)).body.waiting_entries;
const subjectsTo = async ({ email }: PartnerClient) =>
  (await server.emailsTo(email)).map(({ subject }) => subject).filter((subject) => !/card|welcome/i.test(subject));
const sweep = () => sweepWaitingList(server.deps);

describe('the line', () => {
  it('is for full dates only, once per book, and shows each partner their place', async () => {
    const [first, second] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
    const free = await join(first);
    expect([free.status, free.body.code]).toEqual([409, 'date_free']);
    await fillDate();
    const { waiting_entry } = (await join(first)).body;
    expect(waiting_entry).toMatchObject({
      ...{ date: DATE, category_name: 'Mystery', book_title: 'The Quiet Harbor', place: 1, offer_ends_at: null },
      ...{ auto_book: false, sale_price_cents: 99, cpc_cents: 40 },
    });
    await join(second);
    expect(await entriesOf(second)).toMatchObject([{ place: 2 }]);
    const { newsletters } = (await staff.get('/newsletters?per=100').expect(200)).body;
    const waiting = newsletters.filter((one: { waiting_count: number }) => one.waiting_count > 0);
    expect(waiting).toMatchObject([{ newsletter_date: DATE, waiting_count: 2 }]);
    const again = await first
      .post('/waiting_entries')
      .send(withoutLists(promotionInput(server, waiting_entry.book_id, { requested_date: DATE })));
    expect(again.body.errors.requested_date).toEqual([
      'You’re already on the waiting list for this date with this book.',
    ]);
    const expensive = await join(second, { sale_price_cents: 599, current_price_cents: 1299 });
    expect(expensive.body.codes).toEqual(['price_too_high']);

    await second.delete(`/waiting_entries/${waiting_entry.id}`).expect(404);
    await second.post(`/waiting_entries/${waiting_entry.id}/accept`).expect(404);
    await first.delete(`/waiting_entries/${waiting_entry.id}`).expect(204);
    expect(await entriesOf(second)).toMatchObject([{ place: 1 }]);
  });

  it('has at most 20 places for a partner', async () => {
    await fillDate();
    const { partner, id } = await createWaiter();
    const { db } = server.deps;
    const { id: _, booking, discount_terms, ...entry } = await db.waitingEntry.findUniqueOrThrow({ where: { id } });
    const days = Array.from({ length: 18 }, (_, index) => new Date(Date.UTC(2026, 11, 11 + index)));
    await db.waitingEntry.createMany({ data: days.map((date) => ({ ...entry, booking: booking!, date })) });
    // Another book on the same date.
    expect((await join(partner)).status).toBe(201);
    const refused = await join(partner);
    expect([refused.status, refused.body.errors.base]).toEqual([
      422,
      ['You can have at most 20 places on waiting lists. Leave a waiting list first.'],
    ]);
  });

  it('names another promotion of the book less than 30 days away, until it’s canceled', async () => {
    await fillDate();
    const { partner } = await createWaiter({ auto_book: true });
    const [{ book_id, conflicting_date }] = await entriesOf(partner);
    expect(conflicting_date).toBeNull();
    const book = async (requested_date: string) =>
      (
        await partner
          .post('/promotions')
          .send(promotionInput(server, book_id, { requested_date }))
          .expect(201)
      ).body.promotion.id as number;
    await book('2027-01-09');
    expect(await entriesOf(partner)).toMatchObject([{ conflicting_date: null }]);
    const id = await book('2026-12-08');
    expect(await entriesOf(partner)).toMatchObject([{ conflicting_date: '2026-12-08' }]);
    await partner.post(`/promotions/${id}/cancel`).send({}).expect(200);
    expect(await entriesOf(partner)).toMatchObject([{ conflicting_date: null }]);
  });

  it('ends when partners can’t book the date anymore, with an email to those who chose automatic booking', async () => {
    await fillDate();
    const [manual, automatic] = [await createWaiter(), await createWaiter({ auto_book: true })];
    server.clock.set(new Date('2026-12-09T16:59:59Z'));
    await sweep();
    expect(await entriesOf(manual.partner)).toHaveLength(1);
    server.clock.set(new Date('2026-12-09T17:00:00Z'));
    await sweep();
    await sweep();
    expect([await entriesOf(manual.partner), await entriesOf(automatic.partner)]).toEqual([[], []]);
    expect(await subjectsTo(manual.partner)).toEqual([]);
    expect(await subjectsTo(automatic.partner)).toEqual(['We couldn’t book your date for The Quiet Harbor']);
  });
});

const withoutLists = ({ alternate_dates: _a, addon_ids: _b, ...body }: { [field: string]: unknown }) => body;

describe('a freed slot', () => {
  it('is offered with the date of the book’s other promotion, if that is too close', async () => {
    const [approved] = await fillDate();
    const { partner } = await createWaiter();
    const [{ book_id }] = await entriesOf(partner);
    await partner
      .post('/promotions')
      .send(promotionInput(server, book_id, { requested_date: '2026-12-08' }))
      .expect(201);
    await cancel(approved!);
    await sweep();
    const [offer] = (await server.emailsTo(partner.email)).filter(({ subject }) => subject.startsWith('A slot opened'));
    expect(offer!.text.replace(/\s+/g, ' ')).toContain(
      'You can’t book it yet: the book’s promotion on Tuesday December 8th, 2026 is less than 30 days from this date.',
    );
    expect(offer!.text).not.toContain('Book this date');
  });

  it('is held for the first in line for 12 hours, then for the next', async () => {
    const [approved] = await fillDate();
    const [first, second] = [await createWaiter(), await createWaiter()];
    await cancel(approved!);
    expect(await taken()).toBe(4);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await subjectsTo(first.partner)).toEqual(['A slot opened up for The Quiet Harbor']);
    const offer_ends_at = new Date(START.getTime() + 12 * HOUR_MS).toISOString();
    expect(await entriesOf(first.partner)).toMatchObject([{ place: null, offer_ends_at }]);
    await second.partner.post(`/waiting_entries/${second.id}/accept`).expect(409);

    server.clock.set(new Date(offer_ends_at));
    await first.partner.post(`/waiting_entries/${first.id}/accept`).expect(409);
    await sweep();
    expect(await entriesOf(first.partner)).toEqual([]);
    expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
    await second.partner.delete(`/waiting_entries/${second.id}`).expect(204);
    expect(await taken()).toBe(3);
  });

  it('is offered at most until the date can’t be booked anymore', async () => {
    const [approved] = await fillDate();
    const { partner } = await createWaiter();
    server.clock.set(new Date('2026-12-09T12:00:00Z'));
    await cancel(approved!);
    expect(await entriesOf(partner)).toMatchObject([{ offer_ends_at: '2026-12-09T17:00:00.000Z' }]);
  });

  it('doesn’t lapse before its partner was asked, for example while no worker runs', async () => {
    const approved = await fillDate({ approved: 3 });
    const automatic = await createWaiter({ auto_book: true });
    const [asked, early] = [await createWaiter(), await createWaiter()];
    for (const promotion of approved) await cancel(promotion);
    const now = new Date(START.getTime() + 13 * HOUR_MS);
    server.clock.set(now);
    await early.partner.post(`/waiting_entries/${early.id}/accept`).expect(200);
    await sweep();
    expect(await server.deps.db.promotion.count({ where: { partner_id: automatic.partner.id } })).toBe(1);
    expect(await subjectsTo(asked.partner)).toEqual(['A slot opened up for The Quiet Harbor']);
    const offer_ends_at = new Date(now.getTime() + 12 * HOUR_MS).toISOString();
    expect(await entriesOf(asked.partner)).toMatchObject([{ offer_ends_at }]);
    server.clock.set(new Date(offer_ends_at));
    await sweep();
    expect(await entriesOf(asked.partner)).toEqual([]);
  });

  it('leads to an email if the date closes before a booking is submitted, but not afterward', async () => {
    const approved = await fillDate({ approved: 2 });
    const [booked, missed] = [await createWaiter({ auto_book: true }), await createWaiter({ auto_book: true })];
    await cancel(approved[0]!);
    await sweep();
    server.clock.set(new Date('2026-12-09T16:59:30Z'));
    await cancel(approved[1]!);
    server.clock.set(new Date('2026-12-09T17:00:00Z'));
    await sweep();
    server.clock.set(new Date('2026-12-10T17:00:00Z'));
    await sweep();
    const ended = 'We couldn’t book your date for The Quiet Harbor';
    expect(await subjectsTo(missed.partner)).toEqual([ended]);
    const texts = (await server.emailsTo(missed.partner.email)).map(({ text }) => text.replace(/\s+/g, ' ')).join();
    expect(texts).toContain(
      'A slot opened up on Thursday December 10th, 2026, but we couldn’t book it for you. The date closed before the booking was complete.',
    );
    expect(await subjectsTo(booked.partner)).not.toContain(ended);
    expect(await server.deps.db.waitingEntry.count()).toBe(0);
  });

  it('stays with the accepted booking through its approval, although the date is full', async () => {
    const [approved] = await fillDate();
    const { partner, id } = await createWaiter();
    await cancel(approved!);
    const { promotion } = (await partner.post(`/waiting_entries/${id}/accept`).expect(200)).body;
    expect(promotion).toMatchObject({ display_status: 'awaiting review', requested_date: DATE });
    await partner.post(`/waiting_entries/${id}/accept`).expect(404);
    expect(await entriesOf(partner)).toEqual([]);
    const rules = await staff.post('/promotions/check').send({ promotion_id: promotion.id }).expect(200);
    expect(rules.body.rules.find(({ code }: { code: string }) => code === 'date_full').passed).toBe(true);
    await staff.post(`/promotions/${promotion.id}/approve`).send({}).expect(200);
    expect([await taken(), await server.deps.db.waitingEntry.count()]).toEqual([4, 0]);
  });

  it.each<[string, (id: number, partner: Client) => Promise<unknown>]>([
    [
      'declined',
      (id) =>
        staff
          .post(`/promotions/${id}/reject`)
          .send({ reason_codes: ['cover_quality'] })
          .expect(200),
    ],
    ['canceled', (id, partner) => partner.post(`/promotions/${id}/cancel`).send({}).expect(200)],
    [
      'moved',
      (id, partner) =>
        partner.patch(`/promotions/${id}`).send({ requested_date: '2026-12-12', alternate_dates: [] }).expect(200),
    ],
    [
      'confirmed for another date',
      async (id, partner) => {
        const proposal = { promotion_date: '2026-12-14' };
        await staff.post(`/promotions/${id}/propose_date`).send(proposal).expect(200);
        await partner.post(`/promotions/${id}/confirm_date`).send(proposal).expect(200);
      },
    ],
  ])('goes to the next in line if the booking is %s', async (_name, end) => {
    const [approved] = await fillDate();
    const [first, second] = [await createWaiter(), await createWaiter()];
    await cancel(approved!);
    const { promotion } = (await first.partner.post(`/waiting_entries/${first.id}/accept`).expect(200)).body;
    expect(await entriesOf(second.partner)).toMatchObject([{ place: 1 }]);
    await end(promotion.id, first.partner);
    expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
    expect(await taken()).toBe(4);
  });

  it('is also offered after the number of slots was raised', async () => {
    await fillDate();
    const [first, second] = [await createWaiter(), await createWaiter()];
    await setSlots({ capacity: 5 });
    await sweep();
    expect([...(await entriesOf(first.partner)), ...(await entriesOf(second.partner))]).toMatchObject([
      { offer_ends_at: expect.any(String) },
      { place: 1 },
    ]);
    await setSlots({ capacity: 5, promotions_in_total: 4 });
  });

  it('isn’t offered to a blocked partner', async () => {
    const [approved] = await fillDate();
    const [first, second] = [await createWaiter(), await createWaiter()];
    await server.deps.db.partner.update({ where: { id: first.partner.id }, data: { blocked_reason: 'Spam' } });
    await cancel(approved!);
    expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
  });

  it.each([true, false])(
    'goes to the next in line if its partner was blocked after the offer (auto_book: %s)',
    async (auto_book) => {
      const [approved] = await fillDate();
      const [first, second] = [await createWaiter({ auto_book }), await createWaiter()];
      await cancel(approved!);
      const { id, email } = first.partner;
      await server.deps.db.partner.update({ where: { id }, data: { blocked_reason: 'Spam' } });
      const emails = (await server.emailsTo(email)).length;
      await sweep();
      expect(await server.deps.db.promotion.count({ where: { partner_id: id } })).toBe(0);
      expect(await server.deps.db.waitingEntry.count({ where: { partner_id: id } })).toBe(0);
      expect(await server.emailsTo(email)).toHaveLength(emails);
      expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
    },
  );

  it('is never given twice, even with many cancellations and offers at the same time', async () => {
    const approved = await fillDate({ approved: 4 });
    const waiters = [];
    for (const partner of await insertPartners(server, 6)) {
      expect((await join(partner)).status).toBe(201);
      waiters.push(partner);
    }
    const slot = { date: DATE, category_id: MYSTERY };
    const offers = Array.from({ length: 8 }, () =>
      server.deps.db.$transaction((tx) => offerSlot(tx, server.deps.now(), slot)),
    );
    await Promise.all([...approved.map(cancel), ...offers, sweep(), sweep()]);
    const offered = await Promise.all(waiters.map(async (partner) => (await entriesOf(partner))[0].place === null));
    expect(offered).toEqual([true, true, true, true, false, false]);
    expect(await taken()).toBe(4);
  });
});

describe('an automatic booking', () => {
  it('is submitted with its code once, whichever process is first', async () => {
    const [approved] = await fillDate();
    const discount = await server.deps.db.discount.create({ data: { code: 'WAIT10', kind: 'percent', value: 10 } });
    const { partner } = await createWaiter({ auto_book: true, discount_code: 'wait10' });
    await cancel(approved!);
    await Promise.all([sweep(), sweep(), sweep()]);
    const promotions = await server.deps.db.promotion.findMany({ where: { partner_id: partner.id } });
    expect(promotions).toMatchObject([{ cpc_cents: 40, discount_id: discount.id, requested_date: new Date(DATE) }]);
    expect((await subjectsTo(partner)).filter((subject) => subject.startsWith('A slot'))).toEqual([]);
    expect([await entriesOf(partner), await taken()]).toEqual([[], 4]);
  });

  it('becomes an offer if clicks cost more now, or if the code isn’t valid anymore', async () => {
    const { db } = server.deps;
    const approved = await fillDate({ approved: 2 });
    const pricier = await createWaiter({ auto_book: true });
    const { id: code } = await db.discount.create({ data: { code: 'GONE10', kind: 'percent', value: 10 } });
    const withCode = await createWaiter({ auto_book: true, discount_code: 'GONE10' });
    await db.discount.update({ where: { id: code }, data: { enabled: false } });
    await db.waitingEntry.update({ where: { id: pricier.id }, data: { cpc_cents: 35 } });
    for (const promotion of approved) await cancel(promotion);
    await sweep();
    const reasonTo = async ({ email }: PartnerClient) =>
      /We didn’t book it automatically\. (.*)/.exec(
        (await server.emailsTo(email)).map(({ text }) => text).join('\n'),
      )?.[1];
    expect(await reasonTo(pricier.partner)).toBe(
      'A click now costs $0.40; it cost $0.35 when you joined the waiting list.',
    );
    expect(await reasonTo(withCode.partner)).toContain('Your discount code isn’t valid anymore');
    const { promotion } = (await withCode.partner.post(`/waiting_entries/${withCode.id}/accept`).expect(200)).body;
    expect(promotion.discount_id).toBeNull();
  });

  it('becomes an offer if the code was dropped because its partner tried to book first', async () => {
    const { db } = server.deps;
    const [approved] = await fillDate();
    const { id: code } = await db.discount.create({ data: { code: 'DROP10', kind: 'percent', value: 10 } });
    const { partner, id } = await createWaiter({ auto_book: true, discount_code: 'DROP10' });
    await db.discount.update({ where: { id: code }, data: { enabled: false } });
    await cancel(approved!);
    await partner.post(`/waiting_entries/${id}/accept`).expect(409);
    await sweep();
    expect(await db.promotion.count({ where: { partner_id: partner.id } })).toBe(0);
    expect(await subjectsTo(partner)).toEqual(['A slot opened up for The Quiet Harbor']);
    await partner.post(`/waiting_entries/${id}/accept`).expect(200);
  });

  it('becomes an offer if the discount code gives less now, but not if clicks cost less', async () => {
    const { db } = server.deps;
    const approved = await fillDate({ approved: 2 });
    const { id: code } = await db.discount.create({ data: { code: 'HALF50', kind: 'percent', value: 50 } });
    const withCode = await createWaiter({ auto_book: true, discount_code: 'half50' });
    const cheaper = await createWaiter({ auto_book: true });
    await db.discount.update({ where: { id: code }, data: { value: 10 } });
    await db.waitingEntry.update({ where: { id: cheaper.id }, data: { cpc_cents: 45 } });
    for (const promotion of approved) await cancel(promotion);
    await sweep();
    expect(await entriesOf(cheaper.partner)).toEqual([]);
    expect(await db.promotion.count({ where: { partner_id: cheaper.partner.id } })).toBe(1);
    expect(await db.promotion.count({ where: { partner_id: withCode.partner.id } })).toBe(0);
    const texts = (await server.emailsTo(withCode.partner.email)).map(({ text }) => text).join(' ');
    expect(texts.replace(/\s+/g, ' ')).toContain(
      'Your discount code is now 10% off; it was 50% off when you joined the waiting list.',
    );
    expect(await db.discount.findUnique({ where: { id: code } })).toMatchObject({ used_count: 0 });
    await withCode.partner.post(`/waiting_entries/${withCode.id}/accept`).expect(200);
  });

  it('ends, and the slot goes to the next in line, if the book isn’t active anymore', async () => {
    const [approved] = await fillDate();
    const [first, second] = [await createWaiter({ auto_book: true }), await createWaiter()];
    await server.deps.db.book.updateMany({ where: { partner_id: first.partner.id }, data: { status: 'archived' } });
    await cancel(approved!);
    await sweep();
    expect(await entriesOf(first.partner)).toEqual([]);
    const texts = (await server.emailsTo(first.partner.email)).map(({ text }) => text).join(' ');
    expect(texts).toContain('The book isn’t one of your active books anymore.');
    expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
  });

  it('ends, and the slot goes to the next in line, if the book runs on a date nearby', async () => {
    const [approved] = await fillDate();
    const [first, second] = [await createWaiter({ auto_book: true }), await createWaiter()];
    const [entry] = await entriesOf(first.partner);
    await first.partner
      .post('/promotions')
      .send(promotionInput(server, entry.book_id, { requested_date: '2026-12-12' }))
      .expect(201);
    await cancel(approved!);
    await sweep();
    expect(await entriesOf(first.partner)).toEqual([]);
    expect(await subjectsTo(first.partner)).toContain('We couldn’t book your date for The Quiet Harbor');
    expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
  });
});

it('gives the slot of a closed account to the next in line', async () => {
  const [approved] = await fillDate();
  const [first, second] = [await createWaiter(), await createWaiter()];
  await cancel(approved!);
  await first.partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  expect(await server.deps.db.waitingEntry.count({ where: { partner_id: first.partner.id } })).toBe(0);
  expect(await entriesOf(second.partner)).toMatchObject([{ place: null }]);
});

it('never offers a closing account its own freed slot', async () => {
  const [approved] = await fillDate();
  const { partner } = await createWaiter();
  expect((await join(partner)).status).toBe(201);
  await cancel(approved!);
  await partner.delete('/partner-auth').send({ current_password: PASSWORD }).expect(200);
  expect([await server.deps.db.waitingEntry.count(), await taken()]).toEqual([0, 3]);
});

it('moves a booking without a deadlock while its entry is locked', async () => {
  const [approved] = await fillDate();
  const { partner, id } = await createWaiter();
  await cancel(approved!);
  const { promotion } = (await partner.post(`/waiting_entries/${id}/accept`).expect(200)).body;
  const move = partner.patch(`/promotions/${promotion.id}`).send({ requested_date: '2026-12-12', alternate_dates: [] });
  const [res] = await server.deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`select id from waiting_entries where id = ${id} for update`;
    const moved = move.then((response: { status: number }) => response);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await tx.newsletterPromotionCount.updateMany({ where: slotOfDate, data: { capacity: 4 } });
    return [moved];
  });
  expect((await res!).status).toBe(200);
});

it('refuses a discount code that the partner can’t use, and limits guesses when joining and when booking', async () => {
  const [approved] = await fillDate();
  const { db, limits } = server.deps;
  const category = await db.category.findFirstOrThrow({ where: { id: { not: MYSTERY } } });
  await db.discount.create({ data: { code: 'ELSEWHERE', kind: 'percent', value: 10, category_id: category.id } });
  await db.discount.create({ data: { code: 'GUESS10', kind: 'percent', value: 10 } });
  const { partner, id } = await createWaiter({ discount_code: 'GUESS10' });
  expect((await join(partner, { discount_code: 'NOSUCH' })).status).toBe(422);
  const foreign = await join(partner, { discount_code: 'ELSEWHERE' });
  expect([foreign.status, foreign.body.errors.discount_code]).toEqual([
    422,
    ['This discount code isn’t valid. Check the spelling, or leave the field empty.'],
  ]);
  for (let point = 2; point < 60; point += 1) await consume(limits.discountGuesses, `partner:${partner.id}`);
  expect((await join(partner, { discount_code: 'GUESS10' })).status).toBe(429);
  await cancel(approved!);
  await partner.post(`/waiting_entries/${id}/accept`).expect(429);
});
