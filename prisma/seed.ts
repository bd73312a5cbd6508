/**
 * Demo data, table by table. Runs once: if the demo partner exists, it only completes a seed that was interrupted.
 * Dates are relative to the open newsletter or the current time, so the demo is always current when first started.
 */
import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { buildContent } from '#server/newsletters/content.ts';
import { dailyDeals } from '#server/newsletters/deals.ts';
import { countWeeklyInterest } from '#server/newsletters/weekly.ts';
import type { BlobStore } from '#server/platform/blobs.ts';
import { vancouverDaySql } from '#server/platform/clock.ts';
import type { Database, Pool } from '#server/platform/database.ts';
import { DEMO_DATA, DEMO_DATA_INCOMPLETE } from '#server/platform/database-claim.ts';
import type { Deps } from '#server/platform/deps.ts';
import { withLease } from '#server/platform/leases.ts';
import { seededRandom } from '#server/platform/random.ts';
import { ensurePromotionCounts } from '#server/promotions/slots.ts';
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { RULES_VERSION } from '#shared/click-rules.ts';
import { toIsoDate } from '#shared/dates.ts';
import { addAuditEvents } from './seed/audit-events.ts';
import type { BillingOutcome } from './seed/billing.ts';
import { addBlogPosts } from './seed/blog-posts.ts';
import { addBooks, type SeedCategory, storeCovers } from './seed/books.ts';
import { createCalendar, fillCalendar, type PlannedPromotion } from './seed/calendar.ts';
import { addCharges } from './seed/charges.ts';
import { planDemoPartner } from './seed/demo-partner.ts';
import { addDiscounts } from './seed/discounts.ts';
import { addDraftNewsletters, addPastNewsletters } from './seed/past-newsletters.ts';
import { addPartners, addStaff, DEMO_PARTNER, INDEBTED_PARTNER_INDEX, type SeedPartner } from './seed/people.ts';
import { addReaderImport } from './seed/reader-import.ts';
import { addReaders } from './seed/readers.ts';
import { seedReferenceData } from './seed/reference.ts';
import { addReferralEntries } from './seed/referrals.ts';
import { addApproved, addReviewQueue, planReviewQueue } from './seed/review-queue.ts';
import { createRows, storeRows } from './seed/rows.ts';
import { addSales } from './seed/sales.ts';
import { PAST_DAYS, type SeedTime, seedTime } from './seed/seed-time.ts';
import { addSiteReviews } from './seed/site-reviews.ts';

export type SeedDeps = {
  db: Database;
  pool: Pool;
  blobs: BlobStore;
  now: () => Date;
  stripe: Stripe;
  config: { appUrl: string };
};

const RANDOM_SEED = 1926;
const DRAFT_DAYS = 10;
/** The waiting entry's date, in days after the open newsletter: later than all promotions, but not too far to book. */
const WAITING_DAYS = 45;
/** Older promotions have completed their 72-hour click window. */
const SETTLED_DAYS = 4;

/** Seeds the demo. Returns false if the demo data already existed. */
export async function seedDemo(deps: SeedDeps): Promise<boolean> {
  // The first of several starting processes seeds, and the others wait.
  return withLease(deps.pool, 'demo data', async () => {
    const client = await deps.pool.connect();
    try {
      if (!(await isSeeded(client))) await seedOnce(deps, client);
      else if (!(await isIncomplete(client))) return false;
      await completeSeed(deps, client);
      return true;
    } finally {
      // Closed rather than returned to the pool, because an error leaves its transaction open.
      client.release(true);
    }
  });
}

const isSeeded = async (client: PoolClient) =>
  (await client.query('select 1 from partners where uid = $1', [DEMO_PARTNER.email])).rowCount !== 0;

const isIncomplete = async (client: PoolClient) =>
  (await client.query('select 1 from settings where key = $1', [DEMO_DATA_INCOMPLETE])).rowCount !== 0;

