import * as z from 'zod';
import { listQuery, Meta, optionalUrl, queryId, recordQuery, requiredLine, searchText, text } from './params.ts';
import { AUTHOR_LINKS, isLinkTo } from './stores.ts';

const linkFor = (field: keyof typeof AUTHOR_LINKS) =>
  optionalUrl.refine(
    (url) => !url || isLinkTo(AUTHOR_LINKS[field].hosts, url),
    `must be an https link to ${AUTHOR_LINKS[field].name}`,
  );

export const AuthorInput = z.strictObject({
  name: requiredLine(100),
  bio: text(4000).default(''),
  website: optionalUrl,
  amazon_url: linkFor('amazon_url'),
  goodreads_url: linkFor('goodreads_url'),
  bookbub_url: linkFor('bookbub_url'),
  facebook_url: linkFor('facebook_url'),
  instagram_url: linkFor('instagram_url'),
  tiktok_url: linkFor('tiktok_url'),
});
export type AuthorInput = z.infer<typeof AuthorInput>;
export const AuthorPatch = AuthorInput.extend({ bio: text(4000) }).partial();
export type AuthorPatch = z.infer<typeof AuthorPatch>;

const BookLink = z.object({ id: z.int(), title: z.string(), slug: z.string() });

/** A sent promotion of one of the author's books, after its deal has ended. */
export const AuthorPastDeal = z.object({
  promotion_id: z.int(),
  book: BookLink,
  sale_price_cents: z.int(),
  promotion_date: z.string(),
  deal_ends_on: z.string(),
});
export type AuthorPastDeal = z.infer<typeof AuthorPastDeal>;

export const Author = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  bio: z.string(),
  photo_url: z.string().nullable(),
  website: z.string().nullable(),
  amazon_url: z.string().nullable(),
  goodreads_url: z.string().nullable(),
  bookbub_url: z.string().nullable(),
  facebook_url: z.string().nullable(),
  instagram_url: z.string().nullable(),
  tiktok_url: z.string().nullable(),
  books_count: z.int().optional(),
  /** For the owner and staff: subscribed readers who follow the author or one of their series. */
  followers_count: z.int().optional(),
  /** Joined: the active books, newest first, at most 50. */
  books: z.array(BookLink).optional(),
  /** Joined, for the owner and staff. */
  partner: z.object({ id: z.int(), name: z.string() }).optional(),
  /** Joined: newest first, at most 20. */
  past_deals: z.array(AuthorPastDeal).optional(),
  partner_id: z.int().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
export type Author = z.infer<typeof Author>;
export const AuthorList = z.object({ authors: z.array(Author), meta: Meta });
export const AuthorResponse = z.object({ author: Author });
const AUTHOR_JOINS = ['books', 'partner', 'past_deals'] as const;
export const AuthorListQuery = listQuery(
  ['name', 'id', 'created_at'],
  {
    sort_dir: z.enum(['asc', 'desc']).default('asc'),
    q: searchText().optional(),
    /** Names that start with this letter, accented or not. */
    letter: z
      .string()
      .regex(/^[a-z]$/, 'must be one letter from a to z')
      .optional(),
    /** Lists one partner's profiles, for staff. Ignored for other callers. */
    partner_id: queryId.optional(),
  },
  AUTHOR_JOINS,
);
export type AuthorListQuery = z.infer<typeof AuthorListQuery>;
export const AuthorQuery = recordQuery(AUTHOR_JOINS);
