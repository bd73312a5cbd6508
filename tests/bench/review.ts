/**
 * Benchmarks j1 and j2: time from pressing the key that approves until the next promotion is painted, in the review
 * queue with 100 rows. The control is a bare list of as many rows in the same browser; a key press removes its selected
 * row.
 */
import type { Page } from 'playwright-core';
import { openDatabase } from '#server/platform/database.ts';
import { insertPartner, insertStaff } from '#server/testing/factories.ts';
import { launchBrowser } from '../browser/browser.ts';
import { signIn } from '../browser/crawl.ts';
import { type BenchTarget, formatMs, measureAlternately, median, type Row } from './harness.ts';

const ROWS = 100;
/** Decisions per round. */
const PRESSES = 20;
/** Pause between two keys, for the response to the last decision and what the queue loads after it. */
const PAUSE_MS = 500;

export async function measure({ databaseUrl, product, date }: BenchTarget): Promise<Row[]> {
  const { db, pool } = openDatabase(databaseUrl, { connections: 2 });
  const now = () => new Date(performance.timeOrigin + performance.now());
  const partner = await insertPartner({ db, now });
  await db.partner.update({ where: { id: partner.id }, data: { email_verified_at: now() } });
  const { headers } = await insertStaff({ db, now });
  const browser = await launchBrowser();
  let seeded = 0;
  /** Adds promotions: all rows at first, later as many as a round decides. */
  const fill = async (count: number) => {
    await pool.query(ADD_PROMOTIONS, [partner.id, seeded, count, date]);
    seeded += count;
  };
  try {
    await fill(ROWS);
    const context = await browser.newContext({ baseURL: product, viewport: { width: 1280, height: 900 } });
    await signIn(context, product, headers);
    const [queuePage, barePage] = [await context.newPage(), await context.newPage()];
    const completeMedians: number[] = [];
    const [bare, queue] = await measureAlternately(
      async () => {
        await barePage.bringToFront();
        await barePage.goto('about:blank');
        await barePage.setContent(BARE_LIST);
        return (await decisionTimes(barePage)).acknowledged;
      },
      async () => {
        await queuePage.bringToFront();
        await openQueue(queuePage);
        const { acknowledged, complete } = await decisionTimes(queuePage);
        completeMedians.push(complete);
        await queuePage.goto('about:blank');
        await fill(PRESSES);
        return acknowledged;
      },
    );
    const complete = median(completeMedians);
    const description = 'decision in the review queue until the next promotion’s';
    return [
      {
        ...{ id: 'j1', description: `${description} row and title are painted, against a bare list of ${ROWS} rows` },
        ...{ control: formatMs(bare), result: formatMs(queue), ratio: queue / bare },
        ...{ goal: '≤ 1.5 ×', isMet: queue <= 1.5 * bare },
      },
      {
        ...{ id: 'j2', description: `${description} details are painted to their end` },
        ...{ control: '–', result: formatMs(complete), ratio: complete / bare },
        ...{ goal: '≤ 100 ms', isMet: complete <= 100 },
      },
    ];
  } finally {
    await browser.close();
    await db.$disconnect();
    if (!pool.ended) await pool.end();
  }
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Promotions' }).getByRole('listitem');

async function openQueue(page: Page) {
  await page.goto('/users/promotions');
  await rowsOf(page).first().waitFor();
  for (let shown = await rowsOf(page).count(); shown < ROWS; shown = await rowsOf(page).count()) {
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await rowsOf(page).nth(shown).waitFor();
  }
  await page.keyboard.press('j');
  await page.keyboard.press('k');
}

type Times = { acknowledged: number; complete: number };

/** The medians of a round. */
async function decisionTimes(page: Page): Promise<Times> {
  const times: Times[] = [];
  for (let press = 0; press < PRESSES; press++) {
    await page.waitForTimeout(PAUSE_MS);
    const result = await page.evaluateHandle(timeNextDecision);
    await page.keyboard.press('a');
    times.push(await result.evaluate(({ painted }) => painted));
  }
  return {
    acknowledged: median(times.map(({ acknowledged }) => acknowledged)),
    complete: median(times.map(({ complete }) => complete)),
  };
}

/**
 * Runs in the page. `painted` resolves with two times in milliseconds from the next key press. `acknowledged`: another
 * row is selected and its title is painted above the details. `complete`: its details are painted down to their last
 * links. A frame is painted before the first task that follows its callbacks.
 */
const timeNextDecision = () => ({
  painted: new Promise<Times>((resolve, reject) => {
    setTimeout(reject, 10_000, new Error('The key selected no other promotion'));
    const selected = () => document.querySelector('ol [aria-current="true"]');
    const before = selected()?.id;
    const isSelected = () => {
      const title = document.getElementById('promotion-title')?.textContent;
      const row = selected();
      return Boolean(row && title && row.id !== before && row.textContent?.includes(title));
    };
    const isComplete = () => {
      const details = document.getElementById('promotion-details');
      const id = selected()?.id.replace('promotion-', '');
      return !details || details.querySelector(`a[href="/users/promotions/${id}/edit"]`) !== null;
    };
    const waitForPaint = (isReady: () => boolean) =>
      new Promise<number>((resolve) => {
        const check = () => {
          if (!isReady()) return requestAnimationFrame(check);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          return port2.postMessage(null);
        };
        requestAnimationFrame(check);
      });
    const onKey = async ({ timeStamp }: KeyboardEvent) => {
      const acknowledged = (await waitForPaint(isSelected)) - timeStamp;
      resolve({ acknowledged, complete: (await waitForPaint(isComplete)) - timeStamp });
    };
    addEventListener('keydown', onKey, { once: true, capture: true });
  }),
});

/** Page with a list and without a framework; a key press removes the list's selected row. */
const BARE_LIST = `<!doctype html><ol>${Array.from(
  { length: ROWS },
  (_, index) => `<li><button id="row-${index}">Book ${index} </button></li>`,
).join('')}</ol><h2 id="promotion-title"></h2><script>
  const select = (row) => {
    row.setAttribute('aria-current', 'true');
    row.focus();
    document.getElementById('promotion-title').textContent = row.textContent;
  };
  select(document.getElementById('row-0'));
  addEventListener('keydown', () => {
    const item = document.querySelector('[aria-current]').parentElement;
    select(item.nextElementSibling.firstElementChild);
    item.remove();
  });
</script>`;

const ADD_PROMOTIONS = `
  with category as (
    update categories set daily_slots = 1000 where id = (select min(id) from categories where not is_adult) returning id),
  slots as (
    update newsletter_promotion_counts set capacity = 1000 from category where category_id = category.id),
  numbers as (select n from generate_series($2::int + 1, $2::int + $3::int) n),
  writers as (
    insert into authors (partner_id, name, slug) select $1::int, 'Author ' || n, 'author-' || n from numbers returning id, name),
  added as (
    insert into books (partner_id, author_id, title, slug, category_id, description, blurb, page_count, amazon_url, cover, status)
    select $1::int, writers.id, 'Review ' || n, 'review-' || n, category.id, 'A harbor town.', 'A harbor town.', 240,
      'https://www.amazon.com/dp/B0ABCDEFGH', 'covers/review.webp', 'active'
    from numbers join writers on writers.name = 'Author ' || n, category returning id, partner_id, category_id)
  insert into promotions (partner_id, book_id, category_id, requested_date, deal_ends_on, current_price_cents, sale_price_cents, price_type,
    cpc_cents, max_cost_cents)
  select partner_id, id, category_id, $4::date + 5, $4::date + 12, 499, 99, 'discounted', 15, 6000 from added`;
