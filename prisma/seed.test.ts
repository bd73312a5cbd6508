import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPassword } from '#server/auth/passwords.ts';
import { fileBlobs } from '#server/platform/blobs.ts';
import { openDatabase } from '#server/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { type SeedDeps, seedDemo } from './seed.ts';

/** Saturday, a quarter past one in the afternoon in Vancouver: the newsletter of the 22nd is open. */
const NOW = new Date('2026-11-21T20:15:00Z');
const folder = mkdtempSync(join(tmpdir(), 'deckle-seed-'));
let postgres: EmbeddedPostgres;
let deps: SeedDeps;
const stripeCalls: string[] = [];

beforeAll(async () => {
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { fsync: 'off' });
  await migrate(postgres.url('postgres'));
  const blobs = fileBlobs(join(folder, 'blobs'));
  const config = { appUrl: 'https://deckle.test' };
  deps = { ...openDatabase(postgres.url('postgres')), blobs, now: () => NOW, stripe: fakeStripe(), config };
  // Interrupted twice after the data was stored: before the deals of past newsletters, and before those of weekly ones.
  await expect(seedDemo({ ...deps, config: configThatFailsAfter(0) })).rejects.toThrow('interrupted');
  const deals = await numberOf('select count(*) from promotions where sent_at is not null');
  await expect(seedDemo({ ...deps, config: configThatFailsAfter(deals) })).rejects.toThrow('interrupted');
  expect(await numberOf(`select count(*) from newsletters where kind = 'weekly' and status = 'sent'`)).toBe(4);
  expect(await seedDemo(deps)).toBe(true);
});

/** The URL is read once for each deal that is stored. */
const configThatFailsAfter = (reads: number): SeedDeps['config'] => ({
  get appUrl() {
    if (reads-- === 0) throw new Error('interrupted');
    return 'https://deckle.test';
  },
});

