/**
 * Expected scope of each operation for an API key, written by hand. Operations of CLOSED_PATHS and WITHOUT_KEYS have
 * none: they refuse or ignore keys. Any other GET operation without a line here needs "read"; any other operation must
 * have a line.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scopeFor } from '#shared/api/operation.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';

/**
 * Operations closed to every key, in addition to WITHOUT_KEYS and to CLOSED_PATHS: accounts, sessions, keys, webhooks,
 * and the admin panel.
 */
const CLOSED = `
GET promotions/calendar
GET promotions/review_stream
POST promotions/review_presence
POST ai/description
POST ai/pen_name
POST ai/character
POST ai/title
POST ai/plot
POST contact
POST partners/unsubscribe
POST partners/unsubscribe/{kind}/{partner_token}
POST partners/email_verification
POST partners/{partner_id}/view_as
DELETE partners/{partner_id}/view_as
POST partners/verify_email
POST readers
POST readers/confirm
PATCH readers/{uuid}
POST readers/list
POST readers/{uuid}/list
DELETE readers/{uuid}/list/{id}
POST readers/{uuid}/keep
POST readers/{uuid}/resubscribe
POST readers/{uuid}/unsubscribe
DELETE readers/{uuid}
POST unsubscribe/{token}
GET reader_list.csv
GET reader_imports
POST reader_imports
GET reader_imports/{id}
POST reader_imports/{id}/parts
POST reader_imports/{id}/check
POST reader_imports/{id}/start
PATCH reader_imports/{id}
GET reader_imports/{id}/campaign
GET reader_imports/{id}/undo
POST reader_imports/{id}/discard
POST reader_imports/{id}/undo
GET reader_imports/{id}/problems.csv
POST warm_ups
PATCH warm_ups/{id}
POST warm_ups/{id}/end
POST warm_ups/{id}/resume
POST referrals/visits
POST client_errors
`;
const READ_BY_POST = `
POST promotions/check
`;
const BOOK = `
POST authors
PATCH authors/{id}
DELETE authors/{id}
POST authors/{id}/photo
POST books
PATCH books/{id}
POST books/{id}/refresh-cover
POST books/{id}/cover
POST promotions
POST promotions/series
PATCH promotions/{id}
PATCH promotions/{id}/results
POST promotions/{id}/sales_report
POST sales_mappings
POST promotions/{id}/click_question
POST promotions/{id}/confirm_date
POST promotions/{id}/confirm_price
POST promotions/{id}/unconfirm_price
POST promotions/{id}/cancel
POST promotions/{id}/cancel_approved
POST promotions/{id}/partner_feedback
POST waiting_entries
POST waiting_entries/{id}/accept
DELETE waiting_entries/{id}
`;
const REVIEW = `
POST promotion_sites/{id}/checks
POST books/{id}/refresh-store-data
POST ai/prompt
POST ai/prompts
DELETE ai/prompts/{id}
POST blogs
PATCH blogs/{id}
POST blogs/preview
POST blogs/pictures
POST tags
POST newsletters/{id}/deliveries/{reader_id}/resolve
PATCH newsletters/{id}
POST newsletters/{id}/test
POST newsletters/{id}/freeze
POST newsletters/{id}/pause
POST newsletters/{id}/resume
POST newsletters/{id}/end
POST newsletters/{id}/release
POST promotions/{id}/held_clicks
POST promotions/{id}/click_answer
POST partners/{partner_id}/notes
DELETE partners/{partner_id}/notes/{note_id}
POST saved_views
PATCH saved_views/{id}
DELETE saved_views/{id}
POST promotions/{id}/approve
POST promotions/{id}/reject
POST promotions/decisions
POST promotions/{id}/accept_changes
POST promotions/{id}/keep_approved
POST promotions/{id}/ask_about_changes
POST promotions/{id}/correct_store_link
POST promotions/{id}/propose_date
POST promotions/{id}/reopen
POST promotion_site_reviews
PATCH promotion_site_reviews/{id}
POST partner_helpfuls
POST partner_not_helpfuls
`;
const MONEY = `
POST credit_cards
PATCH credit_cards/{id}
PATCH credit_cards/{id}/make_default
DELETE credit_cards/{id}
POST stripe/setup_intent
POST discounts
PATCH discounts/{id}
DELETE discounts/{id}
POST promotions/{id}/charge
POST promotions/{id}/confirm_payment
POST promotions/{id}/refund
POST referrals/{id}/release
POST referrals/{id}/reject
POST referrals/{id}/cash_out
`;
/** Operations for which a staff key needs another scope. */
const STAFF_SCOPES: Record<string, string> = {
  'POST promotions/{id}/partner_feedback': 'review',
  'POST promotions/{id}/cancel_approved': 'money',
};

