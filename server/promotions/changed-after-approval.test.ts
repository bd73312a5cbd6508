/**
 * Readers get what an editor approved: later changes by the partner wait for staff unless they can't mislead readers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  click,
  createAuthor,
  createPromotion,
  createReader,
  createStaff,
  insertPartners,
  MYSTERY,
  type PartnerClient,
  tokensFor,
  visitor,
} from '#server/testing/factories.ts';

const THRILLER = 3;
const TOP_SPOT_ADDON_ID = 1;
const cutoffOf = (date: string) => `${date}T17:00:00.000Z`;

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server, 'admin');
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
});
afterAll(() => server.close());

let day = 5;
let serial = 0;
const createApproved = async (fields: Parameters<typeof createPromotion>[1] = {}) => {
  const made = await createPromotion(server, { partner, days: ++day, ...fields });
  await staff.post(`/promotions/${made.id}/approve`).expect(200);
  return made;
};
const edit = (id: number, body: object, client: Client = partner) => client.patch(`/promotions/${id}/`).send(body);
const editBook = (id: number, body: object, client: Client = partner) => client.patch(`/books/${id}/`).send(body);
const shown = async (id: number, client: Client = staff) =>
  (await client.get(`/promotions/${id}?joins=events`).expect(200)).body.promotion;
/** Accepts or declines the changes of the version that staff see now. */
const answerChanges = async (id: number, kind: 'accept_changes' | 'keep_approved', body: object = {}, status = 200) => {
  const { review_version } = await shown(id);
  return staff
    .post(`/promotions/${id}/${kind}`)
    .send({ review_version, ...body })
    .expect(status);
};
/** [field, approved, proposed] of each change; also checks that the review queue's lane agrees. */
const changesOf = async (id: number) => {
  const changes = (await shown(id)).changed_since_review?.changes ?? [];
  const { promotions } = (await staff.get('/promotions?lane=changed_after_approval&per=100').expect(200)).body;
  expect(promotions.some((promotion: { id: number }) => promotion.id === id)).toBe(changes.length > 0);
  return changes.map(({ field, approved: was, proposed }: Record<string, unknown>) => [field, was, proposed]);
};
const takenOn = async (date: string, category_id = MYSTERY) => {
  const where = { newsletter_date_category_id: { newsletter_date: new Date(date), category_id } };
  return (await server.deps.db.newsletterPromotionCount.findUniqueOrThrow({ where })).promotions_in_total;
};
const mailTo = async ({ email }: { email: string }, subject: string) => {
  const mails = await server.emailsTo(email);
  expect(mails.map((mail) => mail.subject)).toContain(subject);
  return mails.find((mail) => mail.subject === subject)!;
};
const promotionsAtRisk = async () =>
  (await staff.get('/admin/health').expect(200)).body.checks.find(
    ({ name }: { name: string }) => name === 'promotions_at_risk',
  );
const SWAPPED_BOOK = {
  title: 'BUY NOW',
  description: 'A completely different book, about something that no editor has ever seen.',
  blurb: 'Different words for the book.',
  content_rating: 'mature',
  amazon_url: 'https://www.amazon.com/dp/B00OTHER99',
};

