import type { Author } from '#prisma';
import type { Author as ApiAuthor, AuthorPastDeal } from '#shared/authors.ts';
import { toIsoDate } from '#shared/dates.ts';
import type { AuthorPastDealRow } from './queries.ts';

type AuthorRow = Author & { _count?: { books: number } };

/** The public fields of an author. */
export const presentAuthor = (author: AuthorRow): ApiAuthor => ({
  id: author.id,
  name: author.name,
  slug: author.slug,
  bio: author.bio,
  photo_url: author.photo && `/media/${author.photo}`,
  website: author.website,
  amazon_url: author.amazon_url,
  goodreads_url: author.goodreads_url,
  bookbub_url: author.bookbub_url,
  facebook_url: author.facebook_url,
  instagram_url: author.instagram_url,
  tiktok_url: author.tiktok_url,
  ...(author._count ? { books_count: author._count.books } : {}),
});

export const presentAuthorPastDeal = (deal: AuthorPastDealRow): AuthorPastDeal => ({
  promotion_id: deal.promotion_id,
  book: { id: deal.book_id, title: deal.title, slug: deal.slug },
  sale_price_cents: deal.sale_price_cents,
  promotion_date: toIsoDate(deal.promotion_date),
  deal_ends_on: toIsoDate(deal.deal_ends_on),
});

/** All fields, for the owner and staff. */
export const presentAuthorInFull = (author: AuthorRow): ApiAuthor => ({
  ...presentAuthor(author),
  partner_id: author.partner_id,
  created_at: author.created_at.toISOString(),
  updated_at: author.updated_at.toISOString(),
});
