/** Visits pages in a browser and lists their problems. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Screen } from '#client/layout/screen.ts';
import { DEMO_ACCOUNTS } from '#client/session/demo-accounts.ts';
import type { TestServer } from '#server/testing/app.ts';
import { as, type Client, credentialsOf, visitor } from '#server/testing/factories.ts';
import type { Role } from '#shared/auth.ts';
import { endStreams, recordConsoleProblems } from './browser.ts';
import { markupProblems, storeMarkup } from './markup.ts';

type Scheme = 'light' | 'dark';
/** Page to visit, with its expected status unless that is 200. */
export type CrawlTarget = string | { path: string; status: number };
type Crawl = {
  browser: Browser;
  baseURL: string;
  crawlTargets: readonly CrawlTarget[];
  /** Headers of a sign-in (`headers` of a partner or staff client); without them nobody is signed in. */
  credentials?: Record<string, string>;
  widths?: readonly number[];
  schemes?: readonly Scheme[];
  /** If false, pages run without JavaScript, and the checks with axe and of text spacing are skipped. */
  javascript?: boolean;
  /** Number of pages open at the same time. */
  concurrency?: number;
  /** Additional checks of each page; returns problems. */
  extraChecks?: (page: Page, path: string) => Promise<string[]>;
};

/**
 * With CRAWL_FULL=1, checks each width in each color scheme: with all axe rules in the first scheme, and with only the
 * color rules in the second. Otherwise, checks each width and each scheme at least once, in an order that rotates from
 * page to page. Only the first check of a page then uses all axe rules.
 */
const IS_FULL_CRAWL = Boolean(process.env.CRAWL_FULL);
type Look = { width: number; scheme: Scheme; rules: 'all rules' | 'colors' };
function looksOf(widths: readonly number[], schemes: readonly Scheme[], pageIndex: number): Look[] {
  if (IS_FULL_CRAWL)
    return widths.flatMap((width) =>
      schemes.map((scheme, at) => ({ width, scheme, rules: at === 0 ? 'all rules' : 'colors' })),
    );
  const looks = Array.from({ length: Math.max(widths.length, schemes.length) }, (_, at) => at + pageIndex);
  return looks.map((turn, at) => ({
    width: widths[turn % widths.length]!,
    scheme: schemes[turn % schemes.length]!,
    rules: at === 0 ? 'all rules' : 'colors',
  }));
}

/** Additional width in px, used only for the checks of overflow and text spacing, and for `extraChecks`. */
const NARROWEST = 320;

/**
 * Checks that each page has one title, one main heading, and valid markup, logs no errors or warnings, violates no axe
 * rule, and is never wider than the screen. Returns problems such as '/path at 390 px, light: …'. A page is loaded once
 * and then resized.
 */
export async function crawl({
  browser,
  baseURL,
  crawlTargets,
  credentials,
  concurrency = 3,
  ...checks
}: Crawl): Promise<string[]> {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    javaScriptEnabled: checks.javascript ?? true,
  });
  if (credentials) await signIn(context, baseURL, credentials);
  const pending = crawlTargets.map((target, pageIndex) => ({
    pageIndex,
    ...(typeof target === 'string' ? { path: target, status: 200 } : target),
  }));
  const problems: string[] = [];
  const visitAll = async () => {
    const page = await context.newPage();
    await endStreams(page);
    const consoleProblems = recordConsoleProblems(page);
    for (let target = pending.shift(); target; target = pending.shift()) {
      const { path, status } = target;
      const pageProblems = await checkPage(page, target, checks).catch((error: Error) => [
        `can’t be checked: ${error.message}`,
      ]);
      problems.push(...pageProblems.map((problem) => `${path} ${problem}`));
      // Browsers log expected refusals, too.
      const unexpected = consoleProblems
        .splice(0)
        .filter((text) => status === 200 || !text.includes(`status of ${status}`));
      problems.push(...unexpected.map((text) => `${path} logs ${text}`));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, visitAll));
  await context.close();
  return problems.sort();
}

/** Signs in as the demo's partner or administrator, on a server with demo data. */
export async function demoAccount(server: TestServer, role: Role): Promise<Client> {
  const res = await visitor(server).post(`/${role}-auth/sign_in`).send(DEMO_ACCOUNTS[role]).expect(200);
  return as(server, credentialsOf(res, role));
}

/** Sets the cookie in which the client stores its credentials. */
export function signIn(context: BrowserContext, url: string, { 'resource-type': name, ...credentials }: Credentials) {
  return context.addCookies([{ name: name!, value: encodeURIComponent(JSON.stringify(credentials)), url }]);
}
type Credentials = Record<string, string>;

