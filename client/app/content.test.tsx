/** The pages of blogs, numbers and directories as the server sends them, without a browser. */
import { describe, expect, it } from 'vitest';
import { stubApi } from '#client/api/stub-api.ts';
import { APP_URL, count, jsonLdOf, renderedPages, repeatedIds } from './rendered-pages.ts';

const category = { id: 2, slug: 'craft', name: 'Craft', description: 'How books are made.' };
const post = {
  id: 7,
  slug: 'pick-a-day',
  title: 'Pick a day',
  summary: 'Which weekday sells.',
  hero: '/media/photos/1.webp',
  reading_minutes: 1,
  published_at: '2026-11-21T02:00:00.000Z',
  updated_at: '2026-11-21T03:00:00.000Z',
};
const blog = {
  ...post,
  blog_category_id: 2,
  blog_category: category,
  tags: [{ id: 5, slug: 'numbers', name: 'Numbers' }],
  user: { id: 1, name: 'Ottilie Brandt' },
};
const other = { ...blog, id: 8, slug: 'covers', title: 'On covers' };
const readerBlog = { ...post, reader_blog_category_id: 2, reader_blog_category: category };
const meta = { page: 1, per: 12, total_count: 1 };
const outcome = (cpc_cents: number, median_clicks: number | null) => ({
  cpc_cents,
  sample_size: median_clicks === null ? 4 : 9,
  median_clicks,
  typical_cost_cents: median_clicks === null ? null : median_clicks * cpc_cents,
});
const figures = {
  category_id: 6,
  slug: 'romance',
  name: 'Romance',
  super_category_id: 1,
  active_readers: 4321,
  free: outcome(15, null),
  discounted: outcome(40, 80),
};
const source = { as_of: '2026-11-21T19:59:00.000Z', method: 'Counted by hand.', demo: true };
const site = {
  id: 3,
  slug: 'book-barn',
  name: 'Book Barn',
  url: 'https://bookbarn.example/',
  kind: 'daily newsletter',
  genres: 'all',
  price_min_usd: 0,
  price_max_usd: 25,
  fact_basis: 'sourced',
  sources: ['https://bookbarn.example/prices'],
  checked_on: '2026-11-20',
  average_rating: 4.5,
  reviews_count: 2,
};
const review = {
  id: 11,
  promotion_site_id: 3,
  rating: 4,
  title: 'Fair <b>deal</b>',
  body: 'It brought what it said it would.',
  promo_date: '2026-10-01',
  cost_cents: 2500,
  copies: 140,
  partner_name: 'Quill House',
  helpful_count: 3,
  not_helpful_count: 1,
  own: false,
  my_vote: null,
};
const asked: object[] = [];
type Asked = { query: object };
const api = stubApi({
  blogs: {
    list: async () => ({ blogs: [blog, other], meta }),
    show: async () => ({ blog: { ...blog, body_html: '<h2>Monday</h2><p>No.</p>' } }),
    listCategories: async () => ({ blog_categories: [{ ...category, blogs_count: 2 }] }),
    showCategory: async () => ({ blog_category: { ...category, blogs_count: 2, blogs: [blog] }, meta }),
    listTags: async () => ({ tags: [{ id: 5, slug: 'numbers', name: 'Numbers' }] }),
    listForReaders: async () => ({ reader_blogs: [readerBlog], meta }),
    showForReaders: async () => ({ reader_blog: { ...readerBlog, body_html: '<p>Read on.</p>' } }),
    listReaderCategories: async () => ({ reader_blog_categories: [{ ...category, reader_blogs_count: 1 }] }),
    showReaderCategory: async () => ({
      reader_blog_category: { ...category, reader_blogs_count: 1, reader_blogs: [readerBlog] },
      meta,
    }),
  },
  statistics: {
    pricing: async () => ({
      pricing: {
        ...source,
        max_cost_cents: 6000,
        min_charge_cents: 50,
        click_window_hours: 72,
        categories: [{ ...figures, daily_slots: 4, top_of_newsletter_addon_cents: 1000 }],
      },
    }),
    statistics: async () => ({
      statistics: {
        ...source,
        totals: {
          active_readers: 12345,
          newsletters_sent: 1,
          mails_delivered: 2,
          promotions_sent: 3,
          billable_clicks: 4,
        },
        categories: [figures],
        months: [
          { month: '2026-10', new_readers: 5, mails_delivered: 0, promotions_sent: 0, billable_clicks: 0, clicks: 0 },
          { month: '2026-11', new_readers: 10, mails_delivered: 0, promotions_sent: 0, billable_clicks: 0, clicks: 0 },
        ],
      },
    }),
  },
  promotion_sites: {
    list: async ({ query }: Asked) => {
      asked.push(query);
      return { promotion_sites: [site], meta };
    },
    show: async () => ({ promotion_site: site }),
    listReviews: async () => ({ promotion_site_reviews: [review], meta }),
  },
  authors: {
    list: async ({ query }: Asked) => {
      asked.push(query);
      return { authors: [{ id: 4, slug: 'ottilie-brandt', name: 'Ottilie Brandt', books_count: 2 }], meta };
    },
  },
});

