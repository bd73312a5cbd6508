/** The pages of articles and guides as the server renders them, without a browser, and their redirects. */
import { describe, expect, it } from 'vitest';
import { fakeApi } from '#client/api/fake-api.ts';
import { loadAllScreens } from '#client/app/areas.ts';
import { APP_URL, count, idsOf, jsonLdOf, renderedPages, repeatedIds } from '#client/app/rendered-pages.ts';
import type { Category } from '#shared/categories.ts';

const category = (id: number, slug: string, name: string, free: number, discounted: number): Category => ({
  id,
  slug,
  name,
  super_category_id: 1,
  position: id,
  is_adult: slug === 'erotica',
  daily_slots: 4,
  cpc_free_cents: free,
  cpc_discounted_cents: discounted,
  top_of_newsletter_addon_cents: 1000,
});

const outcome = { cpc_cents: 41, sample_size: 6, low_clicks: 50, median_clicks: 80, high_clicks: 120 };
const figures = (category_id: number, slug: string, name: string) => ({
  category_id,
  slug,
  name,
  super_category_id: 1,
  active_readers: 900,
  daily_slots: 4,
  free: { ...outcome, typical_cost_cents: 1200 },
  discounted: { ...outcome, typical_cost_cents: 3200 },
  top_of_newsletter_addon_cents: 1000,
});

const failUnexpectedCall = async () => {
  throw new Error('an article doesn’t need this call');
};
const api = fakeApi({
  categories: {
    list: async () => ({
      categories: [category(6, 'romance', 'Romance', 15, 41), category(10, 'erotica', 'Erotica', 12, 35)],
    }),
    listSuper: failUnexpectedCall,
  },
  statistics: {
    pricing: async () => ({
      pricing: {
        as_of: '2026-11-21T19:59:00.000Z',
        method: '',
        demo: true,
        max_cost_cents: 6000,
        min_charge_cents: 50,
        click_window_hours: 72,
        categories: [figures(1, 'mystery', 'Mystery'), figures(6, 'romance', 'Romance')],
      },
    }),
    statistics: async () => ({
      statistics: {
        as_of: '2026-11-21T19:59:00.000Z',
        method: '',
        demo: true,
        totals: {
          active_readers: 12345,
          newsletters_sent: 0,
          mails_delivered: 0,
          promotions_sent: 40,
          billable_clicks: 900,
        },
        categories: [],
        months: [],
      },
    }),
  },
  newsletter_promotion_counts: {
    list: async ({ query: { category_id, per } }: { query: { category_id: number; per: number } }) => ({
      newsletter_promotion_counts: ['2026-11-22', '2026-11-23', '2026-11-24']
        .slice(0, per)
        .map((newsletter_date, id) => ({
          id,
          newsletter_date,
          category_id,
          promotions_in_total: id,
          places_left: category_id === 10 ? 0 : 4 - id,
          top_of_newsletter_available: true,
        })),
    }),
  },
  books: { list: failUnexpectedCall, show: failUnexpectedCall },
  authors: { show: failUnexpectedCall },
});

const { pageAt, htmlOf } = renderedPages(api);

const SCREENS = await loadAllScreens();
const ARTICLE_PATHS = SCREENS.filter(({ src }) => /^(client\/features\/guides|content)\//.test(src)).map(
  ({ path }) => path,
);

it.each(ARTICLE_PATHS)('%s has one main heading, one title, and structured data', async (path) => {
  const html = await htmlOf(path);
  expect(count(html, /<h1[ >]/g)).toBe(1);
  expect(count(html, /<title>/g)).toBe(1);
  expect(html).toContain(`<link rel="canonical" href="${APP_URL}${path}"/>`);
  const items = jsonLdOf(html);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(item['@context']).toBe('https://schema.org');
});

it.each(ARTICLE_PATHS)('%s has unique ids, and a target for every link within it', async (path) => {
  const html = await htmlOf(path);
  expect(repeatedIds(html)).toEqual([]);
  const anchors = [...html.matchAll(new RegExp(`href="(?:${path})?#([^"]+)"`, 'g'))].map(([, id]) => id!);
  expect(anchors.filter((id) => !idsOf(html).includes(id))).toEqual([]);
});

