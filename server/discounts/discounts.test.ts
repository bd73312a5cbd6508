import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import { countLockWaits } from '#server/testing/database.ts';
import {
  type Client,
  createBook,
  createPromotion,
  createStaff,
  insertPartners,
  type PartnerClient,
  promotionInput,
  tablesChangedBy,
} from '#server/testing/factories.ts';
import { NOT_VALID_TEXT, releaseDiscount, reserveDiscount } from './service.ts';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
let other: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner, other] = (await insertPartners(server, 2)) as [PartnerClient, PartnerClient];
});
afterAll(() => server.close());

let serial = 0;
const create = async (fields: object = {}): Promise<{ id: number; code: string }> => {
  const input = { code: `CODE-${++serial}`, kind: 'percent', value: 25, ...fields };
  return (await staff.post('/discounts').send(input).expect(201)).body.discount;
};
const usedCount = async (id: number) => (await staff.get(`/discounts/${id}`).expect(200)).body.discount.used_count;

describe('for staff, a code', () => {
  it('is stored in capitals, with every field', async () => {
    const input = {
      code: ' spring_25 ',
      kind: 'fixed_cents',
      value: 500,
      ends_at: '2026-12-24T09:00:00+02:00',
    };
    const res = await staff.post('/discounts').send(input).expect(201);
    expect(res.body.discount).toEqual({
      id: expect.any(Number),
      code: 'SPRING_25',
      kind: 'fixed_cents',
      value: 500,
      starts_at: null,
      ends_at: '2026-12-24T07:00:00.000Z',
      usage_limit: null,
      per_partner_limit: 1,
      book_id: null,
      partner_id: null,
      category_id: null,
      first_promotion_only: false,
      min_cost_cents: null,
      enabled: true,
      used_count: 0,
      created_at: expect.any(String),
    });
    const { id } = res.body.discount;
    expect((await staff.get(`/discounts/${id}`).expect(200)).body).toEqual(res.body);
    const [event] = await server.deps.db.auditEvent.findMany({ where: { entity: 'discount', entity_id: String(id) } });
    expect(event).toMatchObject({ actor_id: staff.id, action: 'create' });
  });

  it.each<[string, object, object]>([
    ['nothing', {}, { code: ["can't be blank"], kind: expect.any(Array), value: ["can't be blank"] }],
    [
      'a code of two letters',
      { code: 'AB', kind: 'percent', value: 5 },
      { code: ['must be 3 to 40 letters, digits, hyphens, or underscores'] },
    ],
    [
      '101 percent',
      { code: 'ALL', kind: 'percent', value: 101 },
      { value: ['must be at most 100 for a percent discount'] },
    ],
    ['half a cent', { code: 'HALF', kind: 'fixed_cents', value: 0.5 }, { value: ['must be a whole number'] }],
    ['nothing off', { code: 'ZERO', kind: 'fixed_cents', value: 0 }, { value: ['must be at least 1'] }],
    [
      'more than a promotion costs',
      { code: 'MORE', kind: 'fixed_cents', value: 6001 },
      { value: ['must be at most 6000'] },
    ],
    [
      'a day instead of an instant',
      { code: 'DAY', kind: 'percent', value: 5, ends_at: '2026-12-24' },
      { ends_at: ['must be a date and time, such as 2026-11-21T18:00:00Z'] },
    ],
    [
      'a nonexistent book',
      { code: 'BOOK', kind: 'percent', value: 5, book_id: 999_999 },
      { base: ['The book, partner, or category doesn’t exist.'] },
    ],
  ])('is refused with %s', async (_, body, errors) => {
    const changed = await tablesChangedBy(server, async () => {
      const res = await staff.post('/discounts').send(body).expect(422);
      expect(res.body).toEqual({ errors: { ...errors, full_messages: expect.any(Array) } });
    });
    expect(changed).toEqual([]);
  });

  it('is unique regardless of case', async () => {
    const { code } = await create();
    const res = await staff
      .post('/discounts')
      .send({ code: code.toLowerCase(), kind: 'percent', value: 5 })
      .expect(422);
    expect(res.body.errors.code).toEqual(['has already been taken']);
  });

  it("can be changed under the same rules, but its limit can't be less than its uses", async () => {
    const { id, code } = await create({ value: 90, usage_limit: 5 });
    const res = await staff.patch(`/discounts/${id}`).send({ enabled: false }).expect(200);
    expect(res.body.discount).toMatchObject({ code, value: 90, enabled: false, used_count: 0 });
    await server.deps.db.discount.update({ where: { id }, data: { used_count: 3 } });
    const changed = await tablesChangedBy(server, async () => {
      const low = await staff.patch(`/discounts/${id}`).send({ usage_limit: 2 }).expect(422);
      expect(low.body.errors.usage_limit).toEqual(['must be at least the number of uses so far']);
      const percent = await staff.patch(`/discounts/${id}`).send({ value: 150 }).expect(422);
      expect(percent.body.errors.value).toEqual(['must be at most 100 for a percent discount']);
      const taken = await staff.patch(`/discounts/${id}`).send({ code: 'SPRING_25' }).expect(422);
      expect(taken.body.errors.code).toEqual(['has already been taken']);
    });
    expect(changed).toEqual([]);
  });

  it('can be deleted while unused', async () => {
    const { id } = await create();
    await staff.delete(`/discounts/${id}`).expect(204);
    await staff.get(`/discounts/${id}`).expect(404);
    const used = await create();
    await createPromotion(server, { partner, discount_code: used.code, days: 2 });
    const changed = await tablesChangedBy(server, async () => {
      const res = await staff.delete(`/discounts/${used.id}`).expect(409);
      expect(res.body.errors.base).toEqual([
        'This code has been used. Disable it instead, so that its promotions keep their discount.',
      ]);
      expect(res.body.discount).toMatchObject({ id: used.id, used_count: 1 });
    });
    expect(changed).toEqual([]);
  });

  it("can't be deleted while a booking is using it", async () => {
    const { db } = server.deps;
    const { id, code } = await create();
    const { id: promotion_id, book } = await createPromotion(server, { partner, days: 3 });
    const { category_id } = await db.promotion.findUniqueOrThrow({ where: { id: promotion_id } });
    const [reserved, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const booking = db.$transaction(async (tx) => {
      const facts = { code, partner_id: partner.id, book_id: book.id, category_id, promotion_id };
      await reserveDiscount(tx, server.clock.now(), facts);
      reserved.resolve();
      await resume.promise;
    });
    await reserved.promise;
    // A request isn't sent until it is awaited.
    const deletion = Promise.resolve(staff.delete(`/discounts/${id}`));
    await expect.poll(() => countLockWaits(server.deps)).toBe(1);
    resume.resolve();
    await booking;
    const { status, body } = await deletion;
    expect([status, body.discount?.used_count]).toEqual([409, 1]);
    expect(await usedCount(id)).toBe(1);
  });

  it('can be found by a part of its text', async () => {
    const { id } = await create({ code: 'FINDME-1' });
    const { body } = await staff.get('/discounts?q=findme&enabled=true').expect(200);
    expect(body.discounts.map((discount: { id: number }) => discount.id)).toEqual([id]);
    expect(body.meta).toEqual({ total_count: 1, page: 1, per: 20 });
  });
});

const EDITOR_REFUSAL = 'Only an administrator can offer a code that takes more than half off or has no usage limit.';

describe('for an editor, a code', () => {
  const HALF = { kind: 'percent', value: 50, usage_limit: 10 };
  let editor: Client;
  beforeAll(async () => {
    editor = await createStaff(server, 'editor');
  });

  it.each<[string, object, number]>([
    ['is accepted with half off and a limit', HALF, 201],
    ['is refused with 51 percent', { ...HALF, value: 51 }, 422],
    ['is refused without a usage limit', { ...HALF, usage_limit: null }, 422],
    ['is refused with a fixed amount off any cost', { kind: 'fixed_cents', value: 100, usage_limit: 10 }, 422],
    [
      'is accepted with half the minimum cost off',
      { kind: 'fixed_cents', value: 100, min_cost_cents: 200, usage_limit: 10 },
      201,
    ],
    [
      'is refused with more than half the minimum cost off',
      { kind: 'fixed_cents', value: 101, min_cost_cents: 201, usage_limit: 10 },
      422,
    ],
  ])('%s', async (_, fields, status) => {
    const res = await editor.post('/discounts').send({ code: `EDITOR-${++serial}`, ...fields });
    expect(res.status).toBe(status);
    if (status === 422) expect(res.body.errors).toEqual({ base: [EDITOR_REFUSAL], full_messages: [EDITOR_REFUSAL] });
  });

  it.each<[string, object]>([
    ['its percent', { value: 51 }],
    ['its usage limit', { usage_limit: null }],
    ['its kind', { kind: 'fixed_cents' }],
  ])("can't be widened by %s", async (_, patch) => {
    const { id } = (
      await editor
        .post('/discounts')
        .send({ code: `EDITOR-${++serial}`, ...HALF })
        .expect(201)
    ).body.discount;
    const changed = await tablesChangedBy(server, async () => {
      const res = await editor.patch(`/discounts/${id}`).send(patch).expect(422);
      expect(res.body.errors.base).toEqual([EDITOR_REFUSAL]);
    });
    expect(changed).toEqual([]);
  });

  it("beyond an editor's limits can be disabled or brought within them, but not changed otherwise", async () => {
    const { id } = await create({ value: 100 });
    await editor.patch(`/discounts/${id}`).send({ ends_at: '2027-12-01T00:00:00Z' }).expect(422);
    await editor.patch(`/discounts/${id}`).send({ enabled: false, partner_id: null, value: 99 }).expect(422);
    await editor.patch(`/discounts/${id}`).send({ enabled: false }).expect(200);
    await editor.patch(`/discounts/${id}`).send({ enabled: true }).expect(422);
    await editor.patch(`/discounts/${id}`).send({ enabled: true, value: 20, usage_limit: 5 }).expect(200);
  });

  it("can't be widened by two harmless changes at the same time", async () => {
    const fields = { kind: 'fixed_cents', value: 40, min_cost_cents: 80, usage_limit: 10 };
    for (let i = 0; i < 5; i++) {
      const { id } = await create(fields);
      // 40 is allowed as a percentage, and 100 as a fixed amount with a minimum cost of 200.
      const patches = [{ kind: 'percent' }, { value: 100, min_cost_cents: 200 }];
      await Promise.all(patches.map((patch) => editor.patch(`/discounts/${id}`).send(patch)));
      const { kind, value } = await server.deps.db.discount.findUniqueOrThrow({ where: { id } });
      expect([kind, value]).not.toEqual(['percent', 100]);
    }
  });
});

describe('the validity period of a code', () => {
  const WINDOW = { starts_at: '2026-12-02T10:00:00Z', ends_at: '2026-12-03T10:00:00Z' };
  const ERROR = { ends_at: ['must be after the start'], full_messages: ['Ends at must be after the start'] };

  it.each([
    ['before the start', { ...WINDOW, ends_at: '2026-12-01T10:00:00Z' }],
    ['with the start', { ...WINDOW, ends_at: WINDOW.starts_at }],
    [
      'before the start, in another time zone',
      { starts_at: '2026-12-02T01:00:00Z', ends_at: '2026-12-02T02:00:00+09:00' },
    ],
  ])('is refused when it ends %s', async (_, fields) => {
    const res = await staff
      .post('/discounts')
      .send({ code: `CODE-${++serial}`, kind: 'percent', value: 5, ...fields })
      .expect(422);
    expect(res.body.errors).toEqual(ERROR);
  });

  it('is checked against the stored start or end when only the other changes', async () => {
    const { id } = await create(WINDOW);
    expect(
      (await staff.patch(`/discounts/${id}`).send({ ends_at: '2026-12-02T09:00:00Z' }).expect(422)).body.errors,
    ).toEqual(ERROR);
    expect(
      (await staff.patch(`/discounts/${id}`).send({ starts_at: '2026-12-03T10:00:00Z' }).expect(422)).body.errors,
    ).toEqual(ERROR);
    const bothEnds = [{ starts_at: '2026-12-03T09:00:00Z' }, { ends_at: '2026-12-02T11:00:00Z' }];
    const responses = await Promise.all(bothEnds.map((patch) => staff.patch(`/discounts/${id}`).send(patch)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    await staff.patch(`/discounts/${id}`).send({ ends_at: null }).expect(200);
    await staff.patch(`/discounts/${id}`).send({ starts_at: '2026-12-05T10:00:00Z' }).expect(200);
  });
});

describe('for a partner, a code', () => {
  const validate = (code: string, query = '', client: Client = partner) =>
    client.get(`/discounts/validate/${encodeURIComponent(code)}${query}`);

  async function expectInvalid(code: string, query = '', client: Client = partner) {
    const res = await validate(code, query, client);
    expect([res.status, res.text]).toEqual([
      422,
      '{"errors":{"base":["This discount code isn’t valid. Check the spelling, or leave the field empty."],"full_messages":["This discount code isn’t valid. Check the spelling, or leave the field empty."]}}',
    ]);
  }

  it('is valid regardless of case, and reveals only its terms', async () => {
    const { id, code } = await create();
    const res = await validate(` ${code.toLowerCase()} `).expect(200);
    expect(res.body).toEqual({ valid: true, discount: { id, code, kind: 'percent', value: 25, min_cost_cents: null } });
  });

  it('is reported as expired or used up, except to partners who could never use it', async () => {
    const { code: expiredCode } = await create({ ends_at: '2026-12-01T15:00:00Z' });
    const { code: partnerCode } = await create({ ends_at: '2026-12-01T15:00:00Z', partner_id: partner.id });
    const { code: usedUpCode, id } = await create({ usage_limit: 1 });
    await server.deps.db.discount.update({ where: { id }, data: { used_count: 1 } });
    const messageOf = async (code: string) => (await validate(code).expect(422)).body.errors.base;
    const expired =
      'This discount code expired on Dec 1, 2026, 8:00 AM Pacific Time. Leave the field empty, or enter another code.';
    expect(await messageOf(expiredCode)).toEqual([expired]);
    expect(await messageOf(partnerCode)).toEqual([expired]);
    expect(await messageOf(usedUpCode)).toEqual([
      'This discount code has been used up. Leave the field empty, or enter another code.',
    ]);
    await expectInvalid(partnerCode, '', other);
  });

  it('for a first promotion is reported as such, also at booking', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { code } = await create({ first_promotion_only: true });
    await createPromotion(server, { partner: owner, requested_date: '2026-12-20' });
    const message = 'This discount code is only for a first promotion. Leave the field empty, or enter another code.';
    expect((await validate(code, '', owner).expect(422)).body.errors.base).toEqual([message]);
    const { id } = await createBook(owner);
    const input = promotionInput(server, id, { discount_code: code });
    const { body } = await owner.post('/promotions').send(input).expect(422);
    expect(body.errors.discount_code).toEqual([message]);
  });

  it('is reported as already used to a partner who used it, and as used up to others', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { code } = await create({ usage_limit: 1, first_promotion_only: true });
    await createPromotion(server, { partner: owner, discount_code: code });
    const { body } = await validate(code, '', owner).expect(422);
    expect(body.errors.base).toEqual([
      'This discount code has already been used on this account. Leave the field empty, or enter another code.',
    ]);
    const [newcomer] = (await insertPartners(server, 1)) as [PartnerClient];
    expect((await validate(code, '', newcomer).expect(422)).body.errors.base[0]).toMatch(/has been used up/);
  });

  it('is reported invalid with the same bytes when unknown, disabled, or not yet valid', async () => {
    const { code: disabled } = await create({ enabled: false });
    const { code: early } = await create({ starts_at: '2026-12-01T15:00:00.001Z' });
    const { code: expiredAndDisabled } = await create({ enabled: false, ends_at: '2026-12-01T15:00:00Z' });
    for (const code of ['NOBODY', disabled, early, expiredAndDisabled, '\0', '%', 'x'.repeat(2000)])
      await expectInvalid(code);
  });

  it('starts and ends at the exact instant', async () => {
    const { code } = await create({ starts_at: '2026-12-01T15:00:00Z', ends_at: '2026-12-01T15:00:00.001Z' });
    await validate(code).expect(200);
    server.clock.set(new Date('2026-12-01T15:00:00.001Z'));
    await validate(code).expect(422);
    server.clock.set(START);
  });

  it('limited to a category is invalid for others, and valid while none is named', async () => {
    const { code } = await create({ category_id: 3 });
    await validate(code).expect(200);
    await validate(code, '?category_id=3').expect(200);
    await expectInvalid(code, '?category_id=1');
    expect((await validate(code, '?category_id=x').expect(422)).body.errors.category_id).toEqual(['isn’t a valid ID']);
  });

  it('may be limited to one partner or book, and staff may check it for anyone', async () => {
    const book = await createBook(partner);
    const { code: partnerCode } = await create({ partner_id: partner.id });
    const { code: bookCode } = await create({ book_id: book.id });
    await validate(partnerCode).expect(200);
    await expectInvalid(partnerCode, '', other);
    await expectInvalid(partnerCode, `?partner_id=${partner.id}`, other);
    await validate(partnerCode, `?partner_id=${partner.id}`, staff).expect(200);
    await expectInvalid(partnerCode, `?partner_id=${other.id}`, staff);
    await validate(bookCode, `?book_id=${book.id}`).expect(200);
    await expectInvalid(bookCode);
    const { code: anyBookCode } = await create();
    const otherBook = await createBook(other);
    await validate(anyBookCode, `?book_id=${book.id}`).expect(200);
    const ownBook = await createBook(partner);
    await expectInvalid(bookCode, `?book_id=${ownBook.id}`);
    const foreign = `?book_id=${otherBook.id}`;
    for (const [query, client] of [
      ['?book_id=99999'],
      [foreign],
      [`${foreign}&partner_id=${partner.id}`, staff],
    ] as const)
      expect((await validate(anyBookCode, query, client).expect(422)).body.errors.book_id).toEqual([
        'isn’t one of this partner’s books',
      ]);
    await validate(anyBookCode, `?book_id=${otherBook.id}`, staff).expect(200);
    expect((await validate(bookCode, '?book_id=x').expect(422)).body.errors.book_id).toEqual(['isn’t a valid ID']);
  });
});

describe('a use', () => {
  it('is reserved with the promotion, released once on cancellation, and can be reserved again', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { id, code } = await create({ usage_limit: 1 });
    const first = await createPromotion(server, { partner: owner, discount_code: code.toLowerCase() });
    expect(await usedCount(id)).toBe(1);
    await owner.post(`/promotions/${first.id}/cancel`).expect(200);
    await owner.post(`/promotions/${first.id}/cancel`).expect(409);
    await server.deps.db.$transaction((tx) => releaseDiscount(tx, first.id));
    expect(await usedCount(id)).toBe(0);
    await createPromotion(server, { partner: owner, discount_code: code, days: 3 });
    expect(await usedCount(id)).toBe(1);
  });

  it("is refused with the whole promotion when the code isn't valid", async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const book = await createBook(owner);
    const { code } = await create({ category_id: 3 });
    const body = {
      book_id: book.id,
      category_id: 1,
      requested_date: '2026-12-02',
      deal_ends_on: '2026-12-08',
      current_price_cents: 499,
      sale_price_cents: 99,
    };
    const changed = await tablesChangedBy(server, async () => {
      for (const discount_code of [code, 'NOBODY']) {
        const res = await owner
          .post('/promotions')
          .send({ ...body, discount_code })
          .expect(422);
        expect(res.body).toEqual({
          errors: { discount_code: [NOT_VALID_TEXT], full_messages: [NOT_VALID_TEXT] },
        });
      }
    });
    expect(changed).toEqual([]);
  });

  it('that was released doesn’t count toward the first-promotion and per-partner limits', async () => {
    const [owner] = (await insertPartners(server, 1)) as [PartnerClient];
    const { code: firstOnlyCode } = await create({ first_promotion_only: true });
    const { code: singleUseCode } = await create();
    const validate = (code: string) => owner.get(`/discounts/validate/${code}`);
    const { id } = await createPromotion(server, { partner: owner, discount_code: singleUseCode, days: 4 });
    await validate(firstOnlyCode).expect(422);
    await validate(singleUseCode).expect(422);
    await owner.post(`/promotions/${id}/cancel`).expect(200);
    await validate(firstOnlyCode).expect(200);
    await validate(singleUseCode).expect(200);
  });
});

it('limits guesses to sixty an hour per account, without counting valid codes', async () => {
  await server.deps.pool.query('truncate rate_limits');
  const { code } = await create();
  const validate = (client: Client, guess: string) => client.get(`/discounts/validate/${guess}`);
  for (let i = 0; i < 60; i++) {
    await validate(partner, code).expect(200);
    await validate(partner, `GUESS-${i}`).expect(422);
  }
  const res = await validate(partner, code).expect(429);
  expect(Number(res.headers['retry-after'])).toBeGreaterThan(0);
  await validate(other, code).expect(200);
  // Submitting a promotion with a code is limited, too; without a code, it isn't.
  const submit = (body: object) => partner.post('/promotions').send({ ...promotionInput(server, 999_999), ...body });
  await submit({ discount_code: 'GUESS-60' }).expect(429);
  await submit({}).expect(({ status }) => expect(status).not.toBe(429));
});
