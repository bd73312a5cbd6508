import { describe, expect, it } from 'vitest';
import type { Invoice } from '#shared/billing.ts';
import type { Promotion } from '#shared/promotions.ts';
import type { DisplayStatus } from '#shared/status.ts';
import {
  costOfMonth,
  lastResults,
  nextPromotions,
  stepsOf,
  type TodoFacts,
  todosOf,
  withRunning,
} from './dashboard.ts';

const promotion = (id: number, display_status: DisplayStatus, date: string, more: object = {}) =>
  ({
    id,
    display_status,
    requested_date: date,
    promotion_date: null,
    sale_price_cents: 99,
    sent_at: null,
    settled_at: null,
    invoice_id: null,
    at_risk: null,
    actions: [],
    open_dates: [date],
    proposed_date: null,
    book: { title: `Book ${id}` },
    ...more,
  }) as unknown as Promotion;

const NO_TODOS: TodoFacts = {
  business_date: '2026-11-21',
  today: '2026-11-21',
  can_pay: true,
  unpaid: [],
  promotions: [promotion(1, 'cancelled', '2026-11-01')],
  prices_set: [],
  prices_wrong: [],
  prices_unknown: [],
  drafts: [],
  has_books: true,
};
const textsOf = (facts: Partial<TodoFacts>) => todosOf({ ...NO_TODOS, ...facts }).map(({ text }) => text);

it('lists nothing when there’s nothing to do', () => {
  expect(textsOf({})).toEqual([]);
});

it('lists payments first, then questions, risks, prices, the card, and drafts', () => {
  const unpaid = promotion(5, 'payment failed', '2026-11-15', { sent_at: '2026-11-15T18:00:00Z' });
  expect(
    textsOf({
      can_pay: false,
      unpaid: [{ promotion: unpaid, total_cents: 2840, problem: 'Your card was declined.' }],
      promotions: [
        promotion(6, 'awaiting promotion date', '2026-11-22'),
        promotion(7, 'awaiting partner feedback', '2026-12-01', { actions: ['submit_feedback'] }),
        promotion(8, 'awaiting promotion date', '2026-12-09', { at_risk: 'The book is archived.' }),
        unpaid,
      ],
      drafts: [{ id: 3, title: 'Ivanhoe' }],
    }),
  ).toEqual([
    'Pay $28.40 for Book 5: Your card was declined.',
    'Reply to our editors about Book 7',
    'Check your promotion for Book 8: it won’t run as it is',
    'Set the price of Book 6 to $0.99 at every store',
    'Add a payment card',
    'Finish the listing for Ivanhoe',
  ]);
});

it('asks for another date if all dates passed without a decision, and for confirmation of a proposed date', () => {
  expect(
    textsOf({
      promotions: [
        promotion(8, 'awaiting review', '2026-11-20', { open_dates: [] }),
        promotion(9, 'awaiting partner feedback', '2026-11-20', {
          open_dates: [],
          proposed_date: '2026-12-05',
          actions: ['submit_feedback'],
        }),
      ],
    }),
  ).toEqual(['Confirm another date for Book 9', 'Pick another date for Book 8']);
});

it('has the price to-do from three days before the newsletter until it closes', () => {
  const on = (date: string) => textsOf({ promotions: [promotion(6, 'awaiting promotion date', date)] });
  expect(on('2026-11-20')).toEqual([]);
  expect(on('2026-11-21')).toHaveLength(1);
  expect(on('2026-11-24')).toHaveLength(1);
  expect(on('2026-11-25')).toEqual([]);
});

it('has price to-dos only while prices are watched; the watch begins and ends at midnight, not at the cutoff', () => {
  const onDates = (date: string, deal_ends_on: string) =>
    textsOf({
      today: '2026-11-20',
      promotions: [
        promotion(6, 'awaiting promotion date', date),
        promotion(7, 'successfully sent', '2026-11-17', { sent_at: '2026-11-17T18:00:00Z', deal_ends_on }),
      ],
      prices_wrong: [7],
    });
  expect(onDates('2026-11-24', '2026-11-19')).toEqual([]);
  expect(onDates('2026-11-23', '2026-11-20')).toEqual([
    'Lower the price of Book 7: we told readers it’s $0.99 until Friday November 20th, 2026',
    'Set the price of Book 6 to $0.99 at every store',
  ]);
});

it('keeps the price to-do during the deal until every store has the price', () => {
  const sent = promotion(6, 'successfully sent', '2026-11-20', {
    sent_at: '2026-11-20T18:00:00Z',
    deal_ends_on: '2026-11-23',
  });
  const todosWith = (facts: Partial<TodoFacts>) => textsOf({ promotions: [sent], ...facts });
  expect(todosWith({ prices_unknown: [6] })).toEqual(['Set the price of Book 6 to $0.99 at every store']);
  expect(todosWith({ prices_unknown: [6], prices_wrong: [6] })).toHaveLength(1);
  expect(todosWith({ prices_set: [6] })).toEqual([]);
});

it('asks to keep the price once every store has it', () => {
  const facts = { ...NO_TODOS, promotions: [promotion(6, 'awaiting promotion date', '2026-11-22')], prices_set: [6] };
  expect(todosOf(facts)).toMatchObject([
    { text: 'Keep the price of Book 6 at $0.99 until the deal ends', is_urgent: false, prices_of: 6 },
  ]);
});