it.each(ARTICLE_PATHS)('%s skips no heading level', async (path) => {
  const levels = [...(await htmlOf(path)).matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  const jumps = levels.filter((level, position) => level > (levels[position - 1] ?? 0) + 1);
  expect(jumps).toEqual([]);
});

describe('a guide', () => {
  it('is an article below the author resources, with its date and word count', async () => {
    const [article, breadcrumbs] = jsonLdOf(await htmlOf('/marketing-guide/book-marketing-plan'));
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'How to write a book marketing plan that fits on one page',
      dateModified: '2026-11-23',
      mainEntityOfPage: 'https://deckle.test/marketing-guide/book-marketing-plan',
      author: { '@type': 'Organization', name: 'Deckle' },
    });
    expect(article!.wordCount).toBeGreaterThan(800);
    expect(breadcrumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Deckle', item: 'https://deckle.test/' },
        { position: 2, name: 'Author resources', item: 'https://deckle.test/author-resources' },
        { position: 3, name: 'How to write a book marketing plan that fits on one page' },
      ],
    });
  });

  it('shows its reading time and date', async () => {
    const html = await htmlOf('/marketing-guide/book-marketing-plan');
    expect(html).toContain('<span>7 min read</span>');
    expect(html).toContain('Updated <time dateTime="2026-11-23">Monday November 23rd, 2026</time>');
  });

  it('is signed by the operator, with the date of its newest source', async () => {
    const html = await htmlOf('/marketing-guide/book-marketing-plan');
    expect(html).toContain('<span>By Deckle</span>');
    expect(html).toContain('<span>Newest source: 2026</span>');
    expect(html).toMatch(/KDP Help, timelines<\/a>\. This source isn’t dated. Check it/);
  });

  it('has its download, its pictures with alternative text, and a section on costs', async () => {
    const html = await htmlOf('/marketing-guide/book-marketing-plan');
    expect(html).toContain('<a href="/downloads/book-marketing-plan.csv" download="">The plan as a spreadsheet</a>');
    expect(
      count(
        html,
        /<figure><div class="chart" tabindex="0"><img src="\/guides\/[a-z-]+\.svg" alt="[^"]{20,}" width="640"/g,
      ),
    ).toBe(2);
    expect(html).toContain('What this costs on Deckle');
  });

  it('has checkboxes that work without script', async () => {
    const html = await htmlOf('/marketing-guide/book-marketing-checklist');
    expect(count(html, /<label><input type="checkbox"/g)).toBeGreaterThan(60);
  });
});

it('shows today’s rates in a genre guide', async () => {
  const html = await htmlOf('/author-resources/running-successful-promotions-romance');
  expect(html).toContain('<a href="/categories/6/romance" data-discover="true">Romance</a>');
  expect(html).toContain('$0.41');
  // 60 dollars at 41 cents, and at 35.
  expect(html).toContain('>147<');
  expect(html).toContain('>172<');
});

it('has a break-even calculator in genre guides; in romance, it starts with Romance and needs no script', async () => {
  const romance = '/author-resources/running-successful-promotions-romance';
  const html = await htmlOf(romance);
  expect(html).toContain(`action="${romance}#break-even" method="get"`);
  expect(html).toContain('<option value="6" selected="">Romance</option>');
  const result = await htmlOf(`${romance}?category_id=1&conversion=20&read_on=48&later=9.85`);
  expect(result).toContain('<option value="1" selected="">Mystery</option>');
  expect(result).toContain('<strong>$1.01</strong>');
  for (const genre of ['any-genre', 'fantasy', 'thriller'])
    expect(await htmlOf(`/author-resources/running-successful-promotions-${genre}`)).toContain(
      '#break-even" method="get"',
    );
});

it('prints the site’s support address in articles', async () => {
  expect(await htmlOf('/privacy')).toContain('<a href="mailto:help@deckle.test">help@deckle.test</a>');
});

it('explains every rule and every reason under its code, in the server’s words', async () => {
  const html = await htmlOf('/promotion-requirements');
  const [rules, reasons] = html.slice(html.indexOf('<section id="checked"')).split('<section id="editors"');
  expect(count(rules!, /<li id="[a-z_]+"><h3>/g)).toBe(16);
  expect(count(reasons!, /<li id="[a-z_]+"><h3>/g)).toBe(6);
  expect(html).toContain('<li id="price_too_high"><h3>');
  expect(html).toContain('The deal price must be free or at most $4.99.');
  expect(html).toMatch(/<code>rating_too_low<\/code><span>Resubmit after 30 days<\/span>/);
  expect(html).toMatch(/<code>content_policy<\/code><span>Resubmit after 365 days<\/span>/);
  expect(html).toMatch(/<code>price_too_high<\/code><span>Resubmit as soon as it’s fixed<\/span>/);
});

