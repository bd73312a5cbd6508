/** Author profiles, books, and generated covers from prisma/data/public_domain_books.json. */
import { demoCoverSvg } from '#server/books/demo-cover.ts';
import type { BlobStore } from '#server/platform/blobs.ts';
import type { Random } from '#server/platform/random.ts';
import type { StoreData } from '#shared/books.ts';
import type { Store } from '#shared/business.ts';
import { toIsoDate } from '#shared/dates.ts';
import { slugOf } from '#shared/slug.ts';
import { storesOf } from '#shared/stores.ts';
import type { SeedPartner } from './people.ts';
import { readFacts } from './reference.ts';
import type { Rows } from './rows.ts';
import type { SeedTime } from './seed-time.ts';
import { AUTHOR_BIOS } from './texts/author-bios.ts';
import { BOOK_NOTES } from './texts/book-notes.ts';

type SourceBook = {
  seed_id: number;
  title: string;
  author: string;
  primary_category: string;
  other_categories: string;
  description: string;
  demo_asin: string;
  demo_list_price_usd: string;
  demo_sale_price_usd: string;
};
export type SeedCategory = {
  id: number;
  slug: string;
  is_adult: boolean;
  position: number;
  daily_slots: number;
  cpc_free_cents: number;
  cpc_discounted_cents: number;
  top_of_newsletter_addon_cents: number;
  assumed_free_click_rate: number;
  assumed_discounted_click_rate: number;
};
export type SeedBook = {
  id: number;
  title: string;
  partner: SeedPartner;
  author_id: number;
  category: SeedCategory;
  /** Second category in which the book may be promoted. */
  other_category: SeedCategory | null;
  current_price_cents: number;
  sale_price_cents: number;
  stores: Store[];
  /** Multiplier for the click rate: 0.5 to 1.8, or 2.8 for the most popular books. */
  appeal: number;
};
type BookSeedContext = {
  rows: Rows;
  time: SeedTime;
  random: Random;
  partners: SeedPartner[];
  categories: SeedCategory[];
};

const centsOf = (dollars: string) => Math.round(Number(dollars) * 100);

const DEMO_AUTHORS = ['Jane Austen', 'Wilkie Collins', 'Mary Shelley'];
/** Very popular books, so that some promotions reach the maximum cost. */
const POPULAR_TITLES = [
  'The Adventures of Sherlock Holmes',
  'The Thirty-Nine Steps',
  'A Tale of Two Cities',
  'Sense and Sensibility',
  'Dracula',
];

/** The demo partner's series, in the order of its books. */
const SERIES = {
  name: 'Jane Austen’s Novels',
  titles: ['Sense and Sensibility', 'Pride and Prejudice', 'Emma', 'Northanger Abbey', 'Persuasion'],
};

const seriesOf = (title: string) =>
  SERIES.titles.includes(title)
    ? { series: SERIES.name, series_number: SERIES.titles.indexOf(title) + 1 }
    : { series: null, series_number: null };

export function addBooks(context: BookSeedContext): SeedBook[] {
  const facts = readFacts<SourceBook>('public_domain_books');
  const authors = addAuthors(context, [...new Set(facts.map(({ author }) => author))]);
  return facts.map((book) => addBook(context, book, authors.get(book.author)!));
}

const coverKey = (seedId: number) => `covers/demo-${seedId}.svg`;

export const storeCovers = (blobs: BlobStore) =>
  Promise.all(
    readFacts<SourceBook>('public_domain_books').map(({ seed_id, title, author, primary_category }) =>
      blobs.put(coverKey(seed_id), demoCoverSvg({ title, author, category_slug: primary_category, seed: seed_id })),
    ),
  );

function addAuthors({ rows, random, partners, time }: BookSeedContext, names: string[]) {
  const [demo, ...others] = partners as [SeedPartner, ...SeedPartner[]];
  const shuffled = random.shuffle(names.filter((name) => !DEMO_AUTHORS.includes(name)));
  const owned = [
    ...DEMO_AUTHORS.map((name) => ({ name, partner: demo })),
    ...shuffled.map((name, i) => ({ name, partner: others[i % others.length]! })),
  ];
  return new Map(
    owned.map(({ name, partner }) => {
      const created_at = time.ago(24 * random.between(146, 149));
      const row = rows.add('authors', {
        partner_id: partner.id,
        name,
        slug: slugOf(name),
        bio: AUTHOR_BIOS[name]!,
        created_at,
      });
      return [name, { id: row.id, partner }];
    }),
  );
}

