/** All entities that staff can see, in the panel's order. */
import { addons } from './entities/addons.ts';
import { aiRequests } from './entities/ai_requests.ts';
import { auditEvents } from './entities/audit_events.ts';
import { authors } from './entities/authors.ts';
import { blogCategories, readerBlogCategories } from './entities/blog_categories.ts';
import { blogs } from './entities/blogs.ts';
import { books } from './entities/books.ts';
import { categories } from './entities/categories.ts';
import { chargeAttempts } from './entities/charge_attempts.ts';
import { clickLogs } from './entities/click_logs.ts';
import { creditCards } from './entities/credit_cards.ts';
import { deliveries } from './entities/deliveries.ts';
import { discounts } from './entities/discounts.ts';
import { disputes } from './entities/disputes.ts';
import { invoices } from './entities/invoices.ts';
import { jobRuns } from './entities/job_runs.ts';
import { jobs } from './entities/jobs.ts';
import { ledger } from './entities/ledger.ts';
import { ledgerDifferences } from './entities/ledger_differences.ts';
import { mailEvents } from './entities/mail_events.ts';
import { mails } from './entities/mails.ts';
import { messageTemplates } from './entities/message_templates.ts';
import { newsletterPromotionCounts } from './entities/newsletter_promotion_counts.ts';
import { newsletters } from './entities/newsletters.ts';
import { partners } from './entities/partners.ts';
import { promotionAddons } from './entities/promotion_addons.ts';
import { promotionEvents } from './entities/promotion_events.ts';
import { promotionSiteReviews } from './entities/promotion_site_reviews.ts';
import { promotionSites } from './entities/promotion_sites.ts';
import { promotions } from './entities/promotions.ts';
import { readerBlogs } from './entities/reader_blogs.ts';
import { readers } from './entities/readers.ts';
import { referralEntries } from './entities/referral_entries.ts';
import { refunds } from './entities/refunds.ts';
import { securityEvents } from './entities/security_events.ts';
import { settings } from './entities/settings.ts';
import { signUpCounts } from './entities/sign_up_counts.ts';
import { staff } from './entities/staff.ts';
import { stripeErrors } from './entities/stripe_errors.ts';
import { superCategories } from './entities/super_categories.ts';
import { tags } from './entities/tags.ts';
import type { Entity } from './entity.ts';

export const REGISTRY: readonly Entity[] = [
  partners,
  readers,
  signUpCounts,
  staff,
  books,
  authors,
  categories,
  superCategories,
  addons,
  newsletterPromotionCounts,
  promotions,
  promotionEvents,
  promotionAddons,
  messageTemplates,
  discounts,
  invoices,
  chargeAttempts,
  stripeErrors,
  refunds,
  disputes,
  ledger,
  ledgerDifferences,
  creditCards,
  referralEntries,
  newsletters,
  deliveries,
  mailEvents,
  mails,
  clickLogs,
  promotionSites,
  promotionSiteReviews,
  blogs,
  blogCategories,
  readerBlogs,
  readerBlogCategories,
  tags,
  jobs,
  jobRuns,
  auditEvents,
  securityEvents,
  aiRequests,
  settings,
];
