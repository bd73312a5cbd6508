/** Blogs, pricing, statistics, promotion sites, the contact page, and the author list, as the server renders them. */
import { describe, expect, it } from 'vitest';
import { fakeApi } from '#client/api/fake-api.ts';
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
  low_clicks: median_clicks && 50,
  median_clicks,
  high_clicks: median_clicks && 120,
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
  evidence: { price: { as_of: '2015', source: 'https://bookbarn.example/prices' } },
  is_due: true,
  audience_size: 60_000,
  cost_per_thousand_usd: 0.42,
  budget: 'free',
  average_rating: 4.5,
  reviews_count: 4,
};
const reviewed = { ...site, id: 5, slug: 'five-reviews', name: 'Five Reviews', reviews_count: 5 };
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
const queries: object[] = [];
type ListInput = { query: object };
const api = fakeApi({
  categories: { list: async () => ({ categories: [] }) },
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
    list: async ({ query }: ListInput) => {
      queries.push(query);
      return { promotion_sites: [site], meta };
    },
    show: async ({ id }: { id: number }) => {
      if (id === 404) throw Object.assign(new Error('Not found'), { status: 404 });
      return { promotion_site: id === 5 ? reviewed : { ...site, id } };
    },
    listReviews: async () => ({ promotion_site_reviews: [review], meta }),
  },
  authors: {
    list: async ({ query }: ListInput) => {
      queries.push(query);
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
])('%s has one h1, one title, a canonical link, breadcrumbs, and no repeated id', async (path) => {
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
])('%s redirects permanently to %s', async (from, to) => {
  expect(await pageAt(from)).toMatchObject({ kind: 'redirect', status: 301, location: to });
});

it.each(['/blog/x', '/blog/0/a', '/reader-blog/seven', '/best-book-promotion-sites/-1'])(
  '%s isn’t found',
  async (path) => expect(await pageAt(path)).toMatchObject({ kind: 'page', status: 404 }),
);

describe('a post', () => {
  it('has its full text, its date in Vancouver, its tags, its feed, and related posts', async () => {
    const html = await htmlOf('/blog/7/pick-a-day');
    expect(html).toContain('<h2>Monday</h2><p>No.</p>');
    expect(html).toContain('<time dateTime="2026-11-21T02:00:00.000Z">Nov 20, 2026</time>');
    expect(html).toContain('1 min read');
    expect(html).toContain('href="/blog?tag_id=5"');
    expect(html).toContain('type="application/rss+xml" title="The Deckle blog" href="/feeds/blog.rss"');
    expect(html).toContain('href="/blog/8/covers"');
  });

  it('is marked up as an article by its author', async () => {
    const [article, breadcrumbs] = jsonLdOf(await htmlOf('/blog/7/pick-a-day'));
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'Pick a day',
      datePublished: '2026-11-21T02:00:00.000Z',
      author: { '@type': 'Person', name: 'Ottilie Brandt' },
      articleSection: 'Craft',
      keywords: 'Numbers',
    });
    expect(breadcrumbs!.itemListElement).toHaveLength(4);
  });
});

describe('the calculator', () => {
  it('works without JavaScript', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=discounted&clicks=100&top=true');
    expect(html).toContain('<strong>$50.00</strong>');
    expect(html).toContain('100 clicks at $0.40 come to $40.00, plus $10.00 for the top spot.');
  });

  it('limits the total to the cap, including add-ons', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=discounted&clicks=400&top=true');
    expect(html).toContain('<strong>$60.00</strong>');
    expect(html).toContain('After 125 clicks, every additional click is free.');
  });

  it('waives small amounts, and says when there isn’t enough data', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=free&clicks=3');
    expect(html).toContain('<strong>$0.00</strong>');
    expect(html).toContain('We waive totals under $0.50.');
    expect(html).toContain('Typical clicks in Romance: not enough data.');
  });

  it('estimates one click', async () => {
    const html = await htmlOf('/pricing?category_id=6&price=discounted&clicks=1');
    expect(html).toContain('1 click at $0.40 comes to $0.40');
  });

  it('starts with the typical number of clicks', async () => {
    expect(await htmlOf('/pricing')).toContain('80 clicks at $0.40 come to $32.00.');
  });
});

describe('the break-even calculator', () => {
  it('works without JavaScript, with the category’s clicks', async () => {
    const html = await htmlOf('/pricing?category_id=6&book_price=0.99&plan=kdp35&conversion=20&read_on=48&later=9.85');
    // 20% of ($0.35 + 48% of $9.85).
    expect(html).toContain('<strong>$1.01</strong>');
    expect(html).toContain('Today a click costs $0.40, so every click pays for itself.');
    expect(html).toContain('Low: 50');
    expect(html).toContain('High: 120');
    // 80 clicks: 16 sales for $81.25, $32.00 of clicks.
    expect(html).toContain('<strong>$49.25</strong>');
  });

  it('says how many clicks a promotion needs to break even under the cap', async () => {
    const html = await htmlOf('/pricing?category_id=6&book_price=0.99&conversion=10&read_on=0&later=0&high=2000');
    expect(html).toContain('<strong>$0.03</strong>');
    expect(html).toContain('Today a click costs $0.40, which is $0.37 more than you should pay.');
    expect(html).toContain('breaks even at 1,715 clicks, because your bill is capped at $60.');
    // 2,000 clicks: 200 sales for $70.00, and the cap.
    expect(html).toContain('High: 2,000');
    expect(html).toContain('<strong>$10.00</strong>');
  });

  it('says that clicks are assumed, and why the royalty is lower than the plan’s', async () => {
    const html = await htmlOf('/pricing?category_id=6&book_price=0&plan=kdp70');
    expect(html).toContain('We assume these clicks until you enter your own: Romance has too few promotions');
    expect(await htmlOf('/pricing?book_price=0.99&plan=kdp70')).toContain(
      'because the 70% option pays 35% at this price',
    );
  });
});

