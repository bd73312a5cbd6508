import * as z from 'zod';
import {
  CalendarDate,
  Email,
  Id,
  line,
  listQuery,
  Meta,
  optionalText,
  queryFlag,
  queryId,
  queryPage,
  queryPer,
  recordQuery,
  StoreName,
  text,
} from './params.ts';
import { Promotion } from './promotions.ts';

export const NEWSLETTER_STATUSES = ['draft', 'frozen', 'sending', 'sent', 'failed', 'cancelled'] as const;

/** The weekly newsletter is sent on Saturdays in addition to the daily one, to readers who chose one email a week. */
export const NEWSLETTER_KINDS = ['daily', 'weekly'] as const;
export type NewsletterKind = (typeof NEWSLETTER_KINDS)[number];

export const Newsletter = z.object({
  id: z.int(),
  newsletter_date: z.string(),
  kind: z.enum(NEWSLETTER_KINDS),
  status: z.enum(NEWSLETTER_STATUSES),
  subject: z.string(),
  preheader: z.string(),
  /** Promotions; for a weekly draft, the deals that it would have if it closed now. */
  promotions_count: z.int(),
  /** Free slots of all categories; 0 once it's closed, and for a weekly newsletter. */
  places_left: z.int(),
  /**
   * Promotions that await staff, with this as their last open date; 0 once it's closed, and for a weekly newsletter.
   */
  awaiting_review_count: z.int(),
  /** Partners’ entries on its waiting lists; 0 once it's closed, and for a weekly newsletter. */
  waiting_count: z.int(),
  deliveries_total: z.int(),
  delivered_count: z.int(),
  bounced_count: z.int(),
  frozen_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  paused_at: z.string().nullable(),
  paused_reason: z.string().nullable(),
  /** When it was ended before all emails were sent; null if it wasn't. */
  ended_at: z.string().nullable(),
  ended_reason: z.string().nullable(),
  /** Set by a restore, until an administrator says whether the newsletter was sent. */
  held_at: z.string().nullable(),
  promotions: z.array(Promotion).optional(),
});
export type Newsletter = z.infer<typeof Newsletter>;
export const NewsletterList = z.object({ newsletters: z.array(Newsletter), meta: Meta });
export const NewsletterResponse = z.object({ newsletter: Newsletter });
/** A deal in the public archive, which omits adult deals, deals canceled since, and deals of books archived since. */
export const ArchivedDeal = z.object({
  promotion_id: z.int(),
  book_id: z.int(),
  slug: z.string(),
  title: z.string(),
  author_name: z.string().nullable(),
  category_id: z.int(),
  category_name: z.string(),
  cover_url: z.string(),
  sale_price_cents: z.int(),
  current_price_cents: z.int(),
  deal_ends_on: z.string(),
  stores: z.array(StoreName),
});
export type ArchivedDeal = z.infer<typeof ArchivedDeal>;
const ArchivedNewsletter = z.object({
  newsletter_date: z.string(),
  kind: z.enum(NEWSLETTER_KINDS),
  deals_count: z.int(),
});
export const ArchiveQuery = listQuery(['newsletter_date'], { kind: z.enum(NEWSLETTER_KINDS).optional() });
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;
export const ArchivedNewsletterQuery = recordQuery(['none']).extend({
  kind: z.enum(NEWSLETTER_KINDS).default('daily'),
});
export const ArchiveList = z.object({ newsletter_archive: z.array(ArchivedNewsletter), meta: Meta });
export const ArchivedNewsletterResponse = z.object({
  archived_newsletter: ArchivedNewsletter.extend({ deals: z.array(ArchivedDeal) }),
});
const NEWSLETTER_JOINS = ['promotions'] as const;
/**
 * 'recent', the default: the open newsletter, then earlier ones, then later drafts. 'asc' reverses the order, except
 * within a date.
 */
export const NewsletterListQuery = listQuery(
  ['recent', 'newsletter_date', 'id'],
  {
    kind: z.enum(NEWSLETTER_KINDS).optional(),
    status: z.enum(NEWSLETTER_STATUSES).optional(),
    date_from: CalendarDate.optional(),
    date_to: CalendarDate.optional(),
    held: queryFlag.optional(),
  },
  NEWSLETTER_JOINS,
);
export const NewsletterQuery = recordQuery(NEWSLETTER_JOINS);
export const NewsletterPatch = z.strictObject({
  /** If empty, it's generated from the deals when the newsletter closes. */
  subject: line(150).optional(),
  preheader: line(200).optional(),
  promotion_ids: z.array(Id).max(500).optional(),
});
export type NewsletterPatch = z.infer<typeof NewsletterPatch>;