it('calls a price of $0 free', () => {
  const ahead = promotion(6, 'awaiting promotion date', '2026-11-22', { sale_price_cents: 0 });
  const sent = promotion(7, 'successfully sent', '2026-11-20', {
    ...{ sale_price_cents: 0, sent_at: '2026-11-20T18:00:00Z', deal_ends_on: '2026-11-23' },
  });
  expect(textsOf({ promotions: [ahead] })).toEqual(['Make Book 6 free at every store']);
  expect(textsOf({ promotions: [ahead], prices_set: [6] })).toEqual(['Keep Book 6 free until the deal ends']);
  expect(textsOf({ promotions: [sent], prices_wrong: [7] })).toEqual([
    'Lower the price of Book 7: we told readers it’s free until Monday November 23rd, 2026',
  ]);
});

it('asks to lower a price that is too high, until the deal ends', () => {
  const on = (deal_ends_on: string, prices_wrong: number[]) => {
    const sent = promotion(6, 'awaiting payment', '2026-11-19', { sent_at: '2026-11-19T18:00:00Z', deal_ends_on });
    return textsOf({ promotions: [sent], prices_wrong });
  };
  expect(on('2026-11-21', [6])).toEqual([
    'Lower the price of Book 6: we told readers it’s $0.99 until Saturday November 21st, 2026',
  ]);
  expect(on('2026-11-21', [])).toEqual([]);
  expect(on('2026-11-20', [6])).toEqual([]);
});

describe('the four steps to the first newsletter', () => {
  const doneOf = (facts: Partial<TodoFacts>) =>
    stepsOf({ ...NO_TODOS, promotions: [], ...facts })?.map(({ is_done }) => is_done);

  it('include the book, the card, and the booking, each done once it exists', () => {
    expect(doneOf({ has_books: false, can_pay: false })).toEqual([false, false, false, false]);
    expect(doneOf({ can_pay: false })).toEqual([true, false, false, false]);
    expect(doneOf({ promotions: [promotion(1, 'awaiting review', '2026-12-05')] })).toEqual([true, true, true, false]);
    expect(doneOf({ promotions: [promotion(1, 'cancelled', '2026-12-05')] })).toEqual([true, true, false, false]);
  });

  it('name the first newsletter with an approved promotion', () => {
    const approved = promotion(1, 'awaiting promotion date', '2026-12-05');
    const later = promotion(2, 'awaiting promotion date', '2026-12-12');
    expect(stepsOf({ ...NO_TODOS, promotions: [later, approved] })![3]!.text).toBe(
      'Book 1 is in the newsletter for Saturday December 5th, 2026. Its clicks will appear here.',
    );
  });

  it('disappear after the first newsletter', () => {
    const sent = promotion(1, 'successfully sent', '2026-11-20', { sent_at: '2026-11-20T18:00:00Z' });
    expect(doneOf({ promotions: [sent] })).toBeUndefined();
  });

  it('replace the to-do of adding a card', () => {
    expect(textsOf({ can_pay: false })).toEqual([]);
  });
});

it('lists upcoming promotions, the nearest first, by the date that staff chose, or else the first open one', () => {
  const promotions = [
    promotion(1, 'awaiting review', '2026-12-05'),
    promotion(2, 'awaiting promotion date', '2026-12-10', { promotion_date: '2026-11-30' }),
    promotion(3, 'cancelled', '2026-12-01'),
    promotion(4, 'awaiting review', '2026-11-20', { open_dates: [] }),
    // Its requested date has passed, but not its alternate one.
    promotion(5, 'awaiting review', '2026-11-20', { open_dates: ['2026-12-07'] }),
  ];
  expect(nextPromotions(promotions, '2026-11-21').map(({ id }) => id)).toEqual([2, 1, 5]);
});

it('lists promotions whose clicks are counted, the latest first', () => {
  const promotions = [
    promotion(1, 'successfully sent', '2026-10-01', { settled_at: '2026-10-04' }),
    promotion(2, 'successfully sent', '2026-11-01', { settled_at: '2026-11-04' }),
    promotion(3, 'successfully sent', '2026-11-19'),
  ];
  expect(lastResults(promotions).map(({ id }) => id)).toEqual([2, 1]);
});

it('adds running promotions that aren’t among the latest', () => {
  const [latest, both, older] = [1, 2, 3].map((id) => promotion(id, 'successfully sent', '2026-11-20'));
  expect(withRunning([latest!, both!], [both!, older!]).map(({ id }) => id)).toEqual([1, 2, 3]);
});

it("adds up the month's promotion invoices, less refunds, without void ones", () => {
  const invoice = (date: string, total_cents: number, more: object = {}) =>
    ({ date, total_cents, invoice_type: 'promotion', status: 'paid', ...more }) as Invoice;
  const invoices = [
    invoice('2026-11-19', 2355),
    invoice('2026-11-02', 6000),
    invoice('2026-10-31', 9999),
    invoice('2026-11-05', 4000, { status: 'void' }),
    invoice('2026-11-20', 1000, { invoice_type: 'refund' }),
    invoice('2026-11-20', 700, { invoice_type: 'referral_reward' }),
  ];
  expect(costOfMonth(invoices, '2026-11')).toBe(7355);
});