describe('a newsletter with a promotion that its partner changed completely after the approval', () => {
  it('is previewed exactly as before and sent as approved, and its links lead to the approved pages', async () => {
    const author = await createAuthor(partner, { name: 'Ada Quill' });
    const reader = await createReader(server);
    const made = await createApproved({
      days: 2,
      book: { author_id: author.id },
      blurb_override: 'The approved blurb.',
    });
    const newsletters = (await staff.get('/newsletters?per=100').expect(200)).body.newsletters;
    const { id: newsletter_id } = newsletters.find(
      ({ newsletter_date, kind }: Record<string, string>) => newsletter_date === made.date && kind === 'daily',
    );
    const preview = async () =>
      (await staff.get(`/newsletters/${newsletter_id}/preview`).expect(200)).body.newsletter_preview;
    const before = await preview();
    await editBook(made.book.id, SWAPPED_BOOK).expect(200);
    await edit(made.id, { blurb_override: 'BAIT', current_price_cents: 999, category_id: THRILLER }).expect(200);
    await partner.patch(`/authors/${author.id}`).send({ name: 'Somebody Famous' }).expect(200);
    expect(await changesOf(made.id)).toEqual([
      ['title', 'The Quiet Harbor', 'BUY NOW'],
      ['author_name', 'Ada Quill', 'Somebody Famous'],
      [
        'description',
        'A harbor town, a drowned ferryman, and a ledger that nobody wants found again.',
        SWAPPED_BOOK.description,
      ],
      ['blurb', '', SWAPPED_BOOK.blurb],
      ['blurb_override', 'The approved blurb.', 'BAIT'],
      ['content_rating', 'general', 'mature'],
      ['amazon_url', 'https://www.amazon.com/dp/B0ABCDEFGH', 'https://www.amazon.com/dp/B00OTHER99'],
      ['category_id', MYSTERY, THRILLER],
      ['current_price_cents', 499, 999],
    ]);
    expect(await shown(made.id)).toMatchObject({
      display_status: 'awaiting promotion date',
      approval_status: 'approved',
      category_id: MYSTERY,
      at_risk: null,
    });
    expect([await takenOn(made.date), await takenOn(made.date, THRILLER)]).toEqual([1, 0]);
    expect(await preview()).toEqual(before);
    await server.advanceTo(cutoffOf(made.date));
    const [mail] = await server.emailsTo(reader.email);
    expect(mail!.subject).toBe('Today: “The Quiet Harbor” for $0.99');
    for (const text of ['The approved blurb.', 'The Quiet Harbor', 'Ada Quill', '$4.99'])
      expect(mail!.html).toContain(text);
    for (const text of ['BUY NOW', 'BAIT', 'Somebody Famous', '$9.99'])
      expect(mail!.html + mail!.text).not.toContain(text);
    const targets = await Promise.all(
      tokensFor(server, mail!.text, made.id).map(async (token) => (await click(server, token)).headers.location),
    );
    expect(targets.sort()).toEqual([
      'https://www.amazon.com/dp/B0ABCDEFGH',
      'https://www.kobo.com/us/en/ebook/the-quiet-harbor',
    ]);
    const publicBook = async () =>
      (await visitor(server).get(`/books/${made.book.id}?public=true&joins=author`).expect(200)).body.book;
    const book = await publicBook();
    expect(book).toMatchObject({
      title: 'The Quiet Harbor',
      slug: 'the-quiet-harbor',
      author_name: 'Ada Quill',
      author: null,
      content_rating: 'general',
      amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
      deal: { sale_price_cents: 99, current_price_cents: 499 },
    });
    const listed = (await visitor(server).get('/books').expect(200)).body.books;
    expect(listed.find(({ id }: { id: number }) => id === made.book.id).title).toBe('The Quiet Harbor');
    const path = book.deal.store_links.amazon as string;
    expect((await click(server, path.slice(1))).headers.location).toBe('https://www.amazon.com/dp/B0ABCDEFGH');
    const namesake = await createAuthor(partner, { name: 'Ada Quill' });
    await editBook(made.book.id, { author_id: namesake.id }).expect(200);
    expect(await publicBook()).toMatchObject({ author_id: author.id, author_name: 'Ada Quill', author: null });
    await editBook(made.book.id, { author_id: author.id }).expect(200);
    await partner.delete(`/authors/${namesake.id}`).expect(204);
    await partner.patch(`/authors/${author.id}`).send({ name: 'Ada Quill' }).expect(200);
    expect((await publicBook()).author).toMatchObject({ id: author.id, name: 'Ada Quill' });
    await partner.patch(`/authors/${author.id}`).send({ name: 'Somebody Retired' }).expect(200);
    staff = await createStaff(server, 'admin');
    const sent = await shown(made.id);
    expect(sent.changed_since_review).toBeNull();
    expect(sent.events.at(-2)).toMatchObject({
      action: 'freeze',
      reason: 'The changes after approval weren’t reviewed in time, so the approved version was used.',
    });
    expect([sent.category_id, sent.current_price_cents]).toEqual([MYSTERY, 499]);
    server.clock.set(START);
  });
});

describe("a change that can't mislead readers", () => {
  it('takes effect right away: a note, another date with its deal end, a lower price', async () => {
    const { id, date } = await createApproved();
    await server.deps.db.promotion.update({ where: { id }, data: { position: 2 } });
    await edit(id, { partner_note: 'Price set.' }).expect(200);
    expect((await shown(id)).position).toBe(2);
    await edit(id, { requested_date: '2027-02-01', deal_ends_on: '2027-02-04' }).expect(200);
    await edit(id, { sale_price_cents: 49 }).expect(200);
    expect(await shown(id)).toMatchObject({
      partner_note: 'Price set.',
      promotion_date: '2027-02-01',
      position: null,
      deal_ends_on: '2027-02-04',
      sale_price_cents: 49,
      changed_since_review: null,
      at_risk: null,
    });
    expect([await takenOn(date), await takenOn('2027-02-01')]).toEqual([0, 1]);
    const { events } = await shown(id);
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      'submit',
      'approve',
      'edit',
      'edit',
      'edit',
    ]);
  });

  it("can't be used to extend a deal without review", async () => {
    const { id, date } = await createApproved({ deal_ends_on: '2027-01-31', requested_date: '2027-01-25' });
    await edit(id, { deal_ends_on: '2027-03-15' }).expect(200);
    await edit(id, { requested_date: '2027-01-27' }).expect(200);
    expect(await shown(id)).toMatchObject({ promotion_date: '2027-01-27', deal_ends_on: '2027-02-02' });
    expect(await changesOf(id)).toEqual([['deal_ends_on', '2027-02-02', '2027-03-15']]);
    await edit(id, { requested_date: date, deal_ends_on: '2027-02-20' }).expect(200);
    expect(await changesOf(id)).toEqual([['deal_ends_on', '2027-01-31', '2027-02-20']]);
  });

  it('moves a deal to an earlier date, and drops the alternative dates after its new end', async () => {
    const { id, book } = await createApproved({
      ...{ requested_date: '2027-02-10', alternate_dates: ['2027-02-13', '2027-02-15'], deal_ends_on: '2027-02-18' },
    });
    const tooLate = await edit(id, { requested_date: '2027-02-05', alternate_dates: ['2027-02-15'] }).expect(422);
    expect(Object.keys(tooLate.body.errors)).toContain('alternate_dates');
    await edit(id, { requested_date: '2027-02-05' }).expect(200);
    expect(await shown(id)).toMatchObject({ alternate_dates: ['2027-02-13'], deal_ends_on: '2027-02-13' });
    await edit(id, { partner_note: 'Moved.' }).expect(200);
    await editBook(book.id, { title: 'The Loud Harbor' }).expect(200);
    expect((await shown(id)).actions).toContain('accept_changes');
  });

  it('must still satisfy the rules', async () => {
    const { id } = await createApproved({ sale_price_cents: 99, current_price_cents: 99 });
    const res = await edit(id, { sale_price_cents: 79 }).expect(422);
    expect(res.body.codes).toEqual(['discount_too_small']);
    expect((await shown(id)).sale_price_cents).toBe(99);
  });
});