it('draws the months on the server, shows the number of active readers, and labels demo data', async () => {
  const html = await htmlOf('/subscribers-and-statistics');
  expect(html).toContain('<rect x="56.25" y="0" width="37.5" height="100"></rect>');
  expect(html).toContain('<rect x="6.25" y="50" width="37.5" height="50"></rect>');
  expect(html).toMatch(/Billable clicks per month<\/figcaption><p[^>]*>Not enough data/);
  expect(html).toContain('<strong>Demo data. </strong>');
  expect(html).toContain('Counted by hand.');
  expect(html).toContain('<dt>active readers</dt><dd>12,345</dd>');
});

describe('the directory', () => {
  it('applies the filters in the address, and ignores invalid ones', async () => {
    queries.length = 0;
    await htmlOf('/best-book-promotion-sites?genre=Romance&budget=small&sort=price&q=barn');
    await htmlOf('/best-book-promotion-sites?genre=%27&budget=x&sort=toString');
    const rest = { page: 1, per: 20 };
    expect(queries).toEqual([
      { q: 'barn', genre: 'Romance', budget: 'small', sort_col: 'price_min_usd', sort_dir: 'asc', ...rest },
      { sort_col: 'cost_per_thousand_usd', sort_dir: 'asc', ...rest },
    ]);
  });

  it('dates prices, flags old facts, and says that Deckle competes', async () => {
    const html = await htmlOf('/best-book-promotion-sites');
    expect(html).toContain('Free to $25, last seen 2015');
    expect(html).toContain('<dd>$0.42 at most</dd>');
    expect(html).toContain('Not checked in the last 12 months');
    expect(html).toContain('Deckle competes with the sites listed here.');
    expect(html).toContain('href="/best-book-promotion-sites?budget=small"');
    expect(html).toContain('action="/best-book-promotion-sites/compare" method="get"');
  });

  it('compares up to four sites without JavaScript, and dates their prices', async () => {
    const html = await htmlOf('/best-book-promotion-sites/compare?site=3&site=5&site=5&site=x&site=6&site=7&site=8');
    expect(html).toContain('<th scope="col">Five Reviews</th>');
    expect(count(html, /<th scope="col">/g)).toBe(5);
    expect(html).toContain('last seen 2015');
    expect(html).toContain('Deckle competes with the sites listed here.');
    expect(await htmlOf('/best-book-promotion-sites/compare')).toContain('No sites chosen yet');
  });

  it('leaves sites that don’t exist out of the comparison', async () => {
    const html = await htmlOf('/best-book-promotion-sites/compare?site=3&site=404');
    expect(count(html, /<th scope="col">/g)).toBe(2);
    expect(html).toContain('<th scope="col">Book Barn</th>');
    expect(await htmlOf('/best-book-promotion-sites/compare?site=404')).toContain('No sites chosen yet');
    expect(await pageAt('/best-book-promotion-sites/404')).toMatchObject({ status: 404 });
  });

  it('marks up a rating once there are five reviews', async () => {
    const ratingOf = async (path: string) => jsonLdOf(await htmlOf(path))[0]!.aggregateRating;
    expect(await ratingOf('/best-book-promotion-sites/3/book-barn')).toBeUndefined();
    expect(await ratingOf('/best-book-promotion-sites/5/five-reviews')).toMatchObject({
      ratingValue: 4.5,
      reviewCount: 5,
    });
  });

  it('shows a site’s facts with their dates, and reviews as text with cost, copies, and votes', async () => {
    const html = await htmlOf('/best-book-promotion-sites/3/book-barn');
    expect(html).toMatch(
      /<dt>Price<\/dt><dd>Free to \$25<span [^>]*>last seen 2015, <a href="https:\/\/bookbarn.example\/prices"/,
    );
    expect(html).toMatch(/<dt>Genres<\/dt><dd>all<span [^>]*>date not known<\/span>/);
    expect(html).toContain('Nobody has checked these facts in the last 12 months.');
    expect(html).toContain('Last checked on <time dateTime="2026-11-20">');
    expect(html).toContain('Fair &lt;b&gt;deal&lt;/b&gt;');
    expect(html).toContain('<dt>Cost</dt><dd>$25.00</dd>');
    expect(html).toContain('<dt>Copies</dt><dd>140</dd>');
    expect(html).toContain('3 found this helpful');
    expect(html).toContain('href="/partners/sign-in?next=%2Fbest-book-promotion-sites%2F3%2Fbook-barn"');
    expect(html).not.toContain('<button type="button" aria-pressed');
  });
});

it('lists the authors whose names start with the given letter', async () => {
  queries.length = 0;
  const html = await htmlOf('/authors?letter=o');
  expect(queries).toEqual([{ letter: 'o', page: 1, per: 20, sort_col: 'name', sort_dir: 'asc' }]);
  expect(html).toContain('Authors whose names begin with O</h1>');
  expect(html).toContain('href="/authors/4/ottilie-brandt"');
});
