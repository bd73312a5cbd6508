/** The public lists as the server sends them: what can be asked of them, and where the words are that were looked for. */
import { describe, expect, it } from 'vitest';
import { stubApi } from '#client/api/stub-api.ts';
import { renderedPages } from './rendered-pages.ts';

const meta = { page: 1, per: 20, total_count: 1 };
const category = { id: 6, slug: 'romance', name: 'Romance', super_category_id: 1, description: '', is_adult: false };
const book = { id: 1, slug: 'x', title: 'The Quiet Harbour', author_name: 'Zoë Brontë', category_id: 6, deal: null };
const post = {
  id: 7,
  slug: 'x',
  title: 'A quiet launch',
  summary: 'In a harbour town.',
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
  name: 'Harbour Reads',
  url: 'https://x.test',
  genres: 'all, quiet ones too',
  reviews_count: 0,
  average_rating: null,
};
const api = stubApi({
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
const labelsOf = (html: string) => [...html.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label]) => label);
const marked = (html: string) => [...html.matchAll(/<mark[^>]*>([^<]*)<\/mark>/g)].map(([, words]) => words);

describe('a list of books', () => {
  it.each(['/books', '/ebook-deals'])('%s is asked by category, price and store', async (path) => {
    expect(labelsOf(await htmlOf(path))).toEqual(['Category', 'Price', 'Store', 'Sort by']);
  });

  it('of one category is not asked for it again', async () => {
    expect(labelsOf(await htmlOf('/categories/6/romance'))).toEqual(['Price', 'Store', 'Sort by']);
  });

  it('that is free anyway is not asked for a price', async () => {
    expect(labelsOf(await htmlOf('/ebook-deals/free-ebooks'))).toEqual(['Category', 'Store', 'Sort by']);
  });

  it('comes in six orders', async () => {
    const sorts = /name="sort"[^>]*>(.*?)<\/select>/.exec(await htmlOf('/books?q=quiet'))![1]!;
    expect([...sorts.matchAll(/value="(\w+)"/g)].map(([, sort]) => sort)).toEqual([
      'best',
      'newest',
      'title',
      'price',
      'ending',
      'popular',
    ]);
  });
});

it.each([
  ['/books?q=harbour+quiet+bronte', ['Quiet', 'Harbour', 'Brontë']],
  ['/ebook-deals?q=harb', ['Harb']],
  ['/categories/6/romance?q=quiet', ['Quiet']],
  ['/authors?q=ront', ['ront']],
  ['/blog?q=quiet+harbour', ['quiet', 'harbour']],
  ['/best-book-promotion-sites?q=harbour', ['Harbour']],
  ['/books', []],
])('%s shows where the words are', async (path, words) => {
  expect(marked(await htmlOf(path))).toEqual(words);
});