describe('a change that waits for staff', () => {
  it.each([
    ['free instead of paid', { sale_price_cents: 0 }, [['sale_price_cents', 99, 0]]],
    ['another list price', { current_price_cents: 899 }, [['current_price_cents', 499, 899]]],
    ['another category', { category_id: THRILLER }, [['category_id', MYSTERY, THRILLER]]],
    ['a shorter deal', { deal_ends_on: '2027-02-02' }, [['deal_ends_on', '2027-02-10', '2027-02-02']]],
  ])('is %s: the approved version, its slot, and its price per click stay', async (_, change, expected) => {
    const { id, date } = await createApproved({ deal_ends_on: '2027-02-10' });
    await edit(id, change).expect(200);
    expect(await changesOf(id)).toEqual(expected);
    expect(await shown(id)).toMatchObject({
      display_status: 'awaiting promotion date',
      sale_price_cents: 99,
      current_price_cents: 499,
      category_id: MYSTERY,
      deal_ends_on: '2027-02-10',
      price_type: 'discounted',
      cpc_cents: 40,
      at_risk: null,
    });
    expect(await takenOn(date)).toBe(1);
    const undone = Object.fromEntries(expected.map(([field, was]) => [field, was]));
    await edit(id, undone).expect(200);
    expect(await changesOf(id)).toEqual([]);
  });

  it('can be taken back even if the approved date is full', async () => {
    const { id, date, book } = await createApproved({ deal_ends_on: '2027-02-10' });
    await edit(id, { category_id: THRILLER }).expect(200);
    await server.deps.pool.query(
      `update newsletter_promotion_counts set promotions_in_total = capacity
       where newsletter_date = $1 and category_id = $2`,
      [date, MYSTERY],
    );
    const full = await takenOn(date);
    const form = { book_id: book.id, promotion_id: id, requested_date: date, category_id: MYSTERY };
    const check = (await partner.post('/promotions/check').send(form).expect(200)).body;
    expect(check).toMatchObject({ eligible: true });
    expect(check.rules).not.toEqual([]);
    expect(check.rules.map(({ code }: { code: string }) => code)).not.toContain('date_full');
    await edit(id, { category_id: MYSTERY }).expect(200);
    expect(await changesOf(id)).toEqual([]);
    expect(await takenOn(date)).toBe(full);
  });

  it('is accepted with its slot, its price per click, an audit entry, and an email', async () => {
    const { id, date, book } = await createApproved({ deal_ends_on: '2027-02-28' });
    await edit(id, { category_id: THRILLER, sale_price_cents: 0 }).expect(200);
    await editBook(book.id, { title: 'The Loud Harbor' }).expect(200);
    const res = await answerChanges(id, 'accept_changes', { message: 'Lovely.' });
    expect(res.body.promotion).toMatchObject({
      display_status: 'awaiting promotion date',
      ...{ category_id: THRILLER, sale_price_cents: 0, price_type: 'free', cpc_cents: 15, changed_since_review: null },
    });
    expect([await takenOn(date), await takenOn(date, THRILLER)]).toEqual([0, 1]);
    const row = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    expect(row.reviewed_book).toMatchObject({ title: 'The Loud Harbor' });
    const [audited] = await server.deps.db.auditEvent.findMany({
      where: { entity: 'promotion', entity_id: String(id), action: 'accept_changes' },
    });
    expect(audited).toMatchObject({ actor: 'user', actor_id: staff.id, reason: 'Lovely.' });
    const mail = await mailTo(partner, 'Your changes to The Loud Harbor are approved');
    expect(mail.text).toContain('Lovely.');
    expect(mail.text).toContain('Thriller');
    expect(mail.text).not.toContain('Mystery');
    const again = await answerChanges(id, 'accept_changes', {}, 409);
    expect(again.body.errors.base).toEqual([
      'There are no changes to review anymore. Reload the page to see the promotion.',
    ]);
    await staff.post(`/promotions/${id}/keep_approved`).send({}).expect(422);
  });

  it("can't be accepted into a category that the discount code doesn't cover, although no rule fails", async () => {
    const { db } = server.deps;
    await db.discount.create({ data: { code: 'HARBOR25', kind: 'percent', value: 25, category_id: MYSTERY } });
    const { id } = await createApproved({ deal_ends_on: '2027-02-28', discount_code: 'HARBOR25' });
    await db.discount.update({ where: { code: 'HARBOR25' }, data: { category_id: null } });
    await edit(id, { category_id: THRILLER }).expect(200);
    const offered = async () => (await staff.get(`/promotions/${id}?joins=failed_rules`).expect(200)).body.promotion;
    expect((await offered()).actions).toContain('accept_changes');
    await db.discount.update({ where: { code: 'HARBOR25' }, data: { category_id: MYSTERY } });
    expect((await offered()).actions).not.toContain('accept_changes');
    expect((await offered()).failed_rules).toEqual([]);
    const res = await answerChanges(id, 'accept_changes', {}, 422);
    expect(res.body.errors.category_id).toEqual(['isn’t covered by this promotion’s discount code']);
  });

  it('names the reason if an alternative date needs the longer deal that staff haven’t approved', async () => {
    const { id } = await createApproved({ requested_date: '2027-02-18', deal_ends_on: '2027-02-19' });
    const longer = { alternate_dates: ['2027-02-25'], deal_ends_on: '2027-02-26' };
    const res = await edit(id, longer).expect(422);
    expect(res.body.errors).toMatchObject({
      alternate_dates: ['Our editors have to approve the longer deal first. Add dates after its current end then.'],
    });
    await edit(id, { deal_ends_on: '2027-02-26' }).expect(200);
    await answerChanges(id, 'accept_changes');
    await edit(id, longer).expect(200);
  });

  it("can't be accepted into a category without a free slot, and stays pending", async () => {
    const { id, date } = await createApproved({ deal_ends_on: '2027-02-28' });
    await edit(id, { category_id: THRILLER }).expect(200);
    await server.deps.db.newsletterPromotionCount.updateMany({
      where: { newsletter_date: new Date(date), category_id: THRILLER },
      data: { promotions_in_total: 4 },
    });
    const offered = (await staff.get(`/promotions/${id}?joins=failed_rules`).expect(200)).body.promotion;
    expect(offered.failed_rules).toEqual(['date_full']);
    const res = await answerChanges(id, 'accept_changes', {}, 422);
    expect(res.body.codes).toEqual(['date_full']);
    await server.deps.db.newsletterPromotionCount.updateMany({
      where: { newsletter_date: new Date(date), category_id: THRILLER },
      data: { promotions_in_total: 0 },
    });
    expect((await shown(id)).actions).toContain('accept_changes');
    await server.deps.db.newsletterPromotionCount.updateMany({
      where: { newsletter_date: new Date(date), category_id: THRILLER },
      data: { promotions_in_total: 4 },
    });
    expect(await changesOf(id)).toEqual([['category_id', MYSTERY, THRILLER]]);
    expect(await takenOn(date)).toBe(1);
  });

  it('can’t be accepted with a content rating that the category doesn’t allow', async () => {
    const { id, book } = await createApproved();
    await editBook(book.id, { content_rating: 'adult' }).expect(200);
    expect((await shown(id)).actions).not.toContain('accept_changes');
    const { promotion } = (await staff.get(`/promotions/${id}?joins=failed_rules`).expect(200)).body;
    expect(promotion.failed_rules).toEqual(['adult_category']);
    const res = await answerChanges(id, 'accept_changes', {}, 422);
    expect(res.body.codes).toEqual(['adult_category']);
    await edit(id, { partner_note: 'It stays booked.' }).expect(200);
  });

  it('has the closing time of its approved date’s newsletter, even if the requested date is later', async () => {
    const { id } = await createPromotion(server, {
      ...{ partner, requested_date: '2027-01-22', alternate_dates: ['2027-01-12'], deal_ends_on: '2027-01-25' },
    });
    await staff.post(`/promotions/${id}/approve`).send({ promotion_date: '2027-01-12' }).expect(200);
    expect((await shown(id)).closes_at).toBeNull();
    await edit(id, { blurb_override: 'BAIT' }).expect(200);
    expect(await shown(id)).toMatchObject({ closes_at: cutoffOf('2027-01-12'), open_dates: ['2027-01-12'] });
    expect(await shown(id, partner)).toMatchObject({ closes_at: null, open_dates: [] });
  });

  it('is offered for acceptance exactly when accepting it succeeds', async () => {
    const { db } = server.deps;
    const changed = async (change: object, fields: object = {}) => {
      const made = await createApproved({ deal_ends_on: '2027-02-28', ...fields });
      await edit(made.id, change).expect(200);
      return made;
    };
    const repriced = await changed({ current_price_cents: 899 });
    const adult = await changed({ category_id: THRILLER });
    await db.book.update({ where: { id: adult.book.id }, data: { content_rating: 'adult' } });
    const reworded = await changed({ blurb_override: 'BAIT' });
    const alternate = await createPromotion(server, {
      ...{ partner, requested_date: '2027-01-20', alternate_dates: ['2027-01-10'], deal_ends_on: '2027-01-25' },
    });
    await staff.post(`/promotions/${alternate.id}/approve`).send({ promotion_date: '2027-01-10' }).expect(200);
    // The requested date, which is later, no longer matters.
    await edit(alternate.id, { deal_ends_on: '2027-01-15' }).expect(200);
    const withTopSpot = await changed({ category_id: THRILLER }, { addon_ids: [TOP_SPOT_ADDON_ID] });
    await db.promotionAddon.create({
      data: {
        ...{
          promotion_id: repriced.id,
          addon_id: TOP_SPOT_ADDON_ID,
          date: new Date(withTopSpot.date),
          category_id: THRILLER,
        },
        ...{ price_cents: 1000, state: 'held' },
      },
    });
    const results = await Promise.all(
      [repriced, adult, reworded, alternate, withTopSpot].map(async ({ id }) => {
        const { actions, review_version } = await shown(id);
        const { status } = await staff.post(`/promotions/${id}/accept_changes`).send({ review_version });
        return [actions.includes('accept_changes'), status];
      }),
    );
    expect(results).toEqual([
      [true, 200],
      [false, 422],
      [true, 200],
      [true, 200],
      [false, 409],
    ]);
  });

  it("is declined once: the same version isn't reviewed again, but a later version is", async () => {
    const { id, book } = await createApproved();
    await edit(id, { blurb_override: 'BAIT' }).expect(200);
    await editBook(book.id, { title: 'BUY NOW' }).expect(200);
    const res = await answerChanges(id, 'keep_approved', { message: 'No.' });
    expect(res.body.promotion.changed_since_review).toBeNull();
    await mailTo(partner, 'We didn’t approve your changes to The Quiet Harbor');
    await editBook(book.id, { page_count: 300 }).expect(200);
    expect(await changesOf(id)).toEqual([]);
    await editBook(book.id, { title: 'BUY IT NOW' }).expect(200);
    expect(await changesOf(id)).toEqual([['title', 'The Quiet Harbor', 'BUY IT NOW']]);
  });

  it('stays declined when staff edit the book or its author’s name', async () => {
    const author = await createAuthor(partner, { name: 'Nell Declind' });
    const { id, book } = await createApproved({
      book: { author_id: author.id, kobo_url: 'https://www.kobo.com/us/en/ebook/the-quiet-harbor' },
    });
    await editBook(book.id, { title: 'BUY NOW', dead_stores: ['kobo'] }).expect(200);
    expect((await shown(id)).at_risk).not.toBeNull();
    await answerChanges(id, 'keep_approved');
    await editBook(
      book.id,
      { blurb: 'The editor’s blurb.', ibooks_url: 'https://books.apple.com/us/book/id1234567890' },
      staff,
    ).expect(200);
    await staff.patch(`/authors/${author.id}`).send({ name: 'Nell Declined' }).expect(200);
    expect(await changesOf(id)).toEqual([]);
    expect((await shown(id)).at_risk).toBeNull();
    await editBook(book.id, { title: 'BUY IT NOW' }).expect(200);
    expect((await changesOf(id)).map(([field]: unknown[]) => field)).toContain('title');
  });

  it('is accepted without the version of the book that staff declined earlier', async () => {
    const { id, book } = await createApproved({ deal_ends_on: '2027-02-28' });
    await editBook(book.id, { title: 'BUY NOW' }).expect(200);
    await answerChanges(id, 'keep_approved');
    await edit(id, { category_id: THRILLER }).expect(200);
    expect((await changesOf(id)).map(([field]: unknown[]) => field)).toEqual(['category_id']);
    await answerChanges(id, 'accept_changes');
    expect(await changesOf(id)).toEqual([]);
    const { reviewed_book, category_id } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    expect([reviewed_book, category_id]).toMatchObject([{ title: 'The Quiet Harbor' }, THRILLER]);
    expect((await mailTo(partner, 'Your changes to The Quiet Harbor are approved')).text).not.toContain('BUY NOW');
  });

  it('can be questioned and answered while the promotion stays booked as approved', async () => {
    const { id } = await createApproved();
    await staff.post(`/promotions/${id}/ask_about_changes`).send({ message: 'Why?' }).expect(409);
    await edit(id, { blurb_override: 'BAIT' }).expect(200);
    await staff.post(`/promotions/${id}/ask_about_changes`).send({ message: 'Why these words?' }).expect(200);
    const asked = await shown(id, partner);
    expect(asked).toMatchObject({
      display_status: 'awaiting promotion date',
      approval_status: 'approved',
      actions: expect.arrayContaining(['submit_feedback', 'edit', 'cancel_approved']),
      changed_since_review: { question: { message: 'Why these words?', answer: null } },
    });
    const emailed = await mailTo(partner, 'A question about your changes to The Quiet Harbor');
    expect(emailed.text.replace(/\s+/g, ' ')).toContain(
      'Unless we approve the changes, the approved version will run.',
    );
    const response = await partner
      .post(`/promotions/${id}/partner_feedback`)
      .send({ feedback: 'They sell.' })
      .expect(200);
    expect(response.body.promotion).toMatchObject({
      display_status: 'awaiting promotion date',
      changed_since_review: { question: { answer: 'They sell.' } },
    });
    await partner.post(`/promotions/${id}/partner_feedback`).send({ feedback: 'Again.' }).expect(409);
    await answerChanges(id, 'keep_approved');
    expect((await shown(id)).blurb_override).toBeNull();
  });

  it('is decided on what the editor saw, not on what the partner wrote a moment later', async () => {
    const made = await createPromotion(server, { partner, days: ++day });
    const { review_version } = await shown(made.id);
    await editBook(made.book.id, { title: 'BUY NOW' }).expect(200);
    const refused = await staff.post(`/promotions/${made.id}/approve`).send({ review_version }).expect(409);
    expect(refused.body).toMatchObject({
      errors: { base: ['This promotion changed after you opened it. Review it again, then decide.'] },
      promotion: { id: made.id, display_status: 'awaiting review' },
    });
    const seen = (await shown(made.id)).review_version;
    await staff.post(`/promotions/${made.id}/approve`).send({ review_version: seen }).expect(200);
    await edit(made.id, { blurb_override: 'One' }).expect(200);
    const first = (await shown(made.id)).review_version;
    await edit(made.id, { blurb_override: 'Two' }).expect(200);
    await staff.post(`/promotions/${made.id}/accept_changes`).send({ review_version: first }).expect(409);
    expect((await shown(made.id)).blurb_override).toBeNull();
  });

  it("only concerns the partner's edits: staff edits are approved immediately, and audited", async () => {
    const { id, book } = await createApproved();
    await edit(id, { blurb_override: 'BAIT', current_price_cents: 899 }).expect(200);
    await editBook(book.id, { title: 'BUY NOW' }).expect(200);
    await edit(id, { blurb_override: 'The editor’s words.' }, staff).expect(200);
    await editBook(book.id, { blurb: 'The editor’s blurb.', kobo_url: null }, staff).expect(200);
    expect(await changesOf(id)).toEqual([
      ['title', 'The Quiet Harbor', 'BUY NOW'],
      ['current_price_cents', 499, 899],
    ]);
    const row = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    expect(row.reviewed_book).toMatchObject({ title: 'The Quiet Harbor', blurb: 'The editor’s blurb.' });
    expect(row.reviewed_store_urls).toEqual({ amazon: 'https://www.amazon.com/dp/B0ABCDEFGH' });
    expect(await shown(id)).toMatchObject({ blurb_override: 'The editor’s words.', at_risk: null });
    const audited = await server.deps.db.auditEvent.findMany({
      where: { entity: 'book', entity_id: String(book.id) },
      orderBy: { id: 'asc' },
    });
    expect(audited.map(({ actor, actor_id }) => [actor, actor_id])).toEqual([
      ['partner', partner.id],
      ['user', staff.id],
    ]);
    expect(audited[0]).toMatchObject({ before: { title: 'The Quiet Harbor' }, after: { title: 'BUY NOW' } });
  });
});

