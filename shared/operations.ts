/**
 * Every call of the API in one table (design 2-api). A new route needs one row here: what it takes, what it answers, and who
 * gets through. The documentation, the authorization matrix, the fuzzer and the check of every answer are made from it.
 */
import { addonOperations } from './operations/addons.ts';
import { adminOperations } from './operations/admin.ts';
import { aiOperations } from './operations/ai.ts';
import { authOperations } from './operations/auth.ts';
import { authorOperations } from './operations/authors.ts';
import { billingOperations } from './operations/billing.ts';
import { blogOperations } from './operations/blog.ts';
import { bookOperations } from './operations/books.ts';
import { categoryOperations } from './operations/categories.ts';
import { contactOperations } from './operations/contact.ts';
import { discountOperations } from './operations/discounts.ts';
import { mailOperations } from './operations/mail.ts';
import { newsletterOperations } from './operations/newsletters.ts';
import type { Operation } from './operations/operation.ts';
import { partnerOperations } from './operations/partners.ts';
import { promotionSiteOperations } from './operations/promotion-sites.ts';
import { promotionOperations } from './operations/promotions.ts';
import { readerOperations } from './operations/readers.ts';
import { referralOperations } from './operations/referrals.ts';
import { statisticsOperations } from './operations/statistics.ts';
import { webOperations } from './operations/web.ts';

export const OPERATIONS: readonly Operation[] = [
  ...addonOperations,
  ...aiOperations,
  ...adminOperations,
  ...authOperations,
  ...authorOperations,
  ...billingOperations,
  ...blogOperations,
  ...bookOperations,
  ...categoryOperations,
  ...contactOperations,
  ...discountOperations,
  ...mailOperations,
  ...newsletterOperations,
  ...partnerOperations,
  ...promotionSiteOperations,
  ...promotionOperations,
  ...readerOperations,
  ...referralOperations,
  ...statisticsOperations,
  ...webOperations,
];

/** 'PATCH /api/v1/books/{id}' */
export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;