async function seedOnce({ db, blobs, now, stripe }: SeedDeps, client: PoolClient) {
  const time = seedTime(now());
  const random = seededRandom(RANDOM_SEED);
  await seedReferenceData({ db });
  await ensurePromotionCounts({ db, from: time.day(-PAST_DAYS), days: PAST_DAYS + MAX_BOOKING_DAYS_AHEAD + 1 });
  const rows = await createRows(client);
  const staff = await addStaff({ rows, time });
  const [partners] = await Promise.all([addPartners({ rows, time, random, stripe }), storeCovers(blobs)]);

  await client.query('begin');
  await client.query('set local lock_timeout = 0; set local statement_timeout = 0');
  const categories = (await client.query<SeedCategory>('select * from categories order by id')).rows;
  const invoices = await openInvoiceNumbers(client);
  const books = addBooks({ rows, time, random, partners, categories });
  addReaders({ rows, time, random, categories });
  addPromotions({ rows, time, random, staff, partners, books, nextInvoiceNumber: invoices.next });
  await storeRows(client, rows);
  await addLists(client, now());
  await addApiKeys(client, { partner: partners[0]!.id, user: staff.admin, time });
  await client.query('update invoice_counters set last = $1', [invoices.last()]);
  await deriveCounts(client);
  await addSales(client, now());
  await addListHealth(client, time.business_date);
  await addReaderImport(client, { user: staff.admin, time });
  await addWaitingEntry(client, { partner: partners[0]!.id, time });
  await client.query('insert into settings (key, value) select unnest($1::text[]), to_jsonb($2::timestamptz)', [
    [DEMO_DATA, DEMO_DATA_INCOMPLETE],
    now(),
  ]);
  await client.query('commit');
}

/** Adds what depends on stored rows. An interrupted run is repeated at the next start, so each step is repeatable. */
async function completeSeed({ db, pool, stripe, config }: SeedDeps, client: PoolClient) {
  await addCharges(client, stripe);
  await storeSnapshots({ db, pool, config });
  await addPastWeeklies({ db, pool, config });
  await client.query('delete from settings where key = $1', [DEMO_DATA_INCOMPLETE]);
  await client.query('set local statement_timeout = 0; analyze');
}

/**
 * Adds follows of authors, made on a promoted book's page five hours after its newsletter, and one or two saved books
 * for each confirmed reader.
 */
async function addLists(client: PoolClient, now: Date) {
  await client.query(
    `insert into reader_list_items (reader_id, author_id, promotion_id, page, created_at)
     select distinct on (r.id, b.author_id) r.id, b.author_id, p.id, '/books/' || b.id || '/' || b.slug, p.sent_at + interval '5 hours'
     from promotions p join books b on b.id = p.book_id
       join readers r on r.status = 'active' and r.confirmed_at < p.sent_at and (r.id * 7 + p.id * 13) % 90 = 0
     where p.sent_at + interval '5 hours' <= $1 and b.author_id is not null
     order by r.id, b.author_id, p.sent_at desc`,
    [now],
  );
  await client.query(
    `insert into reader_list_items (reader_id, book_id, max_price_cents, created_at)
     select r.id, b.id, (array[null, 0, 99, 199, 299])[1 + (r.id + b.id) % 5], r.created_at + interval '1 day'
     from readers r join books b on (r.id * 11 + b.id * 3) % 97 = 0
     where b.status = 'active' and r.confirmed_at is not null`,
  );
}

/** Adds a waiting list entry for a date and category, and sets the category's capacity on that date to 0. */
async function addWaitingEntry(client: PoolClient, { partner, time }: { partner: number; time: SeedTime }) {
  await client.query(
    `insert into waiting_entries (partner_id, book_id, category_id, date, auto_book, booking, cpc_cents, created_at)
     select b.partner_id, b.id, c.id, n.newsletter_date, true, jsonb_build_object(
       'book_id', b.id, 'category_id', c.id, 'requested_date', n.newsletter_date, 'deal_ends_on', n.newsletter_date + 3,
       'current_price_cents', 399, 'sale_price_cents', 99), c.cpc_discounted_cents, $3
     from newsletter_promotion_counts n join categories c on c.id = n.category_id
       join books b on b.partner_id = $1 and b.status = 'active'
     where n.newsletter_date = $2::date and b.category_id = c.id
     order by b.id limit 1`,
    [partner, time.day(WAITING_DAYS), time.ago(20)],
  );
  await client.query(
    `update newsletter_promotion_counts n set capacity = 0
     from waiting_entries w where w.date = n.newsletter_date and w.category_id = n.category_id`,
  );
}

/**
 * Adds nightly counts for the last 59 daily newsletters: readers by engagement, results by mailbox provider, and
 * sign-ups. They're made up, because the demo's readers have no deliveries to count. The latest last questions are 15
 * days old, so none is open. Dormant readers become fewer, since more are sunset than become dormant.
 */