describe('an author’s name that staff correct in the admin panel', () => {
  it('is part of the approved version', async () => {
    const author = await createAuthor(partner, { name: 'Misspeled Name' });
    const { id } = await createApproved({ book: { author_id: author.id } });
    const path = `/admin/authors/${author.id}`;
    const { record_version } = (await staff.get(path).expect(200)).body.author;
    await staff.patch(path).send({ name: 'Corrected Name', record_version }).expect(200);
    const { reviewed_book } = await server.deps.db.promotion.findUniqueOrThrow({ where: { id } });
    expect(reviewed_book).toMatchObject({ author_name: 'Corrected Name' });
    expect(await changesOf(id)).toEqual([]);
  });
});

describe('an author’s name that staff correct after the partner has moved the approved book to that author', () => {
  it('doesn’t approve the move', async () => {
    const approved = await createAuthor(partner, { name: 'Nell Approved' });
    const other = await createAuthor(partner, { name: 'Nell Othr' });
    const { id, book } = await createApproved({ book: { author_id: approved.id } });
    await editBook(book.id, { author_id: other.id }).expect(200);
    await staff.patch(`/authors/${other.id}`).send({ name: 'Nell Other' }).expect(200);
    expect(await changesOf(id)).toEqual([['author_name', 'Nell Approved', 'Nell Other']]);
    await answerChanges(id, 'accept_changes');
    await staff.patch(`/authors/${other.id}`).send({ name: 'Nell Otter' }).expect(200);
    expect(await changesOf(id)).toEqual([]);
  });

  it('doesn’t approve the author of a book that had none', async () => {
    const { id, book } = await createApproved();
    const author = await createAuthor(partner, { name: 'Nell Unseen' });
    await editBook(book.id, { author_id: author.id }).expect(200);
    await staff.patch(`/authors/${author.id}`).send({ name: 'Nell Corrected' }).expect(200);
    expect(await changesOf(id)).toEqual([['author_name', null, 'Nell Corrected']]);
  });

  it('applies if staff moved the book', async () => {
    const { id, book } = await createApproved();
    const author = await createAuthor(partner, { name: 'Nell Movd' });
    await editBook(book.id, { author_id: author.id }, staff).expect(200);
    await staff.patch(`/authors/${author.id}`).send({ name: 'Nell Moved' }).expect(200);
    expect(await changesOf(id)).toEqual([]);
  });
});