const { pageAt, htmlOf } = renderedPages(api);

it.each([
  '/blog',
  '/blog/7/pick-a-day',
  '/blog/categories/2/craft',
  '/reader-blog',
  '/reader-blog/7/pick-a-day',
  '/reader-blog-categories/2/craft',
  '/pricing',
  '/subscribers-and-statistics',
  '/best-book-promotion-sites',
  '/best-book-promotion-sites/3/book-barn',
  '/contact',
  '/authors',
])('%s has one heading, one title, its own address, and says where it stands', async (path) => {
  const html = await htmlOf(path);
  expect(count(html, /<h1[ >]/g)).toBe(1);
  expect(count(html, /<title>/g)).toBe(1);
  expect(html).toContain(`<link rel="canonical" href="${APP_URL}${path}"/>`);
  expect(jsonLdOf(html).map((item) => item['@type'])).toContain('BreadcrumbList');
  expect(repeatedIds(html)).toEqual([]);
});

it.each([
  ['/blog/7', '/blog/7/pick-a-day'],
  ['/blog/7/old-name', '/blog/7/pick-a-day'],
  ['/blog/categories/2/old', '/blog/categories/2/craft'],
  ['/reader-blog/7/old', '/reader-blog/7/pick-a-day'],
  ['/reader-blog-categories/2', '/reader-blog-categories/2/craft'],
  ['/best-book-promotion-sites/3/old', '/best-book-promotion-sites/3/book-barn'],
])('%s is kept for good at %s', async (from, to) => {
  expect(await pageAt(from)).toMatchObject({ kind: 'redirect', status: 301, location: to });
});

it.each(['/blog/x', '/blog/0/a', '/reader-blog/seven', '/best-book-promotion-sites/-1'])(
  '%s is no page',
  async (path) => expect(await pageAt(path)).toMatchObject({ kind: 'page', status: 404 }),
);

describe('a post', () => {
  it('stands whole in the page, with its day in Vancouver, its tags, its feed and what to read next', async () => {
    const html = await htmlOf('/blog/7/pick-a-day');
    expect(html).toContain('<h2>Monday</h2><p>No.</p>');
    expect(html).toContain('<time dateTime="2026-11-21T02:00:00.000Z">Nov 20, 2026</time>');
    expect(html).toContain('1 minute to read');
    expect(html).toContain('href="/blog?tag_id=5"');
    expect(html).toContain('type="application/rss+xml" title="The Deckle blog" href="/feeds/blog.rss"');
    expect(html).toContain('href="/blog/8/covers"');
    expect(html).toContain('content="https://deckle.test/media/photos/1.webp"');
  });

  it('is an article by its writer', async () => {
    const [article, trail] = jsonLdOf(await htmlOf('/blog/7/pick-a-day'));
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'Pick a day',
      datePublished: '2026-11-21T02:00:00.000Z',
      author: { '@type': 'Person', name: 'Ottilie Brandt' },
      articleSection: 'Craft',
      keywords: 'Numbers',
    });
    expect(trail!.itemListElement).toHaveLength(4);
  });
});

