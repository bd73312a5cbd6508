/** Every screen of the staff console and the admin panel behind the sign-in, with demo data. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areaOf } from '#client/app/areas.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import type { Client } from '#server/testing/factories.ts';
import { paths } from '#shared/paths.ts';
import { launchBrowser } from './browser.ts';
import { crawl, demoAccount, listScreenUrls } from './crawl.ts';
import { userExamples } from './examples.ts';

const MINUTES = { timeout: 300_000 };

let server: TestServer;
let browser: Browser;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer({ pages: true, demo: true });
  browser = await launchBrowser();
  staff = await demoAccount(server, 'user');
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('shows staff every screen without problems', MINUTES, async () => {
  const examples = { ...(await userExamples(staff)), ...(await additionalExamples()) };
  const crawlTargets = listScreenUrls(
    (await areaOf('/users')!.loadScreens()).filter(({ access }) => access === 'user'),
    examples,
  );
  expect(await crawl({ browser, baseURL: server.url, crawlTargets, credentials: staff.headers })).toEqual([]);
});

it.runIf(process.env.CRAWL_PANEL)(
  'shows every list of the admin panel and its first record without problems, with CRAWL_PANEL=1',
  { timeout: 600_000 },
  async () => {
    const { entities } = (await staff.get('/admin/registry').expect(200)).body as { entities: { name: string }[] };
    expect(entities.length).toBeGreaterThan(30);
    const crawlTargets: string[] = [];
    for (const { name } of entities) {
      const { body } = await staff.get(`/admin/${name}?per=1`).expect(200);
      const [record] = body[name] as { id: number | string }[];
      crawlTargets.push(paths.adminList(name), ...(record ? [paths.adminRecord(name, record.id)] : []));
    }
    const phone = { widths: [390], schemes: ['light'] as const };
    expect(await crawl({ browser, baseURL: server.url, crawlTargets, credentials: staff.headers, ...phone })).toEqual(
      [],
    );
  },
);

/** URLs of newsletters and promotions before and after sending, more views of their lists, and an existing post. */
async function additionalExamples() {
  const idOf = async (list: string, query: string) =>
    Object.values(
      (await staff.get(`/${list}?per=1&${query}`).expect(200)).body as Record<string, { id: number }[]>,
    )[0]![0]!.id;
  const [draft, sent, weekly, paid, post] = [
    await idOf('newsletters', 'status=draft&kind=daily&sort_col=newsletter_date&sort_dir=asc'),
    await idOf('newsletters', 'status=sent'),
    await idOf('newsletters', 'kind=weekly'),
    await idOf('promotions', 'display_status=successfully sent&sort_dir=asc'),
    await idOf('blogs', ''),
  ];
  const reviewable = await idOf('promotions', 'reviewable=true');
  return {
    '/users/newsletters': [paths.userNewsletters(), `${paths.userNewsletters()}?view=calendar`],
    '/users/newsletters/:id': [draft, sent, weekly].map((id) => paths.userNewsletter(id)),
    '/users/promotions': [paths.userPromotions(), `${paths.userPromotions()}?status=all&store_action=replace`],
    '/users/promotions/:id/edit': [reviewable, paid].map((id) => paths.userPromotion(id)),
    '/users/blog-posts/new': [paths.userBlogPostNew(), `${paths.userBlogPostNew()}?id=${post}`],
  };
}