const queryIds = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(queryId).min(1).max(100));
/** The preview's recipient: a reader, or someone with these categories; by default someone with all of them. */
export const NewsletterPreviewQuery = z
  .strictObject({
    format: z.enum(['html', 'text']).default('html'),
    reader: queryId.optional(),
    categories: queryIds.optional(),
  })
  .refine(({ reader, categories }) => !reader || !categories, {
    path: ['categories'],
    error: 'can’t be combined with a reader',
  });
export const NewsletterPreview = z.object({
  newsletter_id: z.int(),
  format: z.enum(['html', 'text']),
  subject: z.string(),
  preheader: z.string(),
  /** The email as sent, except that its links track and change nothing; null if no deal matches, so none is sent. */
  content: z.string().nullable(),
  deals_count: z.int(),
  /** Size of the HTML in bytes. */
  size_bytes: z.int(),
});
export type NewsletterPreview = z.infer<typeof NewsletterPreview>;
export const NewsletterPreviewResponse = z.object({ preview: NewsletterPreview });

/** Recipients of a test email. Without categories, the email covers all of them. */
export const NewsletterTest = z
  .strictObject({
    email: Email.optional(),
    emails: z.array(Email).min(1).max(5).optional(),
    category_ids: z.array(Id).min(1).max(100).optional(),
  })
  .refine(({ email, emails }) => email || emails, { path: ['emails'], error: "can't be blank" });
export type NewsletterTest = z.infer<typeof NewsletterTest>;
export const NewsletterTestResponse = z.object({ message: z.string() });

/** Must include the newsletter's date, so that nobody closes another one by mistake. */
export const NewsletterFreeze = z.strictObject({ newsletter_date: CalendarDate });
/** The deals and readers of a draft if it closed now. */
export const NewsletterClosing = z.object({
  newsletter_id: z.int(),
  newsletter_date: z.string(),
  deals_count: z.int(),
  readers_count: z.int(),
  /** True if only a part of the readers was counted, and `readers_count` is extrapolated. */
  is_estimate: z.boolean(),
});
export type NewsletterClosing = z.infer<typeof NewsletterClosing>;
export const NewsletterClosingResponse = z.object({ closing: NewsletterClosing });

export const NewsletterPause = z.strictObject({ reason: optionalText(500) });
export const NewsletterEnd = z.strictObject({ reason: text(500, 1) });
export const NewsletterRelease = z.strictObject({ was_sent: z.boolean() });

export const NewsletterProgressQuery = z.strictObject({});
/** Emails by state. `left_count` counts those that aren't handed over yet or will be retried. */
export const NewsletterProgress = z.object({
  newsletter_id: z.int(),
  status: z.enum(NEWSLETTER_STATUSES),
  paused_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  deliveries_total: z.int(),
  delivered_count: z.int(),
  bounced_count: z.int(),
  suppressed_count: z.int(),
  uncertain_count: z.int(),
  left_count: z.int(),
  /**
   * Clicks on its deals so far, before any is excluded; null for a weekly newsletter, whose clicks count for the daily
   * ones.
   */
  clicks_count: z.int().nullable(),
});
export type NewsletterProgress = z.infer<typeof NewsletterProgress>;
export const NewsletterProgressResponse = z.object({ progress: NewsletterProgress });

export const NewsletterPromotionCount = z.object({
  id: z.int(),
  newsletter_date: z.string(),
  category_id: z.int(),
  promotions_in_total: z.int(),
  places_left: z.int(),
  top_of_newsletter_available: z.boolean(),
});
export type NewsletterPromotionCount = z.infer<typeof NewsletterPromotionCount>;
export const NewsletterPromotionCountList = z.object({
  newsletter_promotion_counts: z.array(NewsletterPromotionCount),
  meta: Meta,
});
export const NewsletterPromotionCountQuery = z.strictObject({
  category_id: queryId.optional(),
  page: queryPage,
  /** Without it, all days are on one page. */
  per: queryPer.optional(),
  date_from: CalendarDate.optional(),
  date_to: CalendarDate.optional(),
  /** Readable without a session, but requires a category. */
  public: queryFlag.optional(),
});
