/** Every call of the API. The documentation, the authorization matrix, the fuzzer, and the response check read it. */
import { addonsApi } from './addons.ts';
import { adminApi } from './admin.ts';
import { aiApi } from './ai.ts';
import { apiKeysApi } from './api-keys.ts';
import { partnerAuthApi, userAuthApi } from './auth.ts';
import { authorsApi } from './authors.ts';
import { billingApi } from './billing.ts';
import { blogApi } from './blog.ts';
import { booksApi } from './books.ts';
import { categoriesApi } from './categories.ts';
import { contactApi } from './contact.ts';
import { deliveriesApi } from './deliveries.ts';
import { discountsApi } from './discounts.ts';
import { exportsApi } from './exports.ts';
import { newslettersApi } from './newsletters.ts';
import type { Operation } from './operation.ts';
import { partnersApi } from './partners.ts';
import { paymentsApi } from './payments.ts';
import { promotionCountsApi } from './promotion-counts.ts';
import { promotionSitesApi } from './promotion-sites.ts';
import { promotionsApi } from './promotions.ts';
import { readersApi } from './readers.ts';
import { referralsApi } from './referrals.ts';
import { partnerSecondFactorApi, userSecondFactorApi } from './second-factor.ts';
import { partnerSessionsApi, userSessionsApi } from './sessions.ts';
import { staffApi } from './staff.ts';
import { statisticsApi } from './statistics.ts';
import { webApi } from './web.ts';
import { webhooksApi } from './webhooks.ts';

export const OPERATIONS: readonly Operation[] = [
  addonsApi,
  adminApi,
  aiApi,
  apiKeysApi,
  partnerAuthApi,
  partnerSecondFactorApi,
  partnerSessionsApi,
  userAuthApi,
  userSecondFactorApi,
  userSessionsApi,
  authorsApi,
  billingApi,
  blogApi,
  booksApi,
  categoriesApi,
  contactApi,
  discountsApi,
  deliveriesApi,
  exportsApi,
  newslettersApi,
  partnersApi,
  paymentsApi,
  promotionCountsApi,
  promotionSitesApi,
  promotionsApi,
  readersApi,
  referralsApi,
  staffApi,
  statisticsApi,
  webApi,
  webhooksApi,
].flatMap((api) => Object.values<Operation>(api));

/** 'PATCH /api/v1/books/{id}' */
export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path.replace(/\/$/, '')}`;