const CLOSED_PATHS = / (api_keys|webhook_endpoints|admin|partner-auth|user-auth)(\/|$)/;
const WITHOUT_KEYS = ['POST stripe/webhook', 'POST mail/events', 'GET openapi.json'];
const linesOf = (text: string) => text.trim().split('\n');
const LISTED = new Map<string, string | null>([
  ...linesOf(CLOSED).map((name) => [name, null] as const),
  ...linesOf(READ_BY_POST).map((name) => [name, 'read'] as const),
  ...linesOf(BOOK).map((name) => [name, 'book'] as const),
  ...linesOf(REVIEW).map((name) => [name, 'review'] as const),
  ...linesOf(MONEY).map((name) => [name, 'money'] as const),
]);

const shortName = (operation: (typeof OPERATIONS)[number]) => nameOf(operation).replace('/api/v1/', '');

function expectedScope(name: string): string | null | undefined {
  if (CLOSED_PATHS.test(name) || WITHOUT_KEYS.includes(name)) return null;
  return LISTED.has(name) ? LISTED.get(name) : name.startsWith('GET ') ? 'read' : undefined;
}

it('declares the expected scope for every operation and role', () => {
  const wrong = OPERATIONS.flatMap((operation) => {
    const name = shortName(operation);
    const [partner, user] = [scopeFor(operation, 'partner'), scopeFor(operation, 'user')];
    const expected = expectedScope(name);
    return partner === expected && user === (STAFF_SCOPES[name] ?? expected) ? [] : [`${name}: ${partner}, ${user}`];
  });
  expect(wrong).toEqual([]);
});

it('lists in docs/api.md exactly the operations that no key can call', () => {
  const [, sentence] = /No key can call (.*?): 403\./s.exec(readFileSync('docs/api.md', 'utf8'))!;
  const names = [...sentence!.matchAll(/(changes of )?`([^`]+)`/g)].map(([, changes, name]) => ({
    changes,
    name: name!,
  }));
  const isNamed = (operation: (typeof OPERATIONS)[number]) =>
    // The sentence also covers all changes that need no sign-in, without naming them.
    (operation.access === 'public' && operation.method !== 'get') ||
    names.some(({ changes, name }) =>
      name.includes(' ')
        ? name === nameOf(operation).replace('/api/v1', '')
        : operation.path.split('/').includes(name) && !(changes && operation.method === 'get'),
    );
  const isClosed = (operation: (typeof OPERATIONS)[number]) => scopeFor(operation, 'user') === null;
  // Another sentence covers account operations, and the API's document ignores keys.
  const withKeys = OPERATIONS.filter(
    ({ auth, path }) => !auth && !/-auth(\/|$)/.test(path) && path !== '/api/v1/openapi.json',
  );
  expect(withKeys.filter(isNamed).map(nameOf)).toEqual(withKeys.filter(isClosed).map(nameOf));
});

it('lists only operations that exist', () => {
  const known = new Set(OPERATIONS.map(shortName));
  expect([...LISTED.keys(), ...WITHOUT_KEYS, ...Object.keys(STAFF_SCOPES)].filter((name) => !known.has(name))).toEqual(
    [],
  );
});
