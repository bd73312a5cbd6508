/** The page as the server renders it, before scripts run. */
import { expect, it } from 'vitest';
import { fakeApi } from '#client/api/fake-api.ts';
import { count, renderedPages } from '#client/app/rendered-pages.ts';

const category = { super_category_id: 1, is_adult: false };
const queries: object[] = [];
let bookIds = [1, 2, 3, 4, 5];
const book = (id: number) => ({
  id,
  slug: `book-${id}`,
  title: `Book ${id}`,
  author_name: 'Ada Quill',
  category_id: 6,
  deal: null,
  cover_url: `/media/covers/${id}.svg`,
});
const { htmlOf } = renderedPages(
  fakeApi({
    categories: {
      list: async () => ({
        categories: [
          { ...category, id: 1, slug: 'mystery', name: 'Mystery' },
          { ...category, id: 6, slug: 'romance', name: 'Romance' },
        ],
      }),
    },
    books: {
      list: async ({ query }: { query: object }) => {
        queries.push(query);
        return { books: bookIds.map(book), meta: { page: 1, per: 5, total_count: 9 } };
      },
    },
  }),
);

it('shows five books of the category around a placeholder for the cover, in light and dark mode', async () => {
  const html = await htmlOf('/author-resources/cover-and-blurb-bench?category_id=6');
  expect(queries).toEqual([{ category_id: 6, sort_col: 'popularity', sort_dir: 'desc', per: 5 }]);
  expect(html).toContain('<option value="6" selected="">Romance</option>');
  for (const scheme of ['light', 'dark']) {
    const stage = html.slice(html.indexOf(`aria-label="Covers in ${scheme} mode"`)).split('</ul>')[0]!;
    expect([...stage.matchAll(/alt="(Book \d)"|(Your cover appears here)/g)].map(([, alt, own]) => alt ?? own)).toEqual(
      [...['Book 1', 'Book 2', 'Book 3', 'Your cover appears here', 'Book 4', 'Book 5']],
    );
    expect(count(stage, /width="120"/g)).toBe(5);
  }
  expect(html).toContain('It stays in your browser and isn’t sent to us.');
});

it('says how many books a category has if they’re fewer than five', async () => {
  bookIds = [1];
  const html = await htmlOf('/author-resources/cover-and-blurb-bench?category_id=6');
  expect(html).toContain('Romance has only 1 book here so far.');
});
