/** The public lists as the server renders them: their filters, highlighted search terms, and sign-up box. */
import { describe, expect, it } from 'vitest';
import { fakeApi } from '#client/api/fake-api.ts';
import { renderedPages } from './rendered-pages.ts';

const meta = { page: 1, per: 20, total_count: 1 };
const category = { id: 6, slug: 'romance', name: 'Romance', super_category_id: 1, description: '', is_adult: false };
const book = { id: 1, slug: 'x', title: 'The Quiet Harbor', author_name: 'Zoë Brontë', category_id: 6, deal: null };
const post = {
  id: 7,
  slug: 'x',
  title: 'A quiet launch',
  summary: 'In a harbor town.',
  hero: null,
  reading_minutes: 1,
  published_at: '2026-11-21T02:00:00.000Z',
  updated_at: '2026-11-21T02:00:00.000Z',
  blog_category_id: 2,
  tags: [],
};
const site = {
  id: 3,
  slug: 'x',
  name: 'Harbor Reads',
  url: 'https://x.test',
  genres: 'all, quiet ones too',
  price_model: null,
  evidence: {},
  reviews_count: 0,
  average_rating: null,
};
const api = fakeApi({
  books: { list: async () => ({ books: [book], meta }) },
  categories: { list: async () => ({ categories: [category] }) },
  authors: { list: async () => ({ authors: [{ id: 4, slug: 'x', name: 'Zoë Brontë', books_count: 2 }], meta }) },
  blogs: {
    list: async () => ({ blogs: [post], meta }),
    listCategories: async () => ({ blog_categories: [] }),
    listTags: async () => ({ tags: [] }),
  },
  promotion_sites: { list: async () => ({ promotion_sites: [site], meta }) },
});

const { htmlOf } = renderedPages(api);
const labelsOf = (html: string) => [...mainOf(html).matchAll(/<label[^>]*>([^<]+)/g)].map(([, label]) => label);
const mainOf = (html: string) => html.slice(0, html.indexOf('</main>'));
const markedWords = (html: string) => [...html.matchAll(/<mark[^>]*>([^<]*)<\/mark>/g)].map(([, words]) => words);

describe('a list of books', () => {
  it.each(['/books', '/ebook-deals'])('at %s has filters for category, price, and store', async (path) => {
    expect(labelsOf(await htmlOf(path))).toEqual(['Category', 'Price', 'Store', 'Sort by']);
  });

  it('in one category has no category filter', async () => {
    expect(labelsOf(await htmlOf('/categories/6/romance'))).toEqual(['Price', 'Store', 'Sort by']);
  });

  it('of free books has no price filter', async () => {
    expect(labelsOf(await htmlOf('/ebook-deals/free-ebooks'))).toEqual(['Category', 'Store', 'Sort by']);
  });

  it('has six sort orders for a search', async () => {
    const sorts = /name="sort"[^>]*>(.*?)<\/select>/.exec(await htmlOf('/books?q=quiet'))![1]!;
    expect([...sorts.matchAll(/value="(\w*)"/g)].map(([, sort]) => sort)).toEqual([
      // The default: best match.
      '',
      'newest',
      'title',
      'price',
      'ending',
      'popular',
    ]);
  });
});

it.each([
  ['/books?q=harbor+quiet+bronte', ['Quiet', 'Harbor', 'Brontë']],
  ['/ebook-deals?q=harb', ['Harb']],
  ['/categories/6/romance?q=quiet', ['Quiet']],
  ['/authors?q=ront', ['ront']],
  ['/blog?q=quiet+harbor', ['quiet', 'harbor']],
  ['/best-book-promotion-sites?q=harbor', ['Harbor']],
  ['/books', []],
])('%s highlights the search terms', async (path, words) => {
  expect(markedWords(await htmlOf(path))).toEqual(words);
});

describe('the sign-up box', () => {
  const boxOf = (html: string) => html.slice(html.indexOf('</main>'), html.indexOf('<footer'));

  it.each(['/categories/6/romance', '/ebook-deals?category_id=6'])('has the page’s genre on %s', async (path) => {
    const box = boxOf(await htmlOf(path));
    expect(box).toContain('Romance deals by email</h2>');
    expect(box).toContain('action="/newsletter/romance" method="post"');
    expect(box).toContain('name="genres" value="6"');
    expect(box).toContain(`name="page" value="${path.split('?')[0]}"`);
  });

  it.each(['/ebook-deals', '/books', '/authors', '/blog'])('signs up for all genres on %s', async (path) => {
    expect(boxOf(await htmlOf(path))).toContain('name="genres" value="all"');
  });

  it('is left out of pages that have their own form for readers', async () => {
    expect(boxOf(await htmlOf('/newsletter/romance'))).not.toContain('<form');
    expect(boxOf(await htmlOf('/readers/confirm'))).not.toContain('<form');
  });
});
