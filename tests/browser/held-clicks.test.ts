/** Held clicks in a browser: the evidence, a decision with its note, and a decision after new clicks. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createStaff } from '#server/testing/factories.ts';
import { paths } from '#shared/paths.ts';
import { reviewClicksOfRunningPromotions } from '../../server/payments/held-clicks.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './crawl.ts';

const MINUTE = { timeout: 60_000 };
const RUNNING = new Date('2026-12-02T19:00:00Z');

let server: TestServer;
let browser: Browser;
let promotion_id: number;

beforeAll(async () => {
  server = await startTestServer({ pages: true });
  browser = await launchBrowser();
  const staff = await createStaff(server);
  ({ id: promotion_id } = await createPromotion(server));
  await staff.post(`/promotions/${promotion_id}/approve`).send({}).expect(200);
  await server.advanceTo('2026-12-02T17:30:00Z');
  server.clock.set(RUNNING);
  await addClicks({ from: 1, to: 206, at: '2026-12-02T18:00:00Z' });
  await reviewClicks();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Adds readers who confirmed months ago, and one click by each, ten seconds apart on one network. */
async function addClicks({ from, to, at }: { from: number; to: number; at: string }) {
  await server.deps.pool.query(
    `with crowd as (
       insert into readers (email, status, confirmed_at)
       select 'crowd-' || n || '@gmail.com', 'active', timestamptz '2026-05-01' - n * interval '1 day' from generate_series($1::int, $2::int) n
       returning id)
     insert into click_logs (promotion_id, newsletter_id, reader_id, source, store, clicked_at, ip_hash, subnet_hash, ua_class)
     select p.id, p.newsletter_id, crowd.id, 'newsletter', 'amazon', $4::timestamptz + row_number() over () * interval '10 seconds',
       decode(md5('one network'), 'hex'), decode(md5('range'), 'hex'), 'person'
     from crowd, promotions p where p.id = $3`,
    [from, to, promotion_id, at],
  );
}
const reviewClicks = () => reviewClicksOfRunningPromotions(server.deps);

async function openAs(role: 'admin' | 'editor') {
  const staff = await createStaff(server, role);
  const { page, context, consoleProblems } = await openPage(browser, { baseURL: server.url });
  await signIn(context, server.url, staff.headers);
  await page.goto(paths.userPromotion(promotion_id));
  const panel = page.getByRole('region', { name: 'Held clicks' });
  await panel.getByRole('heading', { name: /of \d+ clicks from one network/ }).waitFor();
  return { page, panel, consoleProblems };
}

it('an editor excludes held clicks with a note, and can’t count them', MINUTE, async () => {
  const { panel, consoleProblems } = await openAs('editor');
  await panel
    .getByText('Readers since the first held click (showing 200 of 206; held ones are chosen first)')
    .waitFor();
  await panel.getByText('Only an administrator can bill them').waitFor();
  expect(await panel.getByRole('button', { name: 'Bill these clicks', exact: true }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Don’t bill these clicks' }).click();
  await panel.getByText("Note can't be blank").waitFor();
  await panel.getByLabel('Note').fill('A farm.');
  await panel.getByRole('button', { name: 'Don’t bill these clicks' }).click();
  await panel.getByText('Excluded by our staff (Nora Whitlock): A farm.').waitFor();
  expect(consoleProblems).toEqual([]);
});

it('offers to try again when the held clicks didn’t load', MINUTE, async () => {
  const staff = await createStaff(server);
  const { page, context } = await openPage(browser, { baseURL: server.url });
  await signIn(context, server.url, staff.headers);
  await page.route('**/held_clicks', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(paths.userPromotion(promotion_id));
  const panel = page.getByRole('region', { name: 'Held clicks' });
  await panel.getByText('This didn’t load').waitFor();
  await page.unroute('**/held_clicks');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByRole('heading', { name: /of \d+ clicks from one network/ }).waitFor();
});

it('an administrator counts held clicks, and decides again when more arrive', MINUTE, async () => {
  const { page, panel } = await openAs('admin');
  // The page must not learn of the new clicks before the decision.
  let hasDecided = false;
  await page.route('**/held_clicks', (route) => {
    hasDecided ||= route.request().method() === 'POST';
    return hasDecided ? route.continue() : route.abort();
  });
  await addClicks({ from: 207, to: 208, at: '2026-12-02T18:59:10Z' });
  await reviewClicks();
  await panel.getByLabel('Note').fill('A campus.');
  await panel.getByRole('button', { name: 'Bill these clicks', exact: true }).click();
  await page.getByText('These held clicks have changed since you opened the page').first().waitFor();
  await panel.getByRole('heading', { name: '208 of 208 clicks from one network' }).waitFor();
  await panel.getByRole('button', { name: 'Bill these clicks', exact: true }).click();
  await panel.getByText('Counted after review (Nora Whitlock): A campus.').waitFor();
  await addClicks({ from: 209, to: 209, at: '2026-12-02T18:59:40Z' });
  await reviewClicks();
  await page.reload();
  await panel.getByText('One more click arrived after that decision and is held.').waitFor();
});
