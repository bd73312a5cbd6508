/** Measures four public pages with Lighthouse on a simulated phone. */
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
import { type Measurement, measurementOf, medianOf, missedTargets, rowOf, TITLES } from './report.ts';

/** Folder for the full HTML report of each page's last run. */
const FOLDER = '.cache/lighthouse';

type Options = { only: readonly string[]; runs: number };
type Page = { name: string; path: string };

/**
 * Prints a row of medians for each page, then its last run's shortfalls. Returns true if every median reaches its
 * target.
 */
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
    if (selected.length === 0)
      throw new Error(`No page matches. Choose from: ${pages.map(({ name }) => name).join(', ')}`);
    console.log(`| ${TITLES.join(' | ')} |\n|${TITLES.map(() => '---').join('|')}|`);
    let allTargetsMet = true;
    for (const { name, path } of selected) {
      const measurements: Measurement[] = [];
      while (measurements.length < runs) measurements.push(await measure(name, server.base + path, port));
      const median = medianOf(measurements);
      console.log(`| ${name} | ${rowOf(median).join(' | ')} |`);
      for (const text of measurements.at(-1)!.shortfalls) console.log(`  ${text}`);
      allTargetsMet &&= missedTargets(median).length === 0;
    }
    return allTargetsMet;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measure(name: string, url: string, port: number): Promise<Measurement> {
  // Warms the server's cache, because this measures the browser. `npm run bench` measures the rendering.
  await fetch(url);
  const run = await lighthouse(url, { port, output: 'html', logLevel: 'error' });
  if (!run) throw new Error(`Lighthouse returned no result for ${url}`);
  writeFileSync(join(FOLDER, `${name}.html`), String(run.report));
  return measurementOf(run.lhr);
}

/** Replaces the generated covers of deals, which most pages show, with JPEGs of as many bytes as a photo has. */
async function replaceCovers(server: { base: string }, bookIds: readonly number[]) {
  const staff = await demoAccount({ url: server.base } as TestServer, 'user');
  for (const id of bookIds) {
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
 * Returns the deals on the deals page. Requests `?page=1`, because the measured URL would be cached with the old
 * covers.
 */
async function dealsOf(base: string) {
  const html = await (await fetch(`${base}${paths.deals()}?page=1`)).text();
  return [...html.matchAll(/href="(\/books\/(\d+)\/[^"]+)"/g)].map(([, path, id]) => ({
    path: path!,
    id: Number(id),
  }));
}

const buildPages = (bookPath: string): Page[] => [
  { name: 'front', path: '/' },
  { name: 'deals', path: paths.deals() },
  { name: 'book', path: bookPath },
  { name: 'guide', path: serverPaths.marketingGuide('book-marketing-plan') },
];