async function addListHealth(client: PoolClient, open_date: string) {
  await client.query(
    `insert into reader_tier_days (date, engaged, new, slipping, lapsed, dormant, asked, kept, sunset)
     select newsletter_date, readers * 38 / 100, readers * 4 / 100, readers * (24 + age / 20) / 100, readers * 17 / 100, readers * (15 + age / 8) / 100,
       case when age between 15 and 44 then 200 else 0 end, case when age between 10 and 44 then 24 + newsletters.id * 5 % 9 else 0 end,
       case when age < 30 then 166 + newsletters.id * 3 % 7 else 0 end
     from newsletters, lateral (select $1::date - newsletter_date as age) aged,
       lateral (select max(delivered_count) - age * 60 as readers from newsletters) counted
     where status = 'sent' and kind = 'daily' and newsletter_date > $1::date - 60`,
    [open_date],
  );
  // Yahoo's complaints rise in the last week, so that there is a warning to show.
  await client.query(
    `insert into provider_days (date, provider, accepted, hard_bounces, soft_bounces, complaints)
     select newsletter_date, provider, accepted, accepted / 400, accepted / 900,
       accepted / case when provider = 'yahoo' and newsletter_date > $1::date - 7 then 700 else 3000 end
     from newsletters cross join (values ('gmail', 52), ('yahoo', 17), ('microsoft', 14), ('apple', 9), ('other', 8)) p (provider, percent),
       lateral (select delivered_count * percent / 100 as accepted) part
     where status = 'sent' and kind = 'daily' and newsletter_date > $1::date - 60`,
    [open_date],
  );
  await client.query(
    `insert into sign_up_counts (date, source, sign_ups, confirmed)
     select newsletter_date, source, sign_ups, sign_ups * percent / 100
     from newsletters cross join (values ('home', 54, 81), ('book', 84, 77), ('category', 36, 72), ('embed', 18, 64), ('landing', 24, 80), ('guide', 12, 75))
       s (source, usual, percent), lateral (select usual + (newsletters.id * 7 + usual * 3) % 5 as sign_ups) counted
     where status = 'sent' and kind = 'daily' and newsletter_date > $1::date - 60
     on conflict do nothing`,
    [open_date],
  );
}

/** Adds an API key to each demo account. No secret matches the stored hashes, so nobody can use the keys. */
async function addApiKeys(
  client: PoolClient,
  { partner, user, time }: { partner: number; user: number; time: SeedTime },
) {
  await client.query(
    `insert into api_keys (partner_id, user_id, name, scopes, secret_hash, last4, created_at, last_used_at) values
       ($1, null, 'Sales dashboard', '{read}', sha256('partner'), 'q7Xw', $3, $4),
       (null, $2, 'Weekly figures', '{read}', sha256('staff'), 'Zd2k', $3, $4)`,
    [partner, user, time.ago(24 * 60), time.ago(5)],
  );
}

type PromotionsInput = Omit<Parameters<typeof addPastNewsletters>[0], 'discounts'> & {
  books: ReturnType<typeof addBooks>;
};

function addPromotions(input: PromotionsInput) {
  const { rows, time, random, partners, books } = input;
  const calendar = createCalendar();
  const demo = planDemoPartner({ calendar, books, time });
  const otherBooks = books.filter(({ partner }) => partner !== partners[0]);
  fillCalendar({ calendar, books: otherBooks, time, random });
  const sentOrApproved = calendar.plannedPromotions.filter((planned) => !demo.booked.includes(planned));
  const queue = planReviewQueue({ calendar, books: otherBooks, time, random });
  const discounts = addDiscounts({
    rows,
    time,
    partners,
    plannedPromotions: sentOrApproved.filter((planned) => !demo.sent.includes(planned)),
  });
  const context = { ...input, discounts };

  addPastNewsletters(
    context,
    sentOrApproved.filter(({ date }) => date < time.business_date),
    unpaidPromotions(sentOrApproved, partners[INDEBTED_PARTNER_INDEX]!, time),
  );
  addDraftNewsletters(context, DRAFT_DAYS);
  demo.addUnsent(context);
  addApproved(
    context,
    sentOrApproved.filter(({ date }) => date >= time.business_date),
  );
  addReviewQueue(context, queue);
  addReferralEntries(context);
  addSiteReviews(context);
  addBlogPosts(context);
  addAuditEvents(context);
}

/**
 * Returns the last two promotions older than SETTLED_DAYS of the partner with debts: one whose charge was declined, and
 * one whose invoice is open for lack of a valid card.
 */
function unpaidPromotions(plannedPromotions: readonly PlannedPromotion[], debtor: SeedPartner, time: SeedTime) {
  const settled = plannedPromotions.filter(
    ({ book, date }) => book.partner === debtor && date < time.day(-SETTLED_DAYS),
  );
  const [declined, open] = settled.toSorted((a, b) => b.date.localeCompare(a.date));
  return new Map<PlannedPromotion, BillingOutcome>([
    [declined!, 'failed'],
    [open!, 'open'],
  ]);
}

