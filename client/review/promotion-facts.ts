import type { Fact } from '#client/promotions/parts/FactList.tsx';
import type { Book } from '#shared/books.ts';
import { STORE_NAMES, STORE_URL_FIELDS, STORES } from '#shared/business.ts';
import { formatDate, formatInstant } from '#shared/dates.ts';
import type { Discount } from '#shared/discounts.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';

const count = new Intl.NumberFormat('en-US');

/** '4.2 stars from 2,401 ratings' */
export function ratingText({ rating_avg, rating_count }: Pick<Book, 'rating_avg' | 'rating_count'>) {
  if (rating_avg === null || !rating_count) return 'not rated yet';
  return `${rating_avg.toFixed(1)} stars from ${count.format(rating_count)} ${rating_count === 1 ? 'rating' : 'ratings'}`;
}

export const pagesText = ({ page_count }: Pick<Book, 'page_count'>) =>
  page_count === null ? 'length unknown' : `${count.format(page_count)} pages`;

export const storesText = (book: Book) =>
  STORES.filter((store) => book[STORE_URL_FIELDS[store]])
    .map((store) => STORE_NAMES[store])
    .join(', ') || 'no store link';

/** How far the deal is under the current price, in whole percent; 0 where there was no price before. */
export const percentOff = ({
  current_price_cents,
  sale_price_cents,
}: Pick<Promotion, 'current_price_cents' | 'sale_price_cents'>) =>
  current_price_cents > 0 ? Math.round((100 * (current_price_cents - sale_price_cents)) / current_price_cents) : 0;

/** 'WELCOME25, 25% off' */
export const discountText = ({ code, kind, value }: Partial<Discount>) =>
  `${code}, ${kind === 'percent' ? `${value}%` : formatCents(value ?? 0)} off`;

/** What the submission rules look at in the book. */
export const bookFacts = (book: Book): Fact[] => [
  ['Rating', ratingText(book)],
  ['Length', pagesText(book)],
  ['Stores', storesText(book)],
  ['Published', book.published_on ? formatDate(book.published_on) : 'unknown'],
  ['Content', CONTENT[book.content_rating]],
  ['Kindle Unlimited', book.in_kindle_unlimited ? 'yes' : 'no'],
  ['Store data', book.store_data_fetched_at ? `fetched ${formatInstant(book.store_data_fetched_at)}` : 'never fetched'],
];

const CONTENT: Record<Book['content_rating'], string> = {
  general: 'for all readers',
  teen: 'for teens',
  mature: 'mature',
  adult: 'adults only',
};

export const dealFacts = (promotion: Promotion): Fact[] => [
  [
    'Deal',
    `${formatDealPrice(promotion.sale_price_cents)} instead of ${formatCents(promotion.current_price_cents)} (${percentOff(promotion)}% off)`,
  ],
  ['Deal ends', formatDate(promotion.deal_ends_on)],
  ['Click price', `${formatCents(promotion.cpc_cents)}, at most ${formatCents(promotion.max_cost_cents)} in all`],
  ['Add-ons', promotion.addons.map(({ label, state }) => `${label} (${state})`).join(', ') || 'none'],
  ['Discount', promotion.discount ? discountText(promotion.discount) : 'none'],
];
