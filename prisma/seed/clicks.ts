/**
 * Clicks of a sent promotion: many in the first hours, then fewer. Scanners and double clicks add some that aren't
 * billed.
 */

import type { Random } from '#server/platform/random.ts';
import type { Store } from '#shared/business.ts';
import { FIRST_COUNTED_READER } from './audiences.ts';
import type { PlannedPromotion } from './calendar.ts';
import type { Rows } from './rows.ts';

type SentPromotion = {
  promotion_id: number;
  newsletter_id: number;
  planned: PlannedPromotion;
  /** The number of readers of the promotion's category who get deals at its price. */
  reached: number;
  sent_at: Date;
  now: Date;
  isSettled: boolean;
};
type Kind = {
  ua_class: 'person' | 'bot' | 'prefetch' | 'head';
  invalid_reason: 'duplicate' | 'bot_ua' | 'prefetch' | 'head' | 'out_of_window' | null;
};
type Click = Kind & { reader_id: number | null; hours: number };

const WINDOW_HOURS = 72;
const MEAN_DELAY_HOURS = 9;
/** Extra clicks per person's click, by the settlement's classification. */
const EXTRAS: readonly (Kind & { probability: number })[] = [
  { probability: 0.07, ua_class: 'person', invalid_reason: 'duplicate' },
  { probability: 0.05, ua_class: 'bot', invalid_reason: 'bot_ua' },
  { probability: 0.03, ua_class: 'prefetch', invalid_reason: 'prefetch' },
  { probability: 0.02, ua_class: 'head', invalid_reason: 'head' },
  { probability: 0.02, ua_class: 'person', invalid_reason: 'out_of_window' },
];
const SITE_SHARE = 0.12;

/** Adds the clicks. Returns the number of those from the email, and how many of them are billed. */
export function addClicks({ rows, random }: { rows: Rows; random: Random }, sent: SentPromotion) {
  const clicks = clicksOf(random, sent).filter(
    ({ hours }) => sent.sent_at.getTime() + hours * 3_600_000 <= sent.now.getTime(),
  );
  for (const { reader_id, hours, ua_class, invalid_reason } of clicks.sort((a, b) => a.hours - b.hours)) {
    const isSite = reader_id === null;
    let billable: boolean | null = null;
    if (isSite) billable = false;
    else if (sent.isSettled) billable = invalid_reason === null;
    rows.add('click_logs', {
      promotion_id: sent.promotion_id,
      newsletter_id: isSite ? null : sent.newsletter_id,
      reader_id,
      source: isSite ? 'site' : 'newsletter',
      store: storeFor(random, sent.planned.book.stores),
      clicked_at: new Date(sent.sent_at.getTime() + hours * 3_600_000),
      ua_class,
      billable,
      invalid_reason: sent.isSettled ? invalid_reason : null,
    });
  }
  const emailClicks = clicks.filter(({ reader_id }) => reader_id);
  return { total: emailClicks.length, billable: emailClicks.filter(({ invalid_reason }) => !invalid_reason).length };
}

/** Generates clicks at the category's assumed rate, with more for popular books and the top spot. */
function clicksOf(random: Random, { planned: { book, category, hasTopSpot }, reached }: SentPromotion): Click[] {
  const rate = book.sale_price_cents === 0 ? category.assumed_free_click_rate : category.assumed_discounted_click_rate;
  const variation = 0.7 + 0.6 * random.fraction();
  const people = Math.round(reached * rate * book.appeal * (hasTopSpot ? 1.5 : 1) * variation);
  const first = random.between(0, READER_ID_COUNT);
  return Array.from({ length: people }, (_, index) => {
    const reader_id = FIRST_COUNTED_READER + ((first + index * READER_ID_STRIDE) % READER_ID_COUNT);
    const hours = Math.min(-Math.log(1 - random.fraction()) * MEAN_DELAY_HOURS, WINDOW_HOURS - 1);
    const person: Click = { reader_id, hours, ua_class: 'person', invalid_reason: null };
    const extras = EXTRAS.filter(({ probability }) => random.chance(probability)).map(({ probability: _, ...kind }) =>
      createExtraClick(random, person, kind),
    );
    const site: Click[] = random.chance(SITE_SHARE)
      ? [{ ...person, reader_id: null, hours: random.between(1, 70) }]
      : [];
    return [person, ...extras, ...site];
  }).flat();
}

/** A prime stride through a prime number of ids gives each person who clicks a promotion a different id. */
const READER_ID_COUNT = 299_993;
const READER_ID_STRIDE = 7_919;

const createExtraClick = (random: Random, person: Click, kind: Kind): Click => ({
  ...person,
  ...kind,
  hours:
    kind.invalid_reason === 'out_of_window'
      ? WINDOW_HOURS + random.between(1, 40)
      : person.hours + random.fraction() / 4,
});

/** Most readers use Amazon. */
const storeFor = (random: Random, stores: readonly Store[]): Store =>
  random.draw(stores, 1, (store) => (store === 'amazon' ? 5 : 1))[0]!;
