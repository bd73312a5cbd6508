import type { CardBook } from '#client/ui/card-book.ts';
import { storesOf } from '#shared/stores.ts';
import type { BookValues } from '../book-form.ts';

/** What is typed so far, as the newsletter would show it. The price stands for any: it is chosen with each promotion. */
export const previewOf = (values: BookValues, author_name: string | null, cover_url: string) => ({
  ...values,
  cover_url,
  author_name,
  sale_price_cents: 99,
  current_price_cents: 399,
});

/** The same as readers would meet it in our lists; both dates are 'YYYY-MM-DD'. */
export const cardOfPreview = (
  preview: ReturnType<typeof previewOf>,
  { today, deal_ends_on }: { today: string; deal_ends_on: string },
): CardBook => ({
  id: 0,
  slug: '',
  title: preview.title.trim() || 'Title',
  author_name: preview.author_name,
  category_id: Number(preview.category_id),
  cover_url: preview.cover_url,
  stores: storesOf(preview),
  deal: {
    promotion_id: 0,
    sale_price_cents: preview.sale_price_cents,
    current_price_cents: preview.current_price_cents,
    price_type: 'discounted',
    promotion_date: today,
    deal_ends_on,
    store_links: {},
  },
});
