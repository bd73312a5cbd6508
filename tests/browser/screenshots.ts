/**
 * Screenshots of every screen except /dev/ui at both widths, in both color schemes, and at both pixel densities, with
 * demo data, and an index page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { loadAllScreens } from '#client/app/areas.ts';
import type { Access, Screen } from '#client/layout/screen.ts';
import { apiRoutes } from '#server/app.ts';
import type { TestServer } from '#server/testing/app.ts';
import { visitor } from '#server/testing/factories.ts';
import { createWeb } from '#server/web/web.ts';
import { paths } from '#shared/paths.ts';
import { REVIEW_LANES } from '#shared/status.ts';
import { startTemporaryServer } from '../../scripts/calls/temporary-server.ts';
import { endStreams, launchBrowser } from './browser.ts';
import { demoAccount, listScreenUrls, signIn } from './crawl.ts';
import { type Examples, partnerExamples, publicExamples, userExamples } from './examples.ts';

const LOOKS = [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));
const DENSITIES = [1, 2];
const CONCURRENCY = 2;

type Headers = Record<string, string>;
type ScreenshotTarget = { path: string; credentials: Headers | null };
type Shot = (typeof LOOKS)[number] & { path: string; density: number; file: string };

const FOLDER = '.cache/screenshots';

/** Returns the number of screenshots. `only` limits them to paths that contain it. */
async function takeScreenshots({ folder, only = '' }: { folder: string; only?: string }): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const server = await startTemporaryServer({ buildPages: (deps) => createWeb(deps, apiRoutes) });
  const browser = await launchBrowser();
  try {
    const targets = (await targetsOf(server.base, server.names)).filter(({ path }) => path.includes(only));
    const total = targets.length * LOOKS.length * DENSITIES.length;
    const shots: Shot[] = [];
    const takeAll = async () => {
      for (let target = targets.shift(); target; target = targets.shift()) {
        for (const density of DENSITIES) {
          shots.push(...(await takeShots(browser, server.base, { ...target, density }, folder)));
          process.stdout.write(`\r${shots.length} of ${total} pictures`);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, takeAll));
    writeFileSync(join(folder, 'index.html'), renderIndex(shots));
    return shots.length;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Each lane of the review queue, unpaid promotions, a search with matches, and a search without any. */
const QUEUE: Examples = {
  '/users/promotions': [
    ...REVIEW_LANES.map((lane) => `?status=${lane}`),
    ...['?status=awaiting+payment', '?status=all&q=lantern', '?status=declined&q=no+such+book'],
  ].map((query) => paths.userPromotions() + query),
};

/** Returns each path with the account that opens it. */
async function targetsOf(url: string, names: Record<string, string>): Promise<ScreenshotTarget[]> {
  const server = { url } as TestServer;
  const [partner, user] = [await demoAccount(server, 'partner'), await demoAccount(server, 'user')];
  const screens = await loadAllScreens();
  const screensFor = (role: Access) => screens.filter(({ access }) => access === role);
  // Excludes /dev/ui, whose screenshots tests/browser/kit.test.ts takes.
  const publicScreens = screens.filter(
    ({ access, path }) => access !== 'partner' && access !== 'user' && !path.startsWith('/dev/'),
  );
  const withCredentials = (screens: readonly Screen[], examples: Examples, credentials: Headers | null) =>
    listScreenUrls(screens, examples).map((path) => ({ path, credentials }));
  return [
    ...withCredentials(screensFor('partner'), await partnerExamples(partner), partner.headers),
    ...withCredentials(screensFor('user'), { ...(await userExamples(user)), ...QUEUE }, user.headers),
    ...withCredentials(publicScreens, await publicExamples(visitor(server), names.uuid!), null),
  ];
}

/** Loads the page once and takes a screenshot in each width and scheme. */
async function takeShots(
  browser: Browser,
  baseURL: string,
  { path, credentials, density }: ScreenshotTarget & { density: number },
  folder: string,
): Promise<Shot[]> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', deviceScaleFactor: density });
  if (credentials) await signIn(context, baseURL, credentials);
  const page = await context.newPage();
  await endStreams(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('main').getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
  const shots: Shot[] = [];
  for (const { width, scheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const file = `${name}-${width}-${scheme}${density === 1 ? '' : `-${density}x`}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true });
    shots.push({ path, width, scheme, density, file });
  }
  await context.close();
  return shots;
}

const renderIndex = (shots: readonly Shot[]) => `<!doctype html>
<meta charset="utf-8"><title>Screens</title>
<style>body{font:16px system-ui;margin:2rem}img{height:24rem;width:auto;border:1px solid #999;vertical-align:top}</style>
<h1>Screens</h1>
${[...Map.groupBy(shots, ({ path }) => path)].map(renderSection).join('\n')}
`;
const renderSection = ([path, pathShots]: [string, Shot[]]) =>
  `<h2>${path}</h2>\n${pathShots.map(renderImage).join('\n')}`;
const renderImage = ({ file, path, width, scheme, density }: Shot) =>
  `<a href="${file}"><img src="${file}" loading="lazy" alt="${path} at ${width} px, ${scheme}, density ${density}"></a>`;

const count = await takeScreenshots({ folder: FOLDER, ...(process.argv[2] ? { only: process.argv[2] } : {}) });
console.log(`\n${count} pictures: ${FOLDER}/index.html`);
