/** Inserts a partner with cards, a staff member, and promotions that owe ten dollars each. */
import type { Clock } from '#server/platform/clock.ts';
import { APPROVED_BOOK } from '#server/testing/approved-book.ts';
import { insertStaff, sessionHeaders } from '#server/testing/factories.ts';
import { addDays } from '#shared/dates.ts';
import { type Headers, type PaymentHarness, post } from './money-harness.ts';

type AccountHarness = Pick<PaymentHarness, 'db' | 'pool' | 'api'> & { clock: Clock };

export const OWED_CENTS = 1000;

export type PaymentAccounts = {
  partner: Headers;
  staff: Headers;
  partner_id: number;
  declinedCard: string;
  validCard: string;
};

let serial = 0;

export async function createPaymentAccounts(harness: AccountHarness): Promise<PaymentAccounts> {
  const { db, api } = harness;
  const name = `money-${process.pid}-${++serial}`;
  const customer = await api.customers.create({ name });
  const cards: string[] = [];
  for (const token of ['pm_card_chargeCustomerFail', 'pm_card_visa'])
    cards.push((await api.paymentMethods.attach(token, { customer: customer.id })).id);
  const uid = `${name}@example.test`;
  const { id: partner_id } = await db.partner.create({
    data: { uid, name: 'Ada Quill', encrypted_password: 'none', referral_code: name, stripe_customer_id: customer.id },
  });
  const [declinedCard, validCard] = cards as [string, string];
  const card = { partner_id, brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 };
  for (const payment_method_id of cards)
    await db.creditCard.create({ data: { ...card, payment_method_id, is_default: payment_method_id === validCard } });
  const writer = { db, now: () => harness.clock.now() };
  return {
    partner: await sessionHeaders(writer, { role: 'partner', id: partner_id, uid }),
    staff: (await insertStaff(writer)).headers,
    partner_id,
    declinedCard,
    validCard,
  };
}

/** Makes the card the default for charges. */
export async function setCard(
  { pool }: Pick<AccountHarness, 'pool'>,
  { partner_id }: PaymentAccounts,
  payment_method_id: string,
) {
  await pool.query('update credit_cards set is_default = false where partner_id = $1 and payment_method_id <> $2', [
    partner_id,
    payment_method_id,
  ]);
  await pool.query('update credit_cards set is_default = true where payment_method_id = $1', [payment_method_id]);
}

/** Inserts promotions that are sent and settled, but not charged. */
export async function insertUnpaidPromotions(
  { pool, clock }: Pick<AccountHarness, 'pool' | 'clock'>,
  { partner_id }: PaymentAccounts,
  count: number,
): Promise<number[]> {
  const settled_at = clock.now();
  const date = addDays(settled_at.toISOString().slice(0, 10), -4);
  const book = await pool.query<{ id: number }>(
    `insert into books (partner_id, title, slug, category_id, description, page_count, amazon_url, updated_at)
     values ($1, 'The Quiet Harbor', 'the-quiet-harbor', 1, 'A harbor town and a ledger.', 240, 'https://www.amazon.com/dp/B0ABCDEFGH', now())
     returning id`,
    [partner_id],
  );
  const { rows } = await pool.query<{ id: number }>(
    `insert into promotions (partner_id, book_id, category_id, requested_date, promotion_date, alternate_dates, deal_ends_on,
       current_price_cents, sale_price_cents, price_type, cpc_cents, max_cost_cents, reason_codes, approval_status,
       frozen_at, sent_at, click_window_ends_at, updated_at, reviewed_book, reviewed_store_urls)
     select $1, b.id, 1, $3::date, $3::date, '{}', $3::date + 6, 499, 99, 'discounted', 15, 6000, '{}', 'approved',
       $4, $4, $4, now(), ${APPROVED_BOOK} from books b, generate_series(1, $5::int) where b.id = $2 returning id`,
    [partner_id, book.rows[0]!.id, date, settled_at, count],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    `with counter as (update invoice_counters set last = last + cardinality($1::int[]) where id = 1 returning last),
       inserted as (
         insert into invoices (number, partner_id, promotion_id, date, lines, subtotal_cents, total_cents)
         select last - cardinality($1::int[]) + ordinal, $2, promotion_id, $3::date, '[]', $4, $4
         from counter, unnest($1::int[]) with ordinality as input(promotion_id, ordinal) returning id, promotion_id)
     update promotions set invoice_id = inserted.id, settled_at = sent_at from inserted where promotions.id = inserted.promotion_id`,
    [ids, partner_id, date, OWED_CENTS],
  );
  return ids;
}

type ServerTarget = Pick<PaymentHarness, 'server'>;

export const charge = (harness: ServerTarget, { partner }: PaymentAccounts, id: number) =>
  post(harness, `/api/v1/promotions/${id}/charge`, partner);

export const refund = (harness: ServerTarget, { staff }: PaymentAccounts, id: number, amount_cents: number) =>
  post(harness, `/api/v1/promotions/${id}/refund`, staff, { amount_cents, reason: 'It was for the trial.' });
