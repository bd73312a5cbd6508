/** Each specified call exists, and responds to visitors, partners, and staff as declared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { operationFor } from '#shared/api/check.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';
import { type CallResult, callAllOperations } from '../scripts/calls/all-operations.ts';
import { ALWAYS_REFUSED, EXAMPLES_FILE, type Example, examplesOf } from '../scripts/calls/examples.ts';
import { createSender, type Sender } from '../scripts/calls/sender.ts';
import { DEMO } from '../scripts/calls/sign-in.ts';
import { namesIn } from '../scripts/calls/temporary-server.ts';
import { callPrepared } from './prepared-calls.ts';

const SPEC_CALLS = `
GET    /api/v1/addons
GET    /api/v1/addons/top_of_newsletter/check_availability
GET    /api/v1/authors/{id}
GET    /api/v1/authors
POST   /api/v1/authors
PATCH  /api/v1/authors/{id}/
DELETE /api/v1/authors/{id}
GET    /api/v1/blog_categories
GET    /api/v1/blog_categories/{id}
GET    /api/v1/blogs
GET    /api/v1/blogs/{id}
POST   /api/v1/blogs
PATCH  /api/v1/blogs/{id}/
GET    /api/v1/books
GET    /api/v1/books/{id}
POST   /api/v1/books
PATCH  /api/v1/books/{id}/
POST   /api/v1/books/{id}/refresh-cover
GET    /books/{asin}/amazon_api_data
GET    /api/v1/categories
GET    /api/v1/categories/{id}
GET    /api/v1/credit_cards
POST   /api/v1/stripe/setup_intent
POST   /api/v1/credit_cards
PATCH  /api/v1/credit_cards/{id}
PATCH  /api/v1/credit_cards/{id}/make_default
DELETE /api/v1/credit_cards/{id}
POST   /api/v1/partner-auth/sign_in
POST   /api/v1/partner-auth
POST   /api/v1/partner-auth/password
PATCH  /api/v1/partner-auth/password
GET    /api/v1/partner-auth/validate_token
DELETE /api/v1/partner-auth/sign_out
PATCH  /api/v1/partner-auth
POST   /api/v1/user-auth/sign_in
GET    /api/v1/user-auth/validate_token
DELETE /api/v1/user-auth/sign_out
GET    /api/v1/discounts
POST   /api/v1/discounts
GET    /api/v1/discounts/{id}
PATCH  /api/v1/discounts/{id}
DELETE /api/v1/discounts/{id}
GET    /api/v1/discounts/validate/{code}
GET    /api/v1/invoices
GET    /api/v1/newsletter_promotion_counts
GET    /api/v1/newsletters
GET    /api/v1/newsletters/{id}
POST   /api/v1/partner_helpfuls
POST   /api/v1/partner_not_helpfuls
GET    /api/v1/promotion_site_reviews
POST   /api/v1/promotion_site_reviews
PATCH  /api/v1/promotion_site_reviews/{id}/
GET    /api/v1/promotion_sites
GET    /api/v1/promotion_sites/{id}
GET    /api/v1/promotions
GET    /api/v1/promotions/{id}
GET    /api/v1/promotions/{id}/last-promotion-percentile
POST   /api/v1/promotions
PATCH  /api/v1/promotions/{id}/
POST   /api/v1/promotions/{id}/approve
POST   /api/v1/promotions/{id}/reject
POST   /api/v1/promotions/{id}/cancel
POST   /api/v1/promotions/{id}/cancel_approved
POST   /api/v1/promotions/{id}/charge
POST   /api/v1/promotions/{id}/partner_feedback
GET    /api/v1/reader_blogs/{id}
GET    /api/v1/reader_blogs
GET    /api/v1/readers/{uuid}
POST   /api/v1/readers
PATCH  /api/v1/readers/{uuid}/
GET    /api/v1/super_categories
GET    /api/v1/super_categories/{id}
GET    /api/v1/tags
GET    /api/v1/tags/{id}
POST   /api/v1/tags
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [method: string, path: string]);

/** Staff calls that store no values in the audit log. Most only read, end sessions, or are open to visitors. */
const WITHOUT_AUDITED_VALUES = [
  'DELETE /api/v1/partners/{partner_id}/view_as', // an earlier call ended the other sessions, including this one
  'DELETE /api/v1/readers/{uuid}/list/{id}', // the reader's own list, by their uuid
  'DELETE /api/v1/user-auth/sessions',
  'DELETE /api/v1/user-auth/sessions/{id}',
  'DELETE /api/v1/user-auth/sign_out',
  'PATCH /api/v1/readers/{uuid}',
  'POST /api/v1/ai/character',
  'POST /api/v1/ai/description',
  'POST /api/v1/ai/pen_name',
  'POST /api/v1/ai/plot',
  'POST /api/v1/ai/title',
  'POST /api/v1/blogs/pictures', // a file that no post uses yet
  'POST /api/v1/blogs/preview',
  'POST /api/v1/books/{id}/refresh-store-data', // changes nothing that people enter or approve
  'POST /api/v1/client_errors',
  'POST /api/v1/contact',
  'POST /api/v1/partner-auth',
  'POST /api/v1/partner-auth/sign_in',
  'POST /api/v1/partners/unsubscribe/{kind}/{partner_token}',
  'POST /api/v1/promotions/check',
  'POST /api/v1/promotions/decisions', // can't approve the demo's first promotion; decide-many.test.ts checks the audit log
  'POST /api/v1/promotions/review_presence', // only says who is looking at a record now
  'POST /api/v1/reader_imports', // nothing changes until it is started
  'POST /api/v1/reader_imports/{id}/check',
  'POST /api/v1/reader_imports/{id}/parts',
  'POST /api/v1/readers',
  'POST /api/v1/readers/list',
  'POST /api/v1/readers/{uuid}/keep',
  'POST /api/v1/readers/{uuid}/list',
  'POST /api/v1/readers/{uuid}/resubscribe',
  'POST /api/v1/readers/{uuid}/unsubscribe',
  'POST /api/v1/referrals/visits',
  'POST /api/v1/unsubscribe/{token}',
  'POST /api/v1/user-auth/second_factor', // nothing changes until the code is confirmed
  'POST /api/v1/user-auth/second_factor/confirm', // its audit entries have no values, because they would be secrets
  'POST /api/v1/user-auth/second_factor/end',
  'POST /api/v1/user-auth/second_factor/recovery_codes',
  'POST /api/v1/user-auth/sign_in',
];

