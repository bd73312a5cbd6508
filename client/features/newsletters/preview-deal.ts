import type { Book } from '#shared/books.ts';
import { STORE_URL_FIELDS, type Store } from '#shared/business.ts';
import type { SentCopy } from '#shared/promotions.ts';
import { storesOf } from '#shared/stores.ts';

/** The values of a newsletter entry to preview, such as those of an unfinished form or of a sent copy. */
export type PreviewDeal = Pick<Book, 'title' | 'author_name' | 'blurb' | 'cover_url'> & {
  [field in (typeof STORE_URL_FIELDS)[Store]]: string | null;
} & {
  sale_price_cents: number;
  current_price_cents: number;
  is_top?: boolean;
};

/** Props of the email's component, with placeholders for missing texts. */
export const newsletterDeal = (deal: PreviewDeal) => ({
  promotion_id: 0,
  title: deal.title.trim() || 'Title',
  author_name: deal.author_name,
  category_name: '',
  blurb: deal.blurb.trim() || 'Your blurb appears here.',
  cover_url: deal.cover_url,
  sale_price_cents: deal.sale_price_cents,
  current_price_cents: deal.current_price_cents,
  is_top: deal.is_top ?? false,
  stores: storesOf(deal).map((store) => ({ store, url: deal[STORE_URL_FIELDS[store]]! })),
});

/** The sent copy as an entry, with stores but without links, because each reader had different links. */
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
