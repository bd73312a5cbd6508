/** The specified public paths and redirects, requested over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pages: true, demo: true });
}, 120_000);
afterAll(() => server?.close());

const request = (path: string) => fetch(server.url + path, { redirect: 'manual' });

it.each([
  '/',
  '/about',
  '/contact',
  '/pricing',
  '/privacy',
  '/terms-and-conditions',
  '/partners',
  '/partners-referral-program',
  '/partnership-guidelines',
  '/promotion-requirements',
  '/subscribers-and-statistics',
  '/social-media-icons',
  '/author-resources',
  ...['any-genre', 'romance', 'fantasy', 'thriller'].map(
    (genre) => `/author-resources/running-successful-promotions-${genre}`,
  ),
  '/authors',
  '/books',
  '/blog',
  '/reader-blog',
  '/best-book-promotion-sites',
  '/ebook-deals',
  '/ebook-deals/free-ebooks',
  ...['book-description', 'pen-name', 'book-character', 'book-title', 'book-plot'].map(
    (tool) => `/ai/${tool}-generator`,
  ),
  ...[
    'book-marketing-plan',
    'how-to-promote-your-book',
    'amazon-book-marketing',
    'book-marketing-checklist',
    'book-marketing-strategies',
    'book-promotion-ideas',
    'book-review-services',
    'guerilla-book-marketing',
    'how-to-launch-a-book',
    'list-of-keywords-for-books',
    'social-media-book-marketing',
  ].map((guide) => `/marketing-guide/${guide}`),
  '/partners/sign-in',
  '/partners/sign-up',
  '/partners/password/forgot',
  '/partners/password/reset',
  '/partners/unsubscribe-reminder-email',
  '/partners/unsubscribe-recapture-email',
  '/users/sign-in',
  '/u/users/sign_in',
])('%s is a page', async (path) => {
  const response = await request(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/<h1[ >]/);
});

it.each([
  ['/authors', 'authors'],
  ['/books', 'books'],
  ['/categories', 'categories'],
  ['/blog', 'blogs'],
  ['/blog/categories', 'blog_categories'],
  ['/reader-blog', 'reader_blogs'],
  ['/reader-blog-categories', 'reader_blog_categories'],
  ['/best-book-promotion-sites', 'promotion_sites'],
])('%s/{id}/{name} is a page, unless there is no such record', async (path, resource) => {
  const list = (await (await request(`/api/v1/${resource}?per=1`)).json()) as Record<string, { id: number }[]>;
  const { id } = Object.values(list)[0]![0]!;
  const redirect = await request(`${path}/${id}`);
  expect(redirect.status).toBe(301);
  const response = await request(redirect.headers.get('location')!);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`<h1`);
  expect((await request(`${path}/99999999/nothing`)).status).toBe(404);
});

it.each([
  ['/affiliate-rewards', '/partners-referral-program'],
  ['/requirements', '/promotion-requirements'],
  ['/partners/sign_in', '/partners/sign-in'],
  ['/partners/sign_up', '/partners/sign-up'],
  ['/users/sign_in', '/users/sign-in'],
  ['/partner-with-us', '/partners'],
  ['/thank-you', '/'],
  ['/ai/description', '/ai/book-description-generator'],
  ['/v2/terms', '/terms-and-conditions'],
  ['/v2/pricing', '/pricing'],
])('%s redirects to %s', async (from, to) => {
  const response = await request(from);
  expect([response.status, response.headers.get('location')]).toEqual([301, to]);
});

it("finds a reader's page by the uuid, and returns 404 for unknown paths", async () => {
  const reader = await server.deps.db.reader.findFirstOrThrow({ where: { status: 'active' } });
  expect((await request(`/readers/${reader.uuid}/edit`)).status).toBe(200);
  for (const path of ['/no-such-page', '/books/x', '/partners/nothing', '/v2/nothing/at/all']) {
    const response = await request(path);
    const final = response.status === 301 ? await request(response.headers.get('location')!) : response;
    expect(final.status, path).toBe(404);
  }
});