describe('a staff change during an approval', () => {
  it('is part of the approved version, whichever comes first', async () => {
    for (let round = 0; round < 6; round++) {
      const author = await createAuthor(partner);
      const made = await createPromotion(server, { partner, days: ++day, book: { author_id: author.id } });
      const [title, name] = [`The Corrected Title ${round}`, `The Corrected Name ${round}`];
      await Promise.all([
        staff.post(`/promotions/${made.id}/approve`).expect(200),
        editBook(made.book.id, { title, kobo_url: null }, staff).expect(200),
        staff.patch(`/authors/${author.id}`).send({ name }).expect(200),
      ]);
      const row = await server.deps.db.promotion.findUniqueOrThrow({ where: { id: made.id } });
      expect(row.reviewed_book).toMatchObject({ title, author_name: name });
      expect(row.reviewed_store_urls).toEqual({ amazon: 'https://www.amazon.com/dp/B0ABCDEFGH' });
    }
  });
});

describe('a change that makes the approved version untrue', () => {
  const RAISED = 'The deal price was raised after we approved the promotion.';
  const LOST_LINK = 'A store link was removed or stopped working after we approved the promotion.';

  it.each<[string, (made: Awaited<ReturnType<typeof createApproved>>) => PromiseLike<unknown>, string]>([
    ['a raised price', ({ id }) => edit(id, { sale_price_cents: 199 }).expect(200), RAISED],
    ['a removed link', ({ book }) => editBook(book.id, { kobo_url: null }).expect(200), LOST_LINK],
    ['a dead link', ({ book }) => editBook(book.id, { dead_stores: ['kobo'] }).expect(200), LOST_LINK],
  ])('holds the promotion until staff answer: %s', async (_, change, reason) => {
    const made = await createApproved({ days: 5, book: { title: `Held ${++serial}` } });
    await change(made);
    expect(await shown(made.id)).toMatchObject({
      display_status: 'awaiting promotion date',
      at_risk: reason,
      changed_since_review: { held_because: reason },
    });
    expect(await changesOf(made.id)).toHaveLength(1);
    await staff.post(`/promotions/${made.id}/ask_about_changes`).send({ message: 'Why?' }).expect(200);
    const asked = await mailTo(partner, `A question about your changes to Held ${serial}`);
    expect(asked.text.replace(/\s+/g, ' ')).toContain('the promotion won’t run unless we approve your change');
    expect(asked.text).not.toContain('approved version will run');
    expect(await promotionsAtRisk()).toMatchObject({
      ...{ level: 'warn', numbers: { at_risk: 1 }, see: `/users/promotions/${made.id}/edit` },
      text: expect.stringContaining(reason),
    });
    await answerChanges(made.id, 'keep_approved');
    expect(await shown(made.id)).toMatchObject({ at_risk: null, changed_since_review: null });
    expect(await promotionsAtRisk()).toMatchObject({ level: 'ok', numbers: { at_risk: 0 } });
    expect(await changesOf(made.id)).toEqual([]);
  });

  it('costs nothing when nobody answers: slot, top spot, and discount use are released, and both sides are emailed', async () => {
    const discount = { code: 'HELD', kind: 'percent', value: 10, usage_limit: 1, enabled: true };
    await staff.post('/discounts').send(discount).expect(201);
    const reader = await createReader(server);
    const made = await createApproved({
      days: 3,
      addon_ids: [TOP_SPOT_ADDON_ID],
      discount_code: 'HELD',
      deal_ends_on: '2027-01-10',
    });
    const other = await createApproved({ days: 3, book: { title: 'Unchanged' } });
    await edit(made.id, { sale_price_cents: 199 }).expect(200);
    await server.advanceTo(cutoffOf(made.date));
    staff = await createStaff(server, 'admin');
    expect(await shown(made.id)).toMatchObject({
      ...{ display_status: 'unable to send', unable_reason: RAISED, addons: [{ state: 'released' }] },
    });
    expect((await shown(other.id)).display_status).toBe('successfully sent');
    expect(await takenOn(made.date)).toBe(1);
    expect((await server.deps.db.discount.findUniqueOrThrow({ where: { code: 'HELD' } })).used_count).toBe(0);
    const [newsletterEmail] = await server.emailsTo(reader.email);
    expect(newsletterEmail!.subject).toBe('Today: “Unchanged” for $0.99');
    const support = await server.emailsTo(server.deps.config.operator.email);
    expect(support.map(({ text }) => text).join()).toContain(RAISED);
    const toPartner = (await server.emailsTo(partner.email)).map(({ text }) => text);
    expect(toPartner.some((text) => text.includes(RAISED))).toBe(true);
    server.clock.set(START);
  });
});