describe('the calculator', () => {
  it('answers the address without script', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=discounted&clicks=100&top=true');
    expect(html).toContain('<strong>$50.00</strong>');
    expect(html).toContain('100 clicks at $0.40 make $40.00, and the top place $10.00.');
  });

  it('stops at the ceiling, add-ons included', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=discounted&clicks=400&top=true');
    expect(html).toContain('<strong>$60.00</strong>');
    expect(html).toContain('From 125 clicks on, every further one is free.');
  });

  it('waives what is too little, and says where it knows too little', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=free&clicks=3');
    expect(html).toContain('<strong>$0.00</strong>');
    expect(html).toContain('Less than $0.50 is not charged.');
    expect(html).toContain('How many clicks are usual in Romance: not enough data.');
  });

  it('begins with the usual number of clicks', async () => {
    expect(await htmlOf('/pricing')).toContain('80 clicks at $0.40 make $32.00.');
  });
});

it('draws the months on the server, beside the same in a table, and says that they are a demo’s', async () => {
  const html = await htmlOf('/subscribers-and-statistics');
  expect(html).toContain('<rect x="56.25" y="0" width="37.5" height="100"></rect>');
  expect(html).toContain('<rect x="6.25" y="50" width="37.5" height="50"></rect>');
  expect(html).toMatch(/Clicks that counted a month<\/figcaption><p[^>]*>Not enough data/);
  expect(html).toContain('<strong>Demo data. </strong>');
  expect(html).toContain('Counted by hand.');
  expect(html).toContain('<dt>active readers</dt><dd>12,345</dd>');
});

describe('the directory', () => {
  it('asks for what the address says, and for nothing that makes no sense', async () => {
    asked.length = 0;
    await htmlOf('/best-book-promotion-sites?genre=Romance&price_max=25&free=true&sort=price&q=barn');
    await htmlOf('/best-book-promotion-sites?genre=%27&price_max=x&sort=toString');
    const rest = { page: 1, per: 20 };
    expect(asked).toEqual([
      { q: 'barn', genre: 'Romance', price_max: 25, free: true, sort_col: 'price_min_usd', sort_dir: 'asc', ...rest },
      { sort_col: 'name', sort_dir: 'asc', ...rest },
    ]);
  });

  it('shows a site’s facts with their day, and reviews as text with cost, copies and votes', async () => {
    const html = await htmlOf('/best-book-promotion-sites/3/book-barn');
    expect(html).toContain('<dt>Price</dt><dd>Free to $25</dd>');
    expect(html).toContain('Checked on <time dateTime="2026-11-20">');
    expect(html).toContain('Fair &lt;b&gt;deal&lt;/b&gt;');
    expect(html).toContain('<dt>Cost</dt><dd>$25.00</dd>');
    expect(html).toContain('<dt>Copies</dt><dd>140</dd>');
    expect(html).toContain('Helpful to 3');
    expect(html).toContain('href="/partners/sign-in?next=%2Fbest-book-promotion-sites%2F3%2Fbook-barn"');
    expect(html).not.toContain('<button type="button" aria-pressed');
  });
});

it('lists the authors of a letter', async () => {
  asked.length = 0;
  const html = await htmlOf('/authors?letter=o');
  expect(asked).toEqual([{ letter: 'o', page: 1, per: 20, sort_col: 'name', sort_dir: 'asc' }]);
  expect(html).toContain('Authors with O</h1>');
  expect(html).toContain('href="/authors/4/ottilie-brandt"');
});