function addBook(
  { rows, random, categories, time }: BookSeedContext,
  facts: SourceBook,
  author: { id: number; partner: SeedPartner },
): SeedBook {
  const category = categories.find(({ slug }) => slug === facts.primary_category)!;
  const secondary = categories.find(({ slug }) => slug === facts.other_categories.split(';')[0]) ?? null;
  const [page_count, note] = BOOK_NOTES[facts.seed_id]!;
  const links = storeLinks(random, facts);
  const stores = storesOf(links);
  const created_at = time.ago(24 * random.between(140, 145));
  const { id } = rows.add('books', {
    partner_id: author.partner.id,
    author_id: author.id,
    title: facts.title,
    slug: slugOf(facts.title),
    ...seriesOf(facts.title),
    category_id: category.id,
    secondary_category_id: secondary?.id ?? null,
    asin: facts.demo_asin,
    description: `${facts.description}\n\n${note}`,
    blurb: facts.description,
    page_count,
    language: 'en',
    published_on: toIsoDate(time.ago(24 * random.between(400, 4000))),
    ...ratings(random),
    content_rating: category.is_adult ? 'adult' : category.slug === 'young-adult' ? 'teen' : 'general',
    in_kindle_unlimited: stores.length === 1 && random.chance(0.4),
    ...links,
    cover: coverKey(facts.seed_id),
    ...storeData(facts, time),
    status: 'active',
    created_at,
  });
  return {
    id,
    title: facts.title,
    partner: author.partner,
    author_id: author.id,
    category,
    other_category: secondary && !secondary.is_adult && !category.is_adult ? secondary : null,
    current_price_cents: centsOf(facts.demo_list_price_usd),
    sale_price_cents: centsOf(facts.demo_sale_price_usd),
    stores,
    appeal: POPULAR_TITLES.includes(facts.title) ? 2.8 : 0.5 + 1.3 * random.fraction(),
  };
}

/**
 * A book's data from the demo catalog, fetched within the last 50 days. Doesn't use `random`: an extra call would
 * shift every value generated after it.
 */
function storeData({ seed_id, ...facts }: SourceBook, time: SeedTime) {
  const store_data = {
    asin: facts.demo_asin,
    title: facts.title,
    author_name: facts.author,
    description: facts.description,
    page_count: null,
    published_on: null,
    rating_avg: null,
    rating_count: null,
    list_price_cents: centsOf(facts.demo_list_price_usd),
    amazon_url: `https://www.amazon.com/dp/${facts.demo_asin}`,
    cover_url: `/media/${coverKey(seed_id)}`,
    category_slug: facts.primary_category,
    source: 'demo catalog',
  } satisfies Omit<StoreData, 'fetched_at'>;
  return { store_data, store_data_fetched_at: time.ago(5 + ((seed_id * 137) % 1180)) };
}

const ratings = (random: Random) =>
  random.chance(0.08)
    ? { rating_avg: null, rating_count: null }
    : { rating_avg: random.between(36, 48) / 10, rating_count: random.between(6, 70) ** 2 };

function storeLinks(random: Random, { title, demo_asin, seed_id }: SourceBook) {
  const slug = slugOf(title);
  const maybeUrl = (probability: number, url: string) => (random.chance(probability) ? url : null);
  return {
    amazon_url: `https://www.amazon.com/dp/${demo_asin}`,
    kobo_url: maybeUrl(0.5, `https://www.kobo.com/us/en/ebook/${slug}`),
    ibooks_url: maybeUrl(0.45, `https://books.apple.com/us/book/${slug}/id${1_400_000_000 + seed_id * 7919}`),
    google_play_url: maybeUrl(0.35, `https://play.google.com/store/books/details?id=${demo_asin}AAJ`),
    barnes_and_noble_url: maybeUrl(0.3, `https://www.barnesandnoble.com/w/${slug}/${1_100_000_000 + seed_id * 6007}`),
  };
}