describe('after the newsletter has closed', () => {
  it("only staff can correct a store link; the partner's edits to the book reach nobody", async () => {
    const reader = await createReader(server);
    const made = await createApproved({ days: 4 });
    await staff
      .post(`/promotions/${made.id}/correct_store_link`)
      .send({ store: 'kobo', url: 'https://www.kobo.com/x' })
      .expect(409);
    await server.advanceTo(cutoffOf(made.date));
    staff = await createStaff(server, 'admin');
    await editBook(made.book.id, { kobo_url: 'https://www.kobo.com/us/en/ebook/elsewhere', title: 'BUY NOW' }).expect(
      200,
    );
    const [mail] = await server.emailsTo(reader.email);
    const follow = async () =>
      (
        await Promise.all(
          tokensFor(server, mail!.text, made.id).map(async (token) => (await click(server, token)).headers.location),
        )
      ).sort();
    expect(await follow()).toEqual([
      'https://www.amazon.com/dp/B0ABCDEFGH',
      'https://www.kobo.com/us/en/ebook/the-quiet-harbor',
    ]);
    const correct = (body: object, client: Client = staff) =>
      client.post(`/promotions/${made.id}/correct_store_link`).send(body);
    await correct({ store: 'kobo', url: 'https://www.kobo.com/us/en/ebook/right' }, partner).expect(403);
    await correct({ store: 'kobo', url: 'https://evil.example/' }).expect(422);
    await correct({ store: 'ibooks', url: 'https://books.apple.com/us/book/id1' }).expect(422);
    await correct({ store: 'kobo', url: 'https://www.kobo.com/us/en/ebook/right', reason: 'It moved.' }).expect(200);
    expect(await follow()).toEqual(['https://www.amazon.com/dp/B0ABCDEFGH', 'https://www.kobo.com/us/en/ebook/right']);
    expect((await shown(made.id)).events.at(-1)).toMatchObject({ action: 'correct_store_link', reason: 'It moved.' });
    server.clock.set(START);
  });
});

