/** Lighthouse results of readers' landing pages on its simulated phone. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import sharp from 'sharp';
import { apiRoutes } from '#server/app.ts';
import type { TestServer } from '#server/testing/app.ts';
import { freePort } from '#server/testing/free-port.ts';
import { createWeb } from '#server/web/web.ts';
import { paths } from '#shared/paths.ts';
import { startOwnServer } from '../../scripts/calls/own-server.ts';
import { launchBrowser } from '../browser/browser.ts';
import { demoAccount } from '../browser/crawl.ts';
import { type Measured, measuredOf, medianOf, rowOf, shortfalls, TITLES } from './report.ts';

/** Folder of the complete report of each page's last run. */
const FOLDER = '.cache/lighthouse';

type Options = { only: readonly string[]; runs: number };
type Page = { name: string; path: string };

/** Prints a row for each page with its last run's findings. Returns true if every median reaches its target. */
export async function measurePages({ only, runs }: Options): Promise<boolean> {
  const server = await startOwnServer({ pagesOf: (deps) => createWeb(deps, apiRoutes) });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    mkdirSync(FOLDER, { recursive: true });
    const deals = await dealsOf(server.base);
    if (!deals[0]) throw new Error('The demo has no deal today');
    await paintCovers(
      server,
      deals.map(({ id }) => id),
    );
    const pages = pagesOf(deals[0].path);
    const chosen = pages.filter(({ name }) => only.length === 0 || only.includes(name));
    if (chosen.length === 0) throw new Error(`The pages are ${pages.map(({ name }) => name).join(', ')}`);
    console.log(`| ${TITLES.join(' | ')} |\n|${TITLES.map(() => '---').join('|')}|`);
    let met = true;
    for (const { name, path } of chosen) {
      const measured: Measured[] = [];
      while (measured.length < runs) measured.push(await measure(name, server.base + path, port));
      const median = medianOf(measured);
      console.log(`| ${name} | ${rowOf(median).join(' | ')} |`);
      for (const text of measured.at(-1)!.wanting) console.log(`  ${text}`);
      met &&= shortfalls(median).length === 0;
    }
    return met;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measure(name: string, url: string, port: number): Promise<Measured> {
  // Warms up the page: a first visitor's wait is the renderer's, which `npm run bench` measures.
  await fetch(url);
  const run = await lighthouse(url, { port, output: 'html', logLevel: 'error' });
  if (!run) throw new Error(`Lighthouse gave no answer for ${url}`);
  writeFileSync(join(FOLDER, `${name}.html`), String(run.report));
  return measuredOf(run.lhr);
}

/** Replaces the demo's drawn covers with ones as large as photographs, for deals, whose covers appear on most pages. */
async function paintCovers(server: { base: string }, books: readonly number[]) {
  const staff = await demoAccount({ url: server.base } as TestServer, 'user');
  for (const id of books) {
    const noise = { type: 'gaussian', mean: 130, sigma: 60 } as const;
    const background = { r: (id * 37) % 256, g: (id * 91) % 256, b: (id * 53) % 256 };
    const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background, noise } })
      .blur(3)
      .jpeg()
      .toBuffer();
    await staff.post(`/books/${id}/cover`).attach('cover', picture, 'cover.jpg').expect(200);
  }
}

/** Uses another URL than the measured page, which would be cached with its old covers. */
async function dealsOf(base: string) {
  const deals = await (await fetch(`${base}${paths.deals()}?page=1`)).text();
  return [...deals.matchAll(/href="(\/books\/(\d+)\/[^"]+)"/g)].map(([, path, id]) => ({
    path: path!,
    id: Number(id),
  }));
}

const pagesOf = (book: string): Page[] => [
  { name: 'front', path: '/' },
  { name: 'deals', path: paths.deals() },
  { name: 'book', path: book },
  { name: 'guide', path: paths.marketingGuide('book-marketing-plan') },
];
