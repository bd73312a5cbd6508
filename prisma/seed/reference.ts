/** Reference data that every installation needs: categories, add-ons, the directory of promotion sites. */
import { readFileSync } from 'node:fs';
import type { Database, Pool } from '#server/platform/database.ts';
import { withLease } from '#server/platform/leases.ts';
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import { slugOf } from '#shared/slug.ts';

type Facts = Record<string, string | number>;
type SiteFacts = Facts & { evidence: object };

/** Minimum pages of a promoted book, where it isn't the schema's default of 50. */
const MIN_PAGES: Record<string, number> = { childrens: 20, 'short-stories': 30 };

/**
 * Adds missing reference data at startup: all of it, or the rest after a process died. One starting process adds it,
 * and the others wait.
 */
export async function ensureReferenceData({ db, pool }: { db: Database; pool: Pool }): Promise<void> {
  if (!(await isFilled(pool))) await withLease(pool, 'reference data', () => seedReferenceData({ db }));
}

/** True if the table that is filled last has rows. */
async function isFilled(pool: Pool) {
  const { rows } = await pool.query('select exists (select from promotion_sites) as filled');
  return rows[0].filled as boolean;
}

/** Adds missing rows by id. Existing rows stay, because staff may have edited them. */
export async function seedReferenceData({ db }: { db: Database }) {
  const superCategories = readFacts('super_categories');
  await insertMissing(db, 'super_categories', superCategories.map(superCategoryRow));
  await insertMissing(db, 'categories', readFacts('categories').map(categoryRow(superCategories)));
  await insertMissing(db, 'addons', [TOP_SPOT_ADDON]);
  await insertMissing(db, 'promotion_sites', readFacts<SiteFacts>('promotion_sites').map(siteRow));
}

const TOP_SPOT_ADDON = {
  id: 1,
  name: TOP_OF_NEWSLETTER,
  label: 'Top spot in its category',
  price_cents: 1000,
  exclusive: true,
  enabled: true,
};

/** The contents of a file in prisma/data. */
export const readFacts = <T = Facts>(name: string) =>
  JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8')) as T[];

async function insertMissing(db: Database, table: string, rows: object[]) {
  const columns = Object.keys(rows[0]!).join(', ');
  await db.$executeRawUnsafe(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json) on conflict do nothing`,
    JSON.stringify(rows),
  );
}

const superCategoryRow = ({ id, slug, name }: Facts) => ({ id, slug, name, position: id });

const categoryRow = (superCategories: Facts[]) => (facts: Facts) => ({
  id: Number(facts.id),
  slug: facts.slug,
  name: facts.name,
  super_category_id: superCategories.find(({ name }) => name === facts.super_category)!.id,
  position: Number(facts.position),
  is_adult: facts.is_adult === 'true',
  min_pages: MIN_PAGES[facts.slug as string] ?? 50,
  daily_slots: Number(facts.daily_slots),
  cpc_free_cents: Number(facts.cpc_free_cents),
  cpc_discounted_cents: Number(facts.cpc_discounted_cents),
  top_of_newsletter_addon_cents: Number(facts.top_of_newsletter_addon_cents),
  assumed_free_click_rate: Number(facts.assumed_free_click_rate),
  assumed_discounted_click_rate: Number(facts.assumed_discounted_click_rate),
});

/**
 * Row of a site. Texts and prices without a source stay empty. So does the date of the check, because nobody has
 * checked the site yet.
 */
function siteRow({ evidence, ...facts }: SiteFacts) {
  const sourcedText = (name: string) => (UNSOURCED.test(String(facts[name])) ? '' : String(facts[name]));
  const price = (name: string) =>
    UNSOURCED.test(`${facts.price_model} ${facts.fact_basis}`) || facts[name] === '' ? null : Number(facts[name]);
  const { id, name, url } = facts;
  const texts = SITE_TEXTS.map((field) => [field, sourcedText(field)]);
  return {
    id,
    slug: slugOf(name as string),
    name,
    url,
    ...Object.fromEntries(texts),
    price_min_usd: price('price_min_usd'),
    price_max_usd: price('price_max_usd'),
    fact_basis: facts.fact_basis === 'sourced' ? 'sourced' : 'partly sourced',
    evidence,
    audience_size: facts.audience_size || null,
  };
}

const UNSOURCED = /unverified|unsourced/;
const SITE_TEXTS = [
  'kind',
  'genres',
  'audience_claim',
  'price_model',
  'deal_price_rule',
  'min_reviews',
  'length_rule',
  'repeat_interval_days',
  'lead_time',
  'selection',
  'refund_or_cancel',
  'stats_given',
  'sources',
];