describe('a promotion that is canceled after a change and reopened', () => {
  it('is approved as shown, on the date that staff had moved it to', async () => {
    const made = await createApproved({
      requested_date: '2027-02-20',
      alternate_dates: ['2027-02-22'],
      deal_ends_on: '2027-02-25',
    });
    await staff.patch(`/promotions/${made.id}`).send({ requested_date: '2027-02-22' }).expect(200);
    await edit(made.id, { sale_price_cents: 199 }).expect(200);
    await staff.post(`/promotions/${made.id}/cancel_approved`).send({ reason: 'A slip.' }).expect(200);
    await staff.post(`/promotions/${made.id}/reopen`).send({}).expect(200);
    await staff.post(`/promotions/${made.id}/approve`).send({ promotion_date: '2027-02-22' }).expect(200);
    expect(await shown(made.id)).toMatchObject({ promotion_date: '2027-02-22', sale_price_cents: 99, at_risk: null });
    expect(await changesOf(made.id)).toEqual([]);
  });
});

describe('a promotion whose deal now ends before its requested date', () => {
  it.each(['approved', 'canceled'])('keeps only the dates within the deal when reopened while %s', async (state) => {
    const { id } = await createPromotion(server, {
      ...{ partner, requested_date: '2027-01-20', alternate_dates: ['2027-01-10'], deal_ends_on: '2027-01-25' },
    });
    await staff.post(`/promotions/${id}/approve`).send({ promotion_date: '2027-01-10' }).expect(200);
    await edit(id, { deal_ends_on: '2027-01-15' }).expect(200);
    await answerChanges(id, 'accept_changes');
    if (state === 'canceled')
      await staff.post(`/promotions/${id}/cancel_approved`).send({ reason: 'A slip.' }).expect(200);
    const { promotion } = (await staff.post(`/promotions/${id}/reopen`).send({}).expect(200)).body;
    expect(promotion).toMatchObject({ requested_date: '2027-01-10', alternate_dates: [], promotion_date: null });
    await staff.post(`/promotions/${id}/approve`).send({ promotion_date: '2027-01-10' }).expect(200);
  });
});

