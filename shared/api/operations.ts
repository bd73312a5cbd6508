/** All operations of the API, for the documentation, the authorization matrix, the fuzzer, and the response check. */
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
import type { Api, Operation } from './operation.ts';
import { partnersApi } from './partners.ts';
import { paymentsApi } from './payments.ts';
import { promotionCountsApi } from './promotion-counts.ts';
import { promotionSitesApi } from './promotion-sites.ts';
import { promotionsApi } from './promotions.ts';
import { readerImportsApi } from './reader-imports.ts';
import { readersApi } from './readers.ts';
import { referralsApi } from './referrals.ts';
import { resultsApi } from './results.ts';
import { savedViewsApi } from './saved-views.ts';
import { partnerSecondFactorApi, userSecondFactorApi } from './second-factor.ts';
import { partnerSessionsApi, userSessionsApi } from './sessions.ts';
import { staffApi } from './staff.ts';
import { statisticsApi } from './statistics.ts';
import { waitingListApi } from './waiting-list.ts';
import { warmUpsApi } from './warm-ups.ts';
import { webApi } from './web.ts';
import { webhooksApi } from './webhooks.ts';

/** Resources in the order of the documentation. An operation's id is the resource's name followed by its own name. */
export const RESOURCES = {
  promotions: {
    title: 'Promotions',
    about: 'Bookings of a book for a newsletter date and category: submit, review, change, and cancel.',
    api: promotionsApi,
  },
  payments: {
    title: 'Clicks and payments',
    about: 'Costs and clicks of a promotion, held clicks, charges, and refunds.',
    api: paymentsApi,
  },
  results: {
    title: 'Results',
    about: 'Sales after a promotion: cost per sale, profit, revenue per dollar spent, and read-through.',
    api: resultsApi,
  },
  promotionCounts: {
    title: 'Dates',
    about: 'Taken and available slots of each newsletter, by date and category.',
    api: promotionCountsApi,
  },
  waitingList: {
    title: 'Waiting list',
    about: 'Full dates that a partner is on the waiting list for, and the slots held for them.',
    api: waitingListApi,
  },
  addons: { title: 'Add-ons', about: 'Promotion extras, such as the top spot in its category.', api: addonsApi },
  books: { title: 'Books', about: 'The ebooks that partners promote, and their data from the stores.', api: booksApi },
  authors: { title: 'Authors', about: 'Public author profiles.', api: authorsApi },
  categories: {
    title: 'Categories',
    about: 'Genres with their prices per click, and the groups they belong to.',
    api: categoriesApi,
  },
  discounts: {
    title: 'Discount codes',
    about: 'Validate a code; staff also create and change them.',
    api: discountsApi,
  },
  billing: { title: 'Cards and invoices', about: 'A partner’s cards and invoices.', api: billingApi },
  referrals: { title: 'Referrals', about: 'Visits, sign-ups, and rewards of the referral program.', api: referralsApi },
  exports: {
    title: 'Exports',
    about: 'Everything after a given record in one response, one JSON record per line.',
    api: exportsApi,
  },
  webhooks: {
    title: 'Webhook endpoints',
    about: 'URLs that we post events to, with their delivery logs.',
    api: webhooksApi,
  },
  apiKeys: { title: 'API keys', about: 'Keys for programs, each with its scopes.', api: apiKeysApi },
  newsletters: {
    title: 'Newsletters',
    about: 'The public archive, and the newsletters that staff write, close, and send.',
    api: newslettersApi,
  },
  deliveries: {
    title: 'Deliveries',
    about: 'A newsletter’s emails, and reports from mailbox providers.',
    api: deliveriesApi,
  },
  readers: {
    title: 'Readers',
    about: 'Sign-up, preferences, and unsubscribing; a reader has no session.',
    api: readersApi,
  },
  readerImports: {
    title: 'Reader imports',
    about: 'Reader lists from other services: upload, dry run, import, and undo.',
    api: readerImportsApi,
  },
  warmUps: {
    title: 'Warm-ups',
    about: 'Daily caps of a new sending domain, by mailbox provider.',
    api: warmUpsApi,
  },
  promotionSites: {
    title: 'Promotion sites',
    about: 'The directory of sites that promote ebooks, its checks, reviews, and votes.',
    api: promotionSitesApi,
  },
  blog: { title: 'Blogs', about: 'Posts for authors and for readers, with their categories and tags.', api: blogApi },
  ai: { title: 'AI tools', about: 'Drafts of descriptions, pen names, characters, titles, and plots.', api: aiApi },
  statistics: { title: 'Statistics', about: 'Public figures and prices.', api: statisticsApi },
  partners: { title: 'Partners', about: 'A partner’s data, emails, and address verification.', api: partnersApi },
  partnerAuth: {
    title: 'Partner accounts',
    about: 'Sign-up, sign-in, passwords, and the account, in the format of devise_token_auth.',
    api: partnerAuthApi,
  },
  partnerSessions: { title: 'Partner sessions', about: 'Sessions of the account.', api: partnerSessionsApi },
  partnerSecondFactor: {
    title: 'Partner second factor',
    about: 'Two-factor authentication with an authenticator app.',
    api: partnerSecondFactorApi,
  },
  userAuth: {
    title: 'Staff accounts',
    about: 'Sign-in, passwords, and the account, in the format of devise_token_auth.',
    api: userAuthApi,
  },
  userSessions: { title: 'Staff sessions', about: 'Sessions of the account.', api: userSessionsApi },
  userSecondFactor: {
    title: 'Staff second factor',
    about: 'Two-factor authentication with an authenticator app.',
    api: userSecondFactorApi,
  },
  staff: {
    title: 'Staff tools',
    about: 'A partner’s record in one call, a search over several kinds of records, and a view of a partner’s screens.',
    api: staffApi,
  },
  savedViews: {
    title: 'Saved views',
    about: 'Named filters of the review queue, for one staff account or shared with all.',
    api: savedViewsApi,
  },
  admin: { title: 'Admin panel', about: 'Records of every kind, for staff, with the audit log.', api: adminApi },
  contact: { title: 'Contact', about: 'Messages to the operator.', api: contactApi },
  web: { title: 'Site', about: 'The clock, browser errors, and the OpenAPI document.', api: webApi },
} as const satisfies Record<string, { title: string; about: string; api: Api }>;

export const OPERATIONS: readonly Operation[] = Object.values(RESOURCES).flatMap(({ api }) =>
  Object.values<Operation>(api),
);

const camelCase = (text: string) => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const METHOD_NAMES = new Map(
  Object.entries(RESOURCES).flatMap(([resource, { api }]) =>
    Object.entries<Operation>(api).map(([name, operation]) => [operation, { resource, name: camelCase(name) }]),
  ),
);

/** The operation's place in the TypeScript client: `deckle.books.list`. */
export const methodNameOf = (operation: Operation) => METHOD_NAMES.get(operation)!;

/** 'booksList', the name that generated clients use. */
export function operationIdOf(operation: Operation) {
  const { resource, name } = methodNameOf(operation);
  return resource + name.charAt(0).toUpperCase() + name.slice(1);
}

/** 'PATCH /api/v1/books/{id}' */
export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path.replace(/\/$/, '')}`;

/**
 * True for operations that programs call. False for those that always refuse, for links in emails (which only
 * redirect), and for webhooks that other services post to.
 */
export const isInClient = ({ method, isBare, responses }: Operation) =>
  Object.keys(responses).some((status) => status.startsWith('2')) && !(isBare && method === 'post');
