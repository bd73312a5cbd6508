/** Server of the review trial, in the test's process, with a settable clock, accounts, and promotions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { buildDeps } from '#server/deps.ts';
import { registerJobs } from '#server/jobs.ts';
import { type SettableClock, settableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createLog } from '#server/platform/log.ts';
import { sessionHeaders } from '#server/testing/factories.ts';
import { freePort } from '#server/testing/free-port.ts';
import { parseDate } from '#shared/dates.ts';
import { installZodMessages } from '#shared/validation.ts';
import { CATEGORY_IDS, type Cards, type Plan, type Target } from './review-plans.ts';

export const FIRST_DATE = '2026-12-02';
const KEEP_ALIVE_MS = 60_000;
/** Small enough that a reader's email contains all deals of these categories. */
const CATEGORIES_PER_READER = 4;

export type ReviewHarness = { deps: Deps; clock: SettableClock; url: string; readers: readonly string[] };
export type Headers = Record<string, string>;
export type Person = { id: number; headers: Headers };
export type Partner = Person & { cards: { id: number; isValid: boolean }[] };
export type BookedPromotion = Target & { partner: Partner };

export async function withReviewHarness<T>(
  databaseUrl: string,
  work: (harness: ReviewHarness) => Promise<T>,
): Promise<T> {
  installZodMessages();
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-review-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: databaseUrl,
    DECKLE_DATA_DIR: dataDir,
    DECKLE_SANDBOX: '1',
    STAFF_SECOND_FACTOR: 'optional',
    LOG_LEVEL: 'silent',
    APP_SECRET: 'test secret of sufficient length',
  });
  const clock = settableClock(twoHoursBeforeCutoff(FIRST_DATE), { frozen: true });
  const built = await buildDeps(config, { databaseUrl, clock, log: createLog('silent') });
  const { deps } = built;
  registerJobs(deps);
  await deps.queue.open();
  const server = createServer(createApp(deps));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    return await work({ deps, clock, url, readers: await createReaders(deps) });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await built.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const twoHoursBeforeCutoff = (date: string) => new Date(`${date}T15:00:00Z`);
export const cutoffOf = (date: string) => new Date(`${date}T17:00:00Z`);

export type ApiResponse = { status: number; body: Record<string, never> | null };

export async function call(
  { url }: ReviewHarness,
  { headers }: Pick<Person, 'headers'>,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<ApiResponse> {
  const isForm = body instanceof FormData;
  const res = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  return { status: res.status, body: (await res.json().catch(() => null)) as ApiResponse['body'] };
}

/** Creates readers who together have chosen every category of the trial, and returns their addresses. */
async function createReaders({ db }: Deps): Promise<string[]> {
  const emails: string[] = [];
  for (let first = 0; first < CATEGORY_IDS.length; first += CATEGORIES_PER_READER) {
    const email = `reader-${process.pid}-${++serial}@example.test`;
    const categories = CATEGORY_IDS.slice(first, first + CATEGORIES_PER_READER);
    await db.reader.create({
      data: {
        email,
        status: 'active',
        adult_ok: true,
        frequency: 'daily',
        stores: [],
        categories: { create: categories.map((category_id) => ({ category_id })) },
      },
    });
    emails.push(email);
  }
  return emails;
}

let serial = 0;

async function createPartner({ deps }: ReviewHarness, cards: Cards): Promise<Partner> {
  const name = `review-${process.pid}-${++serial}`;
  const uid = `${name}@example.test`;
  const validities = { good: [true], 'two good': [true, true], 'dead and good': [false, true], dead: [false] }[cards];
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 };
  const partner = await deps.db.partner.create({
    data: {
      uid,
      name: 'Ada Quill',
      encrypted_password: 'none',
      referral_code: name,
      credit_cards: {
        create: validities.map((is_card_valid, index) => ({
          ...card,
          payment_method_id: `pm_${name}_${index}`,
          is_default: index === 0,
          is_card_valid,
          refused_at: is_card_valid ? null : deps.now(),
        })),
      },
    },
    include: { credit_cards: { orderBy: { id: 'asc' } } },
  });
  const headers = await sessionHeaders(deps, { role: 'partner', id: partner.id, uid });
  return {
    id: partner.id,
    headers,
    cards: partner.credit_cards.map(({ id, is_card_valid }) => ({ id, isValid: is_card_valid })),
  };
}

/**
 * Inserts the planned promotions of one newsletter, each with its own book and author. Some share a partner or a
 * discount code.
 */
export async function insertPromotions(harness: ReviewHarness, plans: readonly Plan[]): Promise<BookedPromotion[]> {
  const { db } = harness.deps;
  const code = { code: `REVIEW${++serial}`, kind: 'percent', value: 10, per_partner_limit: 100 } as const;
  const discount = await db.discount.create({ data: code });
  const topCategories = new Set<number>();
  const booked: BookedPromotion[] = [];
  for (const plan of plans) {
    const partner =
      plan.sharesPartner && booked.length ? booked.at(-1)!.partner : await createPartner(harness, plan.cards);
    const isTop = plan.wantsTop && !topCategories.has(plan.terms.category_id);
    if (isTop) topCategories.add(plan.terms.category_id);
    const discount_id = plan.hasDiscount ? discount.id : null;
    booked.push(await submit(harness, plan, { partner, discount_id, isTop }));
  }
  return booked;
}

type Extras = { partner: Partner; discount_id: number | null; isTop: boolean };

async function submit(
  { deps: { db } }: ReviewHarness,
  plan: Plan,
  { partner, discount_id, isTop }: Extras,
): Promise<BookedPromotion> {
  const { author_name, cover_url: _, dead_stores: __, content_rating: ___, ...book } = plan.live;
  const { deal_ends_on, ...terms } = plan.terms;
  const partner_id = partner.id;
  const author = await db.author.create({ data: { partner_id, name: author_name, slug: 'author' } });
  const required = { slug: 'book', category_id: terms.category_id, page_count: 240 };
  const { id: book_id } = await db.book.create({ data: { partner_id, author_id: author.id, ...book, ...required } });
  const { id } = await db.promotion.create({
    data: {
      partner_id,
      book_id,
      ...terms,
      discount_id,
      price_type: 'discounted',
      cpc_cents: 15,
      max_cost_cents: 6000,
      requested_date: parseDate(plan.date),
      deal_ends_on: parseDate(deal_ends_on),
      alternate_dates: plan.alternate_dates.map(parseDate),
    },
  });
  const { category_id } = terms;
  const addon = { promotion_id: id, addon_id: 1, date: parseDate(plan.date), category_id, price_cents: 1000 };
  // A promotion moved to this date may already hold the top spot.
  if (isTop) await db.promotionAddon.createMany({ data: [addon], skipDuplicates: true });
  if (discount_id) {
    await db.discountUse.create({ data: { promotion_id: id, discount_id, partner_id, kind: 'percent', value: 10 } });
    await db.discount.update({ where: { id: discount_id }, data: { used_count: { increment: 1 } } });
  }
  return { id, book_id, author_id: author.id, card_ids: partner.cards.map((card) => card.id), partner };
}
