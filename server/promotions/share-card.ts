/** The share image of a promotion, for its partner's own channels. */
import { drawCard, formatCardPrice } from '#server/books/link-card.ts';
import { coverUrl } from '#server/books/presenter.ts';
import type { Deps } from '#server/platform/deps.ts';
import { toIsoDate } from '#shared/dates.ts';
import { formatShortDay } from '#shared/long-dates.ts';
import { approvedVersionOf, bookFactsOf } from '#shared/reviewed-facts.ts';
import type { PromotionRow } from './queries.ts';

/** Draws the image as PNG, from the approved version once there is one. */
export async function shareCard(
  deps: Pick<Deps, 'db' | 'blobs'>,
  promotion: Pick<PromotionRow, 'book_id' | 'reviewed_book' | 'reviewed_store_urls' | 'sale_price_cents'> &
    Pick<PromotionRow, 'promotion_date' | 'requested_date' | 'deal_ends_on'>,
): Promise<Buffer> {
  const book = promotion.reviewed_book
    ? approvedVersionOf(promotion).book
    : bookFactsOf(
        await deps.db.book.findUniqueOrThrow({ where: { id: promotion.book_id }, include: { author: true } }),
      );
  const from = formatShortDay(toIsoDate(promotion.promotion_date ?? promotion.requested_date));
  const days = `${from} to ${formatShortDay(toIsoDate(promotion.deal_ends_on))}`;
  return drawCard(deps, {
    title: book.title,
    note: [book.author_name && `by ${book.author_name}`, days].filter(Boolean).join(' – '),
    cover: coverUrl(book.cover),
    price: formatCardPrice(promotion.sale_price_cents),
  });
}