it('answers questions for readers and for search engines', async () => {
  const html = await htmlOf('/faq');
  const [page] = jsonLdOf(html);
  expect(page).toMatchObject({ '@type': 'FAQPage' });
  expect((page!.mainEntity as unknown[]).length).toBe(count(html, /<dt>/g));
});

it('links from the index to every guide', async () => {
  const html = await htmlOf('/marketing-guide');
  expect(count(html, /<a href="\/marketing-guide\/[a-z-]+">/g)).toBe(11);
  expect(count(html, /<a href="\/author-resources\/running-[a-z-]+">/g)).toBe(4);
});

it('offers four badges with their HTML to copy', async () => {
  const html = await htmlOf('/social-media-icons');
  expect(count(html, /<a href="\/badges\/[a-z-]+\.svg" download="/g)).toBe(4);
  expect(count(html, /&lt;a href=&quot;https:\/\/deckle\.test&quot;&gt;/g)).toBe(4);
});

describe('the landing page', () => {
  it('shows the counts above zero, and labels demo data', async () => {
    const html = await htmlOf('/partners');
    expect(html).toContain('<dt>readers get the newsletter</dt><dd>12,345</dd>');
    expect(html).not.toContain('newsletters sent');
    expect(html).toContain('<strong>Demo data. </strong>');
    expect(html).toContain('Nov 21, 2026, 12:59 PM Pacific Time');
  });

  it('shows today’s rates, slots, and dates', async () => {
    const html = await htmlOf('/partners');
    expect(html).toContain('<dt>A click on a discounted book</dt><dd>$0.35 to $0.41</dd>');
    expect(html).toContain('Across all 2 categories, there are 8 slots a day.');
    expect(html).toContain('<time dateTime="2026-11-23">Monday November 23rd, 2026</time> through');
    expect(html).toContain('<time dateTime="2027-02-20">Saturday February 20th, 2027</time>.');
  });
});

describe('the landing page’s calendar', () => {
  const statesIn = (html: string) =>
    [...html.matchAll(/<time dateTime="[-\d]+"><span>(\w+)<\/span>.*?<\/time><span[^>]*>([^<]+)</g)].map(
      ([, weekday, state]) => `${weekday} ${state}`,
    );

  it('shows the free slots, day by day, after the newsletter that closes next', async () => {
    expect(statesIn(await htmlOf('/partners'))).toEqual(['Sun Booking closed', 'Mon 3 of 4 left', 'Tue 2 of 4 left']);
  });

  it('shows the slots of the category in the address', async () => {
    const html = await htmlOf('/partners?category_id=10');
    expect(html).toContain('aria-label="Slots in Erotica"');
    expect(statesIn(html)).toEqual(['Sun Booking closed', 'Mon Full', 'Tue Full']);
    expect(html).toContain('<link rel="canonical" href="https://deckle.test/partners"/>');
  });
});

it.each([
  ['/affiliate-rewards', '/partners-referral-program'],
  ['/requirements', '/promotion-requirements'],
  ['/partner-with-us', '/partners'],
  ['/thank-you', '/'],
  ['/v2/terms', '/terms-and-conditions'],
  ['/v2/privacy', '/privacy'],
  ['/v2/marketing-guide/book-marketing-plan', '/marketing-guide/book-marketing-plan'],
  ['/v2/partner-with-us', '/partners'],
])('%s redirects permanently to %s', async (from, to) => {
  expect(await pageAt(from)).toMatchObject({ kind: 'redirect', status: 301, location: to });
  if (to !== '/') await htmlOf(to);
});

it('answers 404 for unknown guides', async () => {
  expect(await pageAt('/marketing-guide/get-rich-quick')).toMatchObject({ kind: 'page', status: 404 });
  expect(await pageAt('/author-resources/running-successful-promotions-westerns')).toMatchObject({ status: 404 });
});

it('has no sidebar on the landing page and the marketing guides', () => {
  const withoutSidebar = SCREENS.filter(({ path, sidebar }) => ARTICLE_PATHS.includes(path) && !sidebar).map(
    ({ path }) => path,
  );
  expect(withoutSidebar.filter((path) => !path.startsWith('/marketing-guide/'))).toEqual(['/partners']);
  expect(withoutSidebar).toHaveLength(12);
});