/**
 * Returns the URLs of each screen. `examples` has URLs by path ('/books/:id/:name?'). A screen without examples is
 * visited at its path. Throws if it has a required parameter, so that no new screen is forgotten.
 */
export function listScreenUrls(
  screens: readonly Screen[],
  examples: { [path: string]: readonly string[] } = {},
): string[] {
  return screens.flatMap(({ path }) => {
    const urls = examples[path];
    if (urls?.length) return urls;
    if (/:\w+(?!\?|\w)/.test(path)) throw new Error(`The screen ${path} needs an example of its address`);
    return [path.replace(/\/:\w+\?/g, '')];
  });
}

type Checks = Pick<Crawl, 'widths' | 'schemes' | 'javascript' | 'extraChecks'>;

async function checkPage(
  page: Page,
  { path, status, pageIndex }: { path: string; status: number; pageIndex: number },
  { widths = [1280, 390], schemes = ['light', 'dark'], javascript = true, extraChecks }: Checks,
): Promise<string[]> {
  const looks = looksOf(widths, schemes, pageIndex);
  await setLook(page, looks[0]!.width, looks[0]!.scheme, javascript);
  const response = await page.goto(path, { waitUntil: javascript ? 'networkidle' : 'load' });
  if (javascript)
    await page.getByRole('main').getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  const html = javascript ? await page.content() : ((await response?.text()) ?? '');
  await storeMarkup(javascript ? path : `${path} without script`, html);
  const problems = [
    ...wrongResponse(page, path, status, response?.status()),
    ...(await wrongTitles(page)),
    ...(await markupProblems(html)),
  ];
  for (const { width, scheme, rules } of looks) {
    await setLook(page, width, scheme, javascript);
    problems.push(...(await overflowProblems(page, width)));
    const violations = javascript ? await axeViolations(page, rules) : [];
    problems.push(...violations.map((violation) => `at ${width} px, ${scheme}: ${violation}`));
  }
  await setLook(page, NARROWEST, schemes[0]!, javascript);
  problems.push(...(await overflowProblems(page, NARROWEST)));
  if (javascript) problems.push(...(await spacingProblems(page)));
  return [...problems, ...((await extraChecks?.(page, path)) ?? [])];
}

async function setLook(page: Page, width: number, colorScheme: Scheme, javascript: boolean) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  // Waits until parts that measure the window have redrawn. Without JavaScript there are no such parts, and frame
  // callbacks never run.
  if (!javascript) return;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

function wrongResponse(page: Page, path: string, expected: number, status: number | undefined) {
  const { pathname } = new URL(page.url());
  if (pathname !== path.split(/[?#]/)[0]) return [`leads to ${pathname}`];
  return status === expected ? [] : [`responds with ${status}, not ${expected}`];
}

async function wrongTitles(page: Page) {
  const [titles, headings] = [await page.locator('head title').count(), await page.locator('h1').count()];
  return [
    ...(titles === 1 ? [] : [`has ${titles} titles`]),
    ...(headings === 1 ? [] : [`has ${headings} main headings`]),
  ];
}

async function overflowProblems(page: Page, width: number) {
  const widestElement = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return wide.at(-1)?.outerHTML.slice(0, 160) ?? 'something unknown';
  });
  return widestElement === null ? [] : [`at ${width} px is too wide because of ${widestElement}`];
}

/** Checks that text spaced out by visitors (WCAG 1.4.12) fits on the narrowest screen, also in its buttons. */
async function spacingProblems(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    );
    document.adoptedStyleSheets = [sheet];
  });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a), main :is(button, a) *')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .map((element) => `with text spacing cuts ${element.outerHTML.slice(0, 160)}`),
  );
  const wide = (await overflowProblems(page, NARROWEST)).map((problem) => `with text spacing ${problem}`);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return [...cut, ...wide];
}

/**
 * Runs axe. The builder injects it into the page; later checks of the page reuse it, which takes a quarter of the time.
 */
async function axeViolations(page: Page, rules: 'all rules' | 'colors') {
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules === 'colors' ? { runOnly: ['color-contrast'] } : {}),
  };
  const rerun = () =>
    page.evaluate(
      async (axeOptions) => (await (window as unknown as WithAxe).axe?.run(document, axeOptions)) ?? null,
      options,
    );
  const firstRun = () =>
    new AxeBuilder({ page: page as never })
      .setLegacyMode()
      .options(options as never)
      .analyze();
  const { violations } = (await rerun()) ?? (await firstRun());
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 200)}`);
}
type WithAxe = { axe?: { run(context: Document, options: object): Promise<AxeResults> } };
type AxeResults = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;
