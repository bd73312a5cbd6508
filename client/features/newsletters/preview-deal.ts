import type { Book } from '#shared/books.ts';
import { STORE_URL_FIELDS, type Store } from '#shared/business.ts';
import type { SentCopy } from '#shared/promotions.ts';
import { storesOf } from '#shared/stores.ts';

/** What a form knows of an entry while it is being filled in. */
export type PreviewDeal = Pick<Book, 'title' | 'author_name' | 'blurb' | 'cover_url'> & {
  [field in (typeof STORE_URL_FIELDS)[Store]]: string | null;
} & {
  sale_price_cents: number;
  current_price_cents: number;
  is_top?: boolean;
};

/** The mail component's props; what is missing yet is named in its place. */
export const newsletterDeal = (deal: PreviewDeal) => ({
  promotion_id: 0,
  title: deal.title.trim() || 'Title',
  author_name: deal.author_name,
  category_name: '',
  blurb: deal.blurb.trim() || 'Your blurb stands here.',
  cover_url: deal.cover_url,
  sale_price_cents: deal.sale_price_cents,
  current_price_cents: deal.current_price_cents,
  is_top: deal.is_top ?? false,
  stores: storesOf(deal).map((store) => ({ store, url: deal[STORE_URL_FIELDS[store]]! })),
});

/** What was sent names the stores; their links were each reader's own. */
export const sentDeal = ({ stores, ...copy }: SentCopy): PreviewDeal => {
  const urlOf = (store: Store) => (stores.includes(store) ? '/' : null);
  return {
    ...copy,
    amazon_url: urlOf('amazon'),
    ibooks_url: urlOf('ibooks'),
    barnes_and_noble_url: urlOf('barnes_and_noble'),
    google_play_url: urlOf('google_play'),
    kobo_url: urlOf('kobo'),
  };
};