afterAll(async () => {
  await deps?.db.$disconnect();
  await deps?.pool.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async (text: string) => (await deps.pool.query(text)).rows;
const numberOf = async (text: string) => Number(Object.values((await rowsOf(text))[0])[0]);

it('stores the contents of each past newsletter', async () => {
  const incomplete = `
    select id from newsletters n where status = 'sent' and kind = 'daily' and coalesce(jsonb_array_length(snapshot -> 'deals'), 0)
      <> (select count(*) from promotions where newsletter_id = n.id)`;
  expect(await rowsOf(incomplete)).toEqual([]);
  expect(
    await numberOf(`select count(*) from newsletters where jsonb_array_length(snapshot -> 'deals') > 0`),
  ).toBeGreaterThan(100);
  expect(
    await rowsOf(`
      select newsletter_date::text as date, subject <> '' as has_subject from newsletters
      where kind = 'weekly' and status = 'sent' and jsonb_array_length(snapshot -> 'deals') > 10 order by 1`),
  ).toEqual(['2026-10-31', '2026-11-07', '2026-11-14', '2026-11-21'].map((date) => ({ date, has_subject: true })));
});

it("stores when each book's store data was fetched", async () => {
  const isRecorded = `store_data ->> 'asin' = asin and store_data_fetched_at between created_at and '${NOW.toISOString()}'`;
  expect(await rowsOf(`select id from books where (${isRecorded}) is not true`)).toEqual([]);
  expect(await numberOf(`select count(distinct store_data_fetched_at) from books`)).toBeGreaterThan(40);
});

const statusesOf = async (uid: string) => {
  const statuses = await rowsOf(`
    select distinct case
      when unpaid and exists (select 1 from stripe_errors where promotion_id = promotions.id and resolved_at is null) then 'payment failed'
      when cancelled_at is not null then 'cancelled'
      when approval_status = 'rejected' then 'declined'
      when unpaid then 'awaiting payment'
      when sent_at is not null then 'successfully sent'
      when unable_to_send_at is not null then 'unable to send'
      when approval_status is null then 'awaiting review'
      when approval_status = 'awaiting_feedback' and feedback_submitted_at > feedback_requested_at then 'feedback submitted'
      when approval_status = 'awaiting_feedback' then 'awaiting partner feedback'
      else 'awaiting promotion date' end as status
    from promotions
    cross join lateral (select exists (select 1 from invoices where invoices.id = promotions.invoice_id
      and total_cents > 0 and status in ('open', 'failed')) as unpaid) invoice
    where partner_id = (select id from partners where uid = '${uid}')`);
  return statuses.map(({ status }) => status).sort();
};

it("gives the demo partner a promotion in each status that doesn't block new bookings", async () => {
  expect(await statusesOf('partner@deckle.test')).toEqual([
    'awaiting partner feedback',
    'awaiting promotion date',
    'awaiting review',
    'cancelled',
    'declined',
    'feedback submitted',
    'successfully sent',
    'unable to send',
  ]);
});

it('gives the two unpaid statuses to a partner with debts', async () => {
  const statuses = await statusesOf('lantern-street@example.test');
  expect(statuses).toContain('payment failed');
  expect(statuses).toContain('awaiting payment');
});

it('adds no rows and doesn’t call Stripe when it runs again', async () => {
  const before = { counts: await tableCounts(), calls: stripeCalls.length };
  expect(await seedDemo(deps)).toBe(false);
  expect({ counts: await tableCounts(), calls: stripeCalls.length }).toEqual(before);
});

it('counts the same clicks in the logs, per promotion, and per hour', async () => {
  expect(await numberOf('select count(*) from click_logs')).toBeGreaterThan(10_000);
  expect(
    await rowsOf(`
      select id from promotions where settled_at is not null
        and clicks_total <> (select count(*) from click_logs where promotion_id = promotions.id and source = 'newsletter')
      or clicks_billable <> (select count(*) from click_logs where promotion_id = promotions.id and billable)
      or (select count(*) from click_logs where promotion_id = promotions.id)
        <> (select coalesce(sum(clicks), 0) from click_rollups where promotion_id = promotions.id)`),
  ).toEqual([]);
});

it('bills at most one click per reader and promotion, and no click after its window or on the site', async () => {
  expect(
    await rowsOf(`select promotion_id, reader_id from click_logs where billable group by 1, 2 having count(*) > 1
      union all select promotion_id, reader_id from click_logs join promotions on promotions.id = promotion_id
      where billable and (clicked_at > click_window_ends_at or source = 'site')`),
  ).toEqual([]);
});

it('has results to compare in several categories, and a series with sales of its later books', async () => {
  const compared = `select category_id from promotions p join promotion_results r on r.promotion_id = p.id
    where exists (select 1 from promotion_sales s where s.promotion_id = p.id) group by 1 having count(distinct partner_id) > 5`;
  expect((await rowsOf(compared)).length).toBeGreaterThan(3);
  expect(
    await numberOf(`select count(*) from promotion_sales s join promotions p on p.id = s.promotion_id
      join partners on partners.id = p.partner_id where uid = 'partner@deckle.test' and s.book_id <> p.book_id`),
  ).toBeGreaterThan(5);
  expect(
    await rowsOf(`select promotion_id from promotion_results where updated_at > '${NOW.toISOString()}'
      union all select promotion_id from promotion_sales where sold_on > '2026-11-21'`),
  ).toEqual([]);
});

it('rounds half a cent of a percentage discount up: 15 × 35 ¢ + 10.00 is 15.25, half of it 7.63', async () => {
  expect(await invoiceOf('Incidents in the Life of a Slave Girl', '2026-08-08')).toEqual({
    clicks_billable: 15,
    cpc_cents: 35,
    subtotal_cents: 1525,
    discount_cents: 763,
    total_cents: 762,
  });
});

it('subtracts a fixed discount: 194 × 15 ¢ − 10.00', async () => {
  expect(await invoiceOf('The Enchanted April', '2026-08-06')).toEqual({
    clicks_billable: 194,
    cpc_cents: 15,
    subtotal_cents: 2910,
    discount_cents: 1000,
    total_cents: 1910,
  });
});

it('caps the cost at sixty dollars: 184 × 40 ¢ + 10.00 would be 83.60', async () => {
  expect(await invoiceOf('Sense and Sensibility', '2026-10-19')).toEqual({
    clicks_billable: 184,
    cpc_cents: 40,
    subtotal_cents: 6000,
    discount_cents: 0,
    total_cents: 6000,
  });
});

it("has billable clicks at about the categories' assumed rates, given each newsletter's counted readers", async () => {
  const [{ free, discounted, lowest }] = (await rowsOf(`
    select avg(ratio) filter (where price_type = 'free')::float as free,
      avg(ratio) filter (where price_type = 'discounted')::float as discounted, min(readers) as lowest
    from (
      select p.price_type, a.readers, p.clicks_billable / case p.price_type
        when 'free' then a.readers * c.assumed_free_click_rate
        else (a.readers - a.free_only) * c.assumed_discounted_click_rate end as ratio
      from promotions p join categories c on c.id = p.category_id
        join counted_audiences a on a.newsletter_id = p.newsletter_id and a.category_id = p.category_id
      where p.settled_at is not null) each`)) as [{ free: number; discounted: number; lowest: number }];
  // The top spot and popular books get more clicks than the rate.
  for (const average of [free, discounted]) {
    expect(average).toBeGreaterThan(0.9);
    expect(average).toBeLessThan(1.5);
  }
  expect(lowest).toBeGreaterThan(3000);
});

it('counts the readers and deliveries of every past daily newsletter, and stores a few hundred readers', async () => {
  expect(
    await rowsOf(`
      select n.id from newsletters n left join counted_audiences a on a.newsletter_id = n.id and category_id = 0
      where status = 'sent' and kind = 'daily' and a.delivered is distinct from n.delivered_count`),
  ).toEqual([]);
  expect(await numberOf('select count(*) from readers')).toBe(300);
  expect(await numberOf('select count(*) from deliveries')).toBe(0);
  expect(
    await rowsOf(`
      select category_id from counted_audiences group by 1
      having sum(joined) <> (array_agg(readers order by newsletter_id desc))[1]`),
  ).toEqual([]);
});

it('calculates every invoice by the price rule', async () => {
  expect(
    await rowsOf(`
      select number from invoices join promotions on promotions.id = promotion_id left join discounts on discounts.id = discount_id
      cross join lateral (select coalesce(sum(price_cents), 0) as cents from promotion_addons where promotion_id = promotions.id and state = 'confirmed') addons
      cross join lateral (select least(6000, clicks_billable * cpc_cents + addons.cents) as cost) price
      where subtotal_cents <> cost
         or discount_cents <> case kind when 'percent' then floor(cost * value / 100.0 + 0.5) when 'fixed_cents' then least(value, cost) else 0 end
         or total_cents <> case when cost - discount_cents - credit_cents < 50 then 0 else cost - discount_cents - credit_cents end
         or total_cents <> (select sum((line ->> 'amount_cents')::int) from jsonb_array_elements(lines) line)`),
  ).toEqual([]);
});

it('numbers the invoices without gaps, in date order', async () => {
  const numbers = (await rowsOf('select number from invoices order by created_at, number')).map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(await numberOf('select last from invoice_counters')).toBe(numbers.length);
});

it('charges every paid invoice above $0 once, and no other', async () => {
  expect(
    await rowsOf(`
      select number from invoices where (status = 'paid' and total_cents > 0)::int
        <> (select count(*) from ledger_entries where invoice_id = invoices.id and kind = 'charge' and amount_cents = total_cents)
      or (status = 'paid' and total_cents > 0)::int
        <> (select count(*) from charge_attempts where invoice_id = invoices.id and state = 'succeeded' and amount_cents = total_cents)
      or (status = 'paid' and total_cents > 0)
        <> exists (select 1 from captured_charges where invoice_id = invoices.id and captured_cents = total_cents
          and id = (select stripe_id from ledger_entries where invoice_id = invoices.id and kind = 'charge'))`),
  ).toEqual([]);
});

it("satisfies the calendar's rules", async () => {
  const active = `select p.*, author_id from promotions p join books on books.id = book_id
    where cancelled_at is null and approval_status is distinct from 'rejected'`;
  const duplicates = (columns: string) =>
    rowsOf(`select ${columns} from (${active}) active group by ${columns} having count(*) > 1`);
  expect(await duplicates('author_id, requested_date')).toEqual([]);
  expect(
    await rowsOf(`with active as (${active}) select a.id from active a join active b on a.book_id = b.book_id and a.id < b.id
      where abs(a.requested_date - b.requested_date) < 30`),
  ).toEqual([]);
  expect(
    await rowsOf(`select c.id from newsletter_promotion_counts c where promotions_in_total <> (select count(*) from promotions p
      where p.promotion_date = newsletter_date and p.category_id = c.category_id and approval_status = 'approved'
      and cancelled_at is null and unable_to_send_at is null)`),
  ).toEqual([]);
});

it('counts the uses of each discount', async () => {
  expect(await rowsOf('select code, used_count from discounts order by code')).toEqual([
    { code: 'LAUNCH50', used_count: 5 },
    { code: 'SPRING10', used_count: 5 },
    { code: 'WELCOME25', used_count: 6 },
    { code: 'WINTER15', used_count: 3 },
  ]);
  expect(
    await rowsOf(`select code from discounts where used_count <>
      (select count(*) from discount_uses where discount_id = discounts.id and state <> 'released')`),
  ).toEqual([]);
});

it('has eleven deals in the open newsletter and a full review queue', async () => {
  expect(
    await numberOf(
      `select count(*) from promotions where promotion_date = '2026-11-22' and approval_status = 'approved'`,
    ),
  ).toBe(11);
  expect(
    await numberOf(`select count(*) from promotions where approval_status is null and cancelled_at is null`),
  ).toBeGreaterThanOrEqual(13);
});

it('gives no past event a time in the future', async () => {
  const pastColumns = [
    ['click_logs', 'clicked_at'],
    ['promotion_events', 'at'],
    ['promotions', 'sent_at'],
    ['promotions', 'created_at'],
    ['invoices', 'created_at'],
    ['newsletters', 'sent_at'],
    ['readers', 'created_at'],
    ['blogs', 'published_at'],
  ];
  for (const [table, column] of pastColumns) {
    expect(
      await numberOf(`select count(*) from ${table} where ${column} > '${NOW.toISOString()}'`),
      `${table}.${column}`,
    ).toBe(0);
  }
});

it('creates both demo sign-ins', async () => {
  const [partner] = await rowsOf(`select encrypted_password from partners where uid = 'partner@deckle.test'`);
  const [staff] = await rowsOf(`select encrypted_password, role from users where uid = 'staff@deckle.test'`);
  expect(await isPassword('deckle-demo-partner', partner.encrypted_password)).toBe(true);
  expect(await isPassword('deckle-demo-staff', staff.encrypted_password)).toBe(true);
  expect(staff.role).toBe('admin');
});

it('gives every partner a Stripe customer, and the partner with debts a second, default card that is declined', async () => {
  expect(await numberOf('select count(*) from partners where stripe_customer_id is not null')).toBe(26);
  expect(
    await rowsOf(
      `select last4, is_default from credit_cards where partner_id = (select id from partners where uid = 'lantern-street@example.test') order by id`,
    ),
  ).toEqual([
    { last4: '4242', is_default: false },
    { last4: '0341', is_default: true },
  ]);
});

it('draws a cover for each of the 154 books', async () => {
  const files = readdirSync(join(folder, 'blobs/covers'));
  expect(files).toHaveLength(154);
  expect(files.sort()).toEqual(
    (await rowsOf('select cover from books')).map(({ cover }) => cover.replace('covers/', '')).sort(),
  );
  expect(readFileSync(join(folder, 'blobs/covers/demo-27.svg'), 'utf8')).toContain('Emma by Jane Austen');
});

it('reviews only sites whose names say that they are fictitious', async () => {
  const reviewed = await rowsOf(
    'select distinct s.name, s.url from promotion_site_reviews r join promotion_sites s on s.id = r.promotion_site_id order by s.name',
  );
  expect(reviewed).toEqual([
    { name: 'Harbor Street Deals (fictitious)', url: 'https://harbor-street-deals.example' },
    { name: 'Lantern Letter (fictitious)', url: 'https://lantern-letter.example' },
    { name: 'Nine Pages Reviewers (fictitious)', url: 'https://nine-pages.example' },
    { name: 'Swap Shelf (fictitious)', url: 'https://swap-shelf.example' },
  ]);
});

it('has addresses only at domains that are reserved for tests and examples', async () => {
  const addresses = await rowsOf(
    `select uid::text as address from partners union select uid::text from users union select email::text from readers where email is not null`,
  );
  expect(addresses.length).toBeGreaterThan(25);
  expect(addresses.filter(({ address }) => !/@([\w-]+\.)?(deckle|example)\.test$/.test(address))).toEqual([]);
  const websites = await rowsOf('select distinct website from partners where website is not null');
  expect(websites).toEqual([{ website: 'https://hartwell-press.example.com' }]);
});

it('stores no fact about a promotion site without a source', async () => {
  expect(await numberOf('select count(*) from promotion_sites')).toBe(41);
  expect(
    await numberOf(
      `select count(*) from promotion_sites where row_to_json(promotion_sites)::text ~ 'unsourced|unverified'`,
    ),
  ).toBe(0);
  expect(await numberOf('select count(*) from promotion_sites where checked_on is not null')).toBe(0);
  expect(
    await rowsOf(`select price_min_usd, price_model, checked_on from promotion_sites where name = 'BookRaid'`),
  ).toEqual([{ price_min_usd: null, price_model: '', checked_on: null }]);
});

it('sets the minimum number of pages by category', async () => {
  expect(await rowsOf(`select slug, min_pages from categories where min_pages <> 50 order by slug`)).toEqual([
    { slug: 'childrens', min_pages: 20 },
    { slug: 'short-stories', min_pages: 30 },
  ]);
});

async function tableCounts() {
  const tables = await rowsOf(`select tablename from pg_tables where schemaname = 'public' order by 1`);
  const counts = await Promise.all(tables.map(({ tablename }) => numberOf(`select count(*) from "${tablename}"`)));
  return Object.fromEntries(tables.map(({ tablename }, index) => [tablename, counts[index]]));
}

/** A minimal fake of Stripe's API that records its calls. */
function fakeStripe() {
  const record = (call: string) => `${stripeCalls.push(call)}`;
  return {
    rawRequest: async (_method: string, path: string) => ({ path: record(path) }),
    customers: { create: async ({ email }: { email: string }) => ({ id: `cus_${record(email)}` }) },
    paymentMethods: {
      attach: async (token: string) => ({
        id: `pm_${record(token)}`,
        card: {
          brand: 'visa',
          last4: token === 'pm_card_visa' ? '4242' : '0341',
          exp_month: 12,
          exp_year: 2030,
          fingerprint: null,
        },
      }),
    },
  } as unknown as Stripe;
}

const invoiceOf = async (title: string, date: string) =>
  (
    await rowsOf(`select clicks_billable, cpc_cents, subtotal_cents, discount_cents, total_cents from invoices
      join promotions on promotions.id = promotion_id join books on books.id = book_id
      where title = '${title}' and promotion_date = '${date}'`)
  )[0];
