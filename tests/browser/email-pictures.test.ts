/**
 * The daily and the weekly newsletter as email programs show them: in both color schemes, with pictures and without.
 * Screenshots are in .cache/email-pictures.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newsletterFixture, renderNewsletter } from '#server/emails/render.tsx';
import { launchBrowser, openPage } from './browser.ts';

const FOLDER = '.cache/email-pictures';
const COVERS = 'https://covers.test/';

let browser: Browser;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  browser = await launchBrowser();
}, 60_000);
afterAll(() => browser?.close());

/** Renders a newsletter whose covers are loaded from another site, as in a real email. */
function renderWithRemoteCovers(kind: 'daily' | 'weekly') {
  const sections = newsletterFixture.sections.map(({ deals, ...section }) => ({
    ...section,
    deals: deals.map((deal) => ({ ...deal, cover_url: `${COVERS}${deal.promotion_id}.jpg` })),
  }));
  return renderNewsletter({ ...newsletterFixture, kind, sections });
}

async function openEmail(html: string, { dark, images, width }: { dark: boolean; images: boolean; width: number }) {
  const jpeg = await sharp({ create: { width: 240, height: 360, channels: 3, background: '#31485c' } })
    .jpeg()
    .toBuffer();
  const { page, context } = await openPage(browser, { dark, width, baseURL: COVERS });
  await page.route(`${COVERS}**`, (route) =>
    images ? route.fulfill({ contentType: 'image/jpeg', body: jpeg }) : route.abort(),
  );
  await page.setContent(html, { waitUntil: 'load' });
  return { page, close: () => context.close() };
}

/** Returns the styles and size of the first cover's picture, or of its alternative text. */
const readCoverStyles = (page: Page) =>
  page
    .locator('img')
    .first()
    .evaluate((img) => {
      const { color, backgroundColor, fontSize } = getComputedStyle(img);
      const { width, height } = img.getBoundingClientRect();
      const { textDecorationLine } = getComputedStyle(img.parentElement!);
      return { color, backgroundColor, fontSize, textDecorationLine, width, height };
    });

const LOOKS = [
  { dark: false, color: 'rgb(101, 93, 82)', backgroundColor: 'rgb(245, 240, 230)' },
  { dark: true, color: 'rgb(181, 171, 156)', backgroundColor: 'rgb(22, 20, 18)' },
];

it.each(['daily', 'weekly'] as const)(
  'the %s newsletter keeps the space and the name of a cover that doesn’t load, in both schemes',
  { timeout: 60_000 },
  async (kind) => {
    const { html } = await renderWithRemoteCovers(kind);
    for (const { dark, ...colors } of LOOKS)
      for (const images of [true, false])
        for (const width of [390, 700]) {
          const { page, close } = await openEmail(html, { dark, images, width });
          const name = [kind, dark ? 'dark' : 'light', images ? 'images' : 'no-images', width].join('-');
          await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
          expect(await readCoverStyles(page), name).toEqual({
            ...colors,
            ...{ fontSize: '13px', textDecorationLine: 'none', width: 120, height: 180 },
          });
          expect(await page.locator('img').first().getAttribute('alt')).toBe('Cover of Nine Minutes Dark');
          const follow = page.getByRole('link', { name: /^Follow/ }).first();
          expect(await follow.evaluate((link) => getComputedStyle(link).color), name).toBe(colors.color);
          await close();
        }
  },
);