describe('a booked book', () => {
  it.each([
    ['submitted', false],
    ['approved', true],
  ])("can't be archived while its promotion is %s", async (_, isApproved) => {
    const made = await createPromotion(server, { partner, days: ++day });
    if (isApproved) await staff.post(`/promotions/${made.id}/approve`).expect(200);
    for (const client of [partner, staff]) {
      const res = await editBook(made.book.id, { status: 'archived' }, client).expect(409);
      expect(res.body.errors.base[0]).toContain('This book has a promotion for ');
      expect(res.body.book).toMatchObject({ id: made.book.id, status: 'active' });
    }
    const cancel = isApproved ? 'cancel_approved' : 'cancel';
    await partner.post(`/promotions/${made.id}/${cancel}`).send({}).expect(200);
    await editBook(made.book.id, { status: 'archived' }).expect(200);
  });

  it('is either archived or booked when both are requested at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, book } = await createPromotion(server, { partner, days: ++day });
      await partner.post(`/promotions/${id}/cancel`).send({}).expect(200);
      const date = `2027-02-${10 + round}`;
      const booking = {
        ...{ book_id: book.id, category_id: MYSTERY, requested_date: date, deal_ends_on: '2027-02-28' },
        ...{ current_price_cents: 499, sale_price_cents: 99 },
      };
      const [booked, archived] = await Promise.all([
        partner.post('/promotions').send(booking),
        editBook(book.id, { status: 'archived' }),
      ]);
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([booked.status, archived.status]);
    }
  });
});