/** Locks the counter's row until the end of the transaction, so that numbers have no gap. */
async function openInvoiceNumbers(client: PoolClient) {
  const { rows } = await client.query<{ last: number }>('select last from invoice_counters where id = 1 for update');
  let { last } = rows[0]!;
  return { next: () => ++last, last: () => last };
}

/** Marks invoiced promotions as settled, and derives totals from the stored rows, with SQL. */
async function deriveCounts(client: PoolClient) {
  // An invoice and its promotion refer to each other, so a promotion can be marked as settled only now.
  await client.query(`
    update promotions set invoice_id = invoices.id, settled_at = invoices.created_at, rules_version = ${RULES_VERSION},
      paid_at = case when payment_intent_id is not null then invoices.paid_at end
    from invoices where invoices.promotion_id = promotions.id and invoice_type = 'promotion' and invoice_id is null`);
  await client.query(`
    insert into click_rollups (promotion_id, hour, store, source, clicks)
    select promotion_id, date_trunc('hour', clicked_at, 'UTC'), store, source, count(*) from click_logs
    where promotion_id is not null and store is not null group by 1, 2, 3, 4
    on conflict do nothing`);
  await client.query(`
    insert into click_verdicts (promotion_id, store, outcome, clicks)
    select promotion_id, store, case when billable then 'billable' else invalid_reason::text end::"ClickOutcome", count(*) from click_logs
    where source = 'newsletter' and billable is not null group by 1, 2, 3
    on conflict do nothing`);
  await client.query(`
    insert into click_days (day, source, clicks)
    select ${vancouverDaySql('clicked_at')}, source, count(*)
    from click_logs where promotion_id is not null group by 1, 2
    on conflict do nothing`);
  await client.query(`
    update newsletter_promotion_counts set promotions_in_total = approved.promotions
    from (select promotion_date, category_id, count(*)::int as promotions from promotions
          where approval_status = 'approved' and (cancelled_at is null or sent_at is not null) and (unable_to_send_at is null or frozen_at is not null)
          group by 1, 2) approved
    where newsletter_date = approved.promotion_date and newsletter_promotion_counts.category_id = approved.category_id`);
}

/** Stores each past newsletter's deals, as the freeze does. Previews and partners' sent copies use them. */
async function storeSnapshots({ db, pool, config }: Pick<SeedDeps, 'db' | 'pool' | 'config'>) {
  const sent = await db.promotion.findMany({
    where: { sent_at: { not: null }, newsletter_id: { not: null } },
    select: { id: true, newsletter_id: true },
    orderBy: [{ newsletter_id: 'asc' }, { position: 'asc' }],
  });
  const deals = await dailyDeals({ config } as Deps, db, { newsletter_id: 0, ids: sent.map(({ id }) => id) });
  const editions = [...Map.groupBy(deals, (_, index) => sent[index]!.newsletter_id!)];
  const snapshots = editions.map(([newsletter_id, editionDeals]) =>
    JSON.stringify({ deals: editionDeals.map((deal, index) => ({ ...deal, newsletter_id, position: index + 1 })) }),
  );
  await pool.query(
    'update newsletters n set snapshot = s.snapshot from unnest($1::int[], $2::jsonb[]) as s (id, snapshot) where n.id = s.id',
    [editions.map(([id]) => id), snapshots],
  );
}

const PAST_WEEKLIES = 4;

/** Adds the latest weekly newsletters, each with the deals of its week and a tenth of that day's daily recipients. */
async function addPastWeeklies({ db, pool, config }: Pick<SeedDeps, 'db' | 'pool' | 'config'>) {
  await pool.query(
    `insert into newsletters (newsletter_date, kind, status, deliveries_total, delivered_count, bounced_count,
       frozen_at, sending_at, sent_at, created_at)
     select newsletter_date, 'weekly', status, deliveries_total / 10, delivered_count / 10, bounced_count / 10,
       frozen_at + interval '5 minutes', sending_at + interval '5 minutes', sent_at + interval '5 minutes', created_at
     from newsletters where kind = 'daily' and status = 'sent' and extract(dow from newsletter_date) = 6
     order by newsletter_date desc limit ${PAST_WEEKLIES}
     on conflict do nothing`,
  );
  for (const newsletter of await db.newsletter.findMany({ where: { kind: 'weekly', status: 'sent' } })) {
    const interest_counts = await countWeeklyInterest(db, toIsoDate(newsletter.newsletter_date));
    const data = await buildContent({ config } as Deps, db, newsletter, { kind: 'weekly', interest_counts });
    await db.newsletter.update({ where: { id: newsletter.id }, data });
  }
}
