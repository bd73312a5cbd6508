/** Lighthouse results of readers' landing pages on a simulated phone. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import sharp from 'sharp';
import { apiRoutes } from '#server/app.ts';
import type { TestServer } from '#server/testing/app.ts';
import { freePort } from '#server/testing/free-port.ts';
import { createWeb } from '#server/web/web.ts';
import { paths, serverPaths } from '#shared/paths.ts';
import { startTemporaryServer } from '../../scripts/calls/temporary-server.ts';
import { launchBrowser } from '../browser/browser.ts';
import { demoAccount } from '../browser/crawl.ts';
import { type Measurement, measurementOf, medianOf, missedGoals, rowOf, TITLES } from './report.ts';

/** Folder of the complete report of each page's last run. */
const FOLDER = '.cache/lighthouse';

type Options = { only: readonly string[]; runs: number };
type Page = { name: string; path: string };

/** Prints a row for each page with its last run's findings. Returns true if every median reaches its target. */
export async function measurePages({ only, runs }: Options): Promise<boolean> {
  const server = await startTemporaryServer({ buildPages: (deps) => createWeb(deps, apiRoutes) });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    mkdirSync(FOLDER, { recursive: true });
    const deals = await dealsOf(server.base);
    if (!deals[0]) throw new Error('The demo has no deal today');
    await replaceCovers(
      server,
      deals.map(({ id }) => id),
    );
    const pages = buildPages(deals[0].path);
    const selected = pages.filter(({ name }) => only.length === 0 || only.includes(name));
    if (selected.length === 0) throw new Error(`The pages are ${pages.map(({ name }) => name).join(', ')}`);
    console.log(`| ${TITLES.join(' | ')} |\n|${TITLES.map(() => '---').join('|')}|`);
    let isMet = true;
    for (const { name, path } of selected) {
      const measurements: Measurement[] = [];
      while (measurements.length < runs) measurements.push(await measure(name, server.base + path, port));
      const median = medianOf(measurements);
      console.log(`| ${name} | ${rowOf(median).join(' | ')} |`);
      for (const text of measurements.at(-1)!.shortfalls) console.log(`  ${text}`);
      isMet &&= missedGoals(median).length === 0;
    }
    return isMet;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measure(name: string, url: string, port: number): Promise<Measurement> {
  // Warms up the page, because `npm run bench` measures the rendering.
  await fetch(url);
  const run = await lighthouse(url, { port, output: 'html', logLevel: 'error' });
  if (!run) throw new Error(`Lighthouse returned no result for ${url}`);
  writeFileSync(join(FOLDER, `${name}.html`), String(run.report));
  return measurementOf(run.lhr);
}

/** Replaces the drawn covers of deals, which most pages show, with covers as large as photographs. */
async function replaceCovers(server: { base: string }, books: readonly number[]) {
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

/**
 * Returns the deals on the deals page. Its URL differs from the measured page's, which would be cached with the old
 * covers.
 */
async function dealsOf(base: string) {
  const deals = await (await fetch(`${base}${paths.deals()}?page=1`)).text();
  return [...deals.matchAll(/href="(\/books\/(\d+)\/[^"]+)"/g)].map(([, path, id]) => ({
    path: path!,
    id: Number(id),
  }));
}

const buildPages = (book: string): Page[] => [
  { name: 'front', path: '/' },
  { name: 'deals', path: paths.deals() },
  { name: 'book', path: book },
  { name: 'guide', path: serverPaths.marketingGuide('book-marketing-plan') },
];