let server: TestServer;
let sender: Sender;
let results: CallResult[];
let skipped: string[];
let prepared: CallResult[];
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { TRUST_PROXY: '1' } });
  sender = fromManyAddresses(createSender(server.url));
  let calls = 0;
  const uniqueText = () => `example-${++calls}`;
  // Without a past warm-up, `findRecords` would start one, which would change every estimate.
  const ended = { domain: 'deckle.test', first_cap: 500, growth_percent: 150, started_at: server.clock.now() };
  await server.deps.db.warmUp.create({ data: { ...ended, ended_at: server.clock.now() } });
  const names = await namesIn(server.deps);
  ({ results, skipped } = await callAllOperations(sender, { accounts: DEMO, names, uniqueText }));
  prepared = await callPrepared(server, sender);
}, 300_000);
afterAll(async () => {
  sender.close();
  await server.close();
});

/** Sends calls from many addresses, because some limits count by address. */
function fromManyAddresses({ send, close }: Sender): Sender {
  let sent = 0;
  const address = () => `198.51.100.${++sent % 250}`;
  return { close, send: (call) => send({ ...call, headers: { 'x-forwarded-for': address(), ...call.headers } }) };
}

const operationOf = ([method, path]: [string, string]) =>
  operationFor(OPERATIONS, method, path.replace(/\{\w+\}/g, 'x'));

describe('the specified calls', () => {
  it('number seventy-five, and each has an operation', () => {
    expect(SPEC_CALLS).toHaveLength(75);
    const unknown = SPEC_CALLS.filter((call) => {
      const operation = operationOf(call);
      return !operation || nameOf(operation).replace(' ', '') !== call.join('').replace(/\/$/, '');
    });
    expect(unknown).toEqual([]);
  });

  it('respond to visitors, partners, and staff with the declared status, schema, and headers', () => {
    const problems = results.flatMap(({ operation, caller, problems }) =>
      problems.map((problem) => `${nameOf(operation)}, ${caller}: ${problem}`),
    );
    expect(problems).toEqual([]);
    expect(skipped).toEqual([]);
    expect(results.length).toBe(3 * OPERATIONS.length);
  });

  it('succeed for someone', () => {
    const successful = new Set(
      [...results, ...prepared].filter(({ reply }) => reply.status < 300).map(({ operation }) => nameOf(operation)),
    );
    expect(SPEC_CALLS.map((call) => nameOf(operationOf(call)!)).filter((name) => !successful.has(name))).toEqual([]);
  });
});

it('documents calls with their current responses (npm run api:examples)', async () => {
  await expect(examplesOf(results, prepared, server.url)).toMatchFileSnapshot(`../${EXAMPLES_FILE}`);
});

it('documents a successful example of every call that isn’t always refused', () => {
  const examples = JSON.parse(examplesOf(results, prepared, server.url)) as Record<string, Example>;
  const refused = Object.entries(examples).filter(([, { status }]) => status >= 400);
  expect(refused.map(([id]) => id).sort()).toEqual(Object.keys(ALWAYS_REFUSED).sort());
});

describe('staff changes', () => {
  it('are in the audit log with the values before or after', async () => {
    const { rows } = await server.deps.pool.query<{ request_id: string }>(
      "select distinct request_id from audit_events where actor = 'user' and (before is not null or after is not null)",
    );
    const recorded = new Set(rows.map(({ request_id }) => request_id));
    const changes = [...results, ...prepared].filter(
      ({ operation, caller, reply }) => caller === 'user' && operation.method !== 'get' && reply.status < 300,
    );
    expect(changes.length).toBeGreaterThan(30);
    const unrecorded = changes
      .filter(({ reply }) => !recorded.has(String(reply.headers['x-request-id'])))
      .map(({ operation }) => nameOf(operation));
    expect(unrecorded.filter((name) => !WITHOUT_AUDITED_VALUES.includes(name))).toEqual([]);
  });
});

it('accepts a trailing slash, and PUT as PATCH', async () => {
  for (const path of ['/api/v1/books/', '/api/v1/authors/', '/api/v1/categories/1/'])
    expect([path, (await sender.send({ method: 'GET', path })).status]).toEqual([path, 200]);
  const put = await sender.send({ method: 'PUT', path: '/api/v1/partner-auth/', body: { name: 'Eve' } });
  expect([put.status, put.text]).toEqual([404, '{"success":false,"errors":["User not found."],"status":"error"}']);
});
